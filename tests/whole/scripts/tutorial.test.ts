import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the output of the steps of the tutorial contains what the tutorial and the README quote', {
  timeout: 240_000,
}, () => {
  const root = join(import.meta.dirname, '../../..');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/tutorial.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toBe('every quotation is printed\n');
  expect(status).toBe(0);
});
