import { describe, expect, it } from 'vitest';
import { clusters, findings, gaps } from '../../../reporters/view/findings.ts';
import { type Cell, matrix } from '../../../reporters/view/matrix.ts';
import { type Aspect, aspects } from '../../../src/contract/requirement.ts';
import type { ReportedRequirement } from '../../../src/model/reported.ts';
import { sample } from '../../support/sample.ts';

const one = (id: string): ReportedRequirement => {
  const found = sample.requirements.find((each) => each.id === id);
  if (!found) throw new Error(`the sample has no ${id}`);
  return found;
};

const cell = (requirements: readonly ReportedRequirement[], operation: string, aspect: Aspect): Cell | undefined =>
  matrix({ requirements }).find((row) => row.operation === operation)?.cells[aspects.indexOf(aspect)];

describe('the conformance matrix', () => {
  it('has operations in the order of the document, each with every aspect', () => {
    const rows = matrix(sample);
    expect(rows.map(({ operation }) => operation).slice(0, 3)).toEqual(['putFiat', 'getFiat', 'listFiat']);
    expect(rows.every(({ cells }) => cells.length === aspects.length)).toBe(true);
    expect(matrix({ requirements: [] })).toEqual([]);
  });

  it('shows in a cell the worst status, and how many requirements have it', () => {
    const found = cell(sample.requirements, 'fiatWithdrawal', 'request checks');
    expect(found).toMatchObject({ status: 'failed', count: 3, of: 4 });
    expect(found?.entries.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed', 'passed', 'observed']);
  });

  it('uses the status of a requirement on the operation of the cell', () => {
    expect(cell([one('CONTENT-TYPE-JSON')], 'getQuote', 'response shape')?.status).toBe('failed');
    expect(cell([one('CONTENT-TYPE-JSON')], 'putFiat', 'response shape')?.status).toBe('passed');
  });

  it('shows a requirement without a status on an operation as not exercised', () => {
    expect(cell([{ ...one('FW-TOTAL'), by_operation: {} }], 'fiatWithdrawal', 'semantics')?.status).toBe(
      'not_exercised',
    );
  });

  it('ignores observations in a cell that has judged requirements', () => {
    const unseen: ReportedRequirement = {
      ...one('AFFIRM-TWICE'),
      operations: ['putFiat'],
      by_operation: { putFiat: 'not_exercised' },
    };
    expect(cell([one('FA-UPDATE-READ'), unseen], 'putFiat', 'state across')).toMatchObject({
      status: 'passed',
      count: 1,
      of: 1,
    });
    expect(cell([unseen], 'putFiat', 'state across')?.status).toBe('not_exercised');
  });
});

describe('the findings of a report', () => {
  it('list failed must requirements before should requirements', () => {
    const levels = findings(sample).map(({ requirement }) => requirement.status);
    expect(levels).toEqual([...levels].sort());
    expect(levels).toHaveLength(13);
  });

  it('are not clustered when few have the same failure', () => {
    expect(clusters(sample)).toHaveLength(13);
  });

  it('are clustered behind the first when many have the same failure', () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ ...one('FW-ONE-OF'), id: `FW-${i}` }));
    const found = clusters({ requirements: [...many, one('FW-TOTAL')] });
    expect(found.map(({ first, others }) => [first.requirement.id, others.length])).toEqual([
      ['FW-TOTAL', 0],
      ['FW-0', 8],
    ]);
  });

  it('are clustered wherever they are if all are null', () => {
    const places = ['/memo', '/metadata', '/legs/0/id', '/items/3/ref_id'];
    const nulls = places.map((where, i) => {
      const [failure, ...failures] = one('FW-ONE-OF').failures;
      if (!failure) throw new Error('the sample has no failure');
      return {
        ...one('FW-ONE-OF'),
        id: `NULL-${i}`,
        failures: [{ ...failure, where, expected: `type ${i}`, actual: 'null' }, ...failures],
      };
    });
    expect(clusters({ requirements: nulls }).map(({ others }) => others.length)).toEqual([3]);
  });

  it('begin with requirements that block others, then follow the order of aspects', () => {
    const blocked = {
      ...one('FW-ONE-OF'),
      id: 'BLOCKED',
      status: 'not_exercised',
      blocked_by: { listFiat: ['PAGING'] },
    } as const;
    const [paging, filter, shape] = (['paging', 'filters', 'response shape'] as const).map((aspect) => ({
      ...one('FW-ONE-OF'),
      id: aspect.toUpperCase(),
      aspect,
    }));
    const of = (...requirements: Parameters<typeof findings>[0]['requirements']): readonly string[] =>
      findings({ requirements }).map(({ requirement }) => requirement.id);
    if (!paging || !filter || !shape) throw new Error('a finding is missing');
    expect(of(paging, filter, shape)).toEqual(['RESPONSE SHAPE', 'FILTERS', 'PAGING']);
    expect(of(filter, blocked, paging, shape)[0]).toBe('PAGING');
  });
});

describe('the gaps of a report', () => {
  it('are grouped by what to provide, the largest group first, and last those without a remedy', () => {
    const found = gaps(sample).map(({ provide, entries }) => [provide, entries.length]);
    expect(found[0]).toEqual(['settlement_transactions.PENDING', 4]);
    expect(found.at(-1)).toEqual([null, 1]);
  });

  it('name the operations on which a requirement was not exercised although it failed on another', () => {
    const [entry] = gaps({ requirements: [one('FW-TOTAL')] })[0]?.entries ?? [];
    expect(entry?.operations).toEqual(['cryptoWithdrawal']);
  });
});
