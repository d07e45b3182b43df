import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DrawnEntry } from '../../../reporters/har.ts';
import type { ShardReport } from './whole.ts';

/** The exchanges of all shards, numbered as `mergeFacts` does; `files` are theirs, in the order of the shards. */
export async function* mergedExchanges(
  files: readonly string[],
  reports: readonly ShardReport[],
): AsyncGenerator<DrawnEntry, void> {
  let before = 0;
  for (const [i, file] of files.entries()) {
    for await (const { id, entry } of entriesIn(file)) {
      const _id = id + before;
      yield { id: _id, text: JSON.stringify({ ...entry, _id }) };
    }
    before += reports[i]?.shard.facts.last_exchange ?? 0;
  }
}

/** The entries of an exchanges.har of ours, which has each on a line of its own. */
async function* entriesIn(file: string): AsyncGenerator<{ readonly id: number; readonly entry: object }, void> {
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const entry = entryIn(line);
    if (entry) yield entry;
  }
}

function entryIn(line: string): { readonly id: number; readonly entry: object } | undefined {
  try {
    const entry: unknown = JSON.parse(line.replace(/,$/, ''));
    if (typeof entry !== 'object' || entry === null || !('_id' in entry)) return undefined;
    return typeof entry._id === 'number' ? { id: entry._id, entry } : undefined;
  } catch {
    return undefined;
  }
}
