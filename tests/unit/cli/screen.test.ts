import { expect, test } from 'vitest';
import { assumeSize } from '../../../src/cli/screen.ts';

test.each([
  [
    { columns: 0, rows: 0 },
    { columns: 80, rows: 24 },
  ],
  [
    { columns: 120, rows: 50 },
    { columns: 120, rows: 50 },
  ],
])('a terminal of the size %j is used as one of %j', (terminal, used) => {
  assumeSize(terminal);
  expect(terminal).toEqual(used);
});
