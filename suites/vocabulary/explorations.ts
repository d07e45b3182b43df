import type { Arbitrary } from 'fast-check';
import { meetsOneObject, type Operation } from '../../src/contract/operations.ts';
import { isServerError, refusal } from '../../src/engine/evidence.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { refute } from '../../src/engine/refuted.ts';
import type { RequestInput } from '../../src/model/exchange.ts';
import type { Counted } from '../../src/model/facts.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { bodyOperation } from './demands.ts';
import { TOGETHER } from './lists/listing.ts';
import { asking, type BodyOperation, plain } from './requests.ts';

/** Answers that are counted each by itself; further ones are counted together. */
const MOST_ANSWERS = 6;

/**
 * Generated requests that no rule of the document forbids. Nothing is demanded of any one of them, since a target may have
 * limits of its own; what it accepts, the rules judge, and what breaks one, or meets an error of the server, is made smaller until
 * nothing can be left out.
 */
export async function explored<T>(
  p: Probing,
  values: Arbitrary<T>,
  [operation, inputOf]: readonly [operation: Operation, inputOf: (value: T) => RequestInput],
): Promise<string | readonly Counted[]> {
  const counts = new Map<string, number>();
  const note = ({ isAccepted, exchange }: Answer): void => {
    const said = isAccepted ? 'accepted' : `refused with ${refusal(exchange)}`;
    const answer = counts.size < MOST_ANSWERS || counts.has(said) ? said : 'refused in another way';
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
    const found = await p.each(values, sending, { together: meetsOneObject(operation) ? 1 : TOGETHER });
    refute(found.filter(isServerError));
  } catch (error) {
    if (!(error instanceof Inconclusive) || error.cause !== 'budget') throw error;
    if (counts.size === 0) return `none was sent: ${error.reason}`;
  }
  return [...counts].map(([answer, count]) => ({ answer, count }));
}

/** The same for the bodies of the operation that is exercised, after its smallest request was accepted. */
export async function exploredBodies(
  p: Probing,
  bodiesOf: (operation: BodyOperation) => Arbitrary<JsonObject> | Promise<Arbitrary<JsonObject>>,
): Promise<string | readonly Counted[]> {
  const operation = bodyOperation(p);
  const { key, ask } = plain(p, operation);
  await p.twin(key, ask);
  return explored(p, await bodiesOf(operation), [operation, (body) => asking(p, operation, body).input()]);
}
