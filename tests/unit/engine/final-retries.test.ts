import { describe, expect, it } from 'vitest';
import { probe } from '../../../src/engine/check.ts';
import { retryFinally } from '../../../src/engine/exercise.ts';
import { FinalPauses, retryUndecided, unlessRefusedAlike } from '../../../src/engine/final-retries.ts';
import type { Row } from '../../../src/engine/row.ts';
import { SharedValues } from '../../../src/engine/shared-values.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { keyOf } from '../../../src/model/facts.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import { exchange } from '../../support/exchanges.ts';
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
    async ({ row }) => {
      ids.push(row.id);
      return again(row.id);
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

  it('begin with the most frequent reason, and leave a reason that two checks have met again', async () => {
    const found = [must('A'), must('B'), must('C')].map((row) => [row, FUNDS] as const);
    const { ids, outcomes } = await retried(
      [...['X', 'Y', 'Z'].map((id) => [must(id), refused('closed')] as const), ...found, [must('D'), FUNDS]],
      (id) => ('XYZ'.includes(id) ? refused('closed') : HOLDS),
    );
    expect(ids).toEqual(['A', 'B', 'C', 'D', 'X', 'Y']);
    expect(outcomes[keyOf('Z', 'fiatWithdrawal')]).toEqual(refused('closed'));
  });

  it('take reasons that differ only in ids for one', async () => {
    const ids = ['0f8b1c2d-1', '77aa1c2d-2', '3c001c2d-3'];
    const all = ids.map((id, i) => [must(`A${i}`), refused(`${id} was refused`)] as const);
    expect((await retried(all, () => FUNDS)).ids).toEqual(['A0', 'A1']);
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

describe('a failure of a retried check', () => {
  const failed = (...exchanges: readonly Exchange[]): Outcome => ({
    kind: 'fails',
    failures: [{ operation: 'fiatWithdrawal', where: null, expected: 'accepted', actual: 'refused', exchanges }],
  });
  const answer = (status: number, message: string) => exchange('fiatWithdrawal', { status, body: { message } });
  const busy = answer(403, 'busy');
  const refusals = new Set(['403 "busy"']);

  it('is none if its request was refused in the words that left the check undecided', () => {
    expect(unlessRefusedAlike(failed(busy), refusals)).toMatchObject({ kind: 'inconclusive', cause: 'refused' });
  });

  it.each([
    ['a refusal in other words', failed(busy, answer(403, 'closed'))],
    ['an accepted request', failed(busy, answer(200, 'busy'))],
    ['no request', failed()],
  ])('is one if %s decides it', (_, outcome) => {
    expect(unlessRefusedAlike(outcome, refusals)).toBe(outcome);
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

  /** A target that refuses a number of requests, whose pauses are noted. */
  const refusing = (refusals: number) => {
    const paused: number[] = [];
    const world = {
      ...worldOf(({ index }) => ({ status: index < refusals ? 403 : 200, body: index < refusals ? {} : { id: 'x' } })),
      pause: async (ms: number) => {
        paused.push(ms);
      },
    };
    return { paused, world };
  };

  it('is sent again with longer rests after its writes, which are kept once they were long enough', async () => {
    const { paused, world } = refusing(1);
    expect(await retryFinally({ row, operation: 'fiatWithdrawal', reason: '403', refusals: new Set() }, world)).toEqual(
      { kind: 'holds' },
    );
    expect(paused).toEqual([5_000, 600]);
    expect(world.shared.writes.restMs).toBe(600);
  });

  it('is left undecided after two pauses, and the next one is not waited for', async () => {
    const { paused, world } = refusing(4);
    const undecided = { kind: 'inconclusive', cause: 'refused' };
    expect(
      await retryFinally({ row, operation: 'fiatWithdrawal', reason: '403', refusals: new Set() }, world),
    ).toMatchObject(undecided);
    expect(paused).toEqual([5_000, 600, 5_000, 2_500]);
    expect(world.shared.writes.restMs).toBe(0);
    expect(
      await retryFinally({ row, operation: 'fiatWithdrawal', reason: '403', refusals: new Set() }, world),
    ).toMatchObject(undecided);
    expect(await retryFinally({ row, operation: 'fiatWithdrawal', reason: '403', refusals: new Set() }, world)).toEqual(
      { kind: 'holds' },
    );
    expect(paused).toHaveLength(4);
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
