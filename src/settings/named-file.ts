import { readFileSync } from 'node:fs';
import { errorCode } from '../values/error-code.ts';
import { UsageError } from './usage-error.ts';

const WHY: Readonly<Record<string, string>> = { ENOENT: 'does not exist', EISDIR: 'is a folder' };

/** Says why a file could not be read, as the end of a sentence. */
export function unreadable(error: unknown): string {
  const code = errorCode(error);
  return WHY[code] ?? `cannot be read (${code})`;
}

/** Reads a text file that the user names. Throws UsageError. */
export function readText(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`the ${what} ${path} ${unreadable(error)}: give the path of a JSON file`);
  }
}
