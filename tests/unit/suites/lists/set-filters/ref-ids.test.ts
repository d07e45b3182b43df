import { expect, it } from 'vitest';
import { exercise } from '../../../../../src/engine/exercise.ts';
import type { RequestInput } from '../../../../../src/model/exchange.ts';
import { rows } from '../../../../../suites/index.ts';
import { worldOf } from '../../../../support/world.ts';

const PAGE = 20;
const itemOf = (number: number, ref?: string) => ({
  id: `instruction-${number}`,
  ...(ref === undefined ? {} : { ref_id: ref }),
});

/**
 * A list of `length` instructions, newest first. The filter also finds the oldest one, which does not show its ref_id, by
 * the beginning of the newest one's.
 */
const listing =
  (length: number) =>
  ({ input: { query = {} } }: { readonly input: RequestInput }) => {
    const numbers = Array.from({ length }, (_, index) => length - 1 - index);
    const hidden = `invoice-${1000 + length - 1}`.slice(0, -1);
    const items = numbers.map((number) => itemOf(number, number === 0 ? undefined : `invoice-${1000 + number}`));
    const found = [query['ref_ids'] ?? []].flat().map(String);
    if (query['ref_ids'] !== undefined) {
      const named = items.filter(({ ref_id = hidden }) => found.includes(ref_id));
      return { status: 200, body: { items: named, next_page_cursor: '' } };
    }
    const from = Number(query['page_cursor'] ?? 0);
    const next = from + PAGE < length ? `${from + PAGE}` : '';
    return { status: 200, body: { items: items.slice(from, from + PAGE), next_page_cursor: next } };
  };

const row = rows.find(({ id }) => id === 'FILTER-REF-IDS');

it.each([
  ['holds if an item that was not read may have the beginning of another ref_id as its own', 300, 'holds'],
  ['fails if all items were read and none shows the value', 10, 'fails'],
])('FILTER-REF-IDS %s', async (_, length, kind) => {
  const outcome = row && (await exercise(row, 'listInstructions', worldOf(listing(length))));
  expect(outcome?.kind, JSON.stringify(outcome)).toBe(kind);
});
