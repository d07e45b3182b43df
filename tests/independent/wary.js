// The document obeyed by a service that trusts nobody: clients name themselves in the body alone, tokens live for seconds, ids have
// forms of their own and strangers are refused even in filters, cursors work once, requests are in cents while fees have eighteen
// places, networks are closed at times, members are added once, 503 comes now and then, and others write meanwhile. Written from
// docs/interface.md alone. DEFECT names one mistake to make.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const DEFECTS = ['ink-forgotten', 'total-in-cents', 'a-hundred-and-one-ids'];
const { DEFECT } = process.env;
if (DEFECT && !DEFECTS.includes(DEFECT)) throw new Error(`one of ${DEFECTS.join(', ')}`);
const slips = (name) => name === DEFECT;

class Refusal extends Error {
  constructor(status, why) {
    super(why);
    this.status = status;
  }
}
const insist = (truth, why, status = 400) => {
  if (!truth) throw new Refusal(status, why);
};
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const turn = (values, index) => values[index % values.length];
const digest = (text) => createHash('sha256').update(text).digest('hex');

// Money: whole numbers of 10^-18.

const ONE = 10n ** 18n;
const units = (text) => {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  insist(whole !== undefined, 'not an amount');
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(18, '0'));
};
const spelled = (value) => `${value / ONE}.${String(value % ONE).padStart(18, '0')}`;
const places = (text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length;
/** Three and a bit per cent, to the last place. */
const percentage = (value) => (value * 31_415_926_535_897n) / 10n ** 15n;
const cents = (value) => value - (value % (ONE / 100n));

function priced({ amount, total }, most) {
  insist((amount === undefined) !== (total === undefined), 'exactly one of amount and total');
  const given = amount ?? total;
  insist(typeof given === 'string' && places(given) <= most, `no more than ${most} places`);
  const value = units(given);
  insist(value > 0n, 'nothing to withdraw');
  const fee = percentage(value);
  const net = amount === undefined ? value - fee : value;
  const sum = slips('total-in-cents') && most === 2 && amount !== undefined ? cents(net + fee) : net + fee;
  return { amount: spelled(net), fee: spelled(fee), total: spelled(sum) };
}

// Time: milliseconds, told five hours and three quarters east; questions may be finer.

const EAST = 345;
const told = (millis) => `${new Date(millis + EAST * 60_000).toISOString().slice(0, 23)}+05:45`;
const asked = (text) => {
  const [, seconds, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const whole = Date.parse(`${seconds}${zone}`.toUpperCase());
  insist(!Number.isNaN(whole), `no time: ${text}`);
  const digits = fraction.padEnd(18, '0').slice(0, 18);
  return BigInt(whole) * 10n ** 15n + BigInt(digits);
};
const exactly = (millis) => BigInt(millis) * 10n ** 15n;

// What is there. Rows are as they are told, with what is not told under names that begin with an underscore.

const code = (kind, index) => `${kind}-${100_000 + index}`;
const PROFILES = times(3, (i) => code('PRF', i * 7));
const ELSEWHERE = 'PRF-900000';
const PEOPLE = times(9, (i) => code('IDN', i * 11));
const CUSTOMER = 'CUS-100000';
const NETWORKS = 'BITCOIN,ETHEREUM,BITCOIN_CASH,LITECOIN,SOLANA,POLYGON_POS,BASE,ARBITRUM_ONE,INK'.split(',');
const CLOSED = new Set(['BITCOIN', 'SOLANA', 'USD']);
const MEMO = { wire: 100, cubix: 40, dbs_act: 100, scb: 140, cbit: 500 };
const RAILS = Object.keys(MEMO);
const DAY = 86_400_000;
const BEGAN = Date.now() - 60 * DAY;
const moment = (index) => BEGAN + Math.floor(index / 3) * DAY + (index % 2) * 500;

const PLACE = { country: 'US', address1: '1 High St', city: 'Troy', province: 'NY', zip_code: '12180' };
const wire = (index) => ({
  account_number: String(20_000_000 + index * 73),
  fiat_account_owner_address: PLACE,
  routing_details: { routing_number_type: 'ABA', routing_number: '021000021', bank_name: 'First', bank_address: PLACE },
});
const DETAILS = {
  wire,
  cubix: (index) => ({ account_id: code('CBX', index) }),
  dbs_act: (index) => ({ account_number: String(30_000_000 + index * 73) }),
  scb: (index) => ({ account_number: String(40_000_000 + index * 73) }),
  cbit: (index) => ({ wallet_address: `0x${digest(`wallet ${index}`).slice(0, 40)}` }),
};

let serial = 0;
const rows = { fiat: [], instructions: [], accounts: [], addresses: [], executions: [] };
const keep = (kind, row, at) => {
  serial += 1;
  rows[kind].push(Object.assign(row, { _at: at, _place: serial }));
  return row;
};

for (const i of times(30, (each) => each)) {
  const rail = turn(RAILS, i);
  const account = {
    id: randomUUID(),
    ref_id: `fiat-${i}`,
    identity_id: turn(PEOPLE, i),
    status: i < 20 ? 'APPROVED' : 'PENDING',
    fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'King' } },
    fiat_network_instructions: { [rail]: DETAILS[rail](i) },
  };
  keep('fiat', { ...account, _rail: rail, _deleted: i === 25 }, moment(i));
}
for (const i of times(8, (each) => each)) {
  const members = times(i % 3, (j) => ({ identity_id: turn(PEOPLE, i + j + 1), roles: ['AUTHORIZED_USER'] }));
  const account = { id: code('ACC', i), identity_id: turn(PEOPLE, i), profile_id: turn(PROFILES, i), members };
  keep('accounts', { ...account, _updated: moment(i) + 3 * DAY }, moment(i));
}
for (const i of times(12, (each) => each)) {
  const told = { id: code('INS', i), profile_id: turn(PROFILES, i), customer_id: CUSTOMER, memo_id: `W${900 + i * 3}` };
  keep(
    'instructions',
    { ...told, ref_id: `ins-${i}`, status: 'VALID', fiat_network_instructions: { wire: wire(i) } },
    moment(i),
  );
}
function address(told, at = Date.now()) {
  const fresh = { id: randomUUID(), customer_id: CUSTOMER, address: `w1${digest(`address ${serial}`).slice(0, 34)}` };
  return keep('addresses', { ...fresh, conversion_target_asset: 'NO_CONVERSION', ...told }, at);
}
for (const i of times(20, (each) => each)) {
  const owner = turn(rows.accounts, i);
  const party = i % 2 ? { identity_id: owner.identity_id, account_id: owner.id } : {};
  address(
    { profile_id: turn(PROFILES, i), crypto_network: turn(NETWORKS, i), ref_id: `adr-${i}`, ...party },
    moment(i),
  );
}
for (const i of times(24, (each) => each)) {
  const trade = { execution_id: `X/${i} a`, order_id: `order ${Math.floor(i / 3)}`, market: 'BTCUSD', side: 'SELL' };
  const figures = { amount: '0.01', price: '30000', commission: '-0.000000000000000001', commission_asset: 'USD' };
  keep('executions', { ...trade, ...figures, _profile: PROFILES[0], _account: 'ACC-100000' }, moment(i));
}
const quotes = times(4, (i) => ({
  id: randomUUID(),
  profile_id: PROFILES[0],
  quote_id: code('QUO', i),
  status: 'SETTLED',
  market: 'ETHSGD',
  side: 'SELL',
  price: '4000.5',
  base_amount: '0.5',
  base_asset: 'ETH',
  quote_amount: '2000.25',
  quote_asset: 'SGD',
  created_at: told(moment(i)),
  settled_at: told(moment(i)),
}));
const deals = ['PENDING', 'PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'].map((status, i) => ({
  id: `deal/${i}?#`,
  ref_id: `deal-${i}`,
  settlement_window_start: told(moment(i)),
  settlement_window_end: told(status === 'EXPIRED' ? moment(i) + DAY : Date.now() + DAY),
  source_profile_id: PROFILES[0],
  target_profile_id: PROFILES[1],
  legs: [{ direction: 'DELIVER', asset: 'BTC', amount: '1' }],
  status,
  created_at: told(moment(i)),
  updated_at: told(moment(i)),
}));

