import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { acceptedBody, moment } from './answers.ts';
import { accountOf, updatable } from './requests.ts';
import { BETWEEN_READS_MS } from './tolerances.ts';

/** Number of reads that show whether others update an account. They take about two seconds. */
const READS = 8;

/** Whether an account was updated between two reads: by updated_at or, where it is missing, by metadata. */
function isNewer(before: JsonObject, now: JsonObject): boolean {
  const [a, b] = [moment(before, '/updated_at'), moment(now, '/updated_at')];
  if (a !== undefined && b !== undefined) return b > a;
  return !sameJson(member(before, 'metadata'), member(now, 'metadata'));
}

/** Reads the account that the run may update. */
export const readUpdatable = async (p: Probing): Promise<JsonObject> =>
  acceptedBody(await p.sendValid(accountOf({ id: updatable(p) }))) ?? {};

/** Returns the account as it is now: as the last response to the check shows it, if the check has just read it. */
export async function updatableNow(p: Probing): Promise<JsonObject> {
  const { lastOwn } = p;
  const isRead = lastOwn?.operation === 'getFiat' && sameId(lastOwn.request.path['id'], updatable(p));
  return (isRead && acceptedBody(lastOwn)) || readUpdatable(p);
}

/**
 * Returns the failures of an update. First watches the account for about two seconds without changing it, and throws
 * Inconclusive if others update it, such as another run with the same fixtures.
 */
export async function undisturbed(p: Probing, failures: readonly Failure[]): Promise<readonly Failure[]> {
  if (failures.length === 0) return failures;
  const before = await readUpdatable(p);
  for (let read = 1; read < READS; read += 1) {
    await p.pause(BETWEEN_READS_MS);
    if (isNewer(before, await readUpdatable(p)))
      throw new Inconclusive('fixture', 'others update the account during the check', {
        need: { fixture: 'updatable_fiat_account_id' },
      });
  }
  return failures;
}
