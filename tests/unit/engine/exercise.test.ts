import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../src/engine/ask.ts';
import { cases, probe, question, rule } from '../../../src/engine/check.ts';
import { afterPart, exercise } from '../../../src/engine/exercise.ts';
import { failure } from '../../../src/engine/failure.ts';
import { blockedBy, Conflicted, Inconclusive } from '../../../src/engine/inconclusive.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { Refuted } from '../../../src/engine/refuted.ts';
import { must, type Row, suite } from '../../../src/engine/row.ts';
import { unanswered } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import type { NonEmpty } from '../../../src/values/non-empty.ts';
import { exchange } from '../../support/exchanges.ts';
import { type Asked, worldOf } from '../../support/world.ts';

const FACTS = { aspect: 'request checks', cites: ['words'] } as const;

function rowOf(...checks: Parameters<typeof must> extends readonly [string, unknown, ...infer C] ? C : never): Row {
  const [row] = suite('4.1', ['listFiat', 'putFiat'], { ROW: must('A sentence', FACTS, ...checks) });
  if (!row) throw new Error('the suite made no row');
  return row;
}

const status = (wanted: number) =>
  probe(async (p) => {
    const answer = await p.send(p.operation);
    const found = answer.response.status;
    return found === wanted ? [] : [failure(answer, { expected: `${wanted}`, actual: `${found}` })];
  });

/** Answers with the statuses in turn, the last of them from then on. */
const inTurn = (...statuses: NonEmpty<number>) =>
  worldOf(({ index }) => ({ status: statuses[Math.min(index, statuses.length - 1)] ?? 0, body: { n: index } }));

