import type { Arbitrary } from 'fast-check';
import type { Operation } from '../../src/contract/operations.ts';
import { showsServerError } from '../../src/engine/failure.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { refute } from '../../src/engine/refuted.ts';
import type { Counted } from '../../src/model/counted.ts';
import type { RequestInput } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { bodyOperation } from './body-variants.ts';
import { TOGETHER } from './lists/listing.ts';
import { asking, type BodyOperation, plain } from './requests.ts';

/** Maximum number of different answers that are counted separately; further ones are counted together. */
const MOST_ANSWERS = 6;

/**
 * Sends generated requests that no statement of the document forbids, and returns how they were answered. Demands
 * nothing of a single request, since a target may have limits of its own. Rules judge accepted answers, and a request
 * whose answer breaks a rule or is a server error is shrunk.
 */
export async function explored<T>(
  p: Probing,
  values: Arbitrary<T>,
  [operation, inputOf]: readonly [operation: Operation, inputOf: (value: T) => RequestInput],
): Promise<string | readonly Counted[]> {
  const counts = new Map<string, number>();
  const note = ({ isAccepted, words }: Answer): void => {
    const isCounted = isAccepted || counts.size < MOST_ANSWERS || counts.has(words);
    const answer = isCounted ? words : 'refused in another way';
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  };
  const sending = async (value: T): Promise<readonly Failure[]> => {
    const ask = { operation, input: () => inputOf(value) };
    const answer = await p.answerTo(ask);
    note(answer);
    const errors = await p.serverError(ask, answer.exchange);
    return errors.length > 0 ? errors : p.violations(answer.exchange);
  };
  try {
    const found = await p.each(values, sending, { together: TOGETHER });
    refute(found.filter(showsServerError));
  } catch (error) {
    if (!(error instanceof Inconclusive) || error.cause !== 'budget') throw error;
    if (counts.size === 0) return `no request was sent: ${error.reason}`;
  }
  return [...counts].map(([answer, count]) => ({ answer, count }));
}

/** Does the same for bodies of the row's operation, after its smallest request was accepted. */
export async function exploredBodies(
  p: Probing,
  bodiesOf: (operation: BodyOperation) => Arbitrary<JsonObject> | Promise<Arbitrary<JsonObject>>,
): Promise<string | readonly Counted[]> {
  const operation = bodyOperation(p);
  await p.twin(plain(p, operation));
  return explored(p, await bodiesOf(operation), [operation, (body) => asking(p, operation, body).input()]);
}
