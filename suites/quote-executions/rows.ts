import type { Ask, Twin } from '../../src/engine/ask.ts';
import { cases, probe, question, rule, sequence, waiting } from '../../src/engine/check.ts';
import { flawUnless, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { absent, type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { acceptedBody, FROM_TWO_CLOCKS, moment, named, notBefore, string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { millisecondsBefore } from '../vocabulary/clock.ts';
import { HISTORIES } from '../vocabulary/history.ts';
import { ownersKnown } from '../vocabulary/known-owners.ts';
import { minimal, quoteOf, unknownId } from '../vocabulary/requests.ts';
import { sameEverywhere } from '../vocabulary/same-everywhere.ts';
import { SAME_INSTANT_MS, VISIBLY_LATER_MS } from '../vocabulary/tolerances.ts';
import { quoteHistories, quoteReadAgain } from './quote-history.ts';
import { brandedMarkets, forward, keepsQuote, pricedRight, side } from './quote-rules.ts';
import { outcomesOf, sharedQuote, watched } from './quote-watching.ts';

/** Returns the profile that receives the funds, which may also be allowed to read the execution. */
const recipientOf = async (p: Probing, twin: Twin): Promise<string | undefined> =>
  string(acceptedBody(await p.twin(twin)), '/recipient_profile_id');

/** Reads a quote execution as a twin for other reads. */
const plainTwin = (p: Probing): Twin => ({
  key: 'plain',
  ask: { operation: 'getQuote', input: () => minimal(p, 'getQuote'), isShared: true },
});

/** The same for the last quote execution of the fixtures, which may be the only one. */
function lastTwin(p: Probing): Twin {
  const all = p.fixtures.quote_executions ?? [];
  const last = all.at(-1);
  if (last === undefined || all.length === 1) return plainTwin(p);
  return { key: `quote ${last.id}`, ask: sharedQuote(last) };
}

/** Quote executions (2.7, 4.13). */
export const quoteExecutions: readonly Row[] = suite('4.13', ['getQuote'], {
  'QE-ID': must(
    'The answer shows the requested quote execution',
    {
      aspect: 'semantics',
      cites: ['id (string, required).', '2.7: | id | string (UUID) | yes | Quote execution ID |'],
    },
    rule(named('id', 'id')),
  ),
  'QE-PROFILE': must(
    'The answer shows the requested profile',
    {
      aspect: 'semantics',
      cites: [
        'Path: profile_id (string, required)',
        '2.7: | profile_id | string | yes | Profile under which it executed |',
      ],
    },
    rule(named('profile_id', 'profile_id')),
  ),
  'QE-ONE-PROFILE': must(
    'A quote execution belongs to one profile, whoever reads it',
    {
      aspect: 'state across',
      cites: [
        '2.7: | profile_id | string | yes | Profile under which it executed |',
        '2.7: | id | string (UUID) | yes | Quote execution ID |',
      ],
    },
    sequence(sameEverywhere('profile_id', (item) => string(item, '/id'))),
  ),
  'QE-SETTLED-AT': must(
    'A SETTLED quote execution has settled_at',
    {
      aspect: 'state across',
      cites: ['3: settled_at is set', '2.7: | settled_at | date-time | no | Time of settlement |'],
    },
    rule((exchange) => {
      const body = acceptedBody(exchange);
      if (string(body, '/status') !== 'SETTLED')
        return body && string(body, '/id') !== undefined ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      return flawUnless((member(body, 'settled_at') ?? null) !== null, () =>
        absent('/settled_at', 'present: the status is SETTLED'),
      );
    }),
    waiting(
      probe(async (p) => {
        await watched(p);
        return [];
      }),
    ),
  ),
  'QE-STATUS-FORWARD': must(
    'A quote execution goes from CREATED to SETTLED and never back',
    {
      aspect: 'state across',
      cites: [
        '3: | CREATED | all accounting movements complete | | SETTLED | settled_at is set |',
        '3: | QuoteExecution | CREATED, SETTLED |',
      ],
    },
    sequence(forward),
    waiting(probe(quoteReadAgain)),
    cases(HISTORIES, quoteHistories),
  ),
  'QE-MARKET-BRANDED': should(
    'At most two market codes are unlisted: those that the document gives in neutral words',
    {
      aspect: 'semantics',
      cites: ['2.7: (GOLDUSD and STABLEUSD are neutral renderings of two branded market codes)'],
    },
    sequence(brandedMarkets),
  ),
  'QE-BASE-ASSET': must(
    'base_asset is the crypto side of the market',
    {
      aspect: 'semantics',
      cites: ['2.7: Crypto side of the pair (for example BTC, ETH)'],
      lenience: 'GOLDUSD and STABLEUSD are neutral renderings, so the base asset of branded codes is not judged.',
    },
    rule((exchange) => side(exchange, 'base_asset')),
  ),
  'QE-QUOTE-ASSET': must(
    'quote_asset is the fiat side of the market',
    { aspect: 'semantics', cites: ['2.7: Fiat side of the pair (for example USD, EUR, SGD)'] },
    rule((exchange) => side(exchange, 'quote_asset')),
  ),
  'QE-AMOUNTS': should(
    'quote_amount is base_amount at the guaranteed price',
    {
      aspect: 'semantics',
      cites: [
        '2.7: Guaranteed price of the quote',
        '2.7: Amount of the cash currency',
        '2.7: | base_amount | string | yes |',
      ],
      lenience:
        'base_amount may be rounded to its last place, price to its last place but no more than a cent, and quote_amount to a cent.',
    },
    rule(pricedRight),
  ),
  'QE-SETTLED-AFTER-CREATED': must(
    'settled_at is not before created_at',
    {
      aspect: 'semantics',
      cites: ['2.7: | settled_at | date-time | no | Time of settlement |', '2.7: | created_at | date-time | yes |'],
      lenience: FROM_TWO_CLOCKS,
    },
    rule(notBefore('settled_at', 'created_at')),
  ),
  'QE-CREATED-WITHOUT-SETTLED-AT': must(
    'A CREATED quote execution has no settled_at',
    {
      aspect: 'semantics',
      cites: [
        '2.7: | settled_at | date-time | no | Time of settlement |',
        '3: | CREATED | all accounting movements complete | | SETTLED | settled_at is set |',
      ],
      lenience: 'A settled_at in the future may be the planned time of settlement.',
    },
    rule((exchange) => {
      const body = acceptedBody(exchange);
      if (string(body, '/status') !== 'CREATED')
        return body && string(body, '/id') !== undefined ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      const settled = moment(body, '/settled_at');
      const mayBePlanned = (millisecondsBefore(exchange, settled) ?? Number.NEGATIVE_INFINITY) < -SAME_INSTANT_MS;
      if (settled !== undefined && mayBePlanned) return NOTHING_TO_JUDGE;
      const found = member(body, 'settled_at') ?? null;
      return flawUnless(found === null, () => ({
        where: '/settled_at',
        expected: 'absent before settlement',
        actual: shown(found),
      }));
    }),
  ),
  'QE-UNCHANGED': must(
    'The terms of a quote execution do not change from one read to the next',
    { aspect: 'state across', cites: ['2.7: An order to buy or sell an asset at a held quote.'] },
    sequence(keepsQuote),
    waiting(
      probe(async (p) => {
        const last = (await watched(p)).at(-1);
        const first = last?.answers[0];
        if (!first) return [];
        await p.pauseSince(first, VISIBLY_LATER_MS);
        await p.sendValid(quoteOf(last.path));
        return [];
      }),
    ),
  ),
  'QE-UNKNOWN': should(
    'A request for a quote execution that does not exist is refused',
    { aspect: 'request checks', cites: ['id (string, required).'] },
    probe((p) => {
      const { path } = minimal(p, 'getQuote');
      return p.expectRefused(
        'an unknown id',
        { operation: 'getQuote', input: () => ({ path: { ...path, id: unknownId(p) } }) },
        plainTwin(p),
      );
    }),
  ),
  'QE-OTHER-PROFILE': should(
    'A request for a quote execution under another profile is refused',
    { aspect: 'request checks', cites: ['Path: profile_id (string, required)'] },
    probe(async (p) => {
      const under = (profile_id: string, { ask }: Twin): Ask => ({
        operation: 'getQuote',
        input: () => ({ path: { ...ask.input().path, profile_id } }),
      });
      const [first, last] = [plainTwin(p), lastTwin(p)];
      const failures = await p.expectRefused('an unknown profile_id', under(unknownId(p), first), first);
      if (failures.length > 0) return failures;
      // Two quote executions, since a service may look at the profile of those in one status only.
      const twins = first.key === last.key ? [first] : [last, first];
      const known = await ownersKnown(p, 'profile_id');
      const expectRefused = async (twin: Twin): Promise<readonly Failure[]> => {
        const own = [twin.ask.input().path?.['profile_id'], await recipientOf(p, twin)];
        const other = known.find((id) => !own.some((each) => sameId(each, id)));
        return other === undefined ? [] : p.expectRefused('another profile_id', under(other, twin), twin);
      };
      return firstFailures(...twins.map((each) => () => expectRefused(each)));
    }),
  ),
  'QE-SETTLES': observe(
    'How long quote executions take to settle',
    {
      aspect: 'state across',
      cites: ['3: | CREATED | all accounting movements complete | | SETTLED | settled_at is set |'],
    },
    waiting(question(async (p) => outcomesOf(await watched(p)).join('; '))),
  ),
});
