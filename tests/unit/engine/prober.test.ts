import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../src/engine/ask.ts';
import { CONFIRMATION } from '../../../src/engine/attempt-kinds.ts';
import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import { Prober } from '../../../src/engine/prober.ts';
import type { Demand } from '../../../src/engine/proof.ts';
import type { Query, RequestInput } from '../../../src/model/exchange.ts';
import { member } from '../../../src/values/json.ts';
import { exchange } from '../../support/exchanges.ts';
import { type Reaction, worldOf } from '../../support/world.ts';

const TWIN: Ask = { operation: 'listFiat', input: () => ({ query: { limit: 1 } }) };
const VARIANT: Ask = { operation: 'listFiat', input: () => ({ query: { limit: -1 } }) };
const twin = { key: 'plain', ask: TWIN };

const isVariant = ({ query }: RequestInput): boolean => query?.['limit'] === -1;

/** A target that accepts the twin, or answers it in turn as given, and answers the variant in turn as given; 0 breaks the connection. */
function answering(variants: readonly number[], twins: readonly number[] = [200], recognised = true) {
  let [v, t] = [0, 0];
  return worldOf(
    ({ input }): Reaction => {
      const status = isVariant(input) ? variants[v++ % variants.length] : twins[Math.min(t++, twins.length - 1)];
      return status === 0 ? { lost: 'connection reset' } : { status: status ?? 500, body: { detail: 'limit' } };
    },
    { recognises: ({ request }) => recognised || request.query['limit']?.[0] === '1' },
  );
}

const prober = (world: ReturnType<typeof worldOf>) => new Prober(world, 'ROW', 'listFiat');
const order = ({ asked }: ReturnType<typeof worldOf>) =>
  asked.map(({ input }) => (isVariant(input) ? 'variant' : 'twin'));

