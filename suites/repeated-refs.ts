import type { Operation } from '../src/contract/operations.ts';
import { evidence, refusal } from '../src/engine/evidence.ts';
import type { Probing } from '../src/engine/probing.ts';
import { answered, type Exchange } from '../src/model/exchange.ts';
import { sameId } from '../src/values/id.ts';
import type { JsonObject } from '../src/values/json.ts';
import { string } from './answers.ts';
import { asking, type BodyOperation, bodies } from './requests.ts';

/** What a request with a used ref_id is answered with, first the same and then with another body. */
export async function repeatedRef(
  p: Probing,
  operation: BodyOperation & Operation,
  change: JsonObject,
): Promise<string> {
  const input = asking(p, operation, bodies[operation](p)).input();
  const first = await p.accepted({ operation, input: () => input });
  const again = await p.send(operation, input);
  const other = await p.send(operation, { ...input, body: { ...(input.body as JsonObject), ...change } });
  return `the same request again: ${said(first, again)}; another request with it: ${said(first, other)}`;
}

function said(first: Exchange, again: Exchange): string {
  if (evidence(again) !== 'accepted') return `refused with ${refusal(again)}`;
  const [before, after] = [string(answered(first), '/id'), string(answered(again), '/id')];
  return sameId(before, after) ? 'answered with the existing one' : 'carried out again';
}
