import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'TRANSFER_CONFORMANCE_TESTS';

/**
 * All folders that tests make for a while are in one, which is removed after them. It is made once, though each project of Vitest
 * asks for it, and has a short name: the path of a socket in it has about a hundred characters at most.
 */
export default function temporary(): (() => void) | undefined {
  if (process.env[NAME] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tc-'));
  Object.assign(process.env, { [NAME]: folder, TMPDIR: folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