describe('a demand that a changed request is refused', () => {
  it.each([
    { variants: [400], sent: ['twin', 'variant'], failures: 0 },
    { variants: [200], sent: ['twin', 'variant'], failures: 1 },
    { variants: [409], sent: ['twin', 'variant', 'twin', 'variant'], failures: 0 },
    { variants: [409, 400], sent: ['twin', 'variant', 'twin', 'variant'], failures: 0 },
    { variants: [409, 200], sent: ['twin', 'variant', 'twin', 'variant'], failures: 1 },
    { variants: [500], sent: ['twin', 'variant', 'twin', 'variant'], failures: 0 },
    { variants: [302], sent: ['twin', 'variant', 'twin', 'variant'], failures: 0 },
    { variants: [503], sent: ['twin', 'variant', 'twin', 'variant'], failures: 0 },
    { variants: [503, 200], sent: ['twin', 'variant', 'twin', 'variant'], failures: 1 },
    { variants: [0], sent: ['twin', 'variant', 'twin', 'variant', 'variant', 'variant'], failures: 1 },
    { variants: [0, 0, 400], sent: ['twin', 'variant', 'twin', 'variant', 'variant'], failures: 0 },
    { variants: [0, 400], sent: ['twin', 'variant', 'twin', 'variant'], failures: 0 },
    { variants: [500, 0, 500], sent: ['twin', 'variant', 'twin', 'variant', 'variant'], failures: 0 },
  ])('sends $sent and finds $failures failures when the changed request is answered $variants', async ({
    variants,
    sent,
    failures,
  }) => {
    const world = answering(variants);
    expect(await prober(world).expectRefused('a limit of -1', VARIANT, twin)).toHaveLength(failures);
    expect(order(world)).toEqual(sent);
  });

  it.each([
    { variants: [200], twins: [400], sent: ['twin', 'variant'], failures: 1 },
    { variants: [200], twins: [409, 200], sent: ['twin', 'variant'], failures: 1 },
  ])('finds $failures failure when an invalid request is answered $variants and its twin $twins', async (given) => {
    const world = answering(given.variants, given.twins);
    const invalid = { ...VARIANT, isInvalid: true };
    expect(await prober(world).expectRefused('a limit of -1', invalid, twin)).toHaveLength(given.failures);
    expect(order(world)).toEqual(given.sent);
  });

  it.each([
    400, 409, 500, 0,
  ])('is inconclusive when an invalid request is answered %d and its twin is refused too', async (status) => {
    const demand = prober(answering([status], [400])).expectRefused('x', { ...VARIANT, isInvalid: true }, twin);
    await expect(demand).rejects.toMatchObject({ name: 'Inconclusive', cause: 'refused' });
  });

  it('keeps generated twins of the first hundred cases only, and sends every other twin once a run', async () => {
    const world = answering([400]);
    const p = prober(world);
    const cases = Array.from({ length: 102 }, (_, i) => i);
    await p.together(cases, (each) => p.expectRefused('x', VARIANT, { key: `${each}`, ask: TWIN, isGenerated: true }));
    await p.together(cases, () => p.expectRefused('x', VARIANT, twin));
    const kept = cases.filter((each) => p.remembered(`twin listFiat ${each}`) !== undefined);
    expect(kept).toEqual(cases.slice(0, 100));
    expect(order(world).filter((sent) => sent === 'twin')).toHaveLength(103);
  });

  it('shows in its failure the twin first, then the changed request that was accepted', async () => {
    const [failure] = await prober(answering([200])).expectRefused('a limit of -1', VARIANT, twin);
    expect(failure).toMatchObject({ expected: 'a limit of -1: refused', actual: 'accepted with 200', where: null });
    expect(failure?.exchanges.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('shows in its failure the repeated twin and request when these decided', async () => {
    const [failure] = await prober(answering([409, 200])).expectRefused('a limit of -1', VARIANT, twin);
    expect(failure?.exchanges.map(({ id }) => id)).toEqual([3, 4]);
  });

  it.each([
    { variants: [429], twins: [200], cause: 'transport' },
    { variants: [503, 429], twins: [200], cause: 'transport' },
    { variants: [409], twins: [200, 401], cause: 'refused' },
    { variants: [400], twins: [403], cause: 'refused' },
    { variants: [400], twins: [503], cause: 'transport' },
    { variants: [400], twins: [429], cause: 'refused' },
  ])('is inconclusive (cause $cause) when the changed request is answered $variants and the twin $twins', async (given) => {
    const demand = prober(answering(given.variants, given.twins)).expectRefused('a limit of -1', VARIANT, twin);
    await expect(demand).rejects.toMatchObject({ name: 'Inconclusive', cause: given.cause });
  });
});

describe('a control request that is accepted only once', () => {
  const adding = (identity_id: string): Ask => ({
    operation: 'addMembers',
    input: () => ({ body: { members: [{ identity_id }] } }),
  });
  /** Refuses who is a member, and whoever is nobody, with the same status. */
  const refusing = (another: Ask | undefined) => {
    const members = new Set<string>();
    const controls = { plain: adding('A'), invalid: adding(''), another: async () => another };
    return worldOf(
      ({ input }) => {
        const text = JSON.stringify(input.body);
        const isTaken = text.includes('""') || members.has(text);
        members.add(text);
        return { status: isTaken ? 409 : 200, body: {} };
      },
      { controls },
    );
  };
  const demanded = (world: ReturnType<typeof worldOf>, demand: 'expectRefused' | 'expectAccepted') =>
    new Prober(world, 'ROW', 'addMembers')[demand]('nobody', adding(''), { key: 'plain', ask: adding('A') });

  it('is replaced by another one when a refusal is demanded', async () => {
    const world = refusing(adding('B'));
    expect(await demanded(world, 'expectRefused')).toEqual([]);
    expect(JSON.stringify(world.asked.at(-2)?.input)).toContain('B');
  });

  it('leaves the check inconclusive when no other is known or acceptance is demanded', async () => {
    await expect(demanded(refusing(undefined), 'expectRefused')).rejects.toMatchObject({ cause: 'refused' });
    await expect(demanded(refusing(adding('B')), 'expectAccepted')).rejects.toMatchObject({ cause: 'refused' });
  });
});

describe('a demand that a changed request is accepted', () => {
  it('holds when it is accepted', async () => {
    expect(await prober(answering([200])).expectAccepted('a limit of -1', VARIANT, twin)).toEqual([]);
  });

  it('fails when it is refused and its twin accepted again, without sending it twice', async () => {
    const world = answering([400]);
    const [failure] = await prober(world).expectAccepted('a limit of -1', VARIANT, twin);
    expect(failure).toMatchObject({ expected: 'a limit of -1: accepted', actual: 'refused with 400 "limit"' });
    expect(order(world)).toEqual(['twin', 'variant', 'twin']);
  });

  it.each([
    { variants: [409], twins: [200], recognised: true, cause: 'refused' },
    { variants: [504], twins: [200], recognised: true, cause: 'transport' },
    { variants: [400], twins: [200, 402], recognised: true, cause: 'refused' },
    { variants: [200], twins: [200], recognised: false, cause: 'unrecognised' },
  ])('is inconclusive (cause $cause) when it is answered $variants and the twin $twins', async ({
    variants,
    twins,
    recognised,
    cause,
  }) => {
    const demand = prober(answering(variants, twins, recognised)).expectAccepted('a limit of -1', VARIANT, twin);
    await expect(demand).rejects.toMatchObject({ cause });
  });
});

describe('a repeated demand that a changed request is accepted', () => {
  const repeated = (world: ReturnType<typeof worldOf>) =>
    new Prober(world, 'ROW', 'listFiat', { attempt: CONFIRMATION }).expectAccepted('a limit of -1', VARIANT, twin);

  it('holds when the request is refused at first and accepted a moment later', async () => {
    const world = answering([400, 200]);
    expect(await repeated(world)).toEqual([]);
    expect(order(world)).toEqual(['twin', 'variant', 'variant']);
  });

  it('fails when the request is refused a second time', async () => {
    const world = answering([400, 422]);
    expect(await repeated(world)).toMatchObject([{ actual: expect.stringContaining('422') }]);
    expect(order(world)).toEqual(['twin', 'variant', 'variant', 'twin']);
  });
});

describe('an answer whose request has no twin', () => {
  const judging = async (demand: Demand, status: number, control = async (): Promise<void> => undefined) => {
    const p = prober(answering([status]));
    const { exchange } = await p.answerTo(VARIANT);
    return p.expectOutcome(demand, 'a claim', exchange, { control });
  };

  it.each([
    { demand: 'unauthenticated', status: 401, controls: 0, failures: [] },
    { demand: 'unauthenticated', status: 403, controls: 1, failures: [] },
    { demand: 'unauthenticated', status: 200, controls: 0, failures: ['accepted with 200'] },
    { demand: 'known', status: 200, controls: 0, failures: [] },
    { demand: 'known', status: 403, controls: 1, failures: ['refused with 403 "limit"'] },
    { demand: 'refused', status: 409, controls: 1, failures: [] },
  ] as const)('with status $status needs $controls controls when the demand is "$demand"', async ({
    demand,
    status,
    controls,
    failures,
  }) => {
    let called = 0;
    const found = await judging(demand, status, async () => {
      called += 1;
    });
    expect(found.map(({ actual }) => actual)).toEqual(failures);
    expect(called).toBe(controls);
  });

  it('needs no control if other answers have shown what it would show', async () => {
    const p = prober(answering([400]));
    const answer = exchange('listFiat', { status: 403, body: {} });
    expect(await p.expectOutcome('unauthenticated', 'a request', answer)).toEqual([]);
    expect(await p.expectOutcome('known', 'a request', answer)).toHaveLength(1);
  });

  it('makes the check inconclusive when its control is inconclusive', async () => {
    const control = () => Promise.reject(new Inconclusive('fixture', 'nothing to compare with'));
    await expect(judging('unauthenticated', 403, control)).rejects.toMatchObject({ cause: 'fixture' });
  });
});

describe('a twin', () => {
  it('is sent once per run for each key', async () => {
    const world = answering([400]);
    for (const id of ['A', 'B']) await new Prober(world, id, 'listFiat').twin(twin);
    expect(world.asked).toHaveLength(1);
  });

  it('is sent again for the next row after a transient failure, but not after 400 or 429', async () => {
    for (const [status, sent] of [
      [503, 2],
      [400, 1],
      [429, 1],
    ] as const) {
      const world = answering([400], [status]);
      for (const id of ['A', 'B'])
        await expect(new Prober(world, id, 'listFiat').twin(twin)).rejects.toThrow(Inconclusive);
      expect(world.asked).toHaveLength(sent);
    }
  });

  it('that was refused is not sent again because another request of the row met a conflict', async () => {
    const world = worldOf(({ input }) => ({ status: member(input.body, 'memo') === 'refused' ? 400 : 409, body: {} }));
    const creation = (memo: string): Ask => ({ operation: 'createAddress', input: () => ({ body: { memo } }) });
    for (const id of ['A', 'B', 'C']) {
      const p = new Prober(world, id, 'createAddress');
      await p.answerTo(creation('conflict'));
      await expect(p.twin({ key: 'plain', ask: creation('refused') })).rejects.toThrow(Inconclusive);
    }
    expect(world.asked.filter(({ input }) => member(input.body, 'memo') === 'refused')).toHaveLength(1);
  });
});

describe('a withdrawal of the usual amount', () => {
  /** Sends such withdrawals to a target with these answers, and returns the amounts that were sent. */
  async function amountsOf(statuses: readonly number[], { mayVaryAmount = true, accepted = '0.50' } = {}) {
    const world = worldOf(({ index }) =>
      statuses[index] === 0 ? { lost: 'closed' } : { status: statuses[index] ?? 200, body: {} },
    );
    const p = new Prober(world, 'ROW', 'fiatWithdrawal');
    const input = (isVaried = p.needsOtherAmounts('fiatWithdrawal')) => ({
      body: { amount: isVaried ? '0.51' : '0.50' },
    });
    const ask: Ask = { operation: 'fiatWithdrawal', input, ...(mayVaryAmount ? { mayVaryAmount } : {}) };
    world.shared.noteAccepted(exchange('fiatWithdrawal', { status: 200, body: {} }, { body: { amount: accepted } }));
    for (let sent = 0; sent < 2; sent += 1) await p.sendValid(ask).catch(() => undefined);
    return world.asked.map(({ input: { body } }) => member(body, 'amount'));
  }

  it('is sent with another amount, as are later ones, if it is refused after one of the same amount was accepted', async () => {
    expect(await amountsOf([400, 200])).toEqual(['0.50', '0.51', '0.51']);
  });

  it('is sent with the usual amount again if the other one is refused too', async () => {
    expect(await amountsOf([400, 400])).toEqual(['0.50', '0.51', '0.50']);
  });

  it('is varied by later ones only if another amount was accepted, whatever became of the answer', async () => {
    expect(await amountsOf([400, 0, 200])).toEqual(['0.50', '0.51', '0.50']);
  });

  it('is sent as it is if something depends on its amount', async () => {
    expect(await amountsOf([400, 200], { mayVaryAmount: false })).toEqual(['0.50', '0.50']);
  });

  it('is sent as it is if only other amounts were accepted: the target may refuse this one', async () => {
    expect(await amountsOf([400, 200], { accepted: '0.75' })).toEqual(['0.50', '0.50']);
  });
});

describe('a read that checks share', () => {
  const page = (query?: Query): Ask => ({
    operation: 'listFiat',
    input: () => ({ query: query ?? {} }),
    isShared: true,
  });
  const world = () => worldOf(() => ({ status: 200, body: { items: [] } }));

  it('is sent once for all checks, whatever the order of its parameters', async () => {
    const target = world();
    await new Prober(target, 'ONE', 'listFiat').sendValid(page({ limit: 1, order: 'ASC' }));
    await new Prober(target, 'OTHER', 'listFiat').sendValid(page({ order: 'ASC', limit: 1 }));
    await new Prober(target, 'THIRD', 'listFiat').sendValid(page({ order: 'DESC', limit: 1 }));
    expect(target.asked).toHaveLength(2);
  });

  it('is not sent when the run made it before the first check, except to confirm a failure', async () => {
    const target = world();
    const before = exchange('listFiat', { status: 200, body: { items: [] } }, { query: { limit: 1000 } });
    target.shared.offerRead(before, () => before);
    const [check, again] = [new Prober(target, 'ONE', 'listFiat'), new Prober(target, 'OTHER', 'listFiat')];
    expect(await check.sendValid(page({ limit: 1000 }))).toBe(before);
    expect(await again.sendValid(page({ limit: 1000 }))).toBe(before);
    expect(target.asked).toHaveLength(0);
    await new Prober(target, 'ONE', 'listFiat', { attempt: CONFIRMATION }).sendValid(page({ limit: 1000 }));
    expect(target.asked).toHaveLength(1);
  });

  it('is sent when it was not shared before', async () => {
    const target = world();
    const before = exchange('listFiat', { status: 200, body: { items: [] } }, {});
    target.shared.offerRead(before, () => before);
    await new Prober(target, 'ONE', 'listFiat').sendValid({ ...page({}), isShared: false });
    expect(target.asked).toHaveLength(1);
  });
});

describe('the last response to a check', () => {
  it('is not one to a request for a value that checks share', async () => {
    const check = prober(answering([400]));
    const own = await check.sendValid(TWIN);
    await check.once('what all checks need', () => check.answerTo(VARIANT));
    expect(check.lastOwn).toBe(own);
  });
});

describe('a write that meets a transient failure', () => {
  const writing = (p: Prober): Ask => ({ operation: 'createAddress', input: () => ({ body: p.tagged({ a: 1 }) }) });
  const refs = ({ asked }: ReturnType<typeof worldOf>) => asked.map(({ input }) => member(input.body, 'ref_id'));

  it('is sent once more with a new ref_id', async () => {
    const world = worldOf(({ index }) => ({ status: index === 0 ? 503 : 200, body: {} }));
    const p = new Prober(world, 'ROW', 'createAddress');
    expect((await p.sendValid(writing(p))).response.status).toBe(200);
    const [first, second] = refs(world);
    expect(world.asked).toHaveLength(2);
    expect(first).not.toEqual(second);
  });

  it('is repeated after the time that Retry-After gives, at most five seconds', async () => {
    for (const [asked, waited] of [
      ['3', 3_000],
      ['3600', 5_000],
    ] as const) {
      const pauses: number[] = [];
      const answering = worldOf(({ index }) =>
        index === 0 ? { status: 503, headers: { 'retry-after': asked } } : { status: 200, body: {} },
      );
      const p = new Prober(
        { ...answering, pause: async (milliseconds) => void pauses.push(milliseconds) },
        'ROW',
        'createAddress',
      );
      await p.sendValid(writing(p));
      expect(pauses).toEqual([waited]);
    }
  });

  it('is repeated with a new ref_id after its connection broke only when it must be accepted', async () => {
    const world = worldOf(({ index }) => (index === 0 ? { lost: 'connection reset' } : { status: 200, body: {} }));
    const p = new Prober(world, 'ROW', 'createAddress');
    expect((await p.sendValid(writing(p))).response.status).toBe(200);
    expect(new Set(refs(world)).size).toBe(2);
    const silent = worldOf(() => ({ lost: 'connection reset' }));
    const other = new Prober(silent, 'ROW', 'createAddress');
    await expect(other.answerTo(writing(other))).rejects.toMatchObject({ cause: 'transport' });
    expect(silent.asked).toHaveLength(1);
    await expect(other.sendValid(writing(other))).rejects.toMatchObject({ cause: 'transport' });
    expect(silent.asked).toHaveLength(4);
  });

  it('is not repeated when it has no ref_id, or one that must stay the same', async () => {
    const world = worldOf(() => ({ status: 503 }));
    const p = new Prober(world, 'ROW', 'createAddress');
    for (const body of [{}, { ref_id: 'kept' }]) {
      const ask: Ask = { operation: 'createAddress', input: () => ({ body }) };
      await expect(p.sendValid(ask)).rejects.toMatchObject({ cause: 'transport' });
    }
    expect(world.asked).toHaveLength(2);
  });

  it('is repeated when its method is idempotent, and when it must be refused', async () => {
    const put = worldOf(({ index }) => ({ status: index === 0 ? 503 : 200, body: {} }));
    const update: Ask = { operation: 'putFiat', input: () => ({ path: { id: 'A' }, body: { metadata: {} } }) };
    expect((await new Prober(put, 'ROW', 'putFiat').sendValid(update)).response.status).toBe(200);
    expect(put.asked.map(({ input }) => input)).toEqual([update.input(), update.input()]);
    const post = worldOf(({ index }) => ({ status: [200, 503, 400][index] ?? 200, body: {} }));
    const adding = (members: readonly string[]): Ask => ({
      operation: 'addMembers',
      input: () => ({ body: { members } }),
    });
    const p = new Prober(post, 'ROW', 'addMembers');
    expect(await p.expectRefused('members []', adding([]), { key: 'plain', ask: adding(['A']) })).toEqual([]);
    expect(post.asked).toHaveLength(3);
  });

  it('is repeated after the time that Retry-After gives also when it must be refused', async () => {
    const pauses: number[] = [];
    const busy = { status: 503, headers: { 'retry-after': '2' } };
    const world = worldOf(({ index }) => (index === 1 ? busy : { status: index === 0 ? 200 : 400, body: {} }));
    const waiting = { ...world, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
    const p = new Prober(waiting, 'ROW', 'fiatWithdrawal');
    const withdrawing = (amount: string): Ask => ({ operation: 'fiatWithdrawal', input: () => ({ body: { amount } }) });
    expect(await p.expectRefused('amount -1', withdrawing('-1'), { key: 'plain', ask: withdrawing('1') })).toEqual([]);
    expect(pauses).toEqual([2_000]);
  });

  it('is repeated with a new ref_id after 409 only when it must be accepted', async () => {
    const world = worldOf(({ index }) => ({ status: index === 0 ? 409 : 200, body: {} }));
    const p = new Prober(world, 'ROW', 'createAddress');
    expect((await p.sendValid(writing(p))).response.status).toBe(200);
    expect(new Set(refs(world)).size).toBe(2);
    const asking = worldOf(() => ({ status: 409 }));
    const other = new Prober(asking, 'ROW', 'createAddress');
    expect((await other.answerTo(writing(other))).evidence).toBe('doubtful');
    expect(asking.asked).toHaveLength(1);
  });

  it('makes later writes take turns when its repetition is accepted after 409', async () => {
    const ends = async ({ shared }: ReturnType<typeof worldOf>): Promise<readonly string[]> => {
      const order: string[] = [];
      const slow = async () => {
        await new Promise(setImmediate);
        order.push('first');
      };
      await Promise.all([shared.writes.inTurn(slow), shared.writes.inTurn(async () => order.push('second'))]);
      return order;
    };
    const met = async (second: number): Promise<ReturnType<typeof worldOf>> => {
      const world = worldOf(({ index }) => ({ status: index === 0 ? 409 : second, body: {} }));
      const p = new Prober(world, 'ROW', 'createAddress');
      await p.sendValid(writing(p)).catch(() => undefined);
      return world;
    };
    expect(await ends(await met(400))).toEqual(['second', 'first']);
    expect(await ends(await met(200))).toEqual(['first', 'second']);
  });

  it('is repeated without a ref_id after 409, but not after 503, when retriesConflicts is set', async () => {
    const withdrawing = {
      operation: 'cryptoWithdrawal',
      input: () => ({ body: { amount: '1' } }),
      retriesConflicts: true,
    } as const;
    const world = worldOf(({ index }) => ({ status: index === 0 ? 409 : 200, body: {} }));
    expect((await new Prober(world, 'ROW', 'cryptoWithdrawal').answerTo(withdrawing)).isAccepted).toBe(true);
    expect(world.asked).toHaveLength(2);
    const failing = worldOf(({ index }) => ({ status: index === 0 ? 503 : 200, body: {} }));
    await new Prober(failing, 'ROW', 'cryptoWithdrawal').answerTo(withdrawing);
    expect(failing.asked).toHaveLength(1);
  });

  it.each([
    'sandboxDeposit',
    'addMembers',
  ] as const)('is repeated without a ref_id on %s, where a second one does no harm', async (operation) => {
    const world = worldOf(({ index }) => ({ status: index === 0 ? 503 : 200, body: {} }));
    expect(
      (await new Prober(world, 'ROW', operation).answerTo({ operation, input: () => ({ body: {} }) })).isAccepted,
    ).toBe(true);
    expect(world.asked).toHaveLength(2);
  });

  it('is sent for at most three rows when it is a twin that meets a conflict', async () => {
    const world = worldOf(() => ({ status: 423 }));
    for (const id of ['A', 'B', 'C', 'D', 'E']) {
      const p = new Prober(world, id, 'createAddress');
      await expect(p.twin({ key: 'plain', ask: writing(p) })).rejects.toMatchObject({ cause: 'refused' });
    }
    expect(world.asked).toHaveLength(9);
  });

  it('is not repeated after 429 or 500, and neither is a read after 503', async () => {
    const read = worldOf(() => ({ status: 503 }));
    expect((await new Prober(read, 'ROW', 'listFiat').answerTo(TWIN)).evidence).toBe('transient');
    expect(read.asked).toHaveLength(1);
    for (const status of [429, 500]) {
      const world = worldOf(() => ({ status }));
      const p = new Prober(world, 'ROW', 'createAddress');
      await p.answerTo(writing(p));
      expect(world.asked).toHaveLength(1);
    }
  });
});

describe('an answer to a question', () => {
  it.each([
    { status: 200, words: 'accepted' },
    { status: 422, words: 'refused with 422 "limit"' },
    { status: 503, words: 'refused with 503 "limit"' },
  ])('with status $status is worded "$words"', async ({ status, words }) => {
    expect((await prober(answering([status])).answerTo(VARIANT)).words).toBe(words);
  });
});

describe('what a probe cannot send or find', () => {
  it('makes it inconclusive, with the cause and what is needed', async () => {
    const withheld = worldOf(() => ({
      withheld: true,
      reason: 'it would exceed the budget',
      need: { budget: 'maxAmount' },
    }));
    await expect(prober(withheld).send('listFiat')).rejects.toMatchObject({
      cause: 'budget',
      need: { budget: 'maxAmount' },
    });
    const lost = worldOf(() => ({ lost: 'connection reset' }));
    await expect(prober(lost).send('listFiat')).rejects.toMatchObject({ cause: 'transport' });
    const empty = prober(worldOf(() => ({ status: 200 }), { fixtures: { crypto_destinations: [] } }));
    const missing = () => empty.fixture('crypto_destinations', ({ crypto_destinations }) => crypto_destinations);
    expect(missing).toThrow(expect.objectContaining({ cause: 'fixture', need: { fixture: 'crypto_destinations' } }));
  });

  it('includes a transaction when the pool is empty', async () => {
    const p = new Prober(
      worldOf(() => ({ status: 200 }), { transactions: ['one'] }),
      'ROW',
      'affirm',
    );
    expect(await p.takeTransaction('PENDING')).toBe('one');
    await expect(p.takeTransaction('PENDING')).rejects.toMatchObject({
      need: { fixture: 'settlement_transactions.PENDING' },
    });
  });
});

describe('fresh ref_ids', () => {
  it('differ within a probe, between its attempts, rows and operations', () => {
    const world = worldOf(() => ({ status: 200 }));
    const p = new Prober(world, 'ROW', 'listFiat');
    const others = [
      new Prober(world, 'ROW', 'listFiat', { attempt: CONFIRMATION }),
      new Prober(world, 'OTHER', 'listFiat'),
      new Prober(world, 'ROW', 'listAccounts'),
    ];
    const refs = [p.freshRef(), p.freshRef(), ...others.map((each) => each.freshRef())];
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.every((ref) => ref.startsWith('run-'))).toBe(true);
  });
});

describe('a look that is repeated until it finds no flaws', () => {
  it('ends at the first time without flaws', async () => {
    const world = answering([200, 200]);
    const p = prober(world);
    let looks = 0;
    const look = async () => (++looks < 3 ? [(await p.expectRefused('x', VARIANT, twin))[0] ?? fail()].flat() : []);
    expect(await p.eventually(look)).toEqual([]);
    expect(looks).toBe(3);
  });

  it('returns the last flaws when its time limit is reached', async () => {
    const p = prober(answering([200]));
    expect(await p.eventually(() => p.expectRefused('x', VARIANT, twin), 200)).toHaveLength(1);
  });
});

const fail = (): never => {
  throw new Error('the variant was refused');
};