// How rows are told.

const open = (row) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')));
const masked = (row) => {
  const { fiat_network_instructions: instructions, ...rest } = open(row);
  const hidden = Object.entries(instructions).map(([rail, { account_number: number, ...more }]) => [
    rail,
    number === undefined ? more : { ...more, account_number: `#${number.slice(-4)}` },
  ]);
  return { ...rest, fiat_network_instructions: Object.fromEntries(hidden) };
};
const created = (row) => ({ created_at: told(row._at) });
const account = (row) => ({
  ...open(row),
  ...created(row),
  ...(row._changed ? { updated_at: told(row._changed) } : {}),
});
const TELL = {
  fiat: (row) => ({ ...account(row), ...masked(row) }),
  instructions: (row) => ({ ...masked(row), ...created(row) }),
  accounts: (row) => ({ ...open(row), ...created(row), updated_at: told(row._updated) }),
  addresses: (row) => ({ ...open(row), ...created(row) }),
  executions: (row) => ({ ...open(row), executed_at: told(row._at) }),
};

// Lists.

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CODE = /^[A-Z]{3}-\d{6}$/;
const isParty = (value) => [...PROFILES, ELSEWHERE, ...PEOPLE, ...rows.accounts.map(({ id }) => id)].includes(value);
const party = (value) => insist(CODE.test(value) && isParty(value), 'nobody of yours', 404);
const own = (form) => (value) => insist(form.test(value), 'no such id');
const SETS = {
  fiat: { ids: ['id', own(UUID)], ref_ids: ['ref_id'] },
  instructions: { ids: ['id', own(CODE)], ref_ids: ['ref_id'] },
  addresses: {
    ids: ['id', own(UUID)],
    ref_ids: ['ref_id'],
    profile_ids: ['profile_id', party],
    identity_ids: ['identity_id', party],
    account_ids: ['account_id', party],
  },
};
const SINGLE = {
  accounts: { identity_id: 'identity_id' },
  executions: { profile_id: '_profile', account_id: '_account', order_id: 'order_id' },
};
const COMPARE = {
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  eq: (a, b) => a === b,
  gte: (a, b) => a >= b,
  gt: (a, b) => a > b,
};

