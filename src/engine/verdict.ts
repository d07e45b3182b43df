import type { Verdict } from '../model/reported.ts';
import type { PassRule, RowResult } from './results.ts';

/**
 * Computes the verdict over all results (see `Verdict`). Without any exercised `must` it is never conformant.
 * Requirements on clients decide only if there are none on the target.
 */
export function verdictOf(
  all: readonly Pick<RowResult<unknown>, 'row' | 'status'>[],
  rule: PassRule = 'all',
): Exclude<Verdict, 'aborted'> {
  const musts = all.filter(({ row }) => row.level === 'must');
  if (musts.some(({ status }) => status === 'failed')) return 'nonconformant';
  const targets = musts.filter(({ row }) => row.party === undefined);
  const decisive = targets.length > 0 ? targets : musts;
  const passed = decisive.filter(({ status }) => status === 'passed');
  const needed = rule === 'all' ? decisive.length : 1;
  return passed.length > 0 && passed.length >= needed ? 'conformant' : 'incomplete';
}
