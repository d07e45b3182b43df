import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All folders that tests make for a while are in one, which is removed after them. */
export default function temporary(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-conformance-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
