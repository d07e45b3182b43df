import { probe, question, rule, sequence, waiting } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { isPassing } from '../../src/engine/proof.ts';
import { isRefusedAlike } from '../../src/engine/refusal.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import type { SettlementState } from '../../src/model/fixtures.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { at } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { affirmation, affirmedAnswer, affirming } from '../vocabulary/affirmation.ts';
import { acceptedBody, moment, string } from '../vocabulary/answers.ts';
import { millisecondsBefore, NEAR_NOW } from '../vocabulary/clock.ts';
import { demandsLoopback } from '../vocabulary/loopback-only.ts';
import { listBy, unknownId } from '../vocabulary/requests.ts';
import { CLOCK_MS, inWords, ONE_TICK_MS } from '../vocabulary/tolerances.ts';
import { datedLater, datedNow, touched, touchedAfterCreation } from './affirmation-times.ts';

/** Statuses that an affirmed transaction may get by itself (3). Only its source profile cancels it. */
const LATER: readonly string[] = ['SETTLED', 'EXPIRED'];

/** Statuses in which the document does not show whether a transaction can be affirmed (3). */
const ENDED: readonly string[] = [...LATER, 'CANCELLED'];

/** Whether a transaction was updated before this request, or the recording does not show when. */
function wasUpdatedEarlier(exchange: Exchange): boolean {
  const updated = moment(acceptedBody(exchange), '/updated_at');
  return updated !== undefined && (millisecondsBefore(exchange, updated) ?? Number.POSITIVE_INFINITY) > ONE_TICK_MS;
}

/**
 * Judges that the answer has status AFFIRMED. A transaction that was affirmed before may have settled or expired by now,
 * and one that ended before the request may be answered as it is.
 */
export function affirmedStatus() {
  const before = new Memory<Id, true>();
  return (exchange: Exchange): Judgement => {
    const of = id(exchange.request.path['transaction_id']);
    const status = string(acceptedBody(exchange), '/status');
    if (of === undefined || status === undefined) return NOT_CONCERNED;
    if (status === 'AFFIRMED') {
      before.set(of, true);
      return [];
    }
    const mayHaveEnded = before.has(of)
      ? LATER.includes(status)
      : ENDED.includes(status) && wasUpdatedEarlier(exchange);
    if (mayHaveEnded || (LATER.includes(status) && before.forgets)) return NOTHING_TO_JUDGE;
    return [{ where: '/status', expected: 'AFFIRMED: it was affirmed', actual: shown(status) }];
  };
}

/** Asks how affirming a transaction in this state is answered. */
const fromState = (state: SettlementState) =>
  question(async (p) => said(await affirming(p, await p.takeTransaction(state))));

const said = ({ isAccepted, words, exchange }: Answer): string =>
  isAccepted ? `accepted, with status ${shown(at(answered(exchange), '/status'))}` : words;

const SOURCES = [
  '3: Source states from which the last three rows and the affirm move are allowed: not shown.',
] as const;

const STATE_ROWS = {
  SETTLED: '3: | eligible transaction | all legs enacted | inside window | SETTLED | |',
  EXPIRED: '3: | transaction | settlement_window_end passes | neither cancelled nor settled | EXPIRED | |',
  CANCELLED: '3: | transaction | cancelled by the source profile | | CANCELLED | |',
} as const;

/**
 * Whether the window of an affirmed transaction had not begun when `by` was answered, so that it cannot have settled by
 * then.
 */
function isBeforeWindow(affirmed: Exchange, by: Exchange): boolean {
  const start = moment(acceptedBody(affirmed), '/settlement_window_start');
  return (millisecondsBefore(by, start) ?? 0) < -CLOCK_MS;
}

/**
 * Demands that one of two simultaneous affirmations is accepted, if one of two consecutive ones is. A transaction may
 * settle at any time in its window: a refusal after that does not show how an affirmed one is treated.
 */
async function affirmedOnce(p: Probing): Promise<readonly Failure[]> {
  demandsLoopback(p, 'two simultaneous affirmations are sent');
  const first = await affirmedAnswer(p);
  const again = await affirming(p, (await affirmation(p)).id);
  const id = await p.takeTransaction('PENDING');
  const beside = { isConcurrent: true };
  const [one, other] = await Promise.all([affirming(p, id, beside), affirming(p, id, beside)]);
  const answers = [one, other];
  const count = answers.filter(({ isAccepted }) => isAccepted).length;
  if (answers.some(({ evidence }) => isPassing(evidence)) || count === 1) return [];
  const failed = (actual: string) => [
    failure(other.exchange, { expected: 'one of the two accepted, as with two consecutive affirmations', actual }, [
      one.exchange,
    ]),
  ];
  if (count === 0) {
    const alone = await affirming(p, id);
    if (alone.isAccepted) return failed(`neither accepted: ${other.words}`);
    const errors = await errsOnPending(p, first, [one, other, alone], again);
    if (errors.length > 0) return errors;
    throw new Inconclusive('refused', `affirming a transaction was ${other.words}`);
  }
  if (again.isAccepted) return [];
  if (isBeforeWindow(first, again.exchange)) return failed('both accepted');
  const third = await affirming(p, id);
  if (third.isAccepted) return [];
  if (isBeforeWindow(one.exchange, third.exchange)) return failed('both accepted');
  throw new Inconclusive(
    'other',
    'an affirmation was refused after others, possibly because the transaction has settled',
    {
      need: { fixture: 'settlement_transactions.PENDING', which: 'with windows that have not begun' },
    },
  );
}

