import { failure, steadyWords } from '../../src/engine/evidence.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { HEADER, MALFORMED, SCHEME, TOKEN, type Wrong, waysOn, wrongCredentials } from './credentials.ts';

/** The one affirmation of a run: it cannot be undone, and transactions that can be affirmed are few. */
export interface Affirmation {
  /** The transaction that was named first, under wrong credentials too. */
  readonly first: string;
  /** The one that was affirmed, or refused last. */
  readonly id: string;
  /** What the same request was answered with before, under credentials that should not do. */
  readonly before: ReadonlyMap<Wrong, Exchange>;
  /** The answer to the request with the run's token. */
  readonly answer: Answer;
  /** What it was refused with without a body, where `answer` is to one with an empty object for a body. */
  readonly bare?: Exchange;
}

export const affirming = (p: Probing, id: string, { isConcurrent = false } = {}): Promise<Answer> =>
  p.answerTo({ operation: 'affirm', input: () => ({ path: { transaction_id: id } }), isConcurrent });

/** The wrong credentials that an affirmation meets. */
const MET = [HEADER, TOKEN, MALFORMED, SCHEME].flatMap((ways) => waysOn('affirm', ways));

/** Affirms a PENDING transaction, once a run whoever asks; first under each wrong credentials, which should change nothing. */
export function affirmation(p: Probing): Promise<Affirmation> {
  return p.once('affirmation', async () => {
    const id = await p.takeTransaction('PENDING');
    const before = new Map<Wrong, Exchange>();
    for (const wrong of MET) {
      const credentials = wrongCredentials(p).get(wrong) ?? 'none';
      before.set(wrong, await p.send('affirm', { path: { transaction_id: id }, credentials }));
    }
    return { first: id, before, ...(await withBody(p, await affirmed(p, id))) };
  });
}

/** Others that are tried where one is refused or its answer is lost: it may have been used up before, by another run or by this. */
const OTHERS = 2;

async function affirmed(p: Probing, id: string, others = OTHERS): Promise<Affirmed> {
  const [sent] = await Promise.allSettled([affirming(p, id)]);
  const isOver = sent.status === 'fulfilled' ? sent.value.isAccepted : !isLost(sent.reason);
  const other = isOver || others === 0 ? undefined : await another(p);
  if (other !== undefined) return affirmed(p, other, others - 1);
  if (sent.status === 'rejected') throw sent.reason;
  return { id, answer: sent.value };
}

type Affirmed = Pick<Affirmation, 'id' | 'answer' | 'bare'>;

/** Statuses of a request that is not understood, as one is that lacks a body. */
const NOT_UNDERSTOOD: readonly number[] = [400, 411, 415, 422];

/** An affirmation that was not understood, once more with a body: 4.14 names none, so that nothing else may be the cause. */
async function withBody(p: Probing, { id, answer: bare }: Affirmed): Promise<Affirmed> {
  if (!NOT_UNDERSTOOD.includes(bare.exchange.response.status)) return { id, answer: bare };
  const path = { transaction_id: id };
  const answer = await unlessInconclusive(bare, () =>
    p.answerTo({ operation: 'affirm', input: () => ({ path, body: {} }) }),
  );
  return answer.isAccepted ? { id, answer, bare: bare.exchange } : { id, answer: bare };
}

const isLost = (error: unknown): boolean => error instanceof Inconclusive && error.cause === 'transport';

/** One more PENDING transaction; undefined when none is left. */
const another = (p: Probing): Promise<string | undefined> =>
  unlessInconclusive(undefined, () => p.takeTransaction('PENDING'));

/** The answer of the one affirmation; throws Inconclusive when it was refused. */
export async function affirmedAnswer(p: Probing): Promise<Exchange> {
  const { answer } = await affirmation(p);
  if (answer.isAccepted) return answer.exchange;
  throw new Inconclusive('refused', `affirming a PENDING transaction was ${answer.words}`);
}

/** Demands that an affirmation is accepted without a body, where one with a body is. */
export async function affirmsWithoutBody(p: Probing): Promise<readonly Failure[]> {
  const { bare, answer } = await affirmation(p);
  const proven = async (): Promise<void> => undefined;
  return bare ? p.judged('admitted', 'an affirmation without a body', bare, proven, [answer.exchange]) : [];
}

/** What a refusal says of a transaction, whichever that is. */
const saidOf = ({ words }: Answer, id: string): string => steadyWords(words.replaceAll(id, ''));

/** Whether further transactions are asked for without a token first: others in a row are not, so that no pattern of expired ones is taken for it. */
const ASKED_BEFORE = [false, false, true, true] as const;

/**
 * Whether of further transactions exactly those are refused that were asked for without a token before. On another host they are too
 * few to try.
 */
async function areUsedUp(p: Probing): Promise<boolean> {
  for (const isAsked of ASKED_BEFORE) {
    const id = p.run.loopback ? await another(p) : undefined;
    if (id === undefined) return false;
    if (isAsked) await p.send('affirm', { path: { transaction_id: id }, credentials: 'none' });
    if ((await affirming(p, id)).isAccepted === isAsked) return false;
  }
  return true;
}

/**
 * Demands that a request without a token affirms nothing. Where the transaction that such requests named was refused afterwards and
 * another one was not, a further one is asked for without a token and then with it: only the first request can have used it up, or it
 * has expired since it was named. It is refused as the affirmed one is where it was affirmed; where those that have
 * expired are refused so as well, several more have to show it.
 */
export async function affirmsNothing(p: Probing): Promise<readonly Failure[]> {
  await affirmedAnswer(p);
  const { first, id, before, answer } = await affirmation(p);
  if ([...before.values()].some(isAccepted)) throw blockedBy('AUTH-HEADER-MISSING', 'wrong credentials were accepted');
  if (first === id) return [];
  const other = await p.takeTransaction('PENDING');
  const refused = await p.send('affirm', { path: { transaction_id: other }, credentials: 'none' });
  const asked = await affirming(p, other);
  if (asked.isAccepted || isAccepted(refused)) return [];
  const again = await affirming(p, id);
  if (again.isAccepted || saidOf(again, id) !== saidOf(asked, other)) return [];
  const [expired] = p.fixtures.settlement_transactions?.EXPIRED ?? [];
  const isSaidOfExpired =
    expired !== undefined && saidOf(await affirming(p, expired), expired) === saidOf(asked, other);
  if (isSaidOfExpired && !(await areUsedUp(p))) return [];
  const expected = 'accepted, as another PENDING transaction was: a request without a token changes nothing';
  return [failure(asked.exchange, { expected, actual: asked.words }, [answer.exchange, refused])];
}
