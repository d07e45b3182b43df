import { describe, expect, it } from 'vitest';
import { type PassRule, results, worst } from '../../../src/engine/results.ts';
import { verdictOf } from '../../../src/engine/verdict.ts';
import { type Findings, type KeptOutcome, keyOf, type Tally } from '../../../src/model/facts.ts';
import { PROBE, QUESTION, RULE, rowOf, SURVEY } from '../../support/rows.ts';

type Found = { readonly actual: string };

const WRONG: Found = { actual: '501' };
const PROBED: Found = { actual: '500' };
const none: Findings<Found> = { tallies: {}, outcomes: {}, surveys: {}, unavailable: {} };
const tally = (given: Partial<Tally<Found>>): Tally<Found> => ({
  judged: 0,
  relevant: 0,
  failed: 0,
  failures: [],
  ...given,
});
const failing = tally({ judged: 2, relevant: 2, failed: 5, failures: [WRONG] });
const held = tally({ judged: 2, relevant: 1 });
const fails: KeptOutcome<Found> = { kind: 'fails', failures: [PROBED] };
const holds: KeptOutcome<Found> = { kind: 'holds' };
const blocked: KeptOutcome<Found> = {
  kind: 'inconclusive',
  cause: 'blocked',
  reason: 'the first page is not in order',
  blockedBy: ['ORDER-ASC'],
};
const ONE = { operations: ['fiatWithdrawal'] } as const;
const KEY = keyOf('ROW', 'fiatWithdrawal');

const onOne = (
  checks: Parameters<typeof rowOf>[2],
  findings: Partial<Findings<Found>>,
  level: 'must' | 'should' | 'observe' = 'must',
) => results([rowOf('ROW', level, checks, ONE)], { ...none, ...findings })[0]?.operations[0];

describe('a row on one operation', () => {
  it.each([
    ['a rule that failed', [RULE], { tallies: { [KEY]: failing } }, { status: 'failed', failed: 5, failures: [WRONG] }],
    ['a rule that judged nothing wrong', [RULE], { tallies: { [KEY]: held } }, { status: 'passed' }],
    [
      'a rule that judged nothing',
      [RULE],
      {},
      { status: 'not_exercised', reason: 'no response of fiatWithdrawal could be judged' },
    ],
    ['a probe that holds', [PROBE], { outcomes: { [KEY]: holds } }, { status: 'passed' }],
    [
      'a probe that was not tried',
      [PROBE],
      {},
      { status: 'not_exercised', reason: 'the run ended before this was tried' },
    ],
    [
      'a probe and a rule that both failed',
      [RULE, PROBE],
      { outcomes: { [KEY]: fails }, tallies: { [KEY]: failing } },
      { status: 'failed', failed: 6, failures: [PROBED, WRONG] },
    ],
    [
      'a rule that failed beside an inconclusive probe',
      [RULE, PROBE],
      { outcomes: { [KEY]: blocked }, tallies: { [KEY]: failing } },
      { status: 'failed', failures: [WRONG] },
    ],
    [
      'a probe that holds beside a rule that judged nothing',
      [RULE, PROBE],
      { outcomes: { [KEY]: holds } },
      { status: 'not_exercised' },
    ],
    [
      'a probe that another requirement blocks',
      [PROBE],
      { outcomes: { [KEY]: blocked } },
      { status: 'not_exercised', reason: 'the first page is not in order', blockedBy: ['ORDER-ASC'] },
    ],
    [
      'a rule that another requirement blocks',
      [RULE],
      { tallies: { [KEY]: tally({ blockedBy: ['A', 'B', 'C', 'D'] }) } },
      {
        status: 'not_exercised',
        reason: 'no response of fiatWithdrawal could be judged: each of them violates A, B, C',
        blockedBy: ['A', 'B', 'C', 'D'],
      },
    ],
    [
      'a rule on an operation whose smallest request was refused',
      [RULE],
      { unavailable: { fiatWithdrawal: { reason: 'it was refused', provide: '--allow-writes' } } },
      {
        status: 'not_exercised',
        reason: 'no response of fiatWithdrawal could be judged: it was refused',
        provide: '--allow-writes',
      },
    ],
    [
      'a flaky probe',
      [PROBE],
      { outcomes: { [KEY]: { kind: 'flaky', reason: 'once', failures: [PROBED] } } },
      { status: 'passed', flaky: true, reason: 'once', failures: [PROBED], failed: 0 },
    ],
    [
      'a flaky probe beside a rule that judged nothing',
      [RULE, PROBE],
      { outcomes: { [KEY]: { kind: 'flaky', reason: 'once', failures: [PROBED] } } },
      { status: 'not_exercised' },
    ],
  ] as const)('derives its status from %s', (_, checks, findings, result) => {
    expect(onOne(checks, findings as Partial<Findings<Found>>)).toMatchObject(result);
  });

  it('is not blocked when no requirement is violated by all of its answers', () => {
    expect(onOne([RULE], { tallies: { [KEY]: tally({ blockedBy: [] }) } })).not.toHaveProperty('blockedBy');
  });

  it('has the status warned instead of failed when its level is should', () => {
    expect(onOne([RULE], { tallies: { [KEY]: failing } }, 'should')?.status).toBe('warned');
  });

  it.each([
    [
      'the counts of a probe, the most frequent first',
      [QUESTION],
      {
        outcomes: {
          [KEY]: {
            kind: 'observed',
            answer: [
              { answer: 'refused', count: 1 },
              { answer: 'accepted', count: 9 },
            ],
          },
        },
      },
      [
        { answer: 'accepted', count: 9 },
        { answer: 'refused', count: 1 },
      ],
    ],
    ['the words of a probe', [QUESTION], { outcomes: { [KEY]: { kind: 'observed', answer: 'replayed' } } }, 'replayed'],
    [
      'the counts of a survey',
      [SURVEY],
      { surveys: { [KEY]: [{ answer: '400', count: 2 }] } },
      [{ answer: '400', count: 2 }],
    ],
  ] as const)('observes %s', (_, checks, findings, observed) => {
    expect(onOne(checks, findings as Partial<Findings<Found>>, 'observe')).toMatchObject({
      status: 'observed',
      observed,
    });
  });

  it('is not exercised when its level is observe and nothing was observed', () => {
    expect(onOne([SURVEY], {}, 'observe')?.status).toBe('not_exercised');
    expect(onOne([QUESTION], { outcomes: { [KEY]: blocked } }, 'observe')).toMatchObject({ blockedBy: ['ORDER-ASC'] });
    const reason = 'fiatWithdrawal answered 500';
    expect(onOne([QUESTION], { outcomes: { [KEY]: fails } }, 'observe')).toMatchObject({ reason });
  });
});

