import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rule, survey } from '../../../../src/engine/check.ts';
import { Judge } from '../../../../src/engine/judge.ts';
import { NOT_CONCERNED } from '../../../../src/engine/judgement.ts';
import { results } from '../../../../src/engine/results.ts';
import type { Row } from '../../../../src/engine/row.ts';
import { answered, type Exchange } from '../../../../src/model/exchange.ts';
import { emptyFacts, type Facts, keyOf } from '../../../../src/model/facts.ts';
import type { Outcome } from '../../../../src/model/outcome.ts';
import { reportedFacts } from '../../../../src/run/report/build-report.ts';
import { mergeFacts } from '../../../../src/run/sharding/merge-facts.ts';
import { member } from '../../../../src/values/json.ts';
import { answeredWith } from '../../../support/exchanges.ts';
import { PROBE, QUESTION, rowOf } from '../../../support/rows.ts';

const demands = (name: string) =>
  rule((exchange) =>
    member(answered(exchange), name) === undefined ? [{ where: `/${name}`, expected: name, actual: 'absent' }] : [],
  );
const judgesOnly = (name: string) =>
  rule((exchange) => (member(answered(exchange), name) === undefined ? NOT_CONCERNED : []));

const rows: readonly Row[] = [
  rowOf('FEE', 'must', [demands('fee')]),
  rowOf('ID', 'should', [demands('id')]),
  rowOf('SUM', 'must', [judgesOnly('fee')]),
  rowOf('ECHO', 'must', [judgesOnly('id'), PROBE]),
  rowOf('REFUSED', 'must', [PROBE]),
  rowOf('REPEATED', 'observe', [QUESTION]),
  rowOf(
    'STATUS',
    'observe',
    [
      survey(() => {
        const seen = new Map<string, number>();
        return {
          see: ({ response }) => void seen.set(`${response.status}`, (seen.get(`${response.status}`) ?? 0) + 1),
          counts: () => {
            const counts = [...seen].map(([answer, count]) => ({ answer, count }));
            return new Map(counts.length > 0 ? [['fiatWithdrawal', counts]] : []);
          },
        };
      }),
    ],
    { operations: ['fiatWithdrawal'] },
  ),
];

/** What one machine found that saw these exchanges and made these probes. */
function factsOf(exchanges: readonly Exchange[], outcomes: Readonly<Record<string, Outcome>>, given = {}) {
  const judge = new Judge(rows);
  for (const exchange of exchanges) judge.take(exchange);
  const facts: Facts = {
    ...emptyFacts,
    tallies: judge.tallies,
    surveys: judge.surveys(),
    outcomes,
    duration_ms: 1,
    run_ids: ['a'],
    last_exchange: exchanges.length,
    ...given,
  };
  return reportedFacts(facts);
}

const drawnExchange = fc
  .record({ fee: fc.boolean(), id: fc.boolean(), status: fc.constantFrom(200, 200, 400), fiat: fc.boolean() })
  .map(({ fee, id, status, fiat }) => {
    const exchange = answeredWith('fiatWithdrawal', { ...(fee ? { fee: '1' } : {}), ...(id ? { id: 'a' } : {}) });
    const operation = fiat ? ('fiatWithdrawal' as const) : ('cryptoWithdrawal' as const);
    return { ...exchange, operation, response: { ...exchange.response, status } };
  });

const failure = {
  operation: 'fiatWithdrawal',
  where: null,
  expected: 'it',
  actual: 'that',
  exchanges: [answeredWith('fiatWithdrawal', {})],
} as const;
const drawnOutcome = fc.constantFrom<Outcome[]>(
  { kind: 'holds' },
  { kind: 'fails', failures: [failure] },
  { kind: 'inconclusive', cause: 'blocked', reason: 'not in order', blockedBy: ['FEE'] },
  { kind: 'flaky', reason: 'once', failures: [failure] },
  { kind: 'observed', answer: 'replayed' },
);

/** Keys of the probes, some of which were not reached. */
const probes = rows
  .filter((row) => row.checks.some((check) => check === PROBE || check === QUESTION))
  .flatMap(({ id, operations }) => operations.map((operation) => keyOf(id, operation)));

