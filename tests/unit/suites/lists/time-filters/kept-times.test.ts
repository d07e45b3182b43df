import { describe, expect, it } from 'vitest';
import type { Comparison } from '../../../../../src/contract/operations.ts';
import { listed } from '../../../../../src/engine/paging.ts';
import { Prober } from '../../../../../src/engine/prober.ts';
import { type Instant, instant, shift, timestamp } from '../../../../../src/values/instant.ts';
import { member } from '../../../../../src/values/json.ts';
import { exactly } from '../../../../../suites/lists/time-filters/kept-times.ts';
import { COMPARISONS } from '../../../../../suites/vocabulary/lists/rules.ts';
import { worldOf } from '../../../../support/world.ts';

const SHOWN = '2026-10-28T18:45:08.587Z';
const AT = instant(SHOWN) as Instant;
const items = Array.from({ length: 260 }, (_, i) => ({ id: `account-${i}`, created_at: SHOWN }));

/** A list of items that show one time and are kept so much later, in pages of 100 at most. */
const service = (later: bigint) =>
  worldOf(({ input: { query = {} } }) => {
    const [parameter = '', bound] = Object.entries(query).find(([name]) => name.startsWith('created_at.')) ?? [];
    const compare = COMPARISONS[parameter.slice('created_at.'.length) as Comparison];
    const passes = parameter === '' || compare(shift(AT, later), instant(bound) as Instant);
    const found = passes ? items.slice(0, Math.min(100, Number(query['limit'] ?? 100))) : [];
    return { status: 200, body: { items: found, ...(passes ? { next_page_cursor: 'more' } : {}) } };
  });

describe('missing items with one time that more items have than a page holds', () => {
  it.each([
    { what: 'count when their times have no more digits than are shown', later: 0n, left: 2 },
    { what: 'do not count when their times have more digits than are shown', later: 123_000n, left: 0 },
  ])('$what', async ({ later, left }) => {
    const p = new Prober(service(later), 'ROW', 'listFiat');
    const due = items.slice(200, 202).map(listed);
    expect(await exactly(p, 'created_at', AT, due)).toHaveLength(left);
  });
});

/** A list in another order than that of its times, which are kept so much later than shown, in pages of 7 at most. */
const unordered = (later: bigint) => {
  const items = Array.from({ length: 30 }, (_, i) => {
    const updated_at = timestamp(shift(AT, BigInt((i * 7) % 30) * 1_000_000_000n));
    return { id: `account-${i}`, updated_at };
  });
  const service = worldOf(({ input: { query = {} } }) => {
    const filters = Object.entries(query).filter(([name]) => name.startsWith('updated_at.'));
    const found = items.filter(({ updated_at }) =>
      filters.every(([name, bound]) => {
        const compare = COMPARISONS[name.slice('updated_at.'.length) as Comparison];
        return compare(shift(instant(updated_at) as Instant, later), instant(bound) as Instant);
      }),
    );
    const from = Number(query['page_cursor'] ?? 0);
    const next = from + 7 < found.length ? { next_page_cursor: String(from + 7) } : {};
    return { status: 200, body: { items: found.slice(from, from + 7), ...next } };
  });
  return { service, due: items.slice(20, 21).map(listed) };
};

describe('a missing item of a list in another order than that of its times', () => {
  it.each([
    { what: 'counts when its time has no more digits than are shown', later: 0n, left: 1 },
    { what: 'does not count when its time has more digits than are shown', later: 123_000n, left: 0 },
  ])('$what', async ({ later, left }) => {
    const { service, due } = unordered(later);
    const bound = instant(member(due[0]?.item, 'updated_at')) as Instant;
    expect(await exactly(new Prober(service, 'ROW', 'listAccounts'), 'updated_at', bound, due)).toHaveLength(left);
  });
});