describe('a row on two operations', () => {
  const row = rowOf('ROW', 'must', [RULE]);
  const of = (fiat: Tally<Found> | undefined, crypto: Tally<Found> | undefined, demand: PassRule) => {
    const found = [
      [KEY, fiat],
      [keyOf('ROW', 'cryptoWithdrawal'), crypto],
    ] as const;
    const tallies = Object.fromEntries(found.flatMap(([key, each]) => (each ? [[key, each]] : [])));
    return results([row], { ...none, tallies }, demand)[0];
  };

  it.each([
    [held, held, 'passed', 'passed'],
    [held, undefined, 'not_exercised', 'passed'],
    [undefined, undefined, 'not_exercised', 'not_exercised'],
    [failing, held, 'failed', 'failed'],
    [undefined, failing, 'failed', 'failed'],
  ] as const)('(%#) must hold on both in a run, but only on one in the traffic of others', (fiat, crypto, all, some) => {
    expect([of(fiat, crypto, 'all')?.status, of(fiat, crypto, 'some')?.status]).toEqual([all, some]);
  });

  it('adds up the answers of both', () => {
    expect(of(held, failing, 'all')?.evidence).toEqual({ judged: 4, relevant: 3 });
  });

  it('has the worst status of both', () => {
    expect(worst(['passed', 'observed', 'not_exercised', 'warned', 'failed'])).toBe('failed');
    expect(worst(['passed', 'observed', 'not_exercised'])).toBe('not_exercised');
    expect(worst([])).toBe('passed');
  });
});

describe('the verdict', () => {
  const result = (
    status: 'passed' | 'failed' | 'warned' | 'not_exercised',
    level: 'must' | 'should' = 'must',
    party?: 'client',
  ) => ({ row: rowOf('ROW', level, [RULE], party ? { party } : {}), status });

  it.each([
    ['every must passed', [result('passed'), result('warned', 'should')], 'conformant', 'conformant'],
    ['one must failed', [result('passed'), result('failed')], 'nonconformant', 'nonconformant'],
    ['one must was not exercised', [result('passed'), result('not_exercised')], 'incomplete', 'conformant'],
    ['nothing is a must', [result('passed', 'should')], 'incomplete', 'incomplete'],
    ['nothing was exercised', [result('not_exercised')], 'incomplete', 'incomplete'],
    [
      'only the clients were seen',
      [result('not_exercised'), result('passed', 'must', 'client')],
      'incomplete',
      'incomplete',
    ],
    ['only clients are judged', [result('passed', 'must', 'client')], 'conformant', 'conformant'],
    ['a client broke a rule', [result('passed'), result('failed', 'must', 'client')], 'nonconformant', 'nonconformant'],
  ] as const)('is derived from the results when %s', (_, all, run, traffic) => {
    expect([verdictOf(all), verdictOf(all, 'some')]).toEqual([run, traffic]);
  });
});
