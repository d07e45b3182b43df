import { expect, test } from 'vitest';
import { listenEndless } from '../../../bench/endless.mjs';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import type { Flags } from '../../../src/settings/settings.ts';
import { type Inspected, inspect } from './inspect.ts';

/** Targets where something never ends: bounds of the run end it, counted here and not timed. */

interface Bounded extends Inspected {
  /** Requests to lists of a page after the first. */
  readonly turned: number;
  readonly asked: number;
}

async function against(name: string, flags: Flags): Promise<Bounded> {
  const target = await listenEndless(name);
  try {
    const { url, token, fixtures, asked } = target;
    const env = { ACCESS_TOKEN: token };
    const seen = await inspect({ url, env, fixtures: fixtures as Fixtures, flags: { timeout: '20', ...flags } });
    return { ...seen, asked: asked.length, turned: asked.filter((path) => path.includes('page_cursor=')).length };
  } finally {
    await target.close();
  }
}

const only = 'listFiat,listExecutions';

test.each([
  ['pages without end', 270],
  ['empty pages without end', 160],
])('%s are read only up to --max-items, and not again for each row', { timeout: 120_000 }, async (name, most) => {
  const { turned, asked, report } = await against(name, { only, maxItems: '1000' });
  expect(report.verdict).toBe('nonconformant');
  expect([turned, asked]).toEqual([
    expect.toSatisfy((count) => count < most),
    expect.toSatisfy((count) => count < 3 * most),
  ]);
});

test('--max-requests ends the run and is named in the report', { timeout: 120_000 }, async () => {
  const { asked, report, code } = await against('pages without end', { only: 'listExecutions', maxRequests: '60' });
  expect(asked).toBe(60);
  expect(JSON.stringify(report.requirements)).toContain('--max-requests');
  expect([1, 3]).toContain(code);
});

test.each([
  'waiting that overflows',
  'waiting until a far date',
])('%s is limited by --max-wait, which the report names with the results until then', {
  timeout: 120_000,
}, async (name) => {
  const { report, code } = await against(name, { only: 'listExecutions,getQuote', maxWait: '2' });
  expect(report.verdict_reason).toContain('--max-wait');
  expect([report.verdict, code]).toEqual(['incomplete', 3]);
  expect(report.summary.passed).toBeGreaterThan(0);
});
