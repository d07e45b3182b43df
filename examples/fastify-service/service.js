// A small implementation of the interface on Fastify, in memory: what an implementer's own service might look like.
import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';

const NETWORKS = [
  'BITCOIN',
  'ETHEREUM',
  'BITCOIN_CASH',
  'LITECOIN',
  'SOLANA',
  'POLYGON_POS',
  'BASE',
  'ARBITRUM_ONE',
  'INK',
];
const MEMO_LIMITS = { wire: 100, cubix: 40, dbs_act: 100, scb: 140, cbit: 500 };
const DECIMAL = /^\d{1,20}(\.\d{1,18})?$/;
const SCALE = 18;

const units = (text) => {
  const [whole, fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(SCALE, '0'));
};
const decimal = (value) => {
  const text = value.toString().padStart(SCALE + 1, '0');
  return `${text.slice(0, -SCALE)}.${text.slice(-SCALE)}`.replace(/\.?0+$/, '');
};

class Refusal extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}
const demand = (holds, message, status = 400) => {
  if (!holds) throw new Refusal(status, message);
};

const at = (minutesAgo, millis = 0) => new Date(Date.now() - minutesAgo * 60_000 + millis).toISOString();

function seed() {
  const profile_id = randomUUID();
  const customer_id = randomUUID();
  const person = randomUUID();
  const wire = {
    account_number: '000123456789',
    routing_details: { routing_number_type: 'ABA', routing_number: '021000021', bank_name: 'Example Bank' },
  };
  const instructions = {
    wire: { wire },
    cubix: { cubix: { account_id: 'CUBIX-1' } },
    dbs_act: { dbs_act: { account_number: '555000111' } },
    scb: { scb: { account_number: '777000222' } },
    cbit: { cbit: { wallet_address: '0x52908400098527886e0f7030069857d2e4169ee7' } },
  };
  const account = (network, index, more = {}) => ({
    id: randomUUID(),
    fiat_network_instructions: instructions[network],
    status: 'APPROVED',
    created_at: at(1000 - Math.floor(index / 2), index % 3),
    updated_at: at(900),
    ref_id: `account-${index}`,
    metadata: { index: String(index) },
    ...more,
  });
  const accounts = Array.from({ length: 15 }, (_, index) => account(Object.keys(instructions)[index % 5], index));
  accounts.push(account('wire', 20, { status: 'PENDING' }), account('wire', 21, { deleted: true }));
  const order_id = randomUUID();
  const transaction = (status) => ({
    id: randomUUID(),
    ref_id: randomUUID(),
    settlement_window_start: at(60),
    settlement_window_end: at(-60),
    source_profile_id: profile_id,
    target_profile_id: randomUUID(),
    legs: [{ id: randomUUID(), direction: 'DELIVER', asset: 'BTC', amount: '0.5' }],
    status,
    created_at: at(30),
    updated_at: at(30),
  });
  return {
    profile_id,
    customer_id,
    fiatAccounts: accounts,
    instructions: Array.from({ length: 5 }, (_, index) => ({
      id: randomUUID(),
      profile_id,
      customer_id,
      ref_id: `instruction-${index}`,
      status: 'VALID',
      memo_id: `MEMO${index}`,
      fiat_network_instructions: { wire },
      created_at: at(500 - index),
    })),
    addresses: [],
    people: [person, randomUUID(), randomUUID(), randomUUID()].map((identity_id, index) => ({
      id: randomUUID(),
      identity_id,
      profile_id,
      created_at: at(400 - index),
      updated_at: at(300 - index),
      summary_status: 'PENDING',
      type: 'BROKERAGE',
      members: [{ id: randomUUID(), identity_id, type: 'BENEFICIAL_OWNER', roles: ['BENEFICIAL_OWNER'] }],
    })),
    executions: Array.from({ length: 12 }, (_, index) => ({
      execution_id: String(100 + index),
      order_id: index % 3 === 0 ? order_id : randomUUID(),
      executed_at: at(200 - index),
      market: 'BTCUSD',
      side: 'BUY',
      amount: '0.1',
      price: '60000',
      profile_id,
      account_id: 'an-account',
    })),
    quotes: ['SETTLED', 'CREATED'].map((status) => ({
      id: randomUUID(),
      profile_id,
      quote_id: randomUUID(),
      status,
      market: 'ETHUSD',
      side: 'BUY',
      price: '2000',
      base_amount: '0.5',
      base_asset: 'ETH',
      quote_amount: '1000',
      quote_asset: 'USD',
      created_at: at(5),
      ...(status === 'SETTLED' ? { settled_at: at(4) } : {}),
    })),
    transactions: ['PENDING', 'PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'].map(transaction),
    refs: new Set(),
    order_id,
    transaction,
  };
}

