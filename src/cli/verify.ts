import { resolve } from 'node:path';
import { trafficRows } from '../../suites/index.ts';
import { RECORDING_FILE } from '../model/har.ts';
import { demandReadable, type Entry, entries, type Numbering, UnreadableRecording } from '../recordings/recording.ts';
import { prepare } from '../run/files/write-reports.ts';
import { onlyBase, trafficSelection, trafficSettings } from '../run/traffic/traffic-flags.ts';
import { TrafficJudge } from '../run/traffic/traffic-judge.ts';
import { commandSettings } from '../settings/run-settings.ts';
import type { Flags } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { definite } from '../values/definite.ts';
import { conclude } from './conclude.ts';
import { Interruption } from './interruption.ts';
import { Progress } from './progress.ts';
import { warnOfReplaced } from './replaced.ts';
import { readTerms } from './terms.ts';

/** Number of entries between two progress lines. */
const PROGRESS_EVERY = 50_000;

/** Judges recordings by the rules, and writes the same reports and returns the same exit codes as a run. */
export async function verify(flags: Flags, files: readonly string[]): Promise<number> {
  const settings = await commandSettings(flags);
  const traffic = trafficSettings(settings, flags);
  const rows = trafficSelection(traffic);
  if (files.length === 0)
    throw new UsageError('verify needs a recording: give the path of a HAR file, or - for NDJSON');
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('standard input (-) can be given only once');
  const terms = readTerms(settings, trafficRows);
  const [out, baseUrl] = [settings.orDefault('out'), onlyBase(flags)];
  demandReadable(files);
  prepare(out);
  warnOfReplaced(out);
  const keepsRecord = !overwrites(files, out);
  const progress = new Progress(process.stderr, flags['quiet'] === true);
  const judge = new TrafficJudge({
    rows,
    ...(keepsRecord ? { out } : {}),
    bounds: traffic.bounds,
    named: files.map((file) => (file === '-' ? 'standard input' : file)).join(', '),
    ...definite({ baseUrl }),
  });
  const interruption = new Interruption();
  const read = await readAll(files, judge, { progress, interruption });
  if (interruption.by !== undefined) judge.stop('interrupted');
  const report = judge.report(read === 0 ? nothingIn(files) : undefined);
  const code = await conclude(report, terms, {
    settings,
    flags,
    interrupted: () => interruption.by,
    exchanges: keepsRecord ? 'logged' : 'none',
  });
  interruption.close();
  return code;
}

/** Returns whether the record of this command would overwrite a recording that it reads. */
const overwrites = (files: readonly string[], out: string): boolean =>
  files.some((file) => resolve(file) === resolve(out, RECORDING_FILE));

/** Says that recordings have no entries, and how to make one that has some. */
const nothingIn = ({ length }: readonly string[]): string =>
  `the ${length === 1 ? 'recording has' : 'recordings have'} no entries: make some requests while it records, for example in the network panel of a browser or through "transfer-conformance proxy"`;

interface Reading {
  readonly progress: Progress;
  readonly interruption: Interruption;
}

async function* entriesOf(files: readonly string[], numbering: Numbering, signal: AbortSignal): AsyncGenerator<Entry> {
  for (const file of files) yield* entries(file, numbering, signal);
}

/**
 * Reads every recording to its end or to an interruption, and returns the number of entries. If one cannot be read further, stops the judging; throws
 * UnreadableRecording if nothing was judged before.
 */
async function readAll(
  files: readonly string[],
  judge: TrafficJudge,
  { progress, interruption }: Reading,
): Promise<number> {
  const numbering: Numbering = { next: 1 };
  try {
    for await (const entry of entriesOf(files, numbering, interruption.signal)) {
      if (entry === 'malformed') judge.malformed();
      else await judge.take(entry);
      if (interruption.by !== undefined) break;
      if (numbering.next % PROGRESS_EVERY === 0) progress.say(`${numbering.next} entries read`);
    }
  } catch (error) {
    // A recording whose reading was interrupted looks truncated.
    if (interruption.by === undefined) {
      if (!(error instanceof UnreadableRecording) || judge.total === 0) throw error;
      judge.stop(error.message);
    }
  }
  return numbering.next - 1;
}
