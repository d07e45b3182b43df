import { describe, expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import { Guard, type GuardConfiguration } from '../../../src/client/guard.ts';
import { operationNames } from '../../../src/contract/operations.ts';
import type { Recorded, RequestInput } from '../../../src/model/exchange.ts';
import { needText } from '../../../src/model/need.ts';
import { amountLimits } from '../../../src/settings/target/allowance.ts';
import { decimal, formatDecimal, ZERO } from '../../../src/values/decimal.ts';
import type { Json } from '../../../src/values/json.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, type Loopback, serve } from '../../support/loopback.ts';

const NO_LIMIT = { each: null, single: {} };

type Limits = Partial<Omit<GuardConfiguration, 'maxAmount'> & { readonly maxAmount: string }>;

const guard = ({ maxAmount, ...limits }: Limits = {}): Guard =>
  new Guard({
    writes: 'allowed',
    maxWithdrawals: null,
    maxAmount: maxAmount === undefined ? NO_LIMIT : { ...NO_LIMIT, ...amountLimits(maxAmount) },
    shard: null,
    ...limits,
  });

const usd = (members: Record<string, Json> = { amount: '1.00' }): RequestInput => ({
  body: { asset: 'USD', ...members },
});

/** Admits a fiat withdrawal and settles it as answered with `status`, or lost. */
async function spend(by: Guard, input: RequestInput, status: number | 'lost' = 200, body: Json = {}): Promise<string> {
  const admission = await by.admit('fiatWithdrawal', input);
  if (admission.withheld) return admission.need ? needText(admission.need) : admission.reason;
  admission.settle(await outcome(status, body));
  return 'sent';
}

/** A real exchange with a server that answers so. */
async function outcome(status: number | 'lost', body: Json): Promise<Recorded> {
  const server = await serve((_, response) => (status === 'lost' ? response.destroy() : json(response, status, body)));
  const client = new Client(configured(server.url));
  const recorded = await client.send('fiatWithdrawal', { body: {} }, { kind: 'requirement', id: 'TEST' });
  await client.close();
  await server.close();
  return recorded;
}

describe('writes', () => {
  test.each([
    'not-allowed',
    'read-only',
  ] as const)('are withheld when writes are %s, and reads are not', async (writes) => {
    for (const operation of operationNames) {
      const admission = await guard({ writes }).admit(operation, {});
      expect([operation, admission.withheld]).toEqual([operation, !/^(get|list)/.test(operation)]);
    }
  });

  test('are withheld with the name of the flag that allows them', async () => {
    expect(await guard({ writes: 'not-allowed' }).admit('affirm', {})).toMatchObject({
      withheld: true,
      need: { words: '--allow-writes' },
    });
  });
});

describe('--max-withdrawals', () => {
  test('counts withdrawals that were or may have been accepted, but not those that were refused', async () => {
    const budget = guard({ maxWithdrawals: 3 });
    const statuses = [200, 400, 409, 422, 500, 'lost', 200] as const;
    const results: string[] = [];
    for (const status of statuses) results.push(await spend(budget, usd(), status));
    expect(results).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'sent', '--max-withdrawals']);
    expect(budget.withdrawn.withdrawals).toBe(3);
  });

  test('is not exceeded by concurrent requests with 429 and retries in between', async () => {
    let accepted = 0;
    const server: Loopback = await serve((_, response, count) => {
      if (count % 3 === 0) return json(response, 429, {}, { 'retry-after': '0' });
      if (count % 3 === 1) return json(response, 422, {});
      accepted += 1;
      json(response, 200, { total: '1.00' });
    });
    const client = new Client(configured(server.url));
    for (const each of [server, client]) keep(each);
    const budget = guard({ maxWithdrawals: 5, maxAmount: '25' });
    const one = async (): Promise<void> => {
      const admission = await budget.admit('fiatWithdrawal', usd());
      if (!admission.withheld)
        admission.settle(await client.send('fiatWithdrawal', usd(), { kind: 'requirement', id: 'TEST' }));
    };
    await Promise.all(Array.from({ length: 25 }, one));
    expect(accepted).toBe(5);
  });

  test('is divided among shards without a remainder', async () => {
    const counts = await Promise.all(
      [1, 2, 3].map(async (index) => {
        const budget = guard({ maxWithdrawals: 5, shard: { index, of: 3 } });
        for (let i = 0; i < 5; i += 1) {
          const admission = await budget.admit('fiatWithdrawal', usd());
          if (admission.withheld) break;
          admission.settle({ ...lost, lost: 'reset', isUnsent: false });
        }
        return budget.withdrawn.withdrawals;
      }),
    );
    expect(counts).toEqual([2, 2, 1]);
  });
});

