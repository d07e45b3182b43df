import { existsSync } from 'node:fs';
import type { DrawnEntry } from '../../reporters/har.ts';
import { linesOf } from '../values/lines.ts';
import { piecesOf } from './pieces.ts';

/**
 * The entries of an exchanges.har of ours, or of its exchange log, which have each on a line of its own; none where there is
 * no such file. A disk that was full may have cut the last one short: it is left out.
 */
export async function* harLines(file: string): AsyncGenerator<DrawnEntry, void> {
  if (!existsSync(file)) return;
  let last: DrawnEntry | undefined;
  for await (const line of linesOf(piecesOf(file))) {
    const entry = entryIn(line);
    if (!entry) continue;
    if (last) yield last;
    last = entry;
  }
  if (last && isWhole(last)) yield last;
}

/** The entry of a line with the number of its exchange; the first and the last line of a HAR hold none. */
function entryIn(line: string): DrawnEntry | undefined {
  const number = /^\{"_id":(\d+),/.exec(line)?.[1];
  return number === undefined ? undefined : { id: Number(number), text: line.endsWith(',') ? line.slice(0, -1) : line };
}

function isWhole({ text }: DrawnEntry): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
