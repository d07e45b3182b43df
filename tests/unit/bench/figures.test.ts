import { expect, test } from 'vitest';
import { inTurn, ratio, summary } from '../../../bench/figures.mjs';
import { machineOf, moved, page } from '../../../bench/page.mjs';

test('the median of an odd number of values is one of them', () => {
  expect(summary([10, 9, 100])).toEqual({ median: 10, min: 9, max: 100, rounds: 3 });
});

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(summary([4, 1, 3, 10])).toEqual({ median: 3.5, min: 1, max: 10, rounds: 4 });
});

test('measurements take turns, and each gets its own values', async () => {
  const order: string[] = [];
  const work = (name: string) => async (round: number) => {
    order.push(name);
    return `${name}${round}`;
  };
  expect(await inTurn(2, work('a'), work('b'))).toEqual([
    ['a0', 'a1'],
    ['b0', 'b1'],
  ]);
  expect(order).toEqual(['a', 'b', 'a', 'b']);
});

test('a ratio is the median of the ratios of each round, not the ratio of the medians', () => {
  expect(ratio('slow machine', 'at most 2', [2, 30, 4], [1, 10, 4])).toMatchObject({ median: 2, min: 1, max: 3 });
});

const origin = {
  machine: machineOf([{ model: 'Some CPU' }, { model: 'Some CPU' }], 'v20.0.0'),
  commit: 'abc1234',
  day: new Date('2026-03-03T09:00:00Z'),
};
const figure = { name: 'a ÷ b', aim: 'at most 2', unit: '', median: 1.5, min: 1, max: 2.25, rounds: 3 };

test('the page names day, commit and machine, and keeps the explanations of the former page', () => {
  const former = '# Performance\n\nold figures\n\n## Where the rest goes\n\nInto sockets.\n';
  const text = page([figure], origin, former);
  expect(text).toContain('Measured on 2026-03-03 at commit abc1234: Some CPU, 2 cores, Node v20.0.0.');
  expect(text).toContain('| a ÷ b |  | 1.50 | 1.00 to 2.25 | 3 | at most 2 |');
  expect(text).not.toContain('old figures');
  expect(text.endsWith('\n\n## Where the rest goes\n\nInto sockets.\n')).toBe(true);
  expect(page([figure], origin, text)).toBe(text);
});

test('ratios that changed by more than a quarter are named, but not seconds and new ratios', () => {
  const seconds = { ...figure, name: 'one run', unit: 's' };
  const text = page([figure, seconds], origin, '');
  expect(moved([figure, seconds], text)).toEqual([]);
  expect(moved([{ ...figure, median: 1.8 }], text)).toEqual([]);
  expect(
    moved(
      [
        { ...figure, median: 1.9 },
        { ...seconds, median: 9 },
      ],
      text,
    ),
  ).toEqual(['a ÷ b: 1.90, and 1.50 in docs/performance.md (1.27 times)']);
  expect(moved([{ ...figure, median: 1.1 }], text)).toHaveLength(1);
  expect(moved([{ ...figure, name: 'new', median: 9 }], text)).toEqual([]);
  expect(moved([{ ...figure, median: 9 }], '| a ÷ b | 1.50 | 1.00 to 2.25 | 3 | at most 2 |')).toHaveLength(1);
});
