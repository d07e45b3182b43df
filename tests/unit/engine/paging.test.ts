import { describe, expect, it } from 'vitest';
import { cursorOf, itemsOf, listed, walk } from '../../../src/engine/paging.ts';
import type { Exchange, Query } from '../../../src/model/exchange.ts';
import type { Json } from '../../../src/values/json.ts';
import { exchange } from '../../support/exchanges.ts';

type Page = { readonly items?: Json; readonly next_page_cursor?: Json };

/** A list of which each page is known by the cursor to it, the first by an empty one. */
function list(pages: Readonly<Record<string, Page | number>>) {
  const queries: (Query | undefined)[] = [];
  const send = async (query: Query | undefined): Promise<Exchange> => {
    queries.push(query);
    const page = pages[String(query?.['page_cursor'] ?? '')] ?? 404;
    return exchange('listFiat', typeof page === 'number' ? { status: page } : { status: 200, body: { ...page } });
  };
  return { queries, send };
}

const items = (...ids: readonly string[]): Json => ids.map((id) => ({ id }));
const BOUNDS = { maxPages: 20, maxItems: 100 };

async function walked(pages: Parameters<typeof list>[0], bounds = BOUNDS) {
  const { queries, send } = list(pages);
  const found = await walk(send, { limit: 2 }, bounds);
  return { ids: found.items.map(({ id }) => id), complete: found.complete, requests: queries.length };
}

describe('a walk through a list', () => {
  it.each([
    { end: 'absent', page: { items: items('c') } },
    { end: 'null', page: { items: items('c'), next_page_cursor: null } },
    { end: 'empty', page: { items: items('c'), next_page_cursor: '' } },
  ])('ends when the cursor is $end', async ({ page }) => {
    const pages = { '': { items: items('a', 'b'), next_page_cursor: '2' }, '2': page };
    expect(await walked(pages)).toEqual({ ids: ['a', 'b', 'c'], complete: true, requests: 2 });
  });

  it('goes on after one empty page, and ends after three of them', async () => {
    const empty = (next: string): Page => ({ items: [], next_page_cursor: next });
    const through = { '': empty('2'), '2': { items: items('a'), next_page_cursor: '3' }, '3': { items: items('b') } };
    expect(await walked(through)).toMatchObject({ ids: ['a', 'b'], complete: true });
    const ended = {
      '': { items: items('a'), next_page_cursor: '2' },
      '2': empty('3'),
      '3': empty('4'),
      '4': empty('5'),
    };
    expect(await walked(ended)).toEqual({ ids: ['a'], complete: true, requests: 4 });
  });

  it('stops as incomplete when a cursor is repeated or leads back to the first page', async () => {
    const page = { items: items('a'), next_page_cursor: 'same' };
    expect(await walked({ '': page, same: { items: items('b'), next_page_cursor: 'same' } })).toMatchObject({
      ids: ['a', 'b'],
      complete: false,
    });
    const back = {
      '': { items: items('a', 'b'), next_page_cursor: '2' },
      '2': { items: items('a', 'b'), next_page_cursor: '3' },
    };
    expect(await walked(back)).toEqual({ ids: ['a', 'b'], complete: false, requests: 2 });
  });

  it('keeps an item that two pages contain, because new items push others on to the next page', async () => {
    const pages = { '': { items: items('a', 'b'), next_page_cursor: '2' }, '2': { items: items('a', 'c') } };
    expect(await walked(pages)).toMatchObject({ ids: ['a', 'b', 'a', 'c'], complete: true });
  });

  it.each([
    { bounds: { maxPages: 2, maxItems: 100 }, requests: 2 },
    { bounds: { maxPages: 20, maxItems: 3 }, requests: 2 },
  ])('stops at its bounds $bounds', async ({ bounds, requests }) => {
    const pages = Object.fromEntries(
      ['', '1', '2', '3'].map((cursor, i) => [
        cursor,
        { items: items(`a${i}`, `b${i}`), next_page_cursor: `${i + 1}` },
      ]),
    );
    expect(await walked(pages, bounds)).toMatchObject({ complete: false, requests });
  });

  it('counts a long item against maxItems once for each 1,024 characters of its page', async () => {
    const pages = Object.fromEntries(
      ['', '1', '2', '3'].map((cursor, i) => [
        cursor,
        { items: [{ id: `a${i}`, memo: 'x'.repeat(50_000) }], next_page_cursor: `${i + 1}` },
      ]),
    );
    expect(await walked(pages, { maxPages: 20, maxItems: 90 })).toMatchObject({ complete: false, requests: 2 });
    expect(await walked(pages, { maxPages: 20, maxItems: 100 })).toMatchObject({ complete: false, requests: 3 });
  });

  it('sends the query together with the cursor, and the cursor alone when that is refused', async () => {
    const queries: (Query | undefined)[] = [];
    const send = async (query: Query | undefined): Promise<Exchange> => {
      queries.push(query);
      const refused = query?.['page_cursor'] !== undefined && query['limit'] !== undefined;
      const next = query?.['page_cursor'] === undefined ? { next_page_cursor: 'n' } : {};
      return exchange('listFiat', refused ? { status: 400 } : { status: 200, body: { items: items('a'), ...next } });
    };
    expect((await walk(send, { limit: 1 }, BOUNDS)).complete).toBe(true);
    expect(queries).toEqual([{ limit: 1 }, { limit: 1, page_cursor: 'n' }, { page_cursor: 'n' }]);
  });

  it('is inconclusive when a page is refused or its cursor is not a string', async () => {
    await expect(walked({ '': 403 })).rejects.toMatchObject({ cause: 'refused' });
    await expect(walked({ '': { items: [], next_page_cursor: 7 } })).rejects.toMatchObject({ cause: 'unrecognised' });
  });
});

describe('a page', () => {
  const of = (body: Json): Exchange => exchange('listFiat', { status: 200, body });

  it('has the items of its answer, or none when items is not an array', () => {
    expect(itemsOf(of({ items: [1, 2] }))).toEqual([1, 2]);
    for (const body of [{}, { items: {} }, [], 'text']) expect(itemsOf(of(body))).toEqual([]);
    expect(cursorOf(of({ next_page_cursor: 'n' }))).toBe('n');
  });

  it.each([
    [{ id: 'a', execution_id: 'b' }, 'a'],
    [{ execution_id: 'b' }, 'b'],
    [{ id: 7 }, undefined],
    [null, undefined],
  ])('identifies the item %o by the id %s', (item, text) => expect(listed(item)).toEqual({ item, id: text, text }));
});
