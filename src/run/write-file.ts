import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file completely or not at all, with the permissions `mode` from its first byte. Follows a symbolic link and
 * keeps it. Writes directly to anything that is not an ordinary file (`/dev/stdout`, a pipe).
 */
export function writeWhole(path: string, content: string, mode = 0o666): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) {
    writeFileSync(path, content);
    return;
  }
  const place = there ? realpathSync(path) : path;
  const draft = `${place}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, place);
  } finally {
    rmSync(draft, { force: true });
  }
}
