import { expect, it } from 'vitest';
import { listed } from '../../../../src/engine/paging.ts';
import { compareIds } from '../../../../suites/executions/timed-executions.ts';

it.each([
  ['9', '10', -1],
  ['00000000-0000-4000-8000-00000000000A', '00000000-0000-4000-8000-00000000000b', -1],
  ['b-10', 'a-11', 1],
  ['7', '7', 0],
])('compareIds compares %s and %s as numbers, or else by their characters', (one, other, expected) => {
  const [a, b] = [one, other].map((id) => listed({ execution_id: id }));
  expect(a && b && compareIds(a, b)).toBe(expected);
});
