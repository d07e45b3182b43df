import type { RowResult } from '../../engine/results.ts';
import { counted } from '../../values/counted.ts';

/** Returns one sentence on what follows from the results of traffic. */
export function reasonOf(results: readonly RowResult<unknown>[]): string {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length > 0) return `the traffic violates ${violatedOn(failed)}`;
  const musts = results.filter(({ row }) => row.level === 'must');
  const held = musts.filter(({ status }) => status === 'passed').length;
  if (held === 0)
    return 'the traffic exercises no requirement stated in the document: it has no accepted request of the interface';
  return `every requirement that the traffic exercises passed: ${held} of the ${musts.length} stated in the document`;
}

function violatedOn(failed: readonly RowResult<unknown>[]): string {
  const clients = failed.filter(({ row }) => row.party === 'client').length;
  const sides = [
    [failed.length - clients, "the target's responses"],
    [clients, "the clients' requests"],
  ] as const;
  return sides
    .filter(([count]) => count > 0)
    .map(([count, side]) => `${counted(count, 'requirement')} on ${side}`)
    .join(' and ');
}
