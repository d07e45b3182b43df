import type { Arbitrary } from 'fast-check';
import { meetsOneObject, type Operation } from '../../src/contract/operations.ts';
import { refusal } from '../../src/engine/evidence.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import type { RequestInput } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { bodyOperation } from './demands.ts';
import { TOGETHER } from './lists/listing.ts';
import { asking, type BodyOperation, plain } from './requests.ts';

/**
 * Generated requests that no rule of the document forbids. Nothing is demanded of any one of them, since a target may have
 * limits of its own; what it accepts, the rules judge, and what breaks one is made smaller until nothing can be left out.
 */
export async function explored<T>(
  p: Probing,
  values: Arbitrary<T>,
  [operation, inputOf]: readonly [operation: Operation, inputOf: (value: T) => RequestInput],
  runs = p.run.runs,
): Promise<string> {
  const refusals = new Map<string, number>();
  let [sent, refused] = [0, 0];
  const note = ({ isAccepted, exchange }: Answer): void => {
    sent += 1;
    if (isAccepted) return;
    refused += 1;
    const said = refusal(exchange);
    if (refusals.size < 5 || refusals.has(said)) refusals.set(said, (refusals.get(said) ?? 0) + 1);
  };
  const sending = async (value: T): Promise<readonly Failure[]> => {
    const answer = await p.answerTo({ operation, input: () => inputOf(value) });
    note(answer);
    return p.violations(answer.exchange);
  };
  try {
    await p.each(values, sending, { runs, together: meetsOneObject(operation) ? 1 : TOGETHER });
  } catch (error) {
    if (!(error instanceof Inconclusive) || error.cause !== 'budget') throw error;
    if (sent === 0) return `none was sent: ${error.reason}`;
  }
  const reasons = [...refusals].map(([said, count]) => `${count} with ${said}`).join(', ');
  return refused === 0
    ? `all were accepted (${sent})`
    : `${sent - refused} of ${sent} were accepted; refused: ${reasons}`;
}

/** The same for the bodies of the operation that is exercised, after its smallest request was accepted. */
export async function exploredBodies(
  p: Probing,
  bodiesOf: (operation: BodyOperation) => Arbitrary<JsonObject> | Promise<Arbitrary<JsonObject>>,
): Promise<string> {
  const operation = bodyOperation(p);
  const { key, ask } = plain(p, operation);
  await p.twin(key, ask);
  return explored(p, await bodiesOf(operation), [operation, (body) => asking(p, operation, body).input()]);
}
