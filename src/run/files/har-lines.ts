import { createReadStream, existsSync } from 'node:fs';
import { type EntryLine, idOfLine } from '../../model/har.ts';
import { linesOf } from '../../values/lines.ts';

/** Bytes read at once. Each piece costs a turn of the event loop, so pieces are larger than Node's 64 KiB. */
const PIECE = 1_048_576;

/** Reads the bytes of a file piece by piece. */
export const piecesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE });

/**
 * Reads the entries of this tool's exchanges.har or exchange log, where each entry has its own line. Yields none if the
 * file does not exist. Leaves out the last entry if a full disk cut it short.
 */
export async function* harLines(file: string): AsyncGenerator<EntryLine, void> {
  if (!existsSync(file)) return;
  let last: EntryLine | undefined;
  for await (const line of linesOf(piecesOf(file))) {
    const entry = entryIn(line);
    if (!entry) continue;
    if (last) yield last;
    last = entry;
  }
  if (last && isWhole(last)) yield last;
}

/** Returns the entry of a line with its exchange number. The first and the last line of a HAR file hold none. */
function entryIn(line: string): EntryLine | undefined {
  const id = idOfLine(line);
  return id === undefined ? undefined : { id, text: line.endsWith(',') ? line.slice(0, -1) : line };
}

function isWhole({ text }: EntryLine): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
