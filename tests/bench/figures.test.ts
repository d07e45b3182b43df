import { expect, test } from 'vitest';
import { inTurn, ratio, summary } from '../../bench/figures.mjs';
import { machineOf, page } from '../../bench/page.mjs';

test('the middle of an odd number of values is one of them', () => {
  expect(summary([10, 9, 100])).toEqual({ median: 10, min: 9, max: 100, rounds: 3 });
});

test('the middle of an even number of values lies between the two in the middle', () => {
  expect(summary([4, 1, 3, 10])).toEqual({ median: 3.5, min: 1, max: 10, rounds: 4 });
});

test('works take turns, and each keeps its own values', async () => {
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

test('a ratio compares the values of the same round, not the medians of all', () => {
  expect(ratio('slow machine', 'at most 2', [2, 30, 4], [1, 10, 4])).toMatchObject({ median: 2, min: 1, max: 3 });
});

test('the page names the processor, its cores and Node, and keeps the explanations of the former page', () => {
  const machine = machineOf([{ model: 'Some CPU' }, { model: 'Some CPU' }], 'v20.0.0');
  const figure = { name: 'a ÷ b', aim: 'at most 2', unit: '', median: 1.5, min: 1, max: 2.25, rounds: 3 };
  const former = '# Performance\n\nold figures\n\n## Where the rest goes\n\nInto sockets.\n';
  const text = page([figure], machine, former);
  expect(text).toContain('Measured on: Some CPU, 2 cores, Node v20.0.0.');
  expect(text).toContain('| a ÷ b | 1.50 | 1.00 to 2.25 | 3 | at most 2 |');
  expect(text).not.toContain('old figures');
  expect(text.endsWith('\n\n## Where the rest goes\n\nInto sockets.\n')).toBe(true);
  expect(page([figure], machine, text)).toBe(text);
});
