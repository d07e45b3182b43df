import { createHash } from 'node:crypto';
import { documentText } from '../../contract/document-text.ts';
import type { Report } from '../../model/report.ts';
import type { ReportedRequirement } from '../../model/reported.ts';
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
