import { describe, expect, it } from 'vitest';
import { listQuery } from '../../../generators/index.ts';
import { definitionOf, type ListOperation, listOperations } from '../../../src/contract/operations.ts';
import { Judge } from '../../../src/engine/judge.ts';
import type { Query } from '../../../src/model/exchange.ts';
import { instant } from '../../../src/values/instant.ts';
import { requestsMade } from '../../../suites/requests-made.ts';
import { made } from '../../support/exchanges.ts';
import { sampled } from '../../support/inputs.ts';

const IDS = Array.from({ length: 150 }, (_, i) => `8a398cb6-4e3b-4868-9cea-${String(i).padStart(12, '0')}`);
const MOMENTS = ['2024-02-29T23:59:59.999Z', '2025-01-01T00:00:00Z', '2025-06-30T12:00:00.000001Z'].flatMap(
  (text) => instant(text) ?? [],
);

const inputsOf = (operation: ListOperation): listQuery.Inputs => ({
  values: Object.fromEntries(Object.keys(definitionOf(operation).query).map((name) => [name, IDS])),
  moments: { created_at: MOMENTS, updated_at: MOMENTS, executed_at: MOMENTS },
  finest: 1_000_000n,
});

/** The rules for clients that a query breaks. */
function broken(operation: ListOperation, query: Query): readonly string[] {
  const sent = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]);
  const violations = new Judge(requestsMade).take(made(operation, undefined, Object.fromEntries(sent)));
  return violations.filter(({ row }) => row.level !== 'observe').map(({ row }) => row.id);
}

/** Filters of one kind, whatever their comparison: `created_at` of `created_at.lt`. */
const kindsOf = (query: Query): readonly string[] => [
  ...new Set(
    Object.keys(query)
      .filter((name) => !['limit', 'order', 'order_by', 'include_deleted'].includes(name))
      .map((name) => name.split('.')[0] ?? name),
  ),
];

describe.each(listOperations.map((operation) => ({ operation })))('queries of $operation', ({ operation }) => {
  const inputs = inputsOf(operation);
  const queries = sampled(listQuery.valid(operation, inputs), 400);

  it('are valid, and use at most one kind of filter', () => {
    for (const query of queries) {
      expect(broken(operation, query)).toEqual([]);
      expect(kindsOf(query).length).toBeLessThanOrEqual(1);
    }
  });

  it('contain each parameter except page_cursor in some cases and omit it in others', () => {
    for (const name of Object.keys(definitionOf(operation).query).filter((each) => each !== 'page_cursor')) {
      expect(
        queries.some((query) => name in query),
        `${name} present`,
      ).toBe(true);
      expect(
        queries.some((query) => !(name in query)),
        `${name} absent`,
      ).toBe(true);
    }
    expect(queries.every((query) => !('page_cursor' in query))).toBe(true);
  });

  it('contain only filters by time when no values to filter by are known', () => {
    const bare = sampled(listQuery.valid(operation, { values: {} }), 200);
    const filters = bare.flatMap(kindsOf);
    expect(filters.filter((name) => !['created_at', 'updated_at', 'range'].includes(name))).toEqual([]);
  });
});
