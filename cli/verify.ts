import { resolve } from 'node:path';
import { type Flags, UsageError } from '../target/configuration.ts';
import { entries, type Numbering, UnreadableRecording } from '../traffic/recording.ts';
import { conclude } from './conclude.ts';
import { Progress } from './progress.ts';
import { readTerms } from './terms.ts';
import { onlyBase, outFolder, trafficBounds, trafficSelection } from './traffic-flags.ts';
import { Witness } from './witness.ts';
import { prepare } from './write.ts';

/** Entries between two lines of progress. */
const TELL_EVERY = 50_000;

/** Holds recordings against the rules and reports as a run does. Exit codes are those of a run. */
export async function verify(flags: Flags, files: readonly string[]): Promise<number> {
  const rows = trafficSelection(flags);
  if (files.length === 0)
    throw new UsageError('verify needs a recording: give the path of a HAR file, or - for NDJSON');
  if (files.filter((file) => file === '-').length > 1) throw new UsageError('standard input (-) can be given once');
  const terms = readTerms(flags, new Date(), rows);
  const [out, baseUrl] = [outFolder(flags), onlyBase(flags)];
  prepare(out);
  const progress = new Progress(process.stderr, flags['quiet'] === true);
  const witness = new Witness({
    rows,
    ...(overwrites(files, out) ? {} : { out }),
    bounds: trafficBounds(flags),
    named: files.map((file) => (file === '-' ? 'standard input' : file)).join(', '),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  const interrupted = await hear(files, witness, progress);
  if (interrupted !== undefined) witness.stop('interrupted');
  const report = witness.report();
  const allowIncomplete = terms.allowIncomplete || report.verdict === 'conformant';
  return conclude(report, { ...terms, allowIncomplete }, { out, flags, interrupted: () => interrupted });
}

/** Whether the record of what is read would take the place of a recording that is read. */
const overwrites = (files: readonly string[], out: string): boolean =>
  files.some((file) => resolve(file) === resolve(out, 'exchanges.har'));

/** Reads every recording to its end, or to an interruption. Throws UsageError for one that cannot be read. */
async function hear(
  files: readonly string[],
  witness: Witness,
  progress: Progress,
): Promise<NodeJS.Signals | undefined> {
  let interrupted: NodeJS.Signals | undefined;
  const interrupt = (signal: NodeJS.Signals): void => {
    interrupted = signal;
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const numbering: Numbering = { next: 1 };
    for (const file of files) {
      for await (const entry of entries(file, numbering)) {
        if (interrupted !== undefined) return interrupted;
        if (entry === 'malformed') witness.malformed();
        else await witness.take(entry);
        if (numbering.next % TELL_EVERY === 0) progress.say(`${numbering.next} entries read`);
      }
    }
    return interrupted;
  } catch (error) {
    if (error instanceof UnreadableRecording) throw new UsageError(error.message);
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
