import { dirname, join } from 'node:path';
import { terminal } from '../../reporters/view/escape.ts';
import { type Audit, auditOf } from '../run/audit/audit.ts';
import { readRecorded } from '../run/audit/recorded.ts';
import { digestOfFile } from '../run/audit/seals.ts';
import { readReport, reportPath } from '../run/read-report.ts';
import { EXIT } from './exit-codes.ts';

/** Differences that are shown. */
const MOST_SHOWN = 50;

/** Makes the verdicts of a report again from its recording, offline, and says what does not follow. */
export async function audit(folder: string): Promise<number> {
  const path = reportPath(folder);
  const recording = join(dirname(path), 'exchanges.har');
  const exchanges = readRecorded(recording);
  const found = await auditOf(readReport(path), exchanges, await digestOfFile(recording));
  process.stdout.write(`${linesOf(found).map(terminal).join('\n')}\n`);
  if (found.missing.length > 0) return EXIT.incomplete;
  return found.broken.length + found.differences.length > 0 ? EXIT.nonconformant : EXIT.conformant;
}

function linesOf({ broken, missing, differences, notes, verdicts, exchanges }: Audit): readonly string[] {
  const problems = [
    ...broken,
    ...missing.map(({ id, sentence }) => `${id}: ${sentence}`),
    ...differences.map(({ id, what, reported, again }) => `${id}: ${what}: reported ${reported}; made again ${again}`),
  ];
  const more = problems.length - MOST_SHOWN;
  return [
    ...notes,
    ...problems.slice(0, MOST_SHOWN),
    ...(more > 0 ? [`and ${more} more`] : []),
    problems.length === 0
      ? `each of ${verdicts} verdicts follows from the recording of ${exchanges} exchanges`
      : `the report does not follow from its recording: ${problems.length} ${problems.length === 1 ? 'point' : 'points'} above`,
  ];
}