const listed = (value) => (value === undefined ? undefined : [value].flat());

/** Filters, orders and pages a list; a cursor is the place to go on at, with the id that was there. */
function page(items, query, { sets = [], times = [], time = 'created_at', most } = {}) {
  const limit = query.limit === undefined ? 100 : Number(query.limit);
  demand(Number.isInteger(limit) && limit > 0, 'limit is a positive integer');
  demand(most === undefined || limit <= most, `limit is at most ${most}`);
  demand([undefined, 'ASC', 'DESC'].includes(query.order), 'order is ASC or DESC');
  let found = [...items];
  for (const [parameter, name] of sets) {
    const values = listed(query[parameter]);
    if (!values) continue;
    demand(values.length <= 100, `${parameter} has at most 100 values`);
    found = found.filter((item) => values.includes(item[name]));
  }
  for (const [parameter, name, compare] of times) {
    if (query[parameter] === undefined) continue;
    const bound = Date.parse(query[parameter]);
    demand(!Number.isNaN(bound), `${parameter} is a timestamp`);
    found = found.filter((item) => compare(Date.parse(item[name]), bound));
  }
  const way = query.order === 'ASC' ? 1 : -1;
  found.sort((a, b) => way * (Date.parse(a[time]) - Date.parse(b[time])) || (keyOf(a) < keyOf(b) ? -1 : 1));
  const start = query.page_cursor ? found.findIndex((item) => keyOf(item) === query.page_cursor) + 1 : 0;
  demand(!query.page_cursor || start > 0, 'page_cursor was never given');
  const part = found.slice(start, start + limit);
  const last = part.at(-1);
  return { items: part, ...(last && start + limit < found.length ? { next_page_cursor: keyOf(last) } : {}) };
}
const keyOf = (item) => item.id ?? item.execution_id;

const COMPARISONS = {
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  eq: (a, b) => a === b,
  gte: (a, b) => a >= b,
  gt: (a, b) => a > b,
};
const comparing = (name) => Object.entries(COMPARISONS).map(([key, compare]) => [`${name}.${key}`, name, compare]);
const IDS = [
  ['ids', 'id'],
  ['ref_ids', 'ref_id'],
];

const OPEN = new Set(['metadata', 'beneficiary']);
const OBJECTS = new Set([
  ...['fiat_account_owner', 'person_details', 'institution_details', 'fiat_network_instructions'],
  ...['wire', 'cbit', 'dbs_act', 'cubix', 'scb', 'routing_details', 'intermediary_routing_details'],
  ...['bank_address', 'fiat_account_owner_address'],
]);
const isText = (value) => typeof value === 'string';
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each member of a body is a text, but for objects and lists of them by their names. */
function checkTypes(body) {
  demand(isObject(body), 'a body is an object');
  for (const [name, value] of Object.entries(body)) {
    if (OPEN.has(name)) demand(isObject(value), `${name} is an object`);
    else if (name === 'members') checkMembers(value);
    else if (name === 'roles') demand(Array.isArray(value) && value.every(isText), 'roles is an array of texts');
    else if (OBJECTS.has(name)) checkTypes(value);
    else demand(isText(value), `${name} is a text`);
  }
}

function checkMembers(members) {
  demand(Array.isArray(members), 'members is an array');
  members.forEach(checkTypes);
}

function checkMetadata(metadata = {}) {
  const pairs = Object.entries(metadata);
  demand(pairs.length <= 6, 'metadata has at most 6 pairs');
  for (const [key, value] of pairs)
    demand(typeof value === 'string' && key.length <= 100 && value.length <= 100, 'metadata is of short strings');
}