/**
 * Demands that affirmations of a PENDING transaction do not all meet server errors after that of another one was accepted.
 * Holds if the target refuses so what it may refuse: an unknown, an affirmed or an expired transaction.
 */
async function errsOnPending(
  p: Probing,
  accepted: Exchange,
  answers: readonly Answer[],
  again: Answer,
): Promise<readonly Failure[]> {
  const [last, ...earlier] = answers.toReversed();
  if (last === undefined || answers.some(({ evidence }) => evidence !== 'error')) return [];
  const [expired] = p.fixtures.settlement_transactions?.EXPIRED ?? [];
  const refused = [again, await affirming(p, unknownId(p, 'control'))];
  if (expired !== undefined) refused.push(await affirming(p, expired));
  if (refused.some(({ exchange }) => isRefusedAlike(exchange, last.exchange))) return [];
  const expected = 'success: the transaction is PENDING, and another one was affirmed before';
  const before = [accepted, ...earlier.toReversed().map(({ exchange }) => exchange)];
  return [failure(last.exchange, { expected, actual: last.words }, before)];
}

/** The effects of affirming (3, 4.14). */
export const affirmed: readonly Row[] = suite('4.14', ['affirm'], {
  'ST-AFFIRMED': must(
    'An affirmed transaction is answered with status AFFIRMED',
    {
      aspect: 'state across',
      cites: [
        'Response: SettlementTransaction (2.8) with status AFFIRMED.',
        '3: | PENDING (source state as stated) | Affirm Transaction | transaction exists | AFFIRMED |',
      ],
      lenience:
        'A transaction that was affirmed before may have settled or expired since, and one whose updated_at is before the request may have ended before it. The document does not state what affirming such a transaction returns.',
    },
    sequence(affirmedStatus),
  ),
  'ST-UPDATED-AT': must(
    'Affirming changes updated_at',
    {
      aspect: 'state across',
      cites: ['3: the transaction becomes eligible for settlement once inside its window; updated_at changes'],
      lenience: `If created_at is less than ${inWords(ONE_TICK_MS)} ago, an updated_at that equals it fails only if the run affirmed a transaction of the fixtures and both show milliseconds, so the clock resolution cannot hide the change.`,
    },
    rule(touched),
    probe(touchedAfterCreation),
  ),
  'ST-UPDATED-NOW': must(
    'updated_at of an affirmed transaction is the time of its affirmation',
    {
      aspect: 'state across',
      cites: [
        '3: the transaction becomes eligible for settlement once inside its window; updated_at changes',
        '2.8: | updated_at | date-time | yes | Last update time |',
      ],
      lenience: `${NEAR_NOW} ST-UPDATED-AT judges an updated_at that is not later than created_at. A second transaction is affirmed on loopback only, if the fixtures name ten or more.`,
    },
    probe(async (p) => datedNow(p, await affirmedAnswer(p))),
    waiting(probe(datedLater)),
  ),
  'ST-UNKNOWN': must(
    'Affirming a transaction that does not exist is refused',
    {
      aspect: 'request checks',
      cites: ['3: | PENDING (source state as stated) | Affirm Transaction | transaction exists | AFFIRMED |'],
    },
    probe(async (p) => {
      const before = await affirmedAnswer(p);
      const { exchange } = await affirming(p, unknownId(p));
      // Affirming cannot be repeated as a control. A list that is still answered shows that the token is not the cause.
      const control = () => p.sendValid(listBy('listFiat'));
      return p.expectOutcome('refused', 'an unknown transaction', exchange, { control, before: [before] });
    }),
  ),
  'ST-AFFIRM-AT-ONCE': should(
    'Two simultaneous affirmations of one transaction have the same result as two consecutive ones',
    {
      aspect: 'state across',
      cites: ['3: | PENDING (source state as stated) | Affirm Transaction | transaction exists | AFFIRMED |'],
      lenience:
        'Tried only on a loopback target, because transactions are few. If an affirmed transaction can be affirmed again, both may be accepted. A transaction may settle in its window, so only a refusal before the window shows that it cannot be affirmed again.',
    },
    probe(affirmedOnce),
  ),
  'ST-AFFIRM-TWICE': observe(
    'How affirming an affirmed transaction again is answered',
    { aspect: 'state across', cites: SOURCES },
    question(async (p) => {
      await affirmedAnswer(p);
      return said(await affirming(p, (await affirmation(p)).id));
    }),
  ),
  'ST-AFFIRM-SETTLED': observe(
    'How affirming a SETTLED transaction is answered',
    { aspect: 'state across', cites: [...SOURCES, STATE_ROWS.SETTLED] },
    fromState('SETTLED'),
  ),
  'ST-AFFIRM-EXPIRED': observe(
    'How affirming an EXPIRED transaction is answered',
    { aspect: 'state across', cites: [...SOURCES, STATE_ROWS.EXPIRED] },
    fromState('EXPIRED'),
  ),
  'ST-AFFIRM-CANCELLED': observe(
    'How affirming a CANCELLED transaction is answered',
    { aspect: 'state across', cites: [...SOURCES, STATE_ROWS.CANCELLED] },
    fromState('CANCELLED'),
  ),
});
