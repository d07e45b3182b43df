import { describe, expect, it, test } from 'vitest';
import type { ListedItem } from '../../../../../src/engine/listing.ts';
import { listed } from '../../../../../src/engine/paging.ts';
import { Prober } from '../../../../../src/engine/prober.ts';
import { comesBefore } from '../../../../../suites/vocabulary/lists/order-of-items.ts';
import { unfiltered } from '../../../../../suites/vocabulary/lists/parts.ts';
import { misplacedItemOf, type Order, type Walk } from '../../../../../suites/vocabulary/lists/walks.ts';
import { answeredWith } from '../../../../support/exchanges.ts';
import { worldOf } from '../../../../support/world.ts';

const execution = (second: number): ListedItem =>
  listed({ execution_id: `e${second}`, executed_at: `2026-01-02T03:04:${second}Z` });

const before = (page: readonly ListedItem[], all: readonly ListedItem[]) =>
  comesBefore(
    new Prober(
      worldOf(() => ({ status: 200 })),
      'SINCE-EXECUTION-ID',
      'listExecutions',
    ),
    page,
    all,
  );

/** A walk in this order through pages of one item. */
const walkOf = (order: Order, items: readonly ListedItem[]): Walk => ({
  reading: { part: unfiltered(items), limit: 1, order, pages: items.length },
  complete: true,
  pages: items.map(({ item }) => answeredWith('listExecutions', { items: [item] })),
  items,
});

/** Executions as a run knows them: one of 55 s arrived while the list was read, and is known in a wrong place. */
const all = [59, 58, 57, 56, 54, 53, 55].map(execution);

test('an execution that is earlier than a page which goes back in time is not due there, wherever it is known', () => {
  const isDue = before([59, 58, 57, 56, 55].map(execution), all);
  expect([54, 53].map((second) => isDue(execution(second)))).toEqual([false, false]);
});

test('an execution that is later than the last one of such a page is due there', () => {
  expect(before([59, 57, 56, 55].map(execution), all)(execution(58))).toBe(true);
});

test('in a list that is not ordered by time, an execution known before the last one of a page is due there', () => {
  const isDue = before([59, 56, 58, 55].map(execution), all);
  expect(isDue(execution(53))).toBe(true);
});

describe('times of which some show fewer digits', () => {
  const timed = (time: string): ListedItem => listed({ execution_id: time, executed_at: `2026-01-02T${time}` });
  const [earlier, later] = [timed('03:05:01.322Z'), timed('03:05:01.32Z')];
  const third = execution(50);

  it.each([
    ['ASC', [third, earlier, later]],
    ['DESC', [later, earlier, third]],
  ] as const)('may seem out of order between pages: %s', (order, items) => {
    const walk = walkOf(order, items);
    expect(misplacedItemOf(walk)).toBeUndefined();
  });

  it('are not due on a page that ends within a unit of the coarser one', () => {
    expect(before([third, earlier], [])(later)).toBe(false);
    expect(before([later, earlier], [])(third)).toBe(false);
  });
});
