import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../../src/contract/operations.ts';
import { cases, closing, probe, rule, waiting } from '../../../../src/engine/check.ts';
import { must, observe, type Row, should, suite } from '../../../../src/engine/row.ts';
import { phasesOf } from '../../../../src/run/budget/phases.ts';
import { type Left, Ration } from '../../../../src/run/budget/ration.ts';

const property = (id: string, operation: Operation, wanted = 20, requests = 2, isAlone = false) => ({
  id,
  operation,
  wanted,
  requests,
  isAlone,
});
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The cases of some properties, the most first: which of them gets what is left over depends on the seed. */
const dealt = (left: Left, properties: readonly ReturnType<typeof property>[]): readonly number[] => {
  const ration = new Ration(left, properties, 1);
  return properties.map(({ id, operation }) => ration.cases(id, operation)).toSorted((a, b) => b - a);
};

describe('the ration of generated cases', () => {
  test.each([
    ['is as many as wanted when there is no limit', NO_LIMIT, NO_LIMIT, [20, 20, 20]],
    ['shares withdrawals evenly', 5, NO_LIMIT, [20, 3, 2]],
    ['is none when no withdrawals are left', 0, NO_LIMIT, [20, 0, 0]],
    ['counts two requests for each case', NO_LIMIT, 20, [4, 3, 3]],
    ['gives to others what properties without withdrawals left cannot use', 2, 44, [20, 1, 1]],
    ['is none when the requests are overdrawn', NO_LIMIT, -5, [0, 0, 0]],
  ])('%s', (_, withdrawals, requests, expected) => {
    const properties = [property('A', 'fiatWithdrawal'), property('B', 'cryptoWithdrawal'), property('C', 'putFiat')];
    expect(dealt({ withdrawals, requests }, properties)).toEqual(expected);
  });

  test('gives to others what a property does not want, and counts the requests of each case', () => {
    const properties = [property('A', 'putFiat', 1, 1), property('B', 'putFiat', 9, 3)];
    expect(dealt({ withdrawals: 0, requests: 20 }, properties)).toEqual([6, 1]);
  });

  test('serves a property first whose requirement has no other check', () => {
    const properties = [property('A', 'fiatWithdrawal'), property('B', 'fiatWithdrawal', 20, 2, true)];
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const ration = new Ration({ withdrawals: 1, requests: 100 }, properties, seed);
      expect(ration.cases('B', 'fiatWithdrawal')).toBe(1);
    }
  });

  test('distributes the remainder by the seed', () => {
    const properties = ['A', 'B', 'C', 'D'].map((id) => property(id, 'putFiat'));
    const first = (seed: number) => {
      const ration = new Ration({ withdrawals: 0, requests: 2 }, properties, seed);
      return properties.findIndex(({ id }) => ration.cases(id, 'putFiat') === 1);
    };
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map(first)).size).toBeGreaterThan(1);
  });

  test('has a note that names the properties with fewer cases than wanted, if there are any', () => {
    const properties = [property('A', 'fiatWithdrawal', 20), property('B', 'putFiat', 5)];
    expect(new Ration({ withdrawals: 20, requests: 1000 }, properties, 1).note()).toEqual([]);
    const note = new Ration({ withdrawals: 1, requests: 1000 }, properties, 1).note().join();
    expect(note).toContain('6 of 25 generated cases');
    expect(note).toContain('A on fiatWithdrawal 1 of 20');
    expect(note).not.toContain('B on putFiat');
  });
});

const said = { aspect: 'semantics', cites: ['1: words'] } as const;
const nothing = async () => [];

test('a run spends its budgets on must requirements first, then on observations, then on generated cases', () => {
  const rows: readonly Row[] = suite('1', ['putFiat'], {
    OPEN: observe('open', said, probe(nothing)),
    DRAWN: must('drawn', said, probe(nothing), cases({ share: 1, requests: 1 }, nothing)),
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

test('checks that wait run concurrently with all others when they read, and first when they write', () => {
  const rows: readonly Row[] = suite('1', ['putFiat'], {
    STATED: must('stated', said, probe(nothing)),
    WRITING: must('writing', said, waiting(probe(nothing))),
    READING: observe('reading', { ...said, on: ['getFiat'] }, waiting(probe(nothing))),
  });
  expect(phasesOf(rows).map(({ runsConcurrently, rows: own }) => [runsConcurrently, own.map(({ id }) => id)])).toEqual([
    [true, ['READING']],
    [undefined, ['WRITING', 'STATED']],
  ]);
});

test('checks of what a run has left behind run after the generated cases', () => {
  const rows: readonly Row[] = suite('1', ['putFiat'], {
    CLOSING: must('closing', said, probe(nothing), closing(nothing)),
    DRAWN: must('drawn', said, cases({ share: 1, requests: 1 }, nothing)),
  });
  expect(phasesOf(rows).map(({ part, rows: own }) => [part, own.map(({ id }) => id)])).toEqual([
    ['fixed', ['CLOSING']],
    ['generated', ['DRAWN']],
    ['closing', ['CLOSING']],
  ]);
});

test('levels run concurrently, with checks on one object in turn, when no budget bounds withdrawals', () => {
  const rows: readonly Row[] = suite('1', ['putFiat', 'listFiat'], {
    OPEN: observe('open', { ...said, on: ['putFiat'] }, probe(nothing)),
    STATED: must('stated', said, probe(nothing)),
    READ: should('read', { ...said, on: ['listFiat'] }, probe(nothing)),
  });
  const shown = (isFree: boolean) =>
    phasesOf(rows, isFree).map(({ isInTurn, rows: own }) => [
      isInTurn ?? false,
      own.map(({ id, operations }) => `${id} ${operations.join()}`),
    ]);
  expect(shown(true)).toEqual([
    [true, ['STATED putFiat', 'OPEN putFiat']],
    [false, ['STATED listFiat', 'READ listFiat']],
  ]);
  expect(shown(false)).toEqual([
    [false, ['STATED putFiat,listFiat']],
    [false, ['READ listFiat']],
    [false, ['OPEN putFiat']],
  ]);
});
