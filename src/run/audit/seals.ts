import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import type { ReportedRequirement } from '../../model/report.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** SHA-256 of a file. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** SHA-256 of what is demanded: ids, levels and sentences. */
export const digestOfRequirements = (requirements: readonly ReportedRequirement[]): string =>
  sha256(JSON.stringify(requirements.map(({ id, level, cites }) => [id, level, cites])));

function document(): Buffer {
  for (const place of ['../../../docs/interface.md', '../../../../docs/interface.md']) {
    try {
      return readFileSync(new URL(place, import.meta.url));
    } catch {
      // The other place: sources and compiled files lie at different depths.
    }
  }
  throw new Error('docs/interface.md is missing from this package: install it again');
}

/** SHA-256 of the document that this version verifies. */
export const digestOfDocument = (): string => sha256(document());
