import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFixtures } from '../../../src/settings/fixtures-file.ts';
import { readBounded } from '../../../src/settings/named-file.ts';

it('reads a file up to its size limit, and nothing of a longer one', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'bounded-')), 'file');
  const text = `${'é'.repeat(50_000)}.`;
  writeFileSync(file, text);
  expect(readBounded(file, 100_001)).toBe(text);
  expect(readBounded(file, 100_000)).toBeUndefined();
});

it.runIf(process.platform !== 'win32')('does not wait for the end of a device without end', () => {
  expect(() => readFixtures('/dev/zero')).toThrow('/dev/zero is larger than');
});
