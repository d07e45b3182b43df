import { createHash } from 'node:crypto';
import { documentText } from '../../contract/document-text.ts';
import type { Report } from '../../model/report.ts';
import type { ReportedRequirement } from '../../model/reported.ts';
import { version } from '../../settings/version.ts';
import { piecesOf } from '../files/har-lines.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Returns the SHA-256 of a file. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(path)) hash.update(piece);
  return hash.digest('hex');
}

/** Returns the SHA-256 of the demands: ids, levels and cited sentences. */
export const digestOfRequirements = (requirements: readonly ReportedRequirement[]): string =>
  sha256(JSON.stringify(requirements.map(({ id, level, cites }) => [id, level, cites])));

/**
 * Returns the SHA-256 of a run's settings: target, seed, cases, selection, fixtures and bounds. Secrets have already
 * been removed from the report.
 */
export const digestOfSettings = ({ target, seed, runs, selection, audit }: Report): string =>
  sha256(JSON.stringify([target, seed, runs, selection, audit?.parts]));

function document(): string {
  const text = documentText();
  if (text === '') throw new Error('docs/interface.md is missing from this package: install it again');
  return text;
}

/** Returns the SHA-256 of the document that this version verifies. */
export const digestOfDocument = (): string => sha256(document());

/**
 * Returns whether the report was written by this version with the same requirements. Another version may send other
 * requests.
 */
export const isOfThisVersion = (report: Report, again: Report): boolean =>
  report.tool.version === version && report.audit?.requirements_sha256 === digestOfRequirements(again.requirements);

/** Says which seals are broken, one sentence each. `again` is the report as this version computes it. */
export function* brokenSeals(report: Report, again: Report, recordingDigest: string): Generator<string> {
  const { audit, tool, requirements } = report;
  if (audit?.recording_sha256 !== recordingDigest)
    yield 'exchanges.har is not the recording that the run wrote: its SHA-256 differs from the one in report.json';
  if (audit?.document_sha256 !== digestOfDocument())
    yield 'the run used a different docs/interface.md than this version';
  if (audit?.settings_sha256 !== digestOfSettings(report))
    yield 'the settings in report.json (target, seed, runs, selection or parts) are not those of the run: their SHA-256 differs';
  if (audit?.requirements_sha256 !== digestOfRequirements(requirements))
    yield 'the requirements in report.json are not those that the run wrote: their SHA-256 differs';
  else if (tool.version === version && audit.requirements_sha256 !== digestOfRequirements(again.requirements))
    yield `the requirements are not those of version ${version}, although the report has this version`;
}
