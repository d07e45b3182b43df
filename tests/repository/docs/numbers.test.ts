import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Schedule } from '../../../src/engine/schedule.ts';
import { WriteTurns } from '../../../src/engine/write-turns.ts';
import { RESERVED } from '../../../src/run/budget/allowed-cases.ts';

const read = (page: string): string =>
  readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8').replaceAll(/\s+/g, ' ');

it('the page on performance names how many requests a run reserves on loopback', () => {
  expect(read('performance.md')).toContain(`On loopback, ${RESERVED.loopback} requests are reserved`);
});

it('the explanation names the shortest and the longest pause between writes that take turns', () => {
  const turns = new WriteTurns(new Schedule());
  const pauses = Array.from({ length: 20 }, () => {
    turns.restLongerThan(turns.restMs);
    return turns.restMs;
  });
  expect(read('explanation.md')).toContain(`a pause of ${Math.min(...pauses)} to ${Math.max(...pauses)} ms`);
});
