import { expect, it } from 'vitest';
import { id } from '../../../../src/values/id.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { SteadyValues } from '../../../../suites/vocabulary/steady-values.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const VALUES = { names: ['desk'], read: (item: JsonObject, name: string) => item[name] };

/** Compares what answers show of one object, one after another, and returns the flaws of the last one. */
function flawsOf(items: readonly JsonObject[]) {
  const steady = new SteadyValues([]);
  const key = id('one');
  if (!key) throw new Error('no id');
  const found = items.map((item, at) =>
    steady.compare(key, VALUES, { item, root: '' }, answeredWith('listAccounts', {}, { startedAt: (at + 1) * 1_000 })),
  );
  return found.at(-1);
}

it('an older value after a newer one is a failure', () => {
  expect(flawsOf([{ desk: 'a' }, { desk: 'b' }, { desk: 'a' }])).toMatchObject([{ where: '/desk' }]);
  const updated_at = '2026-01-01T00:00:00Z';
  const shown = ['a', 'b', 'a'].map((desk) => ({ desk, updated_at }));
  expect(flawsOf(shown)).toHaveLength(1);
});

it('an older value is none if the object is shown as of another time of update', () => {
  const shown = [1, 2, 3].map((day) => ({ desk: day === 2 ? 'b' : 'a', updated_at: `2026-01-0${day}T00:00:00Z` }));
  expect(flawsOf(shown)).toEqual([]);
  const kept = [shown[0] ?? {}, shown[1] ?? {}, shown[0] ?? {}];
  expect(flawsOf(kept)).toEqual([]);
});
