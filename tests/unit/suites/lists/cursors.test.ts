import { expect, it } from 'vitest';
import { exercise } from '../../../../src/engine/exercise.ts';
import type { Query, RequestInput } from '../../../../src/model/exchange.ts';
import { cursors } from '../../../../suites/lists/cursors.ts';
import { worldOf } from '../../../support/world.ts';

/** A list of so many accounts, the newest first, one a minute. */
function accounts(count: number) {
  const all = Array.from({ length: count }, (_, i) => ({
    id: `account-${i}`,
    created_at: new Date(Date.UTC(2026, 0, 1) - i * 60_000).toISOString(),
  }));
  const isDue = ({ created_at: time }: { readonly created_at: string }, query: Query) =>
    Object.entries({
      lt: (bound: number) => Date.parse(time) < bound,
      lte: (bound: number) => Date.parse(time) <= bound,
      eq: (bound: number) => Date.parse(time) === bound,
      gte: (bound: number) => Date.parse(time) >= bound,
      gt: (bound: number) => Date.parse(time) > bound,
    }).every(([name, holds]) => {
      const bound = query[`created_at.${name}`];
      return bound === undefined || holds(Date.parse(String(bound)));
    });
  return ({ query = {} }: RequestInput) => {
    const { ids, limit = 100, order, page_cursor: cursor = 0 } = query;
    const chosen = all.filter((each) => isDue(each, query) && (!Array.isArray(ids) || ids.includes(each.id)));
    const end = Number(cursor) + Number(limit);
    const items = (order === 'ASC' ? chosen.toReversed() : chosen).slice(Number(cursor), end);
    return { items, ...(end < chosen.length ? { next_page_cursor: `${end}` } : {}) };
  };
}

it('pages under a filter are not followed to the end of a list of which only a part is known', async () => {
  const answer = accounts(6_000);
  const world = worldOf(({ input }) => ({ status: 200, body: answer(input) }));
  const [row] = cursors.filter(({ id }) => id === 'LIST-CURSOR-KEEPS-FILTERS');
  expect(row && (await exercise(row, 'listFiat', world))).toEqual({ kind: 'holds' });
  expect(world.asked.length).toBeLessThan(120);
});

it('an item that pages lose under a filter is missed, even if they show others that the whole list does not', async () => {
  const answer = accounts(60);
  const hidden = new Set(['account-20', 'account-21']);
  const world = worldOf(({ input }) => {
    const { items, ...cursor } = answer(input);
    const isFiltered = Object.keys(input.query ?? {}).some((name) => name.startsWith('created_at'));
    const isPaged = input.query?.['page_cursor'] !== undefined || cursor.next_page_cursor !== undefined;
    const lost = isFiltered && isPaged ? new Set(['account-30']) : isFiltered ? new Set() : hidden;
    return { status: 200, body: { items: items.filter(({ id }) => !lost.has(id)), ...cursor } };
  });
  const [row] = cursors.filter(({ id }) => id === 'LIST-CURSOR-KEEPS-FILTERS');
  expect(row && (await exercise(row, 'listFiat', world))).toMatchObject({
    failures: [{ expected: 'a cursor: account-30 also passes the filter', actual: 'no cursor after 57 items' }],
  });
});
