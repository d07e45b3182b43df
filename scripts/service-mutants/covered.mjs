// Which parts of an implementation the requests of a run reach.
import { verify } from './implementation.mjs';

/**
 * Runs the suite against an implementation; whether the piece at an offset of its source was reached. What only makes the data that the
 * service holds, as it starts, is not.
 */
export async function coveredBy(text, options) {
  const found = await verify({ text }, { ...options, isCovered: true });
  return { found, isCovered: found.coverage ? coverageIn(found.coverage) : () => false };
}

const around = (offset, ranges) =>
  ranges
    .filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset)
    .toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];

/** The smallest range around a place counts; what is in no function but the module is reached as it starts. */
function coverageIn({ atStart, later }) {
  const [module, ...inner] = atStart.toSorted((a, b) => extent(b) - extent(a));
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

const extent = ({ ranges: [whole] }) => whole.endOffset - whole.startOffset;
