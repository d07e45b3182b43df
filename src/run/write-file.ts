import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Writes a file whole or not at all, readable as `mode` says from its first byte on. A link stays one, and what is no
 * ordinary file (`/dev/stdout`, a pipe) is written to as it is.
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
