import { setFlagsFromString } from 'node:v8';

/** Commands that do the same work for minutes or longer, and hold little besides what they are working on. */
const LASTING = new Set(['proxy', 'serve', 'verify']);

/**
 * Sets when V8 collects garbage and optimizes. A heap may grow by so many percent before it is collected: that of a run
 * holds the lists of a large target and would otherwise grow to several times their size. Commands that do not last take
 * seconds, and V8 spends a quarter of them optimizing functions that hardly run afterwards. With the larger budget it
 * optimizes only functions that ran ten times as long. Measured on Node 20. Later versions have a cheaper intermediate
 * compiler, and V8 warns of a flag that it does not know.
 */
export function tune(command: string): void {
  const isLasting = LASTING.has(command);
  setFlagsFromString(`--heap-growing-percent=${isLasting ? 100 : 25}`);
  if (process.versions.node.startsWith('20.') && !isLasting) setFlagsFromString('--interrupt-budget=600000');
}
