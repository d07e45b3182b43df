import { failure } from '../../../src/engine/evidence.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { accepted } from '../answers.ts';
import { asking, updatable } from '../requests.ts';
import { undisturbed } from './disturbance.ts';

/** Updates the account that a run may change, then reads it. */
export async function updated(
  p: Probing,
  change: JsonObject,
  holds: (account: JsonObject) => { expected: string; actual: string } | undefined,
): Promise<readonly Failure[]> {
  const answer = await p.accepted(asking(p, 'putFiat', change));
  const wrong = holds(accepted(answer) ?? {});
  if (wrong) return [failure(answer, { ...wrong })];
  const readBack = await p.eventually(async () => {
    const read = await p.accepted({ operation: 'getFiat', input: () => ({ path: { id: updatable(p) } }) });
    const found = holds(accepted(read) ?? {});
    return found ? [failure(read, found, [answer])] : [];
  });
  return undisturbed(p, readBack);
}