function* filters(kind, query) {
  for (const [name, [member, check = () => undefined]] of Object.entries(SETS[kind] ?? {})) {
    const values = query.getAll(name);
    if (values.length === 0) continue;
    insist(values.length <= (slips('a-hundred-and-one-ids') && name === 'ids' ? 101 : 100), `too many ${name}`);
    for (const value of values) check(value);
    yield (row) => values.includes(row[member]);
  }
  for (const [name, member] of Object.entries(SINGLE[kind] ?? {}))
    if (query.has(name)) yield (row) => row[member] === query.get(name);
  for (const [name, member] of Object.entries({ created_at: '_at', updated_at: '_updated' }))
    for (const [sign, holds] of Object.entries(COMPARE)) {
      const bound = query.get(`${name}.${sign}`);
      if (bound === null) continue;
      const at = asked(bound);
      yield (row) => holds(exactly(row[member]), at);
    }
  if (kind === 'executions') yield* ranges(query);
}

function* ranges(query) {
  const [from, until, since] = ['range.begin', 'range.end', 'since_execution_id'].map((name) => query.get(name));
  if (from !== null)
    yield (
      (at) => (row) =>
        exactly(row._at) >= at
    )(asked(from));
  if (until !== null)
    yield (
      (at) => (row) =>
        exactly(row._at) <= at
    )(asked(until));
  if (since === null) return;
  const given = rows.executions.find(({ execution_id }) => execution_id === since);
  insist(given, 'no such execution', 404);
  yield (row) => row._place <= given._place;
}

const MOST = { fiat: 1000, instructions: 1000, addresses: 1000, accounts: 12, executions: 12 };

function limitOf(kind, query) {
  const text = query.get('limit');
  if (text === null) return Math.min(100, MOST[kind]);
  insist(/^[1-9]\d{0,3}$/.test(text) && Number(text) <= MOST[kind], 'limit');
  return Number(text);
}

/** Where a page goes on, by a cursor that is good for one use. */
const onward = new Map();

