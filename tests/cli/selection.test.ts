import { describe, expect, it } from 'vitest';
import { operationNames } from '../../src/contract/operations.ts';
import { select } from '../../src/run/selection.ts';
import { rows } from '../../suites/index.ts';

const operationsOf = (id: string, ...patterns: readonly string[]) =>
  select(rows, patterns).find((row) => row.id === id)?.operations;

describe('--only', () => {
  it('takes all requirements when nothing is named', () => {
    expect(select(rows, [])).toBe(rows);
  });

  it('takes a requirement by its id on all its operations', () => {
    expect(select(rows, ['success-status']).map(({ id }) => id)).toEqual(['SUCCESS-STATUS']);
    expect(operationsOf('SUCCESS-STATUS', 'SUCCESS-STATUS')).toEqual(operationNames);
  });

  it('takes of every requirement the operations that are named, and no others', () => {
    expect(operationsOf('SUCCESS-STATUS', 'getFiat')).toEqual(['getFiat']);
    expect(operationsOf('SUCCESS-STATUS', 'getFiat', 'list*')).toEqual(
      operationNames.filter((name) => /^(getFiat|list)/.test(name)),
    );
    expect(operationsOf('FW-ONE-OF', 'getFiat')).toBeUndefined();
  });

  it('takes the operations of a section, and whole what the section itself states', () => {
    expect(operationsOf('SUCCESS-JSON', '4.14')).toEqual(['affirm']);
    expect(operationsOf('LIST-PAGE-NO-REPEAT', '4.15')).toEqual(
      rows.find(({ id }) => id === 'LIST-PAGE-NO-REPEAT')?.operations,
    );
    expect(select(rows, ['4']).length).toBeGreaterThan(select(rows, ['4.14']).length);
  });

  it('says which pattern matches nothing', () => {
    expect(() => select(rows, ['getFiat', 'NO-SUCH'])).toThrow('--only NO-SUCH matches no requirement');
  });
});
