// Which parts of an implementation the requests of a run reach.
import { verify } from './implementation.mjs';

/** @import { Coverage } from './types.ts' */

/**
 * Runs the suite against an implementation; whether the piece at an offset of its source was reached. What only makes the data that the
 * service holds, as it starts, is not.
 * @param {string} text
 * @param {{ seed: number, bail: boolean }} options
 */
export async function coveredBy(text, options) {
  const found = await verify({ text }, { ...options, isCovered: true });
  return { found, isCovered: found.coverage ? coverageIn(found.coverage) : () => false };
}

const around = (offset, ranges) =>
  ranges
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];

/**
 * The smallest range around a place counts; what is in no function but the module is reached as it starts.
 * @param {Coverage} coverage
 * @returns {(offset: number) => boolean}
 */
function coverageIn({ atStart, later }) {
  const [module, ...inner] = atStart.toSorted((a, b) => extent(b) - extent(a));
  if (!module) throw new Error('the coverage of the implementation holds no module');
  const rangesOf = (functions) => functions.flatMap(({ ranges }) => ranges);
  const started = { functions: rangesOf(inner), module: module.ranges };
  const requested = rangesOf(later.filter((each) => extent(each) < extent(module)));
  return (offset) => {
    const inRequests = around(offset, requested);
    const inStart = around(offset, started.functions);
    if (inRequests || inStart) return inRequests !== undefined && inRequests.count > 0;
    return (around(offset, started.module)?.count ?? 0) > 0;
  };
}

const extent = (/** @type {Coverage['later'][number]} */ { ranges: [whole] }) =>
  whole ? whole.endOffset - whole.startOffset : 0;
