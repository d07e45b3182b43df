import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { summary } from '../../../../reporters/summary.ts';
import { appendToSummary } from '../../../../src/run/files/step-summary.ts';
import { sample } from '../../../support/sample.ts';

/** GitHub shows no summary of a step that is longer. */
const MOST_BYTES = 1024 * 1024;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Returns what is in the file of the step summary after these texts. */
function appended(...texts: readonly string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'summary-')), 'summary.md');
  vi.stubEnv('GITHUB_STEP_SUMMARY', file);
  for (const text of texts) appendToSummary(() => text);
  return readFileSync(file, 'utf8');
}

it('appends a summary as it is', () => {
  expect(appended('# One', '# Two')).toBe('# One\n# Two\n');
});

it('leaves out the last parts of a summary that is too long for GitHub', () => {
  const [requirement] = sample.requirements.filter(({ failures }) => failures.length > 0);
  const [failure] = requirement?.failures ?? [];
  if (!requirement || !failure) throw new Error('the sample has no failure');
  const long = { ...failure, expected: 'é'.repeat(2_000), actual: 'é'.repeat(2_000), curl: 'é'.repeat(8_000) };
  const failing = (status: 'failed' | 'warned') =>
    Array.from({ length: 40 }, (_, i) => ({ ...requirement, id: `${status}-${i}`, status, failures: [long] }));
  const text = summary({ ...sample, requirements: [...failing('failed'), ...failing('warned')] });
  expect(Buffer.byteLength(text)).toBeGreaterThan(MOST_BYTES);
  const shown = appended(text);
  expect(Buffer.byteLength(shown)).toBeLessThan(MOST_BYTES);
  expect(text.startsWith(shown.slice(0, shown.lastIndexOf('\n\n')))).toBe(true);
  expect(shown.match(/<details>/g)?.length).toBe(shown.match(/<\/details>/g)?.length);
  expect(shown).toMatch(/The rest is in summary\.md of the report\.\n$/);
});
