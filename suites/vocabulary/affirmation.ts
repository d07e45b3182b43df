import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { isRefusedAlike } from '../../src/engine/refusal.ts';
import { answered, type Exchange, isAccepted } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { instant, millisecondsBetween, timestamp } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { steadyRefusal } from '../../src/values/steady-text.ts';
import {
  answerUnder,
  HEADER,
  MALFORMED,
  requirementOn,
  SCHEME,
  TOKEN,
  type WrongCredentials,
  waysOn,
} from './credentials.ts';
import { affirmationOf, unknownId } from './requests.ts';
import { ONE_CHECK_MS, SAME_INSTANT_MS, SECONDS_APART_MS } from './tolerances.ts';

/** The one affirmation of a run: it cannot be undone, and few transactions can be affirmed. */
export interface Affirmation {
  /** The transaction of the first request, which was also sent with wrong credentials. */
  readonly first: string;
  /** The transaction that was affirmed, or the last one that was refused. */
  readonly id: string;
  /** The answers to the first request with wrong credentials, which were sent before, without those that were lost. */
  readonly before: ReadonlyMap<WrongCredentials, Exchange>;
  /** The answer to the request with the run's token. */
  readonly answer: Answer;
  /** The refusal of the request without a body, if `answer` belongs to the request with an empty object as the body. */
  readonly bare?: Exchange;
  /** The server errors that affirmations met, each of another transaction. */
  readonly errors: readonly Exchange[];
}

export const affirming = (
  p: Probing,
  id: string,
  how: Pick<Ask, 'isConcurrent' | 'retriesConflicts'> = {},
): Promise<Answer> => p.answerTo({ ...affirmationOf(id), ...how });

/** The wrong credentials that an affirmation is sent with. */
const metOn = (p: Probing): readonly WrongCredentials[] =>
  [HEADER, TOKEN, MALFORMED, SCHEME].flatMap((ways) => waysOn(p, 'affirm', ways));

/** Sends the request with each of the wrong credentials. Returns the answers that came. */
async function withWrongCredentials(p: Probing, id: string): Promise<ReadonlyMap<WrongCredentials, Exchange>> {
  const answers = new Map<WrongCredentials, Exchange>();
  for (const wrong of metOn(p)) {
    const ask = () => answerUnder(p, 'affirm', { path: { transaction_id: id } }, wrong);
    const answer = await unlessInconclusive(undefined, ask, ['transport']);
    if (answer) answers.set(wrong, answer);
  }
  return answers;
}

/**
 * Affirms a PENDING transaction, once a run. Sends the request with each of the wrong credentials first, which must
 * have no effect.
 */
export function affirmation(p: Probing): Promise<Affirmation> {
  return p.once('affirmation', async () => {
    const id = await p.takeTransaction('PENDING');
    const before = await withWrongCredentials(p, id);
    return { first: id, before, ...(await withBody(p, await affirmed(p, id))) };
  });
}

/** Maximum number of transactions to try: earlier or simultaneous runs may have affirmed the first ones. */
const TRIED_IF_REFUSED = { loopback: 200, elsewhere: 9 } as const;

/** The same if answers are lost, since each of them may take a timeout. */
const TRIED_IF_LOST = 3;

async function affirmed(p: Probing, id: string, tried = 1, before: readonly Exchange[] = []): Promise<Affirmed> {
  // A conflict may be momentary, but not that of each transaction.
  const [sent] = await Promise.allSettled([affirming(p, id, { retriesConflicts: tried === 1 })]);
  const most = p.run.spendsFreely ? TRIED_IF_REFUSED.loopback : TRIED_IF_REFUSED.elsewhere;
  const isError = sent.status === 'fulfilled' && sent.value.evidence === 'error';
  const errors = isError ? [...before, sent.value.exchange] : before;
  const mayTryAnother =
    sent.status === 'fulfilled' ? !sent.value.isAccepted && tried < most : isLost(sent.reason) && tried < TRIED_IF_LOST;
  const other = mayTryAnother ? await another(p) : undefined;
  if (other !== undefined) return affirmed(p, other, tried + 1, errors);
  if (sent.status === 'rejected') throw sent.reason;
  return { id, answer: sent.value, errors };
}

