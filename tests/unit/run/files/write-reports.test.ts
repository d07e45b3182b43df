import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EXCHANGE_LOG } from '../../../../src/run/files/exchange-log.ts';
import { writeReports } from '../../../../src/run/files/write-reports.ts';
import { sample } from '../../../support/sample.ts';

it('removes the log of exchanges when exchanges.har cannot be written, and writes the other files', async () => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-'));
  mkdirSync(join(out, 'exchanges.har/in-the-way'), { recursive: true });
  writeFileSync(join(out, EXCHANGE_LOG), '');
  expect(await writeReports(out, sample)).toMatch(/^could not write exchanges\.har \(\w+\) to /);
  expect(existsSync(join(out, EXCHANGE_LOG))).toBe(false);
  expect(readdirSync(out)).toContain('report.json');
});
