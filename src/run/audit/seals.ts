import { createHash } from 'node:crypto';
import { documentText } from '../../contract/document-text.ts';
import type { Report, ReportedRequirement } from '../../model/report.ts';
import { piecesOf } from '../pieces.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 of a file. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(path)) hash.update(piece);
  return hash.digest('hex');
}

/** SHA-256 of what is demanded: ids, levels and sentences. */
export const digestOfRequirements = (requirements: readonly ReportedRequirement[]): string =>
  sha256(JSON.stringify(requirements.map(({ id, level, cites }) => [id, level, cites])));

/** SHA-256 of what a run was made with: target, seed, cases, selection, fixtures and bounds; secrets are taken out of a report before. */
export const digestOfSettings = ({ target, seed, runs, selection, audit }: Report): string =>
  sha256(JSON.stringify([target, seed, runs, selection, audit?.parts]));

function document(): string {
  const text = documentText();
  if (text === '') throw new Error('docs/interface.md is missing from this package: install it again');
  return text;
}

/** SHA-256 of the document that this version verifies. */
export const digestOfDocument = (): string => sha256(document());
