import { describe, expect, it } from 'vitest';
import { Prober } from '../../../../../src/engine/prober.ts';
import { fewPart } from '../../../../../suites/vocabulary/lists/parts.ts';
import { meetsAll } from '../../../../../suites/vocabulary/lists/walks.ts';
import { embeddedReport } from '../../../../support/embedded.ts';
import { worldOf } from '../../../../support/world.ts';

/** What a run of one requirement finds wrong with a correct service of these latitudes, read in so many ways. */
async function found(only: string, latitudes: readonly string[], seed: string) {
  const { requirements } = await embeddedReport({ only, seed, runs: '100' }, { latitudes });
  return requirements.flatMap(({ failures }) => failures.map(({ actual }) => actual));
}

describe('a list whose items show no times', () => {
  it.each([
    '1',
    '3',
  ])('is walked from the oldest item in pages of any size without a failure (seed %s)', async (seed) => {
    expect(await found('LIST-NO-GAP', ['members/instructions-without-times'], seed)).toEqual([]);
  });
});

describe('a walk through three items', () => {
  const items = ['2026-03-03', '2026-02-02', '2026-01-01'].map((day, i) => ({
    id: `i${i}`,
    created_at: `${day}T00:00:00Z`,
  }));

  /** A list that answers with so many items at most, and goes on at the number that its cursor is. */
  const listOf = (most: number) =>
    worldOf(({ input }) => {
      const { order, page_cursor = '0', limit = '100' } = input.query ?? {};
      const inOrder = order === 'ASC' ? items.toReversed() : items;
      const [from, size] = [Number(page_cursor), Math.min(most, Number(limit))];
      const next = from + size < items.length ? { next_page_cursor: String(from + size) } : {};
      return { status: 200, body: { items: inOrder.slice(from, from + size), ...next } };
    });

  it.each([
    [3, true],
    [1, false],
  ])('shows whether the items are in order only if a page holds all three: %i per page', async (most, due) => {
    const p = new Prober(listOf(most), 'ORDER-DESC', 'listInstructions');
    expect(await meetsAll(p, 'DESC')).toBe(due);
  });
});

describe('the executions that are selected for a walk', () => {
  const SECOND = [0, 10, 20, 30, 40, 40, 50, 60, 70];
  const items = SECOND.map((second, i) => ({
    execution_id: `e${i}`,
    executed_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  }));

  it('are two with the same time and one after them, between bounds that exclude the others', async () => {
    const world = worldOf(() => ({ status: 200, body: { items: items.toReversed() } }));
    const part = await fewPart(new Prober(world, 'LIST-NO-GAP', 'listExecutions'));
    expect(part?.items.map(({ text }) => text)).toEqual(['e6', 'e5', 'e4']);
    expect(part?.query).toEqual({ 'range.begin': '2026-01-01T00:00:35Z', 'range.end': '2026-01-01T00:00:59.999Z' });
  });
});

describe('a list of sixteen items that serves no small pages', () => {
  it('is walked in larger ones', async () => {
    const report = await embeddedReport(
      { seed: '1', only: 'LIST-LIMIT,LIST-PAGE-NO-REPEAT,LIST-NO-GAP' },
      { latitudes: ['service/sixteen-of-each'], faults: ['LIST-LIMIT-AT-MINIMUM/refuses-less-than-10'] },
    );
    const statuses = report.requirements.map(({ id, by_operation }) => `${id} ${by_operation['listInstructions']}`);
    expect(statuses).toEqual(['LIST-LIMIT passed', 'LIST-PAGE-NO-REPEAT passed', 'LIST-NO-GAP passed']);
  });
});