function withdrawal(state, body, fee, more) {
  demand((body.amount === undefined) !== (body.total === undefined), 'exactly one of amount and total');
  demand(DECIMAL.test(body.amount ?? body.total), 'amounts are decimal strings');
  demand(body.profile_id === state.profile_id, 'no such profile', 404);
  checkMetadata(body.metadata);
  demand(!body.ref_id || !state.refs.has(body.ref_id), 'this ref_id was used before', 409);
  if (body.ref_id) state.refs.add(body.ref_id);
  const amount = body.amount === undefined ? units(body.total) - units(fee) : units(body.amount);
  demand(amount > 0n, 'the total does not cover the fee');
  const now = new Date().toISOString();
  const { ref_id, metadata, memo, identity_id, account_id } = body;
  return {
    id: randomUUID(),
    customer_id: state.customer_id,
    profile_id: body.profile_id,
    amount: decimal(amount),
    fee,
    total: decimal(amount + units(fee)),
    asset: body.asset,
    direction: 'DEBIT',
    status: 'PENDING',
    created_at: now,
    updated_at: now,
    ...JSON.parse(JSON.stringify({ ref_id, metadata, memo, identity_id, account_id })),
    ...more,
  };
}

function routes(app, state) {
  const account = (id, deleted) => {
    const found = state.fiatAccounts.find((each) => each.id === id && (deleted || !each.deleted));
    demand(found, 'no such fiat account', 404);
    return found;
  };
  const shown = ({ deleted: _, ...rest }) => rest;
  app.get('/v2/transfer/fiat-accounts/:id', ({ params, query }) =>
    shown(account(params.id, query.include_deleted === 'true')),
  );
  app.put('/v2/transfer/fiat-accounts/:id', ({ params, body }) => {
    const found = account(params.id);
    checkMetadata(body.metadata);
    const { metadata, fiat_account_owner, fiat_network_instructions } = body;
    const given = JSON.parse(JSON.stringify({ metadata, fiat_account_owner, fiat_network_instructions }));
    return shown(Object.assign(found, given, { status: 'PENDING', updated_at: new Date().toISOString() }));
  });
  app.get('/v2/transfer/fiat-accounts', ({ query }) => {
    const all = state.fiatAccounts.filter((each) => query.include_deleted === 'true' || !each.deleted);
    const found = page(all, query, { sets: IDS, times: comparing('created_at'), most: 1000 });
    return { ...found, items: found.items.map(shown) };
  });
  app.post('/v2/transfer/fiat-withdrawals', ({ body }) => {
    demand(body.asset === 'USD', 'asset is USD');
    const found = account(body.fiat_account_id);
    const [network] = Object.keys(found.fiat_network_instructions);
    demand(!body.memo || body.memo.length <= MEMO_LIMITS[network], 'the memo is too long');
    return withdrawal(state, body, '0.25', { type: 'WIRE_WITHDRAWAL', fiat_account_id: found.id });
  });
  app.post('/v2/transfer/crypto-withdrawals', ({ body }) => {
    const { asset, crypto_network, destination_address } = body;
    const named = [asset, destination_address].every((each) => typeof each === 'string' && each !== '');
    demand(named && NETWORKS.includes(crypto_network), 'a member is missing or wrong');
    const more = { type: 'CRYPTO_WITHDRAWAL', crypto_network, destination_address, auto_conversion: {} };
    return withdrawal(state, body, '0.00001', more);
  });
  app.get('/v2/transfer/fiat-deposit-instructions', ({ query }) =>
    page(state.instructions, query, { sets: IDS, times: comparing('created_at'), most: 1000 }),
  );
  app.post('/v2/sandbox/fiat-deposits', ({ body }) => {
    demand(body.asset === 'USD' && DECIMAL.test(body.amount) && body.memo_id, 'a member is missing or wrong');
    demand(typeof body.fiat_network_instructions === 'object', 'fiat_network_instructions is required');
    return {};
  });
  app.get('/v2/identity/accounts', ({ query }) => {
    const times = [...comparing('created_at'), ...comparing('updated_at')];
    return page(state.people, query, { sets: [['identity_id', 'identity_id']], times });
  });
  app.post('/v2/transfer/deposit-addresses', ({ body }) => {
    const { profile_id, crypto_network, conversion_target_asset = 'NO_CONVERSION', ...rest } = body;
    demand(profile_id === state.profile_id, 'no such profile', 404);
    demand(NETWORKS.includes(crypto_network), 'crypto_network is unknown');
    demand(['NO_CONVERSION', 'USD'].includes(conversion_target_asset), 'conversion_target_asset is unknown');
    checkMetadata(rest.metadata);
    const { identity_id, ref_id, metadata, account_id } = rest;
    demand(!ref_id || !state.refs.has(ref_id), 'this ref_id was used before', 409);
    if (ref_id) state.refs.add(ref_id);
    const made = {
      id: randomUUID(),
      profile_id,
      customer_id: state.customer_id,
      crypto_network,
      address: `address-${randomUUID()}`,
      conversion_target_asset,
      created_at: new Date().toISOString(),
      ...JSON.parse(JSON.stringify({ identity_id, ref_id, metadata, account_id })),
    };
    state.addresses.push(made);
    return made;
  });
  app.get('/v2/transfer/deposit-addresses', ({ query }) => {
    const sets = [
      ...IDS,
      ['profile_ids', 'profile_id'],
      ['identity_ids', 'identity_id'],
      ['account_ids', 'account_id'],
    ];
    return page(state.addresses, query, { sets, times: comparing('created_at'), most: 1000 });
  });
  app.post('/v2/identity/account-members', ({ body }) => {
    const found = state.people.find((each) => each.id === body.account_id);
    demand(found, 'no such account', 404);
    demand(Array.isArray(body.members) && body.members.length > 0, 'members must not be empty');
    const isWhole = ({ identity_id, roles }) => typeof identity_id === 'string' && Array.isArray(roles);
    demand(body.members.every(isWhole), 'each member has identity_id and roles');
    const added = body.members.map(({ identity_id, roles }) => ({ id: randomUUID(), identity_id, roles }));
    found.members = [...found.members, ...added];
    found.updated_at = new Date().toISOString();
    return { account_id: found.id, members: added };
  });
  app.get('/v2/executions', ({ query }) => {
    const since = state.executions.find((each) => each.execution_id === query.since_execution_id);
    demand(query.since_execution_id === undefined || since, 'no such execution', 404);
    const before = state.executions.filter((each) => !since || each.executed_at <= since.executed_at);
    const sets = ['profile_id', 'account_id', 'order_id'].map((name) => [name, name]);
    const times = [
      ['range.begin', 'executed_at', COMPARISONS.gte],
      ['range.end', 'executed_at', COMPARISONS.lte],
    ];
    const found = page(before, query, { sets, times, time: 'executed_at' });
    return { ...found, items: found.items.map(({ profile_id: _, account_id: __, ...rest }) => rest) };
  });
  app.get('/v2/profiles/:profile_id/quote-executions/:id', ({ params }) => {
    const found = state.quotes.find(({ id, profile_id }) => id === params.id && profile_id === params.profile_id);
    demand(found, 'no such quote execution', 404);
    return found;
  });
  app.put('/v2/settlement/transactions/:transaction_id/affirm', ({ params }) => {
    const found = state.transactions.find(({ id }) => id === params.transaction_id);
    demand(found, 'no such transaction', 404);
    demand(found.status === 'PENDING', `a ${found.status} transaction cannot be affirmed`, 409);
    return Object.assign(found, { status: 'AFFIRMED', updated_at: new Date().toISOString() });
  });
}