describe('a row that is exercised', () => {
  it('holds when every probe holds, and sends nothing for its rules', async () => {
    const world = inTurn(200);
    const row = rowOf(
      rule(() => []),
      status(200),
      status(200),
    );
    expect(await exercise(row, 'listFiat', world)).toEqual({ kind: 'holds' });
    expect(world.asked).toHaveLength(2);
  });

  it('fails with the first failure when its repetition fails too', async () => {
    const outcome = await exercise(rowOf(status(200)), 'listFiat', inTurn(500, 501));
    expect(outcome).toMatchObject({ kind: 'fails', failures: [{ actual: '500' }] });
  });

  it('makes no generated cases that the budgets leave no room for, unless nothing else is known', async () => {
    let made = 0;
    const generated = cases({ cases: 5, requests: 1 }, async (p) => {
      made += 1;
      return p.each(fc.nat(), async () => []);
    });
    const world = { ...inTurn(200), cases: () => 0 };
    expect(await exercise(rowOf(status(200), generated), 'listFiat', world, { part: 'generated' })).toEqual({
      kind: 'holds',
    });
    expect(made).toBe(0);
    expect(await exercise(rowOf(generated), 'listFiat', world)).toMatchObject({
      kind: 'inconclusive',
      cause: 'budget',
    });
  });

  it('is flaky when a failure does not come back in three repetitions, and lists all exchanges', async () => {
    const outcome = await exercise(rowOf(status(200)), 'listFiat', inTurn(500, 200));
    if (outcome.kind !== 'flaky') throw new Error(outcome.kind);
    expect(outcome.reason).toContain('expected 200; got 500, answered 500 {"n":0} (exchange 1)');
    expect(outcome.reason).toContain('then answered 200 {"n":1} (exchange 2)');
    expect(outcome.failures[0]?.exchanges.map(({ id }) => id)).toEqual([2, 3, 4, 1]);
  });

  it('counts only repetitions that passed when it is flaky', async () => {
    let runs = 0;
    const refused = probe(async (p) => {
      const answer = await p.send(p.operation);
      runs += 1;
      if (runs > 2) throw new Inconclusive('refused', 'the plain request was refused');
      return runs === 1 ? [failure(answer, { expected: 'a', actual: 'b' })] : [];
    });
    const outcome = await exercise(rowOf(refused), 'listFiat', inTurn(200));
    expect(outcome).toMatchObject({ kind: 'flaky', reason: expect.stringContaining('passed once when repeated') });
  });

  describe('after an invalid write was accepted once', () => {
    const refusal = probe(async (p) => p.expectOutcome('refused', 'an invalid body', await p.send('putFiat')));

    it('fails although its repetitions are refused with a conflict: what it created may be the cause', async () => {
      const outcome = await exercise(rowOf(refusal), 'putFiat', inTurn(200, 409));
      expect(outcome).toMatchObject({ kind: 'fails', failures: [{ actual: 'accepted with 200' }] });
    });

    it('is flaky when its repetitions are refused otherwise', async () => {
      expect(await exercise(rowOf(refusal), 'putFiat', inTurn(200, 400))).toMatchObject({ kind: 'flaky' });
    });
  });

  it('is observed when a question that met a server error is answered in the repetition', async () => {
    let runs = 0;
    const asked = question(async (p) => {
      const answer = await p.send(p.operation);
      runs += 1;
      if (runs === 1) throw new Refuted([failure(answer, { expected: 'success', actual: '500' })]);
      return 'the answer';
    });
    const outcome = await exercise(rowOf(asked), 'listFiat', inTurn(200));
    expect(outcome).toEqual({ kind: 'observed', answer: 'the answer' });
  });

  it('names the members on which a failure depends that comes back only in larger requests', async () => {
    const larger = probe(async (p) => {
      const more = p.attempt % 2 === 0 ? { memo: 'm', metadata: {} } : {};
      const answer = await p.send('putFiat', { body: { total: '5', ...more } });
      return answer.response.status === 200 ? [failure(answer, { expected: 'refused', actual: 'accepted' })] : [];
    });
    const world = worldOf(({ input }) => ({ status: 'memo' in Object(input.body) ? 200 : 400, body: {} }));
    expect(await exercise(rowOf(larger), 'putFiat', world)).toMatchObject({
      kind: 'fails',
      failures: [{ actual: 'accepted (only beside memo, metadata: passed without)' }],
    });
  });

  it('is undecided when the run ends before a failure that did not come back is tried again', async () => {
    let runs = 0;
    const ended = probe(async (p) => {
      const answer = await p.send(p.operation);
      if (++runs > 2) throw new Inconclusive('budget', 'the run ended early');
      return runs === 1 ? [failure(answer, { expected: 'a', actual: 'b' })] : [];
    });
    expect(await exercise(rowOf(ended), 'listFiat', inTurn(200))).toMatchObject({
      kind: 'inconclusive',
      cause: 'budget',
    });
  });

  it('fails when a failure is followed by an inconclusive repetition', async () => {
    let runs = 0;
    const once = probe(async (p) => {
      const answer = await p.send(p.operation);
      if (++runs > 1) throw new Inconclusive('transport', 'no answer');
      return [failure(answer, { expected: 'a', actual: 'b' })];
    });
    expect(await exercise(rowOf(once), 'listFiat', inTurn(200))).toMatchObject({ kind: 'fails' });
  });

  it('is inconclusive when a connection breaks and the repetition gets no answer either', async () => {
    let runs = 0;
    const broken = probe(async (p) => {
      if (++runs > 1) throw new Inconclusive('transport', 'no answer');
      const lost = { ...(await p.send(p.operation)), lost: 'connection reset', isUnsent: false };
      return [failure(unanswered(lost), { expected: 'a', actual: 'b' })];
    });
    const outcome = await exercise(rowOf(broken), 'listFiat', inTurn(200));
    expect(outcome).toMatchObject({ kind: 'inconclusive', cause: 'transport' });
  });

  it('is inconclusive when its request is refused, and in the repetition the plain request too', async () => {
    let runs = 0;
    const refused = probe(async (p) => {
      const answer = await p.send(p.operation);
      if (++runs > 1) throw new Inconclusive('refused', 'the plain request was refused');
      return [failure(answer, { expected: 'success', actual: '400' })];
    });
    const outcome = await exercise(rowOf(refused), 'listFiat', inTurn(400));
    expect(outcome).toMatchObject({ kind: 'inconclusive', cause: 'refused' });
  });

  it('is tried once more after a pause when an update meets a lock that ends then', async () => {
    const accepted = probe(async (p) => {
      await p.sendValid({ operation: 'putFiat', input: () => ({ body: {} }) });
      return [];
    });
    const locked = inTurn(409, 409, 409, 409, 409, 409, 200);
    locked.shared.noteAccepted(exchange('putFiat', { status: 200, body: {} }));
    expect((await exercise(rowOf(accepted), 'putFiat', locked)).kind).toBe('holds');
    const always = inTurn(409);
    expect((await exercise(rowOf(accepted), 'putFiat', always)).kind).toBe('inconclusive');
    expect(always.asked).toHaveLength(6);
  });

  it('is tried once more when it is inconclusive because a write was answered 409, but not 403', async () => {
    const accepted = probe(async (p) => {
      await p.sendValid({ operation: 'createAddress', input: () => ({ body: { ref_id: 'kept' } }) });
      return [];
    });
    for (const [first, then, kind, asked] of [
      [409, 200, 'holds', 2],
      [409, 409, 'inconclusive', 2],
      [403, 200, 'inconclusive', 1],
    ] as const) {
      const world = inTurn(first, then);
      expect((await exercise(rowOf(accepted), 'listFiat', world)).kind).toBe(kind);
      expect(world.asked).toHaveLength(asked);
    }
  });

  it('is tried once more when the connection of a write broke, and sends its shared request again', async () => {
    const sent = probe(async (p) => {
      await p.once('a write', () => p.send('createAddress', { body: { ref_id: 'kept' } }));
      return [];
    });
    const breaking = (times: number) =>
      worldOf(({ index }) => (index < times ? { lost: 'the connection was reset' } : { status: 200, body: {} }));
    expect((await exercise(rowOf(sent), 'listFiat', breaking(1))).kind).toBe('holds');
    const world = breaking(5);
    expect(await exercise(rowOf(sent), 'listFiat', world)).toMatchObject({ kind: 'inconclusive', cause: 'transport' });
    expect(world.asked).toHaveLength(2);
  });

  it('is tried once more when a write that it shares met a conflict for another check', async () => {
    let tries = 0;
    const shared = probe(async () => {
      tries += 1;
      throw new Conflicted('a valid request was refused: putFiat answered 409', { status: 409, words: '409' });
    });
    expect((await exercise(rowOf(shared), 'listFiat', inTurn(200))).kind).toBe('inconclusive');
    expect(tries).toBe(2);
  });

  it('has its closing checks after a failure that did not come back, of which only another failure counts', async () => {
    const failed = { kind: 'fails', failures: [{} as Failure] } as const;
    const flaky = { kind: 'flaky', reason: 'once', failures: failed.failures } as const;
    const holds = { kind: 'holds' } as const;
    const again = { ...failed };
    expect(await afterPart('closing', flaky, async () => holds)).toBe(flaky);
    expect(await afterPart('closing', flaky, async () => again)).toBe(again);
    expect(await afterPart('generated', flaky, async () => again)).toBe(flaky);
    expect(await afterPart('closing', failed, async () => again)).toBe(failed);
    expect(await afterPart('fixed', failed, async () => holds)).toBe(holds);
  });

  it('reads again what it read in an attempt that was undecided before', async () => {
    const shared = probe(async (p) => {
      const read = await p.oncePerAttempt('a read', () => p.send('listFiat'));
      return read.response.status === 200 ? [] : [failure(read, { expected: '200', actual: '403' })];
    });
    const cutOff = worldOf(({ index }) =>
      index === 0 ? { lost: 'reset' } : { status: index === 1 ? 403 : 200, body: {} },
    );
    const outcome = await exercise(rowOf(shared), 'putFiat', cutOff);
    expect(outcome.kind).not.toBe('fails');
  });

  it('stops at the first probe that does not hold', async () => {
    const world = inTurn(500);
    await exercise(rowOf(status(200), status(500)), 'listFiat', world);
    expect(world.asked).toHaveLength(2);
  });

  it('is inconclusive with cause, reason and what is needed when a fixture is missing', async () => {
    const row = rowOf(probe(async (p) => [p.fixture('order_id', ({ order_id }) => order_id)].slice(1).map(never)));
    expect(await exercise(row, 'listFiat', inTurn(200))).toEqual({
      kind: 'inconclusive',
      cause: 'fixture',
      reason: 'the fixtures have no order_id, and no list shows one',
      need: { fixture: 'order_id' },
    });
  });

  it('names the requirements that block it', async () => {
    const row = rowOf(probe(async () => Promise.reject(blockedBy('ORDER-ASC', 'the first page is not in order'))));
    expect(await exercise(row, 'listFiat', inTurn(200))).toEqual({
      kind: 'inconclusive',
      cause: 'blocked',
      reason: 'the first page is not in order',
      blockedBy: ['ORDER-ASC'],
    });
  });

  it('is inconclusive when a probe sends nothing', async () => {
    const outcome = await exercise(rowOf(probe(async () => [])), 'listFiat', inTurn(200));
    expect(outcome).toMatchObject({ kind: 'inconclusive', reason: 'there was nothing to send' });
  });

  it('observes the answer when it asks a question', async () => {
    const row = rowOf(question(async (p) => (await p.answerTo({ operation: p.operation, input: () => ({}) })).words));
    expect(await exercise(row, 'listFiat', inTurn(200))).toEqual({ kind: 'observed', answer: 'accepted' });
  });

  describe('whose valid request is answered with a server error', () => {
    const [valid, plain, invalid] = ['valid', 'plain', 'invalid'].map(
      (name): Ask => ({ operation: 'listFiat', input: () => ({ query: { name } }) }),
    );
    const row = rowOf(probe(async (p) => (valid ? p.sendValid(valid).then(() => []) : [])));
    const controls = plain && invalid && { plain, invalid };
    /** Answers the requests by their names, the last status of each from then on. */
    const world = (statuses: Readonly<Record<string, readonly number[]>>) => {
      const left = Object.fromEntries(Object.entries(statuses).map(([name, all]) => [name, [...all]]));
      const next = ([status = 0, ...more]: number[], name: string): number => {
        if (more.length > 0) left[name] = more;
        return status;
      };
      const react = ({ input }: Asked) => {
        const name = String(input.query?.['name']);
        return { status: next(left[name] ?? [], name), body: {} };
      };
      return worldOf(react, controls ? { controls } : {});
    };

    it('fails when the plain request is accepted and the error comes back', async () => {
      const target = world({ valid: [500], plain: [200], invalid: [400] });
      const outcome = await exercise(row, 'listFiat', target);
      if (outcome.kind !== 'fails') throw new Error(outcome.kind);
      expect(outcome.failures[0].exchanges.map(({ response }) => response.status)).toEqual([500, 200, 500]);
      expect(target.asked.map(({ input }) => input.query?.['name'])).toEqual([
        ...['valid', 'invalid', 'plain', 'valid'],
        ...['valid', 'invalid', 'plain', 'valid'],
      ]);
    });

    it.each([
      ['is flaky when the error comes only once', { valid: [500, 200], plain: [200], invalid: [400] }, 'flaky'],
      [
        'is inconclusive when the target refuses invalid requests with the same error',
        { valid: [500], plain: [200], invalid: [500] },
        'inconclusive',
      ],
      [
        'is inconclusive when the plain request is refused too',
        { valid: [500], plain: [400], invalid: [400] },
        'inconclusive',
      ],
      [
        'is inconclusive when the status is 400 instead',
        { valid: [400], plain: [200], invalid: [400] },
        'inconclusive',
      ],
    ])('%s', async (_, statuses, kind) => {
      expect(await exercise(row, 'listFiat', world(statuses))).toMatchObject({ kind });
    });
  });

  it('passes on an internal error of the tool', async () => {
    const row = rowOf(probe(async () => Promise.reject(new TypeError('a defect of ours'))));
    await expect(exercise(row, 'listFiat', inTurn(200))).rejects.toThrow('a defect of ours');
  });

  it('runs only the failing case of a property when it is replayed', async () => {
    const values: number[] = [];
    const check = (p: Probing) =>
      p.each(fc.nat(1000), async (value) => {
        values.push(value);
        const answer = await p.send(p.operation);
        return value > 10 ? [failure(answer, { expected: 'at most 10', actual: `${value}` })] : [];
      });
    const first = await exercise(rowOf(probe(check)), 'listFiat', inTurn(200));
    if (first.kind !== 'fails') throw new Error(first.kind);
    const [{ actual, replay }] = first.failures;
    values.length = 0;
    await exercise(rowOf(probe(check)), 'listFiat', inTurn(200), { replay });
    expect(new Set(values)).toEqual(new Set([Number(actual)]));
  });
});

describe('rows that are exercised concurrently', () => {
  it.each([
    { operation: 'putFiat', most: 1 },
    { operation: 'listFiat', most: 3 },
  ] as const)('run at most $most at a time on $operation', async ({ operation, most }) => {
    let [running, seen] = [0, 0];
    const slow = probe(async (p) => {
      running += 1;
      seen = Math.max(seen, running);
      await p.send(p.operation);
      await p.pause(5);
      running -= 1;
      return [];
    });
    const world = inTurn(200);
    await Promise.all([1, 2, 3].map(() => exercise(rowOf(slow), operation, world)));
    expect(seen).toBe(most);
  });
});

const never = (): never => {
  throw new Error('unreachable');
};
