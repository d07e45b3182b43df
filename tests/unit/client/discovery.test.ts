import { expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import { type Discovered, discover } from '../../../src/client/discovery.ts';
import type { DiscoveryOptions } from '../../../src/client/fiat-account-discovery.ts';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import type { Json } from '../../../src/values/json.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, type Loopback, serve } from '../../support/loopback.ts';

type Lists = Readonly<Record<string, readonly Json[]>>;

/** A target with these lists: `with deleted` is the list of fiat accounts that includes deleted ones. */
async function holding(lists: Lists, pageSize = 1000): Promise<Loopback> {
  return keep(
    await serve(({ url }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://t');
      const name = pathname.slice('/v2'.length);
      const items =
        (searchParams.get('include_deleted') === 'true' ? lists['with deleted'] : undefined) ?? lists[name] ?? [];
      const from = Number(searchParams.get('page_cursor') ?? 0);
      const next = from + pageSize < items.length ? { next_page_cursor: String(from + pageSize) } : {};
      json(response, 200, { items: items.slice(from, from + pageSize), ...next });
    }),
  );
}

async function discovered(server: Loopback, given: Fixtures = {}, how: DiscoveryOptions = {}): Promise<Discovered> {
  const client = keep(new Client(configured(server.url)));
  return discover((operation, input) => client.send(operation, input, { kind: 'run', what: 'fixtures' }), given, how);
}

const FIAT = '/transfer/fiat-accounts';
const account = (id: string, status: string, ...networks: string[]): Json => ({
  id,
  status,
  created_at: `2024-01-01T00:00:${id.slice(-2).padStart(2, '0')}Z`,
  fiat_network_instructions: Object.fromEntries(networks.map((network) => [network, {}])),
});

const LISTS: Lists = {
  [FIAT]: [
    account('f05', 'PENDING', 'wire'),
    account('f04', 'APPROVED', 'wire', 'scb'),
    account('f03', 'APPROVED', 'wire'),
    account('f02', 'APPROVED', 'cubix'),
    account('f01', 'PENDING', 'dbs_act'),
  ],
  'with deleted': [
    account('f05', 'PENDING', 'wire'),
    account('f44', 'APPROVED', 'wire'),
    account('f04', 'APPROVED', 'wire', 'scb'),
    account('f03', 'APPROVED', 'wire'),
    account('f02', 'APPROVED', 'cubix'),
    account('f01', 'PENDING', 'dbs_act'),
  ],
  '/identity/accounts': [
    { id: 'a0', identity_id: '00000000-0000-0000-0000-000000000000', profile_id: 'p0' },
    { id: 'a1', identity_id: 'i1', user_disabled: true, members: [{}] },
    { id: 'a2', identity_id: 'i2', profile_id: 'p2', members: [{}] },
    { id: 'a3', identity_id: 'i3' },
  ],
  '/transfer/fiat-deposit-instructions': [
    { status: 'EXPIRED', memo_id: 'm0', profile_id: 'p2' },
    { status: 'VALID', memo_id: 'm1', profile_id: 'p1' },
    { status: 'VALID', memo_id: 'm2', profile_id: 'p2' },
  ],
  '/transfer/deposit-addresses': [
    { crypto_network: 'BASE', address: '0xbase' },
    { crypto_network: 'BASE', address: '0xother' },
    { crypto_network: 'BITCOIN', address: 'bc1' },
    { crypto_network: 'NEW', address: 'n' },
  ],
  '/executions': [{ order_id: 'o1' }, { order_id: 'o2' }],
};

test('fixtures are found in lists, and each has its origin', async () => {
  const { fixtures, origins, problems } = await discovered(await holding(LISTS));
  expect(fixtures).toEqual({
    profile_id: 'p2',
    identity_id: 'i2',
    account_id: 'a2',
    new_member_identity_id: 'i1',
    order_id: 'o1',
    memo_id: 'm2',
    fiat_accounts: { wire: ['f03', 'f04'], cubix: ['f02'], dbs_act: ['f01'], scb: ['f04'] },
    updatable_fiat_account_id: 'f05',
    deleted_fiat_account_id: 'f44',
    crypto_destinations: [
      { asset: 'ETH', crypto_network: 'BASE', destination_address: '0xbase' },
      { asset: 'BTC', crypto_network: 'BITCOIN', destination_address: 'bc1' },
    ],
  });
  expect(origins).toMatchObject({
    profile_id: 'found in lists',
    'fiat_accounts.wire': 'found in lists',
    crypto_destinations: 'found in lists',
  });
  expect(problems).toEqual([]);
});

test('the owner of a fiat account is found when the list shows identity_id and account_id', async () => {
  const owned = Object.assign({}, account('f03', 'APPROVED', 'wire'), { identity_id: 'i3', account_id: 'a3' });
  const half = Object.assign({}, account('f02', 'APPROVED', 'cubix'), { identity_id: 'i2' });
  const { fixtures, origins } = await discovered(await holding({ [FIAT]: [owned, half] }));
  expect(fixtures.fiat_account_owners).toEqual({ f03: { identity_id: 'i3', account_id: 'a3' } });
  expect(Object.keys(origins)).not.toContain('fiat_account_owners.f03');
});

test('account_id is found even if the account has no identity_id', async () => {
  const accounts = [
    { id: 'a1', members: [{}] },
    { id: 'a2', user_disabled: true },
  ];
  const { fixtures } = await discovered(await holding({ '/identity/accounts': accounts }));
  expect(fixtures).toMatchObject({ account_id: 'a1' });
  expect(fixtures).not.toHaveProperty('identity_id');
});

test('given fixtures are kept, and the others are found to match them', async () => {
  const given: Fixtures = {
    identity_id: 'i3',
    fiat_accounts: { wire: ['mine'] },
    quote_executions: [{ profile_id: 'p', id: 'q' }],
    settlement_transactions: { PENDING: ['s'] },
  };
  const { fixtures, origins } = await discovered(await holding(LISTS), given);
  expect(fixtures).toMatchObject({
    identity_id: 'i3',
    account_id: 'a3',
    fiat_accounts: { wire: ['mine'], cubix: ['f02'] },
  });
  expect(fixtures).toMatchObject({
    quote_executions: given.quote_executions,
    settlement_transactions: given.settlement_transactions,
  });
  expect(origins).toMatchObject({
    identity_id: 'file',
    account_id: 'found in lists',
    'fiat_accounts.wire': 'file',
    'fiat_accounts.cubix': 'found in lists',
  });
  expect(origins).toMatchObject({ quote_executions: 'file', 'settlement_transactions.PENDING': 'file' });
});

test('the account to update differs from those for withdrawals', async () => {
  const many = [
    account('a1', 'APPROVED', 'wire'),
    account('a2', 'APPROVED', 'wire'),
    account('a3', 'APPROVED', 'wire'),
    account('a4', 'APPROVED', 'wire'),
    account('a5', 'PENDING', 'wire'),
  ];
  const { fixtures } = await discovered(await holding({ [FIAT]: many }));
  expect(fixtures.fiat_accounts?.wire).toEqual(['a1', 'a2', 'a3']);
  expect(fixtures.updatable_fiat_account_id).toBe('a5');
  const given = await discovered(await holding({ [FIAT]: many }), { updatable_fiat_account_id: 'a1' });
  expect(given.fixtures.fiat_accounts?.wire).not.toContain('a1');
});

test('an account is not considered deleted when the list was too long to be read whole', async () => {
  const long = Array.from({ length: 40 }, (_, i) => account(`f${59 - i}`, 'APPROVED', 'wire'));
  const withDeleted = [
    ...long.slice(0, 5),
    { ...Object(account('f55', 'APPROVED', 'wire')), id: 'gone' },
    ...long.slice(5),
  ];
  expect(
    (await discovered(await holding({ [FIAT]: long, 'with deleted': withDeleted }, 4))).fixtures
      .deleted_fiat_account_id,
  ).toBe('gone');
  const reversed = { [FIAT]: long, 'with deleted': [...long].reverse() };
  expect((await discovered(await holding(reversed, 4))).fixtures.deleted_fiat_account_id).toBeUndefined();
});

test('three pages of each list are read at most', async () => {
  const endless = await serve((_, response, count) =>
    json(response, 200, { items: [{ id: `x${count}` }], next_page_cursor: `c${count}` }),
  );
  keep(endless);
  await discovered(endless);
  expect(endless.seen).toHaveLength(6 * 3);
});

test('a list is requested without a limit when the target refuses the limit', async () => {
  const strict = await serve(({ url }, response) =>
    json(response, url.includes('limit') ? 400 : 200, { items: [account('f01', 'APPROVED', 'wire')] }),
  );
  keep(strict);
  expect((await discovered(strict)).fixtures.fiat_accounts).toEqual({ wire: ['f01'] });
});

test.each<[string, Parameters<typeof serve>[0]]>([
  ['refuses everything', (_, response) => json(response, 403, {})],
  ['answers HTML', (_, response) => response.end('<html>')],
  ['answers an array', (_, response) => json(response, 200, [])],
  [
    'lists items that are not objects',
    (_, response) =>
      json(response, 200, {
        items: [null, 1, 'x', [], { id: 7, status: {}, fiat_network_instructions: 'x', members: 3 }],
      }),
  ],
  ['resets connections', (_, response) => response.destroy()],
])('discovery finds no fixtures and throws no error when a target %s', async (_, answer) => {
  const server = await serve(answer);
  keep(server);
  expect((await discovered(server)).fixtures).toEqual({});
});

test('the problems name the lists that could not be read', async () => {
  const server = await serve((_, response) => json(response, 403, {}));
  keep(server);
  expect((await discovered(server)).problems).toContain('listExecutions got status 403');
});

test.each([
  [true, 'f02'],
  [false, undefined],
])('an account for withdrawals is updated too only if sharing is allowed (%s) and no other is left', async (isAllowed, due) => {
  const accounts = [account('f01', 'APPROVED', 'wire'), account('f02', 'APPROVED', 'cubix')];
  const server = await holding({ [FIAT]: accounts });
  const given: Fixtures = { fiat_accounts: { wire: ['f01'], cubix: ['f02'] } };
  const { fixtures } = await discovered(server, given, { sharesAccounts: isAllowed });
  expect(fixtures.fiat_accounts).toEqual(given.fiat_accounts);
  expect(fixtures.updatable_fiat_account_id).toBe(due);
});

test('the last account of a network is reserved for updates when withdrawals would use all accounts', async () => {
  const wires = ['f03', 'f02', 'f01'].map((name) => account(name, 'APPROVED', 'wire'));
  const { fixtures } = await discovered(await holding({ [FIAT]: [...wires, account('f04', 'APPROVED', 'scb')] }));
  expect(fixtures.updatable_fiat_account_id).toBe('f01');
  expect(fixtures.fiat_accounts).toEqual({ wire: ['f03', 'f02'], scb: ['f04'] });
});

test('no account is reserved for updates when the user named them or a network has only one', async () => {
  const both = await holding({ [FIAT]: [account('f02', 'APPROVED', 'wire'), account('f01', 'APPROVED', 'wire')] });
  const named = await discovered(both, { fiat_accounts: { wire: ['f02', 'f01'] } });
  expect(named.fixtures).toMatchObject({ fiat_accounts: { wire: ['f02', 'f01'] } });
  expect(named.fixtures.updatable_fiat_account_id).toBeUndefined();
  const single = await discovered(await holding({ [FIAT]: [account('f02', 'APPROVED', 'wire')] }));
  expect(single.fixtures.updatable_fiat_account_id).toBeUndefined();
});

test('accounts of the fixtures that the list shows as APPROVED come first', async () => {
  const { fixtures } = await discovered(await holding(LISTS), { fiat_accounts: { wire: ['f05', 'unlisted', 'f03'] } });
  expect(fixtures.fiat_accounts?.wire).toEqual(['unlisted', 'f03', 'f05']);
});
