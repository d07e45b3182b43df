import type { Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { LATE_WITHIN_MS } from './tolerances.ts';

/**
 * Repeats a look-up after a write for some seconds, and for half a minute if it then still shows what was shown before
 * the write (`isKept`): a cache may keep an answer, and the document does not say for how long.
 */
export async function eventuallyUpdated(
  p: Pick<Probing, 'eventually'>,
  look: () => Promise<readonly Failure[]>,
  isKept: () => boolean | Promise<boolean>,
): Promise<readonly Failure[]> {
  const failures = await p.eventually(look);
  return failures.length > 0 && (await isKept()) ? p.eventually(look, LATE_WITHIN_MS) : failures;
}

/**
 * Repeats a look-up after a write for some seconds, and then for half a minute, as a cache or a replica may show the write
 * late. Where it is not shown at all, only the first look-up of this kind in a run takes so long: a write that is never
 * shown must not hold up all checks. `mayBeLate` says of failures whether they may be those of a late answer.
 */
export async function eventuallyOrLate(
  p: Pick<Probing, 'eventually' | 'once'>,
  kind: string,
  look: () => Promise<readonly Failure[]>,
  mayBeLate: (failures: readonly Failure[]) => boolean = () => true,
): Promise<readonly Failure[]> {
  const failures = await p.eventually(look);
  if (failures.length === 0 || !mayBeLate(failures)) return failures;
  const lookLater = () => p.eventually(look, LATE_WITHIN_MS);
  const isLate = await p.once(`whether ${kind} are late`, async () => (await lookLater()).length === 0);
  return isLate ? lookLater() : failures;
}
