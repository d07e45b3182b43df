import { evidence, failure, refusal } from '../src/engine/evidence.ts';
import { Inconclusive } from '../src/engine/inconclusive.ts';
import type { Ask, Probing } from '../src/engine/probing.ts';
import { isRetryable } from '../src/engine/proof.ts';
import type { Exchange } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { asking, type BodyOperation, bodies, plain } from './requests.ts';

/** A member of a request with the values that the document lists for it, and one that it does not. */
export interface Listed {
  readonly operation: BodyOperation;
  readonly member: string;
  readonly values: readonly string[];
  readonly outside: string;
}

const askWith = (p: Probing, { operation, member }: Listed, value: string): Ask =>
  asking(p, operation, { ...bodies[operation](p), [member]: value });

/**
 * Whether a listed value is known and closed: refused otherwise than one that is not listed. Nothing says that each network,
 * or conversion, is open to every profile at all times.
 */
async function isClosed(p: Probing, listed: Listed, answer: Exchange): Promise<boolean> {
  const ask = askWith(p, listed, listed.outside);
  const unlisted = await p.once(`${ask.operation} with ${listed.member} ${listed.outside}`, () => answerTo(p, ask));
  const isTold = ['refused', 'doubtful'].includes(evidence(unlisted));
  return isTold && answer.response.status !== unlisted.response.status;
}

const WEAKNESS_MS = 500;

/** The answer to a creation with that value; to another one, under a ref_id of its own, where the target could not just then. */
async function answerTo(p: Probing, { operation, input }: Ask): Promise<Exchange> {
  const answer = await p.send(operation, input());
  if (!isRetryable(answer.response.status)) return answer;
  await p.pause(WEAKNESS_MS);
  return p.send(operation, input());
}

async function taken(p: Probing, listed: Listed, value: string): Promise<readonly Failure[]> {
  const twin = plain(p, listed.operation);
  const before = await p.twin(twin.key, twin.ask);
  const answer = await answerTo(p, askWith(p, listed, value));
  if (evidence(answer) === 'accepted') return [];
  const claim = `${listed.member} ${value}`;
  if (evidence(answer) === 'transient')
    throw new Inconclusive('refused', `${claim}: answered ${refusal(answer)}, which may have another cause`);
  await p.accepted(twin.ask);
  if (await isClosed(p, listed, answer)) return [];
  return [failure(answer, { expected: `${claim}: accepted`, actual: `refused with ${refusal(answer)}` }, [before])];
}

/** Demands that a request is accepted with each of the values, or refused for what is not its value. */
export async function takesEach(p: Probing, listed: Listed): Promise<readonly Failure[]> {
  for (const value of listed.values) {
    const failures = await taken(p, listed, value);
    if (failures.length > 0) return failures;
  }
  return [];
}
