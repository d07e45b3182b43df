// Which parts of an implementation a run of the suite reaches.
import { verify } from './implementation.mjs';

/** Runs the suite against an implementation; whether the piece at an offset of its source was reached. */
export async function coveredBy(text, options) {
  const found = await verify({ text }, { ...options, isCovered: true });
  return { found, isCovered: coverageIn(found.functions ?? []) };
}

/** The smallest range around a place counts. */
function coverageIn(functions) {
  const ranges = functions.flatMap(({ ranges: each }) => each);
  return (offset) => {
    const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
    const smallest = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
    return smallest === undefined || smallest.count > 0;
  };
}
