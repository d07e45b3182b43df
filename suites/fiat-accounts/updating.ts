import { failure } from '../../engine/evidence.ts';
import type { Probing } from '../../engine/probing.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Failure } from '../../model/outcome.ts';
import { accepted } from '../answers.ts';
import { asking, updatable } from '../requests.ts';
import { undisturbed } from './disturbance.ts';

/** Updates the account that a run may change, then reads it. */
export async function updated(
  p: Probing,
  change: JsonObject,
  holds: (account: JsonObject) => { expected: string; actual: string } | undefined,
): Promise<readonly Failure[]> {
  return p.exclusively('fiat account', async () => {
    const answer = await p.accepted(asking(p, 'putFiat', change));
    const wrong = holds(accepted(answer) ?? {});
    if (wrong) return [failure(answer, { ...wrong })];
    const readBack = await p.eventually(async () => {
      const read = await p.accepted({ operation: 'getFiat', input: () => ({ path: { id: updatable(p) } }) });
      const found = holds(accepted(read) ?? {});
      return found ? [failure(read, found, [answer])] : [];
    });
    return undisturbed(p, readBack);
  });
}
