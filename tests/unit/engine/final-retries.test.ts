import { describe, expect, it } from 'vitest';
import { probe } from '../../../src/engine/check.ts';
import { retryFinally } from '../../../src/engine/exercise.ts';
import { FinalPauses, retryUndecided } from '../../../src/engine/final-retries.ts';
import type { Row } from '../../../src/engine/row.ts';
import { SharedValues } from '../../../src/engine/shared-values.ts';
import { keyOf } from '../../../src/model/facts.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import { PROBE, QUESTION, RULE, rowOf } from '../../support/rows.ts';
import { worldOf } from '../../support/world.ts';

const on = { operations: ['fiatWithdrawal'] } as const;

const refused = (reason: string): Outcome => ({ kind: 'inconclusive', cause: 'refused', reason });

const FUNDS = refused('the balance is too small');
const HOLDS: Outcome = { kind: 'holds' };

/** Retries the undecided rows with these outcomes. Resolves to the ids of the rows that were retried, in order. */
async function retried(
  found: readonly (readonly [Row, Outcome])[],
  again: (id: string) => Outcome | undefined = () => HOLDS,
) {
  const outcomes = Object.fromEntries(found.map(([row, outcome]) => [keyOf(row.id, 'fiatWithdrawal'), outcome]));
  const ids: string[] = [];
  await retryUndecided(
    found.map(([row]) => row),
    outcomes,
    async ({ id }) => {
      ids.push(id);
      return again(id);
    },
  );
  return { ids, outcomes };
}

const must = (id: string): Row => rowOf(id, 'must', [PROBE], on);

describe('final retries', () => {
  it('replace what was refused or met an outage, and what these blocked', async () => {
    const { ids, outcomes } = await retried([
      [must('A'), FUNDS],
      [must('B'), { kind: 'inconclusive', cause: 'transport', reason: '503' }],
      [must('C'), { kind: 'inconclusive', cause: 'blocked', reason: 'blocked', blockedBy: ['A'] }],
      [must('D'), HOLDS],
      [must('E'), { kind: 'inconclusive', cause: 'fixture', reason: 'the fixtures have no order_id' }],
    ]);
    expect(ids).toEqual(['A', 'B', 'C']);
    expect(Object.values(outcomes).map(({ kind }) => kind)).toEqual([
      'holds',
      'holds',
      'holds',
      'holds',
      'inconclusive',
    ]);
  });

  it('begin with the most frequent reason, and leave a reason that has not passed', async () => {
    const found = [must('A'), must('B'), must('C')].map((row) => [row, FUNDS] as const);
    const { ids, outcomes } = await retried(
      [[must('X'), refused('closed')], ...found, [must('Y'), refused('closed')]],
      (id) => (id === 'X' ? refused('closed') : HOLDS),
    );
    expect(ids).toEqual(['A', 'B', 'C', 'X']);
    expect(outcomes[keyOf('Y', 'fiatWithdrawal')]).toEqual(refused('closed'));
  });

  it('take reasons that differ only in ids for one', async () => {
    const both = ['0f8b1c2d-1', '77aa1c2d-2'].map((id, i) => [must(`A${i}`), refused(`${id} was refused`)] as const);
    expect((await retried(both, () => FUNDS)).ids).toEqual(['A0']);
  });

  it('are not made if a must has failed, if only other levels are undecided, or for questions and rules', async () => {
    const failed: Outcome = { kind: 'fails', failures: [] as never };
    expect(
      (
        await retried([
          [must('A'), failed],
          [must('B'), FUNDS],
        ])
      ).ids,
    ).toEqual([]);
    expect((await retried([[rowOf('S', 'should', [PROBE], on), FUNDS]])).ids).toEqual([]);
    const others = [rowOf('Q', 'observe', [QUESTION], on), rowOf('R', 'must', [RULE], on)];
    expect((await retried([[must('A'), FUNDS], ...others.map((row) => [row, FUNDS] as const)])).ids).toEqual(['A']);
  });

  it('end when a retry is not possible any more', async () => {
    const { ids, outcomes } = await retried(
      [
        [must('A'), FUNDS],
        [must('B'), FUNDS],
      ],
      () => undefined,
    );
    expect(ids).toEqual(['A']);
    expect(Object.values(outcomes)).toEqual([FUNDS, FUNDS]);
  });

  it('pause once more after each pause that helped, at most twelve times, and not after one in vain', () => {
    const pauses = new FinalPauses();
    expect(Array.from({ length: 13 }, () => pauses.take())).toEqual([...Array(12).fill(true), false]);
    const others = new FinalPauses();
    expect(others.take()).toBe(true);
    others.wasInVain();
    expect(others.take()).toBe(false);
  });
});

describe('a check that is retried finally', () => {
  const row = rowOf(
    'ROW',
    'must',
    [
      probe(async (p) => {
        const body = { asset: 'USD', fiat_account_id: 'f', profile_id: 'p', amount: '1' };
        await p.twin({ key: 'plain', ask: { operation: 'fiatWithdrawal', input: () => ({ body }) } });
        return [];
      }),
    ],
    on,
  );

  it('sends again what was refused for all checks, and once more after a pause', async () => {
    const paused: number[] = [];
    const world = {
      ...worldOf(({ index }) => ({ status: index < 2 ? 403 : 200, body: index < 2 ? {} : { id: 'x' } })),
      pause: async (ms: number) => {
        paused.push(ms);
      },
    };
    expect(await retryFinally(row, 'fiatWithdrawal', world)).toMatchObject({ kind: 'inconclusive', cause: 'refused' });
    expect(paused).toEqual([5_000]);
    expect(await retryFinally(row, 'fiatWithdrawal', world)).toEqual({ kind: 'holds' });
    expect(paused).toEqual([5_000]);
  });
});

describe('a shared value', () => {
  it('is computed again if its computation failed, and only then', async () => {
    const values = new SharedValues();
    let made = 0;
    const make = (fails: boolean) => async () => {
      made += 1;
      if (fails) throw new Error('refused');
      return made;
    };
    await values.once('good', make(false));
    await expect(values.once('bad', make(true))).rejects.toThrow('refused');
    values.forgetFailed();
    expect(await values.once('good', make(false))).toBe(1);
    expect(await values.once('bad', make(false))).toBe(3);
    values.forgetFailed();
    expect(await values.once('bad', make(false))).toBe(3);
  });
});
