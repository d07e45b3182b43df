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