/** Starts the service on a free port. */
export async function start(token) {
  const state = seed();
  const app = Fastify();
  app.addHook('onRequest', async ({ headers }) => demand(headers.authorization === `Bearer ${token}`, 'no token', 401));
  app.addHook('preHandler', async ({ body }) => {
    if (body !== undefined && body !== null) checkTypes(body);
  });
  app.setErrorHandler((error, _, reply) => reply.code(error.statusCode ?? 500).send({ message: error.message }));
  routes(app, state);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, state, close: () => app.close() };
}

/** What a test may name of the service; the settlement transactions are made on demand. */
export function fixturesOf({
  profile_id,
  people: [first],
  fiatAccounts,
  instructions,
  quotes,
  order_id,
  transactions,
}) {
  const named = (network) =>
    fiatAccounts.filter((each) => network in each.fiat_network_instructions).map(({ id }) => id);
  const inState = (status) => transactions.filter((each) => each.status === status).map(({ id }) => id);
  return {
    profile_id,
    identity_id: first.identity_id,
    account_id: first.id,
    order_id,
    memo_id: instructions[0].memo_id,
    fiat_accounts: Object.fromEntries(Object.keys(MEMO_LIMITS).map((network) => [network, named(network).slice(0, 1)])),
    deleted_fiat_account_id: fiatAccounts.find(({ deleted }) => deleted).id,
    crypto_destinations: [{ asset: 'ETH', crypto_network: 'ETHEREUM', destination_address: `0x${'ab'.repeat(20)}` }],
    quote_executions: quotes.map(({ id }) => ({ profile_id, id })),
    settlement_transactions: {
      SETTLED: inState('SETTLED'),
      EXPIRED: inState('EXPIRED'),
      CANCELLED: inState('CANCELLED'),
    },
  };
}
