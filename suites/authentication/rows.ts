import { isWithdrawal, type Operation, operationNames, sharesOneObject } from '../../src/contract/operations.ts';
import { probe, question, waiting } from '../../src/engine/check.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, suite } from '../../src/engine/row.ts';
import type { Credentials } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { affirmsNothing } from '../vocabulary/affirmation.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { acceptsDespite } from '../vocabulary/constraints/judging.ts';
import { HEADER, MALFORMED, SCHEME, TOKEN, unknownToken } from '../vocabulary/credentials.ts';
import { leavesNothing } from '../vocabulary/leaves-nothing.ts';
import { byTheOtherWay, withEveryOption } from '../vocabulary/optional-parts.ts';
import { bearer } from '../vocabulary/request-headers.ts';
import { surveyOf } from '../vocabulary/surveys.ts';
import {
  expectRefusedUnder,
  refusedUnder,
  refusedUnderAnother,
  refusedWith,
  refusesRepetition,
} from './refused-credentials.ts';
import { withdrawsNothing } from './withdraws-nothing.ts';

const CITES = ['Every operation requires the header Authorization: Bearer <ACCESS_TOKEN>.'] as const;

/** Credentials that may be accepted: schemes have no case in HTTP (RFC 9110, 11.1). */
const LOWER_CASE = { scheme: 'bearer' } as const;

const isLowerCase = (credentials: Credentials): boolean =>
  typeof credentials === 'object' && 'scheme' in credentials && credentials.scheme === LOWER_CASE.scheme;

/** Section 5: each of the 14 operations refuses a request without a valid token. */
export const authentication = suite('5', operationNames, {
  'AUTH-HEADER-MISSING': must(
    'A request without the Authorization header is refused',
    { aspect: 'authentication', cites: CITES },
    probe((p) =>
      firstFailures(
        () => expectRefusedUnder(p, HEADER, p.run.spendsFreely ? withEveryOption : undefined),
        ...(p.run.spendsFreely ? [() => refusedWith(p, 'missing', byTheOtherWay)] : []),
        () => unlessInconclusive([], () => refusesRepetition(p)),
      ),
    ),
  ),
  'AUTH-TOKEN-UNKNOWN': must(
    'A request with a token that was never issued is refused',
    { aspect: 'authentication', cites: CITES },
    refusedUnder(TOKEN, withEveryOption),
    refusedUnderAnother(TOKEN),
  ),
  'AUTH-TOKEN-MALFORMED': must(
    'A request whose Authorization header contains no token is refused',
    { aspect: 'authentication', cites: CITES },
    refusedUnder(MALFORMED, byTheOtherWay),
    refusedUnderAnother(MALFORMED),
  ),
  'AUTH-OTHER-SCHEME': must(
    'The token with a scheme other than Bearer, or without a scheme, is refused',
    { aspect: 'authentication', cites: CITES, traffic: [acceptsDespite(bearer)] },
    refusedUnder(SCHEME),
    refusedUnderAnother(SCHEME),
  ),
  'AUTH-SCHEME-CASE': observe(
    'Whether the scheme may be written in lower case',
    {
      aspect: 'authentication',
      on: ['listFiat'],
      cites: CITES,
    },
    question(async (p) => {
      const { words } = await p.answerTo({
        operation: p.operation,
        input: () => ({ credentials: LOWER_CASE }),
      });
      return `"bearer" is ${words}`;
    }),
  ),
  'AUTH-REFUSAL': observe(
    'How a request without valid credentials is refused',
    { aspect: 'authentication', cites: ['Token endpoint address ({auth_url}), scopes and token lifetime: not shown.'] },
    surveyOf(({ request, response }) =>
      request.credentials === 'token' || isLowerCase(request.credentials)
        ? undefined
        : `${response.status}${response.headers['www-authenticate'] === undefined ? '' : ' with WWW-Authenticate'}`,
    ),
  ),
});

/** Operations of which an effect can be seen. */
const EFFECTIVE: readonly Operation[] = [
  'createAddress',
  'putFiat',
  'addMembers',
  'affirm',
  'fiatWithdrawal',
  'cryptoWithdrawal',
];

/** Demands that a request without a token has no effect and, on loopback, none with an unknown token. */
async function expectNothingDone(p: Probing): Promise<readonly Failure[]> {
  if (p.operation === 'affirm') return affirmsNothing(p);
  const wrong = [
    { credentials: 'none', blockedBy: 'AUTH-HEADER-MISSING' },
    { credentials: unknownToken(p), blockedBy: 'AUTH-TOKEN-UNKNOWN' },
  ] as const;
  const ways = wrong.slice(0, p.run.spendsFreely ? wrong.length : 1);
  // Both requests for one object wait for their effects at the same time, so that they hold its turn only once.
  if (sharesOneObject(p.operation)) return (await p.together(ways, (each) => leavesNothing(p, each))).flat();
  const hasNoEffect = isWithdrawal(p.operation) ? withdrawsNothing : leavesNothing;
  return firstFailures(...ways.map((each) => () => hasNoEffect(p, each)));
}

/** Requests without a valid token have no effect (5). */
export const noEffectWithoutToken: readonly Row[] = suite('5', EFFECTIVE, {
  'AUTH-REFUSED-DOES-NOTHING': must(
    'A request that is refused because it has no valid token has no effect',
    {
      aspect: 'authentication',
      cites: CITES,
      lenience:
        'Tried only where the effect can be looked up: for addresses, updates and members; for transactions if they can be affirmed only once, or by the time of their update if a loopback target has ten or more PENDING ones; for withdrawals on a loopback target, by a second one with the same ref_id. An unknown token is tried only on a loopback target, except for transactions. This is a must, because an operation that is carried out without the header does not require the header.',
    },
    waiting(probe(expectNothingDone)),
  ),
});
