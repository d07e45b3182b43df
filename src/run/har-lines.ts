import { createReadStream, existsSync } from 'node:fs';
import type { DrawnEntry } from '../../reporters/har.ts';
import { linesOf } from '../values/lines.ts';

/** The entries of an exchanges.har of ours, which has each on a line of its own; none where there is no such file. */
export async function* harLines(file: string): AsyncGenerator<DrawnEntry, void> {
  if (!existsSync(file)) return;
  for await (const line of linesOf(createReadStream(file))) {
    const text = line.replace(/,$/, '');
    const id = idOf(text);
    if (id !== undefined) yield { id, text };
  }
}

/** The number of the exchange that a line holds; the first and the last line hold none. */
function idOf(text: string): number | undefined {
  try {
    const entry: unknown = JSON.parse(text);
    return typeof entry === 'object' && entry !== null && '_id' in entry && typeof entry._id === 'number'
      ? entry._id
      : undefined;
  } catch {
    return undefined;
  }
}