function page(kind, query) {
  const order = query.get('order') ?? 'DESC';
  insist(['ASC', 'DESC'].includes(order), 'order');
  const deleted = query.get('include_deleted') === 'true';
  const passes = [...filters(kind, query), (row) => deleted || !row._deleted];
  const cursor = query.get('page_cursor');
  const last = cursor === null ? undefined : onward.get(cursor);
  insist(cursor === null || last, 'a cursor that was never given, or was used');
  onward.delete(cursor);
  const sign = order === 'ASC' ? 1 : -1;
  const compare = (a, b) => sign * (a._at - b._at || a._place - b._place);
  const left = rows[kind]
    .filter((row) => passes.every((holds) => holds(row)))
    .sort(compare)
    .filter((row) => !last || compare(last, row) < 0);
  const items = left.slice(0, limitOf(kind, query));
  const next = `${randomUUID()}~/+=&`;
  if (items.length < left.length) onward.set(next, items.at(-1));
  return { items: items.map(TELL[kind]), ...(items.length < left.length ? { next_page_cursor: next } : {}) };
}

// Writes.

const text = (body, ...names) => {
  for (const name of names) insist(typeof body[name] === 'string' && body[name] !== '', `${name} is missing`);
};
const perhaps = (body, ...names) => {
  for (const name of names) insist(body[name] === undefined || typeof body[name] === 'string', `${name} is no text`);
};
function pairs(metadata) {
  if (metadata === undefined) return;
  insist(metadata !== null && typeof metadata === 'object' && !Array.isArray(metadata), 'metadata');
  insist(Object.keys(metadata).length <= 6, 'more than six pairs');
  for (const each of Object.entries(metadata).flat())
    insist(typeof each === 'string' && each.length <= 100, 'more than a hundred characters');
}
const known = (id) => {
  const found = rows.fiat.find((row) => row.id === id.toLowerCase());
  insist(found, 'no such account', 404);
  return found;
};

/** What was made under a ref_id is not made again. */
const used = new Set();
const once = (operation, { ref_id }) => {
  if (ref_id === undefined) return;
  insist(!used.has(operation + ref_id), 'that ref_id was used', 409);
  used.add(operation + ref_id);
};

let transfers = 0;
function transfer(body, money, more) {
  transfers += 1;
  const { profile_id, asset, ref_id, identity_id, account_id, metadata, memo } = body;
  const now = told(Date.now());
  const fixed = { id: code('TRF', transfers), customer_id: CUSTOMER, direction: 'DEBIT', status: 'PENDING' };
  const echoed = { profile_id, asset, ref_id, identity_id, account_id, metadata, memo };
  return { ...fixed, ...echoed, ...money, ...more, created_at: now, updated_at: now };
}

function withdrawFiat(body) {
  text(body, 'asset', 'fiat_account_id', 'profile_id');
  perhaps(body, 'ref_id', 'identity_id', 'account_id', 'memo');
  insist(body.asset === 'USD', 'USD alone');
  pairs(body.metadata);
  const money = priced(body, 2);
  const to = known(body.fiat_account_id);
  insist(PROFILES.includes(body.profile_id), 'no such profile', 403);
  insist(to.status === 'APPROVED' && !to._deleted, 'not approved', 409);
  insist((body.memo ?? '').length <= MEMO[to._rail], 'the memo is too long', 422);
  once('fiat', body);
  return transfer(body, money, { fiat_account_id: to.id, type: 'BANK_WITHDRAWAL' });
}

function withdrawCrypto(body) {
  text(body, 'asset', 'destination_address', 'crypto_network', 'profile_id');
  perhaps(body, 'ref_id', 'identity_id', 'account_id', 'memo', 'fee_id', 'balance_asset');
  insist(NETWORKS.includes(body.crypto_network), 'no such network');
  pairs(body.metadata);
  const money = priced(body, 8);
  insist(PROFILES.includes(body.profile_id), 'no such profile', 403);
  insist(body.fee_id === undefined, 'the fee has expired', 403);
  once('crypto', body);
  const { destination_address, crypto_network } = body;
  return transfer(body, money, { type: 'CRYPTO_WITHDRAWAL', destination_address, crypto_network });
}

