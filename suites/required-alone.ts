import { operations } from '../src/contract/operations.ts';
import type { Twin } from '../src/engine/ask.ts';
import { probe } from '../src/engine/check.ts';
import { blockedBy, unlessInconclusive } from '../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../src/engine/probing.ts';
import { must, type Row, suite } from '../src/engine/row.ts';
import type { Failure } from '../src/model/outcome.ts';
import { expectBareAccepted, firstFailures } from './vocabulary/body-variants.ts';
import { PREFIXES } from './vocabulary/constraints/sources.ts';
import { OPTIONAL } from './vocabulary/optional-parts.ts';
import { asking, bodies, plain, plainAnswer } from './vocabulary/requests.ts';
import {
  anotherBody,
  answerWithoutRefId,
  bareAnswer,
  firstAnswerWithoutRefId,
  marked,
  secondWithoutRefId,
  withoutRefId,
} from './vocabulary/without-ref-id.ts';

type Operation = keyof typeof OPTIONAL;

/** The statement that makes a member optional. */
const CITES: Readonly<Record<Operation, string>> = {
  fiatWithdrawal: '| ref_id | string | no | Client ID for idempotence |',
  cryptoWithdrawal: '| ref_id | string | no | Replay protection and lookup |',
  sandboxDeposit: 'fiat_account_owner (object, optional).',
  createAddress:
    'profile_id (string, required), crypto_network (enum, required), identity_id (string), ref_id (string)',
};

/** Whether the twin that all rows share is accepted. If it is, no further request is needed. */
const isShared = async (p: Probing, twin: Twin): Promise<boolean> =>
  (await unlessInconclusive(undefined, () => p.twin(twin), ['refused'])) !== undefined;

/** Details of a beneficiary, whose members the document does not show. */
const BENEFICIARY = { beneficiary: { name: 'Example Inc' } };

/**
 * Returns the first request with optional members that is accepted. A crypto withdrawal is also tried with a
 * beneficiary.
 */
async function fuller(p: Probing, operation: Operation): Promise<Twin> {
  const usual = { ...bodies[operation](p), ...OPTIONAL[operation] };
  const twin = { key: 'with members that are optional', ask: asking(p, operation, usual) };
  if (operation !== 'cryptoWithdrawal' || (await p.isAccepted(twin))) return twin;
  const other = { key: 'with a beneficiary', ask: asking(p, operation, { ...usual, ...BENEFICIARY }) };
  return (await p.isAccepted(other)) ? other : twin;
}

/** Demands that a further request without ref_id is accepted after the first one, if one with a ref_id is. */
function takesAnother(p: Probing, operation: Operation, [first, further]: readonly [Answer, Answer]) {
  const control = async () => p.sendValid(asking(p, operation, await anotherBody(p, operation)));
  return p.expectOutcome('known', 'a second request without ref_id', further.exchange, {
    control,
    before: [first.exchange],
  });
}

/**
 * Demands on loopback that a request with nothing but the required members is accepted. Elsewhere this is not tried: the
 * run must recognise what it creates.
 */
async function takesNothingElse(p: Probing, operation: Operation): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely || operation === 'sandboxDeposit') return [];
  const { exchange } = await bareAnswer(p, operation);
  const control = () => plainAnswer(p, operation);
  return p.expectOutcome('accepted', 'a request with nothing but the required members', exchange, { control });
}

/**
 * Demands that a request with only the required members is accepted. The run must recognise what it creates, so it
 * sends the required members once with only a ref_id and once with only metadata.
 */
async function takesOnlyRequired(p: Probing, operation: Operation): Promise<readonly Failure[]> {
  const smallest = plain(p, operation);
  const failures = (await isShared(p, smallest))
    ? []
    : await expectBareAccepted(p, 'a request with only the required members', smallest.ask, () => fuller(p, operation));
  if (failures.length > 0 || operation === 'sandboxDeposit') return failures;
  const answer = await answerWithoutRefId(p, operation);
  if (answer.isAccepted) return takesAnother(p, operation, [answer, await secondWithoutRefId(p, operation)]);
  const first = await firstAnswerWithoutRefId(p, operation);
  if (first?.isAccepted) return takesAnother(p, operation, [first, answer]);
  // The metadata hold the run's id: where they are refused, nothing follows about ref_id.
  const body = marked(p, operation);
  const tagged = { key: 'with metadata', ask: asking(p, operation, body) };
  if (!(await p.isAccepted(tagged))) {
    const answer = await p.answerTo(tagged.ask);
    if (!answer.isAccepted) throw blockedBy('METADATA-ECHO', `a request with metadata was ${answer.words}`);
  }
  return p.expectAccepted('a request without ref_id', withoutRefId(p, operation, body), tagged);
}

const rowOf = (operation: Operation): readonly Row[] =>
  suite(operations[operation].section, [operation], {
    [`${PREFIXES[operation]}-REQUIRED-ALONE`]: must(
      'A request without the optional members is accepted',
      {
        aspect: 'request checks',
        cites: [CITES[operation]],
        lenience:
          'A refusal counts only if another request that has the member is accepted. A second withdrawal without ref_id differs in its amount from the first one, since the service may refuse the same one again.',
      },
      probe((p) =>
        firstFailures(
          () => takesOnlyRequired(p, operation),
          // The service may refuse another creation for a reason of its own.
          () => unlessInconclusive([], () => takesNothingElse(p, operation), ['refused']),
        ),
      ),
    ),
  });

/** Requests without optional members (4.4, 4.5, 4.7, 4.9). */
export const requiredAlone: readonly Row[] = (Object.keys(OPTIONAL) as Operation[]).flatMap(rowOf);
