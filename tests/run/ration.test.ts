import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/contract/operations.ts';
import { cases, must, observe, probe, type Row, rule, suite } from '../../src/engine/row.ts';
import { phasesOf } from '../../src/run/phases.ts';
import { Ration } from '../../src/run/ration.ts';

const property = (id: string, operation: Operation) => ({ id, operation });

describe('what the budgets leave for generated cases', () => {
  test.each([
    ['as many as wanted, where there is no limit', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, [20, 20, 20]],
    ['withdrawals shared evenly, the odd one for the first', 5, Number.POSITIVE_INFINITY, [3, 2, 20]],
    ['none where nothing is left', 0, Number.POSITIVE_INFINITY, [0, 0, 20]],
    ['two requests for each case', Number.POSITIVE_INFINITY, 20, [4, 3, 3]],
    ['the smaller of both', 2, 60, [1, 1, 10]],
  ])('%s', (_, withdrawals, requests, expected) => {
    const properties = [property('A', 'fiatWithdrawal'), property('B', 'cryptoWithdrawal'), property('C', 'putFiat')];
    const ration = new Ration({ withdrawals, requests }, properties);
    expect(properties.map(({ id, operation }) => ration.cases(20, id, operation))).toEqual(expected);
  });

  test('a note says how many each property had, only where one had fewer', () => {
    const ration = new Ration({ withdrawals: 1, requests: 1000 }, [property('A', 'fiatWithdrawal')]);
    ration.cases(1, 'A', 'fiatWithdrawal');
    expect(ration.note()).toEqual([]);
    ration.cases(20, 'A', 'fiatWithdrawal');
    expect(ration.note().join()).toContain('A on fiatWithdrawal 1 of 20');
  });
});

const said = { aspect: 'semantics', cites: ['1: words'] } as const;
const nothing = async () => [];

test('a run spends on every must first, then on observations, and last on generated cases', () => {
  const rows: readonly Row[] = suite('1', ['putFiat'], {
    OPEN: observe('open', said, probe(nothing)),
    DRAWN: must('drawn', said, probe(nothing), cases(nothing)),
    STATED: must('stated', said, probe(nothing)),
    PASSIVE: must(
      'passive',
      said,
      rule(() => []),
    ),
  });
  expect(phasesOf(rows).map(({ part, rows: own }) => [part, own.map(({ id }) => id)])).toEqual([
    ['fixed', ['DRAWN', 'STATED']],
    ['fixed', ['OPEN']],
    ['generated', ['DRAWN']],
  ]);
});
