import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replacedRun } from '../../../../src/run/files/replaced-run.ts';
import { sample } from '../../../support/sample.ts';

test('the report of a run is not replaced by one of traffic without a word', () => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-'));
  const file = join(out, 'report.json');
  expect(replacedRun(out)).toBeUndefined();
  writeFileSync(file, JSON.stringify(sample));
  expect(replacedRun(out)).toBe(
    `note: this replaces the report of the run against ${sample.target.base_url} of ${sample.started_at} in ${out}; to keep it, give another folder with --out`,
  );
  writeFileSync(file, JSON.stringify({ ...sample, runs: 0 }));
  expect(replacedRun(out)).toBeUndefined();
  for (const text of ['null', '{', '[]']) {
    writeFileSync(file, text);
    expect(replacedRun(out)).toBeUndefined();
  }
});