type Affirmed = Pick<Affirmation, 'id' | 'answer' | 'bare' | 'errors'>;

/** Statuses that may mean that the request lacks a body. */
const NOT_UNDERSTOOD: readonly number[] = [400, 411, 415, 422];

/**
 * Repeats an affirmation that was not understood with an empty object as the body. 4.14 names no body, so if this is
 * accepted, the missing body was the cause.
 */
async function withBody(p: Probing, made: Affirmed): Promise<Affirmed> {
  const { id, answer: bare, errors } = made;
  if (!NOT_UNDERSTOOD.includes(bare.exchange.response.status)) return made;
  const path = { transaction_id: id };
  const answer = await unlessInconclusive(bare, () =>
    p.answerTo({ operation: 'affirm', input: () => ({ path, body: {} }) }),
  );
  return answer.isAccepted ? { id, answer, bare: bare.exchange, errors } : made;
}

const isLost = (error: unknown): boolean => error instanceof Inconclusive && error.cause === 'transport';

/** Takes one more PENDING transaction, or returns undefined when none is left. */
const another = (p: Probing): Promise<string | undefined> =>
  unlessInconclusive(undefined, () => p.takeTransaction('PENDING'));

/** Returns the answer to the run's affirmation. Throws Inconclusive when it was refused. */
export async function affirmedAnswer(p: Probing): Promise<Exchange> {
  const { answer } = await affirmation(p);
  if (answer.isAccepted) return answer.exchange;
  throw new Inconclusive('refused', `affirming a PENDING transaction was ${answer.words}`);
}

/** How many different transactions must meet a server error so that a repetition that is accepted excuses none. */
const MANY_ERRORS = 3;

/**
 * Demands that affirmations of different transactions do not all meet server errors, unless an unknown transaction meets
 * one too, or these were few and a repetition is accepted. A repetition that is refused with another status excuses
 * nothing: the first request may have affirmed its transaction all the same.
 */
export async function affirmsOne(p: Probing): Promise<readonly Failure[]> {
  const { id, answer, errors } = await affirmation(p);
  const [last, ...others] = errors.toReversed();
  if (answer.isAccepted || last !== answer.exchange || others.length === 0) return [];
  if (errors.length < MANY_ERRORS && (await affirming(p, id)).isAccepted) return [];
  const unknown = await affirming(p, unknownId(p, 'control'));
  if (isRefusedAlike(unknown.exchange, last)) return [];
  return [
    failure(last, { expected: 'success: the transactions are PENDING', actual: answer.words }, others.toReversed()),
  ];
}

/** Demands that an affirmation without a body is accepted, if one with a body is. */
export async function affirmsWithoutBody(p: Probing): Promise<readonly Failure[]> {
  const { bare, answer } = await affirmation(p);
  return bare ? p.expectOutcome('accepted', 'an affirmation without a body', bare, { before: [answer.exchange] }) : [];
}

/** Returns the words of a refusal without the id of its transaction, so that refusals can be compared. */
const saidOf = ({ words }: Answer, id: string): string => steadyRefusal(words.replaceAll(id, ''));

/**
 * Whether each further transaction is sent with wrong credentials first. Two of a kind in a row, so that a pattern of
 * expired transactions is not mistaken for it.
 */
const ASKED_BEFORE = [false, false, true, true] as const;

/**
 * Whether exactly those further transactions are refused that were sent with wrong credentials first, as many as are
 * left, and at least this number. Other hosts have too few transactions to try this.
 */
