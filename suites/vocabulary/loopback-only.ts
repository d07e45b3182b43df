import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';

/**
 * Throws Inconclusive unless the target is on loopback and no budget bounds withdrawals. `what` has subject and verb:
 * `deposits … are made`.
 */
export function demandsLoopback({ run }: Probing, what: string): void {
  if (!run.spendsFreely)
    throw new Inconclusive('budget', `${what} only on a loopback target without a budget for withdrawals`);
}
