import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const CLOCK = 'src/values/clock.ts';
const CALLS =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bhrtime\b|\bMath\.random\b|\brandom(?:Bytes|Int|UUID)\b|(?<!\.)\bsetTimeout\(/;

const sources = ['src', 'suites', 'generators'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    // The embedded service is a target, not part of a run.
    .filter((file) => file !== CLOCK && !file.startsWith('src/reference/')),
);

it('only src/values/clock.ts reads the clock and draws random numbers', () => {
  expect(sources.filter((file) => CALLS.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect(readFileSync(CLOCK, 'utf8')).toMatch(CALLS);
});
