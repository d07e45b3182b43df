import type { Report } from '../../model/report.ts';
import type { ShardPart } from '../../model/shard.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { version } from '../../settings/version.ts';
import type { NonEmpty } from '../../values/non-empty.ts';

/** The report of a shard. */
export type ShardReport = Report & { readonly shard: ShardPart };

/** What all shards of one run have in common, named as in a sentence. */
const COMMON: readonly (readonly [what: string, of: (report: ShardReport) => unknown])[] = [
  ['number of shards', ({ shard }) => shard.of],
  ['target', ({ target }) => (target.embedded ? 'the embedded reference implementation' : target.base_url)],
  ['seed', ({ seed }) => seed],
  ['cases per property', ({ runs }) => runs],
  ['array format', ({ shard }) => shard.array_format],
  ['selection', ({ shard }) => shard.selection ?? 'everything'],
];

/** A report and the path that it was read from. */
export interface ReadReport {
  readonly path: string;
  readonly report: Report;
}

/** All shards of one run in order, and the paths of their reports in the same order. */
interface WholeRun {
  readonly shards: NonEmpty<ShardReport>;
  readonly paths: readonly string[];
}

function shardIn({ path, report }: ReadReport): ShardReport {
  if (report.tool.version !== version)
    throw new UsageError(`${path} was written by version ${report.tool.version}; merge it with that version`);
  const { shard } = report;
  if (!shard) throw new UsageError(`${path} is not the report of a shard: run with --shard i/n`);
  return { ...report, shard };
}

/** Returns whether two reports may be of shards of one run, or are the same report, which is then given twice. */
function areOfOneRun(a: Report, b: Report): boolean {
  const [one, other] = [a.shard, b.shard];
  if (!one || !other || one.of !== other.of || a.seed !== b.seed) return false;
  if (a.target.base_url !== b.target.base_url || a.target.label !== b.target.label) return false;
  return one.index !== other.index || a.started_at === b.started_at;
}

/**
 * Groups the reports of shards by run. The same shard of two runs of one target has two times. A report of a whole run
 * is a group of its own.
 */
export function byRun(read: readonly ReadReport[]): readonly (readonly ReadReport[])[] {
  const inTime = [...read].sort((a, b) => a.report.started_at.localeCompare(b.report.started_at));
  const runs: ReadReport[][] = [];
  for (const each of inTime) {
    const own = runs.find((run) => run.every(({ report }) => areOfOneRun(report, each.report)));
    if (own) own.push(each);
    else runs.push([each]);
  }
  return runs.sort((a, b) => firstPlace(read, a) - firstPlace(read, b));
}

const firstPlace = (read: readonly ReadReport[], run: readonly ReadReport[]): number =>
  Math.min(...run.map((each) => read.indexOf(each)));

/** Returns the shards of one run. Each must be present exactly once. Throws UsageError. */
export function wholeOf(read: readonly ReadReport[]): WholeRun {
  const inOrder = read
    .map((each) => ({ path: each.path, report: shardIn(each) }))
    .sort((a, b) => a.report.shard.index - b.report.shard.index);
  const [first, ...more] = inOrder.map(({ report }) => report);
  if (!first) throw new UsageError('merge takes the report.json of each shard, or the folders that hold them');
  for (const [what, of] of COMMON) {
    const other = more.find((each) => of(each) !== of(first));
    if (other)
      throw new UsageError(
        `shards ${first.shard.index} and ${other.shard.index} are from different runs: the ${what} is ${of(first)} in one and ${of(other)} in the other`,
      );
  }
  const indices = inOrder.map(({ report }) => report.shard.index);
  const twice = indices.find((index, i) => indices.indexOf(index) !== i);
  if (twice !== undefined) throw new UsageError(`shard ${twice} is given twice; give the report of each shard once`);
  const missing = Array.from({ length: first.shard.of }, (_, i) => i + 1).filter((each) => !indices.includes(each));
  if (missing.length > 0)
    throw new UsageError(
      `${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} of ${first.shard.of} ${missing.length === 1 ? 'is' : 'are'} missing; give the report of each shard`,
    );
  return { shards: [first, ...more], paths: inOrder.map(({ path }) => path) };
}
