import fc from 'fast-check';
import { refIdOf } from '../src/contract/lists.ts';
import { creations } from '../src/contract/operations.ts';
import type { Ask } from '../src/engine/ask.ts';
import { cases, probe, waiting } from '../src/engine/check.ts';
import { failure } from '../src/engine/failure.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../src/engine/probing.ts';
import { isConflict } from '../src/engine/proof.ts';
import { must, type Row, should, suite } from '../src/engine/row.ts';
import { answered, type Exchange } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { sameId } from '../src/values/id.ts';
import { type JsonObject, member } from '../src/values/json.ts';
import { bodyOperation, firstFailures, smallest } from './vocabulary/body-variants.ts';
import { PREFIXES } from './vocabulary/constraints/sources.ts';
import { repetition } from './vocabulary/questions.ts';
import { asking } from './vocabulary/requests.ts';
import { LEFT_BEHIND_MS, UNLOCKED_MS } from './vocabulary/tolerances.ts';
import { answerWithoutRefId, ofAnotherAmount, secondWithoutRefId } from './vocabulary/without-ref-id.ts';

/** Further pairs of simultaneous requests, since one pair may miss a race. */
const MORE_PAIRS = { share: 1 / 20, requests: 2 };

/** Hexadecimal digits, each of which can be the last one of a ref_id. */
const DIGITS = '0123456789abcdef';

/** Returns the smallest request with the same new ref_id each time it is sent. */
function underOneRef(p: Probing): Ask {
  const { operation, input } = smallest(p).ask;
  const sent = input();
  return { operation, input: () => sent };
}

/** Returns such a request whose ref_id differs from that of another only in its last digit, by `step`. */
function underSimilarRef(p: Probing, { request }: Exchange, step: number, change: JsonObject = {}): Ask {
  const ref = refIdOf(request.body);
  if (typeof ref !== 'string') return underOneRef(p);
  const last = DIGITS[(DIGITS.indexOf(ref.slice(-1)) + step) % DIGITS.length] ?? '';
  const sent = { body: { ...Object(request.body), ...change, ref_id: ref.slice(0, -1) + last } };
  return { operation: smallest(p).ask.operation, input: () => sent };
}

/** Whether an answer is of another creation. Throws Inconclusive if an id is missing, which the rows about ids judge. */
function isAnother(first: Exchange, { isAccepted, exchange }: Answer): boolean {
  if (!isAccepted) return false;
  const [one, other] = [first, exchange].map((each) => member(answered(each), 'id'));
  if (typeof one !== 'string' || typeof other !== 'string')
    throw new Inconclusive('unrecognised', 'the answers have no ids that can be compared');
  return !sameId(one, other);
}

/** The answers to two simultaneous requests with one ref_id. */
type Pair = readonly [Answer, Answer];

const twoAtOnce = (p: Probing, ask: Ask): Promise<Pair> =>
  Promise.all([p.answerTo({ ...ask, isConcurrent: true }), p.answerTo({ ...ask, isConcurrent: true })]);

/**
 * Sends two such requests whose ref_id differs from that of the first in its last digit: once per attempt for all
 * checks.
 */
const similarPair = (p: Probing, first: Exchange): Promise<Pair> =>
  p.oncePerAttempt(`two at once ${p.operation}`, () => twoAtOnce(p, underSimilarRef(p, first, 1)));

/**
 * Whether a request whose ref_id was used is not carried out, and its ref_id is the reason: a request with a new one is
 * accepted after it. True where a budget does not allow these requests: two consecutive ones have shown it before.
 */
const isProtected = (p: Probing, { operation, request }: Exchange, made: readonly Exchange[]): Promise<boolean> =>
  unlessInconclusive(true, async () => {
    await p.pause(LEFT_BEHIND_MS);
    const again = await p.answerTo({ operation, input: () => ({ body: request.body ?? null }) });
    if (again.isAccepted) return !made.every((each) => isAnother(each, again));
    return (await p.answerTo(underOneRef(p))).isAccepted;
  }, ['budget']);

/** Demands that two simultaneous requests with one ref_id create one thing, if consecutive ones do. */
async function onceEach(p: Probing, pair: (first: Exchange) => Promise<Pair>): Promise<readonly Failure[]> {
  const { first, again } = await repetition(p);
  if (isAnother(first, again)) return [];
  const [one, other] = await pair(first);
  if (!one.isAccepted || !isAnother(one.exchange, other)) return [];
  if (!(await isProtected(p, one.exchange, [one.exchange, other.exchange]))) return [];
  const expected = 'one creation, as with two consecutive requests';
  const actual = 'a second creation with the same ref_id';
  return [failure(other.exchange, { where: '/id', expected, actual }, [one.exchange])];
}

/** Length of long ref_ids: no maximum is stated. */
const LONG = 100;

/** Returns such a request whose ref_id is that of another one, continued with zeros up to its last character. */
function underLongRef(p: Probing, { request }: Exchange, last: string): Ask {
  const ref = String(refIdOf(request.body) ?? '');
  const sent = { body: { ...Object(request.body), ref_id: ref.padEnd(LONG - 1, '0') + last } };
  return { operation: smallest(p).ask.operation, input: () => sent };
}