function createAddress(body) {
  text(body, 'profile_id', 'crypto_network');
  perhaps(body, 'ref_id', 'identity_id', 'account_id', 'conversion_target_asset');
  const { crypto_network: network, conversion_target_asset: target = 'NO_CONVERSION' } = body;
  insist(NETWORKS.includes(network) && !(slips('ink-forgotten') && network === 'INK'), 'no such network');
  insist(['NO_CONVERSION', 'USD'].includes(target), 'no such conversion');
  insist(!CLOSED.has(network) && !CLOSED.has(target), 'closed for the time being', 422);
  pairs(body.metadata);
  insist(PROFILES.includes(body.profile_id), 'no such profile', 403);
  once('address', body);
  const { profile_id, ref_id, identity_id, account_id, metadata } = body;
  const told = { profile_id, crypto_network: network, conversion_target_asset: target };
  return TELL.addresses(address({ ...told, ref_id, identity_id, account_id, metadata }));
}

function addMembers({ account_id, members }) {
  text({ account_id }, 'account_id');
  insist(Array.isArray(members) && members.length > 0, 'nobody to add');
  for (const each of members) {
    text(each ?? {}, 'identity_id');
    insist(Array.isArray(each.roles) && each.roles.every((role) => typeof role === 'string'), 'roles');
    insist(PEOPLE.includes(each.identity_id), 'no such identity', 404);
  }
  const to = rows.accounts.find(({ id }) => id === account_id);
  insist(to, 'no such account', 404);
  for (const { identity_id } of members)
    insist(!to.members.some((each) => each.identity_id === identity_id), 'a member already', 409);
  const added = members.map(({ identity_id, roles }) => ({ identity_id, roles, id: randomUUID() }));
  to.members = [...to.members, ...added];
  to._updated = Date.now();
  return { account_id, members: added };
}

/** Whether all that bank details hold is text. */
const worded = (value) =>
  typeof value === 'string' ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every((inner) => worded(inner ?? '')));

function update([id], body) {
  const found = known(id);
  insist(!found._deleted, 'deleted', 410);
  pairs(body.metadata);
  insist(body.fiat_account_owner === undefined, 'who owns an account does not change', 422);
  const { metadata, fiat_network_instructions: instructions } = body;
  insist(typeof (instructions ?? {}) === 'object', 'bank details are an object', 422);
  const same = instructions === undefined || Object.keys(instructions).join() === found._rail;
  insist(same, 'the network of an account does not change', 422);
  insist(worded(instructions ?? {}), 'bank details are text', 422);
  if (metadata) found.metadata = metadata;
  if (instructions) Object.assign(found, { fiat_network_instructions: instructions, status: 'PENDING' });
  found._changed = Date.now();
  return account(found);
}

function deposit(body) {
  text(body, 'amount', 'asset', 'memo_id');
  insist(body.asset === 'USD' && units(body.amount) > 0n, 'USD alone');
  insist(typeof body.fiat_network_instructions?.wire === 'object', 'wire is missing');
  insist(
    rows.instructions.some(({ memo_id }) => memo_id === body.memo_id),
    'nobody has that memo',
    404,
  );
  return {};
}

function read([id], query) {
  const found = known(id);
  insist(!found._deleted || query.get('include_deleted') === 'true', 'deleted', 410);
  return account(found);
}

function quote([profile, id]) {
  const found = quotes.find((each) => each.id === id && each.profile_id === profile);
  insist(found, 'no such quote execution', 404);
  return found;
}

function affirm([id]) {
  const found = deals.find((each) => each.id === id);
  insist(found, 'no such transaction', 404);
  insist(found.status === 'PENDING', 'not pending', 409);
  return Object.assign(found, { status: 'AFFIRMED', updated_at: told(Date.now()) });
}

// HTTP.

const list = (kind) => (_, __, query) => page(kind, query);
const ROUTES = [
  ['PUT /v2/transfer/fiat-accounts/*', update],
  ['GET /v2/transfer/fiat-accounts/*', (path, _, query) => read(path, query)],
  ['GET /v2/transfer/fiat-accounts', list('fiat')],
  ['POST /v2/transfer/fiat-withdrawals', (_, body) => withdrawFiat(body)],
  ['POST /v2/transfer/crypto-withdrawals', (_, body) => withdrawCrypto(body)],
  ['GET /v2/transfer/fiat-deposit-instructions', list('instructions')],
  ['POST /v2/sandbox/fiat-deposits', (_, body) => deposit(body)],
  ['GET /v2/identity/accounts', list('accounts')],
  ['POST /v2/transfer/deposit-addresses', (_, body) => createAddress(body)],
  ['GET /v2/transfer/deposit-addresses', list('addresses')],
  ['POST /v2/identity/account-members', (_, body) => addMembers(body)],
  ['GET /v2/executions', list('executions')],
  ['GET /v2/profiles/*/quote-executions/*', (path) => quote(path)],
  ['PUT /v2/settlement/transactions/*/affirm', (path) => affirm(path)],
].map(([pattern, act]) => ({ form: new RegExp(`^${pattern.replaceAll('*', '([^/]+)')}$`), act }));

