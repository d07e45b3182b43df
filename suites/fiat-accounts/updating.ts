import { failure } from '../../engine/evidence.ts';
import type { Probing } from '../../engine/probing.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Failure } from '../../model/outcome.ts';
import { accepted } from '../answers.ts';
import { asking, updatable } from '../requests.ts';
import { accountOf } from './look-ups.ts';

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
    return p.eventually(async () => {
      const read = await p.accepted({ operation: 'getFiat', input: () => ({ path: { id: updatable(p) } }) });
      const found = holds(accepted(read) ?? {});
      return found ? [failure(read, found, [answer])] : [];
    });
  });
}

/** The account that a run may change, as it reads now. */
export const readUpdatable = async (p: Probing): Promise<JsonObject> =>
  accepted(await p.accepted(accountOf({ id: updatable(p) }))) ?? {};