/**
 * Demands on loopback that requests with long ref_ids that differ only in their end are two creations, if both are
 * accepted.
 */
async function countsToItsEnd(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const { first } = await repetition(p);
  const one = await p.answerTo(underLongRef(p, first, '1'));
  if (!one.isAccepted || !isAnother(first, one)) return [];
  const other = await p.answerTo(underLongRef(p, first, '2'));
  if (!other.isAccepted || isAnother(one.exchange, other)) return [];
  const actual = 'the id in the answer to a request whose ref_id differs in its hundredth character';
  return [failure(other.exchange, { where: '/id', expected: 'the id of a new creation', actual }, [one.exchange])];
}

/** Demands that a request with a new ref_id creates something, however similar the ref_id is to a used one. */
async function createsAnew(p: Probing): Promise<readonly Failure[]> {
  const { first } = await repetition(p);
  const other = (await similarPair(p, first)).find(({ isAccepted }) => isAccepted);
  if (!other) return refusedAlike(p, first);
  if (isAnother(first, other)) return [];
  const actual = 'the id in the answer to a request with another ref_id';
  return [failure(other.exchange, { where: '/id', expected: 'the id of a new creation', actual }, [first])];
}

/**
 * Demands the same where both requests at once were refused: sends one by itself, with another amount, which must not be
 * refused.
 */
async function refusedAlike(p: Probing, first: Exchange): Promise<readonly Failure[]> {
  const operation = bodyOperation(p);
  const change = await ofAnotherAmount(p, operation, 'alike');
  const alike = (step: number): Ask => ({ ...underSimilarRef(p, first, step, change), retriesConflicts: true });
  const { exchange } = await p.answerTo(alike(2));
  const control = asking(p, operation, await ofAnotherAmount(p, operation, 'control'));
  const failures = await p.expectOutcome('known', SIMILAR, exchange, {
    control: () => p.sendValid(control),
    before: [first],
  });
  if (failures.length === 0 || !isConflict(exchange.response.status)) return failures;
  await p.pause(UNLOCKED_MS);
  if ((await p.answerTo(alike(3))).isAccepted) return [];
  // Sent at once: a service may refuse any creation for some time after the one before.
  return (await p.answerTo({ ...control, isConcurrent: true })).isAccepted ? failures : [];
}

const SIMILAR = 'a new ref_id that differs from a used one in its last digit';

/** Demands that two requests without ref_id are two creations. */
async function twice(p: Probing): Promise<readonly Failure[]> {
  const operation = bodyOperation(p);
  const answers = [await answerWithoutRefId(p, operation), await secondWithoutRefId(p, operation)] as const;
  const refused = answers.find(({ isAccepted }) => !isAccepted);
  if (refused)
    throw blockedBy(`${PREFIXES[operation]}-REQUIRED-ALONE`, `a valid request without ref_id was ${refused.words}`);
  const [{ exchange: first }, second] = answers;
  if (isAnother(first, second)) return [];
  const actual = 'the id in the answer to another request without ref_id';
  return [failure(second.exchange, { where: '/id', expected: 'the id of a new creation', actual }, [first])];
}

/** Repeated requests with one ref_id, and requests without ref_id (2.1, 2.4, 4.4). */
export const refIds: readonly Row[] = suite('2.1', creations, {
  'REF-ID-DISTINCT': must(
    'A request with another ref_id is another creation',
    {
      aspect: 'state across',
      cites: [
        '| ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '2.4: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '4.4: | ref_id | string | no | Client ID for idempotence |',
      ],
      lenience:
        'A refusal counts only if the same request with a different ref_id is accepted after it. ref_ids that differ only in case are not tried: the document does not state how they are compared.',
    },
    waiting(
      probe((p) =>
        firstFailures(
          () => createsAnew(p),
          () => countsToItsEnd(p),
        ),
      ),
    ),
  ),
  'REF-ID-AT-ONCE': must(
    'Two simultaneous requests with one ref_id have the same result as two consecutive ones',
    {
      aspect: 'state across',
      cites: [
        '| ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '2.4: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '4.4: | ref_id | string | no | Client ID for idempotence |',
      ],
      lenience:
        'If consecutive requests are all carried out, simultaneous ones may be too. They must be refused for their ref_id: a request with a new one is accepted after them.',
    },
    waiting(probe((p) => onceEach(p, (first) => similarPair(p, first)))),
    cases(MORE_PAIRS, (p) => p.each(fc.constant(p.operation), () => onceEach(p, () => twoAtOnce(p, underOneRef(p))))),
  ),
  'REF-ID-ABSENT-TWICE': should(
    'Two requests without ref_id are two creations',
    {
      aspect: 'state across',
      cites: [
        '| ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '2.4: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '4.4: | ref_id | string | no | Client ID for idempotence |',
      ],
    },
    probe(twice),
  ),
});