const tokens = new Map();
const LIFE = 5;

function grant(request, form) {
  const isNamed = form.get('client_id') === 'wary' && form.get('client_secret') === 's3+cr/et=';
  insist(isNamed && request.headers.authorization === undefined, 'invalid_client', 401);
  insist(form.get('grant_type') === 'client_credentials', 'unsupported_grant_type');
  const token = `${randomUUID()}.~+/==`;
  tokens.set(token, Date.now() + LIFE * 1000);
  return { access_token: token, token_type: 'BEARER', expires_in: LIFE };
}

function parsed(raw) {
  try {
    return JSON.parse(raw);
  } catch {
    throw new Refusal(400, 'no JSON');
  }
}

function answer(request, raw) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/token') return grant(request, new URLSearchParams(raw));
  const [, token] = /^bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const until = tokens.get(token);
  // One that has expired is told from one that was never given.
  insist(until === undefined || until > Date.now(), 'expired', 401);
  insist(until !== undefined, 'no entry', 403);
  const asked = `${request.method} ${pathname}`;
  const route = ROUTES.find(({ form }) => form.test(asked));
  insist(route, 'nothing here', 404);
  const body = raw === '' ? {} : parsed(raw);
  insist(body !== null && typeof body === 'object' && !Array.isArray(body), 'no object');
  return route.act(route.form.exec(asked).slice(1).map(decodeURIComponent), body, searchParams);
}

let count = 0;

function respond(request, response, raw) {
  count += 1;
  response.setHeader('connection', 'close');
  if (count % 101 === 100 && request.method === 'GET') return response.writeHead(503).end();
  try {
    const said = JSON.stringify(answer(request, raw));
    return response.writeHead(200, { 'content-type': 'application/json; charset="utf-8"' }).end(said);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return response.writeHead(error.status, { 'content-type': 'text/plain' }).end(error.message);
  }
}

/** Others have addresses made while the service is looked at. */
setInterval(() => address({ profile_id: ELSEWHERE, crypto_network: 'BASE', ref_id: `other-${serial}` }), 250).unref();

const on = (rail) => rows.fiat.filter((row) => row._rail === rail && row.status === 'APPROVED').map(({ id }) => id);
const inState = (status) => deals.filter((deal) => deal.status === status).map(({ id }) => id);
const fixtures = {
  profile_id: PROFILES[1],
  identity_id: rows.accounts[1].identity_id,
  account_id: rows.accounts[1].id,
  new_member_identity_id: PEOPLE[8],
  new_member_identity_ids: PEOPLE.slice(3, 8),
  order_id: 'order 3',
  memo_id: rows.instructions[1].memo_id,
  fiat_accounts: Object.fromEntries(RAILS.map((rail) => [rail, on(rail).slice(0, 1)])),
  updatable_fiat_account_id: rows.fiat[20].id,
  deleted_fiat_account_id: rows.fiat[25].id,
  crypto_destinations: [{ asset: 'LTC', crypto_network: 'LITECOIN', destination_address: 'ltc1q0' }],
  quote_executions: quotes.map(({ profile_id, id }) => ({ profile_id, id })),
  settlement_transactions: Object.fromEntries(
    ['PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'].map((status) => [status, inState(status)]),
  ),
};

const server = createServer((request, response) => {
  const chunks = [];
  request
    .on('data', (chunk) => chunks.push(chunk))
    .on('end', () => respond(request, response, Buffer.concat(chunks).toString()));
}).listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const env = { BASE_URL: url, AUTH_URL: `${url}/token`, CLIENT_ID: 'wary', CLIENT_SECRET: 's3+cr/et=' };
  console.log(JSON.stringify({ env, args: [], fixtures }));
});
// Whoever started this ends it by closing its standard input, or by ending itself.
process.stdin.resume().on('end', () => process.exit());
