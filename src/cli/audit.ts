import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RECORDING_FILE } from '../model/har.ts';
import { REPORT_FILE } from '../model/report.ts';
import { ATTESTATION, distrust, signed } from '../run/audit/attestation.ts';
import { type Audit, auditOf } from '../run/audit/audit.ts';
import { readRecorded } from '../run/audit/recorded.ts';
import { digestOfFile } from '../run/audit/seals.ts';
import { readReport, reportPath } from '../run/files/read-report.ts';
import { writeWhole } from '../run/files/write-file.ts';
import { type Flags, optionText } from '../settings/settings.ts';
import { counted, grouped } from '../values/counted.ts';
import { EXIT } from './exit-codes.ts';
import { printLines } from './output.ts';

/** Maximum number of problems that are printed. */
const MOST_SHOWN = 50;

/**
 * Computes the verdicts of a report again from its recording, offline, and prints what does not follow. `--trust`
 * requires a signature by that key. `--sign` signs the report if its verdicts follow.
 */
export async function audit(flags: Flags, folder: string): Promise<number> {
  const path = reportPath(folder);
  const recording = join(dirname(path), RECORDING_FILE);
  const [report, exchanges] = [readReport(path), readRecorded(recording)];
  const digests = { [REPORT_FILE]: await digestOfFile(path), [RECORDING_FILE]: await digestOfFile(recording) };
  const envelope = join(dirname(path), ATTESTATION);
  const [trusted, key] = [optionText(flags['trust']), optionText(flags['sign'])];
  const distrusted = trusted === undefined ? undefined : distrust(readIfThere(envelope), digests, trusted);
  const found = await auditOf(report, exchanges, digests[RECORDING_FILE]);
  const broken = [...(distrusted === undefined ? [] : [distrusted]), ...found.broken];
  const code = distrusted === undefined ? exitCode(found) : EXIT.nonconformant;
  // The key is read even if nothing will be signed, so that a wrong key is reported.
  const attestation = key === undefined ? undefined : signed(report, digests, key);
  const isSigned = attestation !== undefined && code === EXIT.conformant;
  if (isSigned) await writeWhole(envelope, attestation);
  printLines([...linesOf({ ...found, broken }), ...(isSigned ? [`signed: ${envelope}`] : [])]);
  return code;
}

function exitCode({ broken, missing, differences }: Audit): number {
  // What is missing may have been removed, so it softens nothing.
  if (differences.length > 0 || broken.length > 0) return EXIT.nonconformant;
  return missing.length > 0 ? EXIT.incomplete : EXIT.conformant;
}

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function linesOf({ broken, missing, differences, notes, verdicts, exchanges }: Audit): readonly string[] {
  const problems = [
    ...broken,
    ...missing.map(({ id, sentence }) => `${id}: ${sentence}`),
    ...differences.map(({ id, what, reported, again }) => `${id}: ${what}: reported ${reported}; recomputed ${again}`),
  ];
  const more = problems.length - MOST_SHOWN;
  return [
    ...notes,
    ...problems.slice(0, MOST_SHOWN),
    ...(more > 0 ? [`and ${more} more`] : []),
    conclusionOf({ broken, missing, differences, verdicts, exchanges }),
  ];
}

function conclusionOf({ broken, missing, differences, verdicts, exchanges }: Omit<Audit, 'notes'>): string {
  const wrong = broken.length + differences.length;
  if (wrong > 0) return `the report does not match its recording: ${counted(wrong + missing.length, 'problem')} above`;
  if (missing.length > 0)
    return `nothing contradicts the report, but not all of it could be computed again: ${counted(missing.length, 'reason')} above`;
  const all = verdicts === 1 ? 'the verdict follows' : `all ${grouped(verdicts)} verdicts follow`;
  return `${all} from the recording of ${counted(exchanges, 'exchange')}`;
}