async function areUsedUp(p: Probing, least: number): Promise<boolean> {
  for (const [tried, isAsked] of ASKED_BEFORE.entries()) {
    const id = p.run.spendsFreely ? await another(p) : undefined;
    if (id === undefined) return tried >= least;
    if (isAsked) await withWrongCredentials(p, id);
    if ((await affirming(p, id)).isAccepted === isAsked) return false;
  }
  return true;
}

/**
 * Demands that a request with wrong credentials affirms nothing. Holds if the transaction that was sent with them could
 * be affirmed afterwards. Otherwise sends a further transaction with them and then with the token. If that one is refused
 * in the same words as the transaction that is already affirmed, a request with wrong credentials has affirmed it,
 * unless it has expired or another run has affirmed it meanwhile. So further transactions must confirm it: as many as a
 * loopback target has, and at least one where expired transactions are refused in the same words.
 */
export async function affirmsNothing(p: Probing): Promise<readonly Failure[]> {
  await affirmedAnswer(p);
  const { first, id, before, answer } = await affirmation(p);
  const met = [...before].flatMap(([wrong, each]) => (isAccepted(each) ? [requirementOn(wrong)] : []));
  if (met.length > 0) throw blockedBy([...new Set(met)], 'wrong credentials were accepted');
  if (first === id) return affirmsInTime(p, id);
  const other = await p.takeTransaction('PENDING');
  const refused = [...(await withWrongCredentials(p, other)).values()];
  const asked = await affirming(p, other);
  if (asked.isAccepted || refused.some(isAccepted)) return [];
  const again = await affirming(p, id);
  if (again.isAccepted || saidOf(again, id) !== saidOf(asked, other)) return [];
  const [expired] = p.fixtures.settlement_transactions?.EXPIRED ?? [];
  const isSaidOfExpired =
    expired !== undefined && saidOf(await affirming(p, expired), expired) === saidOf(asked, other);
  if (!(await areUsedUp(p, isSaidOfExpired ? 1 : 0))) return [];
  const expected = 'accepted, as another PENDING transaction was: a request without a valid token changes nothing';
  return [failure(asked.exchange, { expected, actual: asked.words }, [answer.exchange, ...refused])];
}

/** Minimum number of PENDING transactions, so that enough are left to other requirements. */
const PLENTY = 10;

/** Whether there are enough transactions on loopback to affirm further ones. */
export const hasPlenty = ({ run, fixtures: { settlement_transactions } }: Probing): boolean =>
  run.spendsFreely && (settlement_transactions?.PENDING?.length ?? 0) >= PLENTY;

/**
 * Where an affirmed transaction can be affirmed again, success does not show which request affirmed it, but the time of
 * its update does. Demands that this time is not before that of another transaction, which was affirmed after the request
 * without a token and before the one with it. A much older time is that of an earlier update, which an affirmation that
 * is not dated keeps (ST-UPDATED-AT). Holds where transactions are few, and on another host.
 */
async function affirmsInTime(p: Probing, affirmed: string): Promise<readonly Failure[]> {
  if (!hasPlenty(p) || !(await affirming(p, affirmed)).isAccepted) return [];
  const [one, other] = [await another(p), await another(p)];
  if (one === undefined || other === undefined) return [];
  const refused = await p.send('affirm', { path: { transaction_id: one }, credentials: 'none' });
  await p.pause(SECONDS_APART_MS);
  const between = await affirming(p, other);
  const after = await affirming(p, one);
  const [earlier, own] = [between, after].map(({ exchange }) => instant(member(answered(exchange), 'updated_at')));
  if (!between.isAccepted || !after.isAccepted || earlier === undefined || own === undefined) return [];
  const before = millisecondsBetween(own, earlier);
  if (before <= SAME_INSTANT_MS || before > ONE_CHECK_MS) return [];
  const expected = `not before ${timestamp(earlier)}, when another transaction was affirmed: the request without a token changes nothing`;
  const where = '/updated_at';
  return [failure(after.exchange, { where, expected, actual: timestamp(own) }, [refused, between.exchange])];
}