const request = {
  method: 'POST',
  url: '',
  headers: {},
  path: {},
  query: {},
  body: undefined,
  credentials: 'token' as const,
};
const lost = {
  id: 1,
  operation: 'fiatWithdrawal' as const,
  request,
  startedAt: 0,
  durationMs: 0,
  purpose: { kind: 'traffic', what: 'recorded traffic' } as const,
};

describe('--max-amount', () => {
  test('is compared with exact sums: 0.1 and 0.2 fit into 0.3', async () => {
    const budget = guard({ maxAmount: '0.3' });
    expect(await spend(budget, usd({ amount: '0.1' }))).toBe('sent');
    expect(await spend(budget, usd({ total: '0.20' }))).toBe('sent');
    expect(await spend(budget, usd({ amount: '0.000000000000000001' }))).toBe('--max-amount');
    expect(budget.withdrawn).toEqual({ withdrawals: 2, amounts: { USD: '0.3' } });
  });

  test('counts the larger of amount and total without sign, and the total in the answer', async () => {
    const budget = guard({ maxAmount: '100' });
    await spend(budget, usd({ amount: '1', total: '-7' }));
    await spend(budget, usd({ amount: 2 }));
    await spend(budget, usd({ amount: '3' }), 200, { total: '3.25' });
    expect(budget.withdrawn.amounts).toEqual({ USD: '12.25' });
  });

  test('leaves room for the fee that was added before', async () => {
    const budget = guard({ maxAmount: '3' });
    expect(await spend(budget, usd({ amount: '1' }), 200, { total: '1.25' })).toBe('sent');
    expect(await spend(budget, usd({ amount: '1.6' }), 200, { total: '1.85' })).toBe('--max-amount');
    expect(await spend(budget, usd({ amount: '1.5' }), 200, { total: '1.75' })).toBe('sent');
    expect(await spend(budget, usd({ total: '0.01' }))).toBe('--max-amount');
    expect(budget.withdrawn.amounts).toEqual({ USD: '3' });
  });

  test('leaves no room for a fee beside a total, which includes it', async () => {
    const budget = guard({ maxAmount: '3' });
    expect(await spend(budget, usd({ amount: '1' }), 200, { total: '1.25' })).toBe('sent');
    expect(await spend(budget, usd({ total: '1.75' }), 200, { total: '1.75' })).toBe('sent');
  });

  test('counts amount and fee if the total of an answer is less', async () => {
    const budget = guard({ maxAmount: '10' });
    expect(await spend(budget, usd({ amount: '2' }), 200, { amount: '2', fee: '0.5', total: '1.5' })).toBe('sent');
    expect(budget.withdrawn.amounts).toEqual({ USD: '2.5' });
  });

  test('keeps all that is left for a withdrawal whose amount cannot be read, whatever its total', async () => {
    const budget = guard({ maxAmount: '10' });
    expect(await spend(budget, usd({ amount: '1e9', total: '5' }), 503)).toBe('sent');
    expect(budget.withdrawn.amounts).toEqual({ USD: '10' });
  });

  test('needs no room for a refused withdrawal whose amount cannot be read, since it takes what is left', async () => {
    const budget = guard({ maxAmount: '100' });
    expect(await spend(budget, usd({ amount: '1e9' }), 400)).toBe('sent');
    await spend(budget, usd({ amount: '2' }), 200);
    expect(formatDecimal(budget.needed().get('USD')?.amount ?? ZERO)).toBe('2');
  });

  test('must cover what is withdrawn and the largest refused amount, whatever the order', async () => {
    const sent = [
      { amount: '5', status: 400 },
      { amount: '7', status: 200 },
      { amount: '3', status: 400 },
    ] as const;
    const budget = guard({ maxAmount: '100' });
    for (const { amount, status } of sent) await spend(budget, usd({ amount }), status);
    expect(budget.needed()).toEqual(new Map([['USD', { amount: decimal('12'), onCrypto: false }]]));
    const enough = guard({ maxAmount: '12' });
    for (const { amount, status } of sent.toReversed())
      expect(await spend(enough, usd({ amount }), status)).toBe('sent');
  });

  test('is the same for each fiat asset, and is converted for crypto assets', async () => {
    const budget = guard({ maxAmount: '50' });
    expect(await spend(budget, usd({ amount: '50' }))).toBe('sent');
    expect(await spend(budget, { body: { asset: 'EUR', amount: '50' } })).toBe('sent');
    const crypto = (asset: string | undefined, amount: string, crypto_network = 'ETHEREUM') =>
      budget.admit('cryptoWithdrawal', { body: { ...(asset === undefined ? {} : { asset }), amount, crypto_network } });
    expect(await crypto('BTC', '0.0041')).toMatchObject({
      withheld: true,
      reason: expect.stringContaining('0.004 BTC'),
    });
    expect(await crypto('BTC', '0.004')).toMatchObject({ withheld: false });
    expect(await crypto('NOSUCH', '0.5')).toMatchObject({ withheld: true });
    expect(await crypto(undefined, '0.1')).toMatchObject({ withheld: false });
    expect(budget.withdrawn.amounts).toMatchObject({ ETH: '0.1' });
    expect(await budget.admit('fiatWithdrawal', { body: { asset: 'BTC', amount: '1' } })).toMatchObject({
      withheld: true,
    });
  });

  test('is used up by a withdrawal with an unreadable amount unless that is refused', async () => {
    const budget = guard({ maxAmount: '10' });
    expect(await spend(budget, usd({ amount: '4' }))).toBe('sent');
    expect(await spend(budget, usd({ amount: '1e9' }), 400)).toBe('sent');
    expect(budget.withdrawn.amounts).toEqual({ USD: '4' });
    expect(await spend(budget, usd({}), 200)).toBe('sent');
    expect(await spend(budget, usd({ amount: '0.01' }))).toBe('--max-amount');
  });

  test('makes a withdrawal wait for those under way instead of being withheld', async () => {
    const budget = guard({ maxAmount: '1' });
    const first = await budget.admit('fiatWithdrawal', usd());
    const second = budget.admit('fiatWithdrawal', usd());
    if (!first.withheld) first.settle(await outcome(400, {}));
    expect(await second).toMatchObject({ withheld: false });
  });

  test('for a single asset overrides the limit for all', async () => {
    const budget = guard({ maxAmount: '50,USD=1' });
    expect(await spend(budget, usd({ amount: '1.01' }))).toBe('--max-amount');
    expect(await spend(budget, { body: { asset: 'EUR', amount: '50' } })).toBe('sent');
    expect(await spend(guard({ maxAmount: 'USD=1' }), { body: { asset: 'EUR', amount: '1000' } })).toBe('sent');
  });

  test('allows nothing when it is zero, and everything when there is no limit', async () => {
    expect(await spend(guard({ maxAmount: '0' }), usd({ amount: '0' }))).toBe('--max-amount');
    expect(await spend(guard({ maxWithdrawals: 0 }), usd())).toBe('--max-withdrawals');
    expect(await spend(guard(), usd({ amount: 'any' }))).toBe('sent');
  });

  test('is divided by the number of shards', async () => {
    const budget = guard({ maxAmount: '10', shard: { index: 3, of: 3 } });
    expect(await spend(budget, usd({ amount: '3.34' }))).toBe('--max-amount');
    expect(await spend(budget, usd({ amount: '3.33' }))).toBe('sent');
  });
});
