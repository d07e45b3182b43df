import { closeSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../values/error-code.ts';
import { UsageError } from './usage-error.ts';

const WHY: Readonly<Record<string, string>> = { ENOENT: 'does not exist', EISDIR: 'is a folder' };

/** Says why a file could not be read, as the end of a sentence. */
export function unreadable(error: unknown): string {
  const code = errorCode(error);
  return WHY[code] ?? `cannot be read (${code})`;
}

const PIECE = 65_536;
const STANDARD_INPUT = 0;

/**
 * Reads a file, or standard input for `-`, but no more than `most` bytes: a device or a pipe may never end. Returns
 * undefined if it is longer. Throws errors of the system.
 */
export function readBounded(path: string, most: number): string | undefined {
  const file = path === '-' ? STANDARD_INPUT : openSync(path, 'r');
  const pieces: Buffer[] = [];
  try {
    for (let total = 0; total <= most; ) {
      const piece = Buffer.alloc(PIECE);
      const read = readSync(file, piece);
      if (read === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(piece.subarray(0, read));
      total += read;
    }
    return undefined;
  } finally {
    if (file !== STANDARD_INPUT) closeSync(file);
  }
}

/** The size limit of a JSON file in bytes: a report with everything that its format may hold is smaller. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Reads a text file that the user names. Throws UsageError, which says what to `give` instead. */
export function readText(what: string, path: string, give = 'the path of a JSON file'): string {
  const wrong = (why: string) => new UsageError(`the ${what} ${path} ${why}: give ${give}`);
  let text: string | undefined;
  try {
    text = readBounded(path, MOST_BYTES);
  } catch (error) {
    throw wrong(unreadable(error));
  }
  if (text === undefined) throw wrong(`is larger than ${MOST_BYTES} bytes`);
  return text;
}
