import { readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../settings/usage-error.ts';
import { errorCode } from '../../values/error-code.ts';

/** What is written: a text, or its pieces. */
type Content = string | AsyncIterable<string>;

/** The name of the incomplete file that a process writes before it replaces another one. */
const draftOf = (path: string, pid: number | string = process.pid): string => `${path}.${pid}.tmp`;

/**
 * Writes a file completely or not at all, with the permissions `mode` from its first byte. Follows a symbolic link and
 * keeps it. Writes directly to anything that is not an ordinary file (`/dev/stdout`, a pipe).
 */
export async function writeWhole(path: string, content: Content, mode = 0o666): Promise<void> {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) return writeFile(path, content);
  const place = there ? realpathSync(path) : path;
  const draft = draftOf(place);
  try {
    await writeFile(draft, content, { mode, flag: 'wx' });
    renameSync(draft, place);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes a file that the user asked for. Throws UsageError with what the user can do instead. */
export async function writeAsked(path: string, content: Content, remedy: string, mode?: number): Promise<void> {
  try {
    await writeWhole(path, content, mode);
  } catch {
    throw new UsageError(`${path} cannot be written; ${remedy}`);
  }
}

/** Whether a process with this id exists, possibly of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** Removes drafts of these files that processes left behind when they were killed. */
export function removeDrafts(folder: string, files: readonly string[]): void {
  for (const found of readdirSync(folder)) {
    const pid = /\.(\d+)\.tmp$/.exec(found)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    if (files.some((file) => draftOf(file, pid) === found)) rmSync(join(folder, found), { force: true });
  }
}