const PARTS = 3;
const part = fc.nat({ max: PARTS - 1 });

describe('facts of shards', () => {
  it('give the results of the whole run when they are merged', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(drawnExchange, part), { maxLength: 12 }),
        fc.array(fc.tuple(fc.constantFrom(...probes), drawnOutcome, part), { maxLength: probes.length }),
        (exchanges, tried) => {
          const outcomes = [...new Map(tried.map((each) => [each[0], each]))].map(([, each]) => each);
          const of = (index: number) =>
            factsOf(
              exchanges.filter(([, owner]) => owner === index).map(([each]) => each),
              Object.fromEntries(outcomes.filter(([, , owner]) => owner === index).map(([key, each]) => [key, each])),
            );
          const whole = factsOf(
            exchanges.map(([each]) => each),
            Object.fromEntries(outcomes.map(([key, each]) => [key, each])),
          );
          const merged = mergeFacts([of(0), of(1), of(2)]);
          const seen = (facts: typeof whole) =>
            results(rows, facts).map(({ row, operations, ...result }) => ({
              ...result,
              id: row.id,
              operations: operations.map(({ failures, ...each }) => ({ ...each, failures: failures.length })),
            }));
          expect(seen(merged)).toEqual(seen(whole));
        },
      ),
      { seed: 7, numRuns: 400 },
    );
  });

  it('name an operation once when its quota ended in several shards', () => {
    const limited = ['createAddress got no further requests'];
    const [one, other] = [factsOf([], {}, { limited }), factsOf([], {})];
    expect([mergeFacts([one, one, other]).limited, mergeFacts([other]).limited]).toEqual([limited, undefined]);
  });

  it('number the exchanges of a shard after those of the shard before it', () => {
    const outcomes = { [keyOf('REFUSED', 'fiatWithdrawal')]: { kind: 'fails', failures: [failure] } } as const;
    const first = factsOf([answeredWith('fiatWithdrawal', {}), answeredWith('fiatWithdrawal', {})], {});
    const merged = mergeFacts([first, factsOf([answeredWith('fiatWithdrawal', {})], outcomes)]);
    const found = results(rows, merged).find(({ row }) => row.id === 'REFUSED')?.operations[0]?.failures[0];
    expect(found?.exchanges).toEqual([3]);
    expect(merged.last_exchange).toBe(3);
  });

  it('have requests, latencies, times, amounts and coverage that are added up', () => {
    const stats = { requests: 2, accepted: 1, refused: 1, lost: 0 };
    const cell = { operation: 'fiatWithdrawal', kind: 'field', name: 'memo' } as const;
    const one = factsOf(
      [],
      {},
      {
        started_at: 1_000,
        duration_ms: 500,
        notes: ['same'],
        traffic: { fiatWithdrawal: { ...stats, latencies: { min: 1, max: 5, buckets: { 3: 2 } } } },
        spent: { FEE: { fiatWithdrawal: 1.5 } },
        coverage: [{ ...cell, accepted: 1, refused: 0 }],
        withdrawn: { withdrawals: 1, amounts: { USD: '0.1' } },
      },
    );
    const other = { ...one, started_at: 1_200, withdrawn: { withdrawals: 1, amounts: { USD: '0.2', ETH: '1' } } };
    expect(mergeFacts([one, other])).toMatchObject({
      started_at: 1_000,
      duration_ms: 700,
      notes: ['same'],
      run_ids: ['a', 'a'],
      traffic: { fiatWithdrawal: { requests: 4, latencies: { min: 1, max: 5, buckets: { 3: 4 } } } },
      spent: { FEE: { fiatWithdrawal: 3 } },
      coverage: [{ ...cell, accepted: 2, refused: 0 }],
      withdrawn: { withdrawals: 2, amounts: { USD: '0.3', ETH: '1' } },
    });
  });

  it('name the shard that was stopped', () => {
    const stopped = factsOf([], {}, { stopped: 'interrupted' });
    expect(mergeFacts([factsOf([], {}), stopped]).stopped).toBe('shard 2: interrupted');
    expect(mergeFacts([factsOf([], {})])).not.toHaveProperty('stopped');
  });
});
