import type { EntryLine, OwnEntry } from '../../model/har.ts';
import { visible } from '../../values/escape.ts';
import { harLines } from '../files/har-lines.ts';
import type { ShardReport } from './whole.ts';

/**
 * Yields the exchanges of all shards, renumbered as in `mergeFacts`. `files` are the logs of the shards in their order.
 */
export async function* mergedExchanges(
  files: readonly string[],
  reports: readonly ShardReport[],
): AsyncGenerator<EntryLine, void> {
  let before = 0;
  for (const [i, file] of files.entries()) {
    for await (const { id, text } of harLines(file)) {
      const entry: OwnEntry = { ...JSON.parse(text), _id: id + before, _part: i };
      yield { id: entry._id, text: visible(JSON.stringify(entry)) };
    }
    before += reports[i]?.shard.facts.last_exchange ?? 0;
  }
}
