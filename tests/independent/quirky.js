// The document obeyed by a service with moods: lists from a copy that lags, tokens of a few seconds, now and then 429, withdrawals
// done or failed at once, percentage fees, comma-separated ids, nothing taken that was not asked for, ties in any order, refusals
// as HTML pages. Written from docs/interface.md alone. DEFECT names one mistake to make.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const DEFECTS = ['since-turned-round', 'members-match-identity', 'conversion-ignored'];
const { DEFECT } = process.env;
if (DEFECT && !DEFECTS.includes(DEFECT)) throw new Error(`one of ${DEFECTS.join(', ')}`);
const bug = (name) => name === DEFECT;

const LAG = 2_000;
const TOKEN_LIFE = 5;
const refuse = (status, reason, headers = {}) => {
  throw Object.assign(new Error(reason), { status, headers });
};
const must = (truth, reason, status = 400) => truth || refuse(status, reason);

// A table remembers since when each state of a row can be read by lists.

class Table {
  rows = new Map();
  put(key, row, visible = Date.now() + LAG) {
    const history = (this.rows.get(key) ?? []).filter((each) => each.visible <= visible);
    this.rows.set(key, [...history, { row, visible }]);
    return row;
  }
  get = (key) => this.rows.get(key)?.at(-1).row;
  listed() {
    const now = Date.now();
    return [...this.rows.values()].flatMap((history) => history.findLast(({ visible }) => visible <= now)?.row ?? []);
  }
}

const seeded = (rows, key = (row) => row.id) => {
  const table = new Table();
  for (const row of rows) table.put(key(row), row, 0);
  return table;
};
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));
const pick = (values, index) => values[index % values.length];
const HOUR = 3_600_000;
const BEGIN = Date.now() - 500 * HOUR;
const iso = (millis) => new Date(millis).toISOString();
const clock = (index) => BEGIN + Math.floor(index / 4) * HOUR + (index % 2) * 250;

const CUSTOMER = 'customer-1';
const PROFILES = many(3, () => randomUUID());
const PEOPLE = many(6, () => randomUUID());
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
const RAILS = {
  wire: (n) => ({
    account_number: `00${700_000 + n}`,
    routing_details: { routing_number_type: 'ABA', bank_name: 'B' },
  }),
  cubix: (n) => ({ account_id: `${n}` }),
  dbs_act: (n) => ({ account_number: `D-${9000 + n}` }),
  scb: (n) => ({ account_number: `1${n}`.padEnd(3, '0').slice(0, 3) }),
  cbit: (n) => ({ wallet_address: `w${n}` }),
};
const MEMO = { wire: 100, cubix: 40, dbs_act: 100, scb: 140, cbit: 500 };
const railOf = (account) => Object.keys(account.fiat_network_instructions)[0];

const people = seeded(
  many(24, (n) => ({
    id: randomUUID(),
    identity_id: pick(PEOPLE, n),
    profile_id: pick(PROFILES, n),
    type: 'BROKERAGE',
    summary_status: 'PENDING',
    members: [{ id: randomUUID(), identity_id: pick(PEOPLE, n + 1), roles: ['FINANCIAL_ADVISOR'] }],
    created_at: clock(n),
    updated_at: clock(n) + (n % 3) * HOUR,
  })),
);
const ACCOUNTS = [...people.rows.keys()];
const fiat = seeded(
  many(45, (n) => ({
    id: randomUUID(),
    ref_id: `f${n}`,
    identity_id: pick(PEOPLE, n),
    account_id: pick(ACCOUNTS, n),
    status: n < 40 ? 'APPROVED' : 'REJECTED',
    fiat_network_instructions: { [pick(Object.keys(RAILS), n)]: pick(Object.values(RAILS), n)(n) },
    metadata: { source: 'import' },
    created_at: clock(n),
    updated_at: clock(n),
    gone: n === 13 || n === 21,
  })),
);
const memos = seeded(
  many(17, (n) => ({
    id: randomUUID(),
    ref_id: `m${n}`,
    profile_id: pick(PROFILES, n),
    customer_id: CUSTOMER,
    status: 'VALID',
    memo_id: `Q${n}Q`,
    fiat_network_instructions: { wire: RAILS.wire(n) },
    born: clock(n),
  })),
);
const newAddress = (given, created_at) => ({
  id: randomUUID(),
  customer_id: CUSTOMER,
  address: `addr_${createHash('sha1').update(randomUUID()).digest('hex')}`,
  conversion_target_asset: 'NO_CONVERSION',
  ...given,
  created_at,
});
const addresses = seeded(
  many(60, (n) =>
    newAddress(
      {
        profile_id: pick(PROFILES, n),
        crypto_network: pick(NETWORKS, n),
        ...(n % 3 ? { identity_id: pick(PEOPLE, n), account_id: pick(ACCOUNTS, n) } : {}),
        ...(n % 2 ? { ref_id: `a${n}` } : {}),
      },
      clock(n),
    ),
  ),
);
const fills = seeded(
  many(50, (n) => ({
    execution_id: String(9_007_199_254_740_900n + BigInt(n) * 7n),
    order_id: String(5000 + (n % 3)),
    executed_at: clock(n),
    market: 'BTCUSD',
    side: pick(['BUY', 'SELL'], n),
    amount: '.5',
    price: '61000.10',
    commission: '0',
    rebate: '-0.0000000000000000001',
    hidden: { profile_id: pick(PROFILES, n), account_id: pick(ACCOUNTS, n % 5) },
  })),
  (row) => row.execution_id,
);
const quotes = seeded(
  many(3, (n) => ({
    id: randomUUID(),
    profile_id: PROFILES[n],
    quote_id: randomUUID(),
    status: n ? 'SETTLED' : 'CREATED',
    market: 'GOLDUSD',
    side: 'BUY',
    price: '2000.5',
    base_amount: '0.333333333333333333',
    base_asset: 'GOLD',
    quote_amount: '666.83',
    quote_asset: 'USD',
    created_at: clock(n),
    ...(n ? { settled_at: clock(n) } : {}),
  })),
);
const deals = seeded(
  ['PENDING', 'PENDING', 'PENDING', 'SETTLED', 'CANCELLED', 'EXPIRED'].map((status, n) => ({
    id: randomUUID(),
    ref_id: `deal ${n}`,
    settlement_window_start: clock(n),
    settlement_window_end: Date.now() + HOUR,
    source_profile_id: PROFILES[0],
    target_profile_id: PROFILES[1],
    legs: [{ asset: 'BTC', amount: '0.1', direction: 'DELIVER' }],
    status,
    created_at: clock(n),
    updated_at: clock(n),
  })),
);

/** What clients see: instants written out, our own columns left out. */
function seen({ gone: _, born: __, hidden: ___, ...row }) {
  const times = [
    'created_at',
    'updated_at',
    'executed_at',
    'settled_at',
    'settlement_window_start',
    'settlement_window_end',
  ];
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, times.includes(name) ? iso(value) : value]),
  );
}

// Queries: each operation says which parameters it takes; any other is refused.

const sound = (value, truth, reason) => {
  must(truth, reason);
  return value;
};
const PARSERS = {
  uuids: (text) => text.split(',').map((each) => sound(each.toLowerCase(), isUuid(each), 'an id is no UUID')),
  texts: (text) => text.split(','),
  text: (text) => [text],
  count: (text) => sound(Number(text), /^[1-9]\d{0,6}$/.test(text), 'limit is a positive integer'),
  order: (text) => sound(text, ['ASC', 'DESC'].includes(text), 'order is ASC or DESC'),
  by: (text) => sound(text, text === 'CREATED_AT', 'order_by is CREATED_AT'),
  flag: (text) => sound(text === 'true', ['true', 'false'].includes(text), 'a boolean is true or false'),
  cursor: (text) => text,
  time: exactTime,
};
const isUuid = (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');

/** Milliseconds as a rational: [whole, digits below]. */
function exactTime(text) {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(
    text.toUpperCase().replace(' ', 'T'),
  );
  must(parts, 'a timestamp is not of RFC 3339');
  const digits = (parts[2] ?? '').padEnd(3, '0');
  const whole = Date.parse(`${parts[1]}.${digits.slice(0, 3)}${parts[3]}`);
  must(!Number.isNaN(whole), 'a timestamp is no time');
  return { whole, below: /[1-9]/.test(digits.slice(3)) };
}
const against = (millis, { whole, below }) => (millis === whole && below ? -1 : Math.sign(millis - whole));
const SIGNS = { lt: [-1], lte: [-1, 0], eq: [0], gte: [0, 1], gt: [1] };

const timed = (name, column) =>
  Object.fromEntries(Object.keys(SIGNS).map((key) => [`${name}.${key}`, { parse: 'time', signs: SIGNS[key], column }]));
const inSet = (parse, read) => ({ parse, read });
const SHARED = { limit: { parse: 'count' }, page_cursor: { parse: 'cursor' } };
const ORDERED = { ...SHARED, order: { parse: 'order' } };
const IDS = { ids: inSet('uuids', (row) => row.id), ref_ids: inSet('texts', (row) => row.ref_id) };

const QUERIES = {
  fiat: {
    ...ORDERED,
    ...IDS,
    ...timed('created_at', 'created_at'),
    order_by: { parse: 'by' },
    include_deleted: { parse: 'flag' },
  },
  memos: { ...ORDERED, ...IDS, ...timed('created_at', 'born') },
  people: {
    ...ORDERED,
    order_by: { parse: 'by' },
    ...timed('created_at', 'created_at'),
    ...timed('updated_at', 'updated_at'),
    identity_id: inSet('text', (row) =>
      bug('members-match-identity')
        ? [row.identity_id, ...row.members.map((each) => each.identity_id)]
        : row.identity_id,
    ),
  },
  addresses: {
    ...ORDERED,
    ...IDS,
    ...timed('created_at', 'created_at'),
    order_by: { parse: 'by' },
    profile_ids: inSet('uuids', (row) => row.profile_id),
    identity_ids: inSet('uuids', (row) => row.identity_id),
    account_ids: inSet('uuids', (row) => row.account_id),
  },
  fills: {
    ...SHARED,
    profile_id: inSet('text', (row) => row.hidden.profile_id),
    account_id: inSet('text', (row) => row.hidden.account_id),
    order_id: inSet('text', (row) => row.order_id),
    since_execution_id: { parse: 'cursor' },
    'range.begin': { parse: 'time', signs: [0, 1], column: 'executed_at' },
    'range.end': { parse: 'time', signs: [-1, 0], column: 'executed_at' },
  },
};

function parsed(search, known) {
  const names = [...search.keys()];
  must(new Set(names).size === names.length, 'a parameter stands twice');
  return names.map((name) => {
    const rule = Object.hasOwn(known, name) ? known[name] : refuse(400, `${name} is not a parameter`);
    return { name, rule, value: PARSERS[rule.parse](search.get(name)) };
  });
}

function conditions(asked) {
  return asked.flatMap(({ name, rule, value }) => {
    if (rule.signs) return (row) => rule.signs.includes(against(row[rule.column], value));
    if (!rule.read) return [];
    must(value.length <= 100, `${name} has more than 100 values`);
    return (row) => value.some((each) => [rule.read(row)].flat().includes(each));
  });
}

const shuffle = (key) => createHash('md5').update(key).digest('hex');
const keyOf = (row) => row.id ?? row.execution_id;

/** Rows of one instant come in an order of their own, another one in each direction. */
function sorted(rows, at, order) {
  const sign = order === 'ASC' ? 1 : -1;
  const place = (row) => shuffle(order + keyOf(row));
  return [...rows].sort((a, b) => sign * (at(a) - at(b)) || (place(a) < place(b) ? -1 : 1));
}

function page(
  rows,
  search,
  known,
  { at = (row) => row.created_at, standard = 100, most = 1000, order = 'DESC', also = () => true } = {},
) {
  const asked = parsed(search, known);
  const value = (name) => asked.find((each) => each.name === name)?.value;
  const tests = [...conditions(asked), also(value)].filter((test) => test !== true);
  const way = value('order') ?? order;
  const passes = (row) => tests.every((test) => test(row));
  const due = sorted(rows, at, way).filter(passes);
  const start = startOf(due, value('page_cursor'), at, way);
  const limit = Math.min(value('limit') ?? standard, most);
  const items = due.slice(start, start + limit);
  const more = start + items.length < due.length;
  const last = items.at(-1);
  return {
    items,
    next_page_cursor: more && last ? `${at(last)}_${shuffle(way + keyOf(last))}` : '',
  };
}

/** Where a page begins: after the place of the cursor, whether its row is still there or not. */
function startOf(rows, cursor, at, way) {
  if (cursor === undefined || cursor === '') return 0;
  const [millis, place] = cursor.split('_');
  must(/^\d+$/.test(millis) && /^[0-9a-f]{32}$/.test(place ?? ''), 'this cursor was never given');
  const sign = way === 'ASC' ? 1 : -1;
  const isAfter = (row) => {
    const apart = sign * (at(row) - Number(millis));
    const own = shuffle(way + keyOf(row));
    return apart > 0 || (apart === 0 && own > place);
  };
  const found = rows.findIndex(isAfter);
  return found < 0 ? rows.length : found;
}

const show = ({ items, ...rest }, as = seen) => ({ items: items.map(as), ...rest });

// Bodies: a member has a check; members without one are refused.

const text = (value) => typeof value === 'string' && value.length > 0 && value.length <= 300;
const plain = (value) => typeof value === 'string' && /^[\x20-\x7e]{1,500}$/.test(value);
const object = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const texts = (value) =>
  object(value) && Object.values(value).every((inner) => typeof inner === 'string' || texts(inner));
const dollars = (value) => /^\d{1,9}(\.\d{1,2})?$/.test(value ?? '') && typeof value === 'string' && Number(value) > 0;
const coins = (value) => /^\d{1,9}(\.\d{1,18})?$/.test(value ?? '') && typeof value === 'string' && Number(value) > 0;
const pairs = (value) =>
  object(value) &&
  Object.keys(value).length <= 6 &&
  Object.entries(value).every(([key, inner]) => typeof inner === 'string' && key.length <= 100 && inner.length <= 100);
const network = (value) => NETWORKS.includes(value);
const usd = (value) => value === 'USD';

const BODIES = {
  update: { needed: {}, allowed: { fiat_account_owner: texts, fiat_network_instructions: texts, metadata: pairs } },
  fiat: {
    needed: { asset: usd, fiat_account_id: text, profile_id: text },
    allowed: {
      ref_id: text,
      amount: dollars,
      total: dollars,
      identity_id: text,
      account_id: text,
      metadata: pairs,
      memo: plain,
    },
  },
  crypto: {
    needed: { profile_id: text, destination_address: plain, asset: plain, crypto_network: network },
    allowed: {
      ref_id: text,
      identity_id: text,
      balance_asset: text,
      metadata: pairs,
      account_id: text,
      fee_id: text,
      amount: coins,
      total: coins,
      beneficiary: object,
      memo: plain,
    },
  },
  sandbox: {
    needed: { amount: dollars, asset: usd, memo_id: text, fiat_network_instructions: object },
    allowed: { fiat_account_owner: object },
  },
  address: {
    needed: { profile_id: text, crypto_network: network },
    allowed: {
      identity_id: text,
      ref_id: text,
      metadata: pairs,
      account_id: text,
      conversion_target_asset: (value) => ['NO_CONVERSION', 'USD'].includes(value),
    },
  },
  members: {
    needed: {
      account_id: text,
      members: (value) => Array.isArray(value) && value.length > 0,
    },
    allowed: {},
  },
};

function checked(body, { needed, allowed }) {
  const rules = { ...needed, ...allowed };
  for (const name of Object.keys(needed)) must(Object.hasOwn(body, name), `${name} is missing`, 422);
  for (const [name, value] of Object.entries(body)) {
    must(Object.hasOwn(rules, name), `${name} is not a member`);
    must(rules[name](value), `${name} is wrong`, 422);
  }
  return body;
}

const profileOf = (given) => PROFILES.find((each) => each === given.toLowerCase()) ?? refuse(403, 'not your profile');
const refs = new Set();
function spend(kind, ref) {
  must(ref === undefined || !refs.has(kind + ref), 'this ref_id was used', 409);
  if (ref !== undefined) refs.add(kind + ref);
}

// Withdrawals: a fee of 0.3 per cent, at least the smallest unit, within a total that is given.

const units = (value, scale) => {
  const [whole, digits = ''] = value.split('.');
  return BigInt(whole + digits.padEnd(scale, '0'));
};
const written = (count, scale) => {
  const digits = String(count).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
};

function priced({ amount, total }, scale) {
  must((amount === undefined) !== (total === undefined), 'one of amount and total');
  const given = units(amount ?? total, scale);
  const fee = (given * 3n) / 1000n + 1n;
  must(total === undefined || given > fee, 'the total is used up by the fee');
  const net = total === undefined ? given : given - fee;
  return { amount: written(net, scale), fee: written(fee, scale), total: written(net + fee, scale) };
}

let made = 0;
function transfer(body, scale, more) {
  const { ref_id, identity_id, account_id, metadata, memo } = body;
  const sums = priced(body, scale);
  const profile_id = profileOf(body.profile_id);
  spend('transfer', ref_id);
  made += 1;
  const failed = made % 9 === 0;
  const given = {
    ref_id,
    identity_id,
    account_id,
    metadata,
    memo,
  };
  return {
    id: `t-${made}`,
    customer_id: CUSTOMER,
    profile_id,
    ...sums,
    asset: body.asset,
    direction: 'DEBIT',
    status: failed ? 'FAILED' : 'COMPLETED',
    created_at: iso(Date.now()),
    updated_at: iso(Date.now()),
    ...given,
    ...more,
    ...(failed ? { status_details: { max_rent_exceeded: { message: 'abuse', destination_address: 'x' } } } : {}),
  };
}

function fiatWithdrawal({ body }) {
  const given = checked(body, BODIES.fiat);
  const to = fiat.get(given.fiat_account_id.toLowerCase());
  must(to && !to.gone && to.status === 'APPROVED', 'no such fiat account', 404);
  must((given.memo?.length ?? 0) <= MEMO[railOf(to)], 'the memo is too long', 422);
  return transfer(given, 2, {
    type: railOf(to) === 'wire' ? 'WIRE_WITHDRAWAL' : 'CUBIX_WITHDRAWAL',
    fiat_account_id: to.id,
  });
}

function cryptoWithdrawal({ body }) {
  const given = checked(body, BODIES.crypto);
  const { crypto_network, destination_address } = given;
  return transfer(given, 18, { type: 'CRYPTO_WITHDRAWAL', crypto_network, destination_address });
}

function readFiat(id, search) {
  must(isUuid(id), 'the id is no UUID');
  const flags = parsed(search, { include_deleted: { parse: 'flag' } });
  const found = fiat.get(id.toLowerCase());
  must(found && (!found.gone || flags[0]?.value), 'no such fiat account', 404);
  return found;
}

function updateFiat({ path: [id], body, search }) {
  const given = checked(body, BODIES.update);
  const found = readFiat(id, search);
  return seen(fiat.put(found.id, { ...found, ...given, status: 'PENDING', updated_at: Date.now() }));
}

function listFiat({ search }) {
  const hide = (number) => `XXXX-${number.slice(-4)}`;
  const hidden = ({ fiat_network_instructions: known, ...row }) => {
    const [[rail, inner]] = Object.entries(known);
    const number = inner.account_number === undefined ? {} : { account_number: hide(inner.account_number) };
    return seen({ ...row, fiat_network_instructions: { ...known, [rail]: { ...inner, ...number } } });
  };
  const present = (value) => (row) => !row.gone || value('include_deleted') === true;
  return show(page(fiat.listed(), search, QUERIES.fiat, { also: present }), hidden);
}

function sandboxDeposit({ body }) {
  const { memo_id } = checked(body, BODIES.sandbox);
  must(
    [...memos.rows.values()].some(([{ row }]) => row.memo_id === memo_id),
    'no such memo',
    404,
  );
  return {};
}

function createAddress({ body }) {
  const given = checked(body, BODIES.address);
  const profile_id = profileOf(given.profile_id);
  spend('address', given.ref_id);
  const conversion = bug('conversion-ignored') ? { conversion_target_asset: 'NO_CONVERSION' } : {};
  const row = newAddress({ ...given, profile_id, ...conversion }, Date.now());
  return seen(addresses.put(row.id, row));
}

function addMembers({ body }) {
  const { account_id, members } = checked(body, BODIES.members);
  const found = people.get(account_id.toLowerCase());
  must(found, 'no such account', 404);
  const added = members.map((each) => {
    must(
      object(each) && text(each.identity_id) && Array.isArray(each.roles) && each.roles.every(text),
      'a member is wrong',
    );
    return { id: randomUUID(), identity_id: each.identity_id, roles: each.roles };
  });
  people.put(found.id, { ...found, members: [...found.members, ...added], updated_at: Date.now() });
  return { account_id: found.id, members: [...added].reverse() };
}

function executions({ search }) {
  const since = (value) => {
    const given = value('since_execution_id');
    if (given === undefined) return true;
    must(fills.get(given), 'no such execution', 404);
    const sign = bug('since-turned-round') ? -1n : 1n;
    return (row) => sign * BigInt(row.execution_id) <= sign * BigInt(given);
  };
  const at = (row) => row.executed_at;
  return show(page(fills.listed(), search, QUERIES.fills, { at, standard: 10, most: 30, order: 'ASC', also: since }));
}

function quote({ path: [profile, id] }) {
  must(isUuid(id) && isUuid(profile), 'an id is no UUID');
  const found = quotes.get(id.toLowerCase());
  must(found && found.profile_id === profile.toLowerCase(), 'no such quote', 404);
  return seen(found);
}

function affirm({ path: [id] }) {
  const found = deals.get(id);
  must(found, 'no such transaction', 404);
  must(found.status === 'PENDING', 'it is not pending', 409);
  return seen(deals.put(id, { ...found, status: 'AFFIRMED', updated_at: Date.now() }));
}

const ROUTES = {
  GET: {
    'transfer/fiat-accounts': listFiat,
    'transfer/fiat-accounts/:': ({ path: [id], search }) => seen(readFiat(id, search)),
    'transfer/fiat-deposit-instructions': ({ search }) =>
      show(page(memos.listed(), search, QUERIES.memos, { at: (row) => row.born })),
    'identity/accounts': ({ search }) =>
      show(page(people.listed(), search, QUERIES.people, { standard: 10, most: 30 })),
    'transfer/deposit-addresses': ({ search }) => show(page(addresses.listed(), search, QUERIES.addresses)),
    executions,
    'profiles/:/quote-executions/:': quote,
  },
  PUT: { 'transfer/fiat-accounts/:': updateFiat, 'settlement/transactions/:/affirm': affirm },
  POST: {
    'transfer/fiat-withdrawals': fiatWithdrawal,
    'transfer/crypto-withdrawals': cryptoWithdrawal,
    'sandbox/fiat-deposits': sandboxDeposit,
    'transfer/deposit-addresses': createAddress,
    'identity/account-members': addMembers,
  },
};

// HTTP

const issued = new Map();

function grant(form, headers) {
  const basic = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  must(basic === 'quirky:secret' || form.get('client_secret') === 'secret', 'invalid_client', 401);
  const access_token = randomUUID();
  issued.set(access_token, Date.now() + TOKEN_LIFE * 1000);
  return { access_token, token_type: 'Bearer', expires_in: TOKEN_LIFE };
}

function admit({ authorization = '' }) {
  const [scheme, token, ...rest] = authorization.split(' ');
  const isGood = scheme === 'Bearer' && rest.length === 0 && issued.get(token) > Date.now();
  must(isGood, 'sign in', 401);
}

let served = 0;
function calm() {
  served += 1;
  if (served % 509 === 0) refuse(429, 'slow down', { 'retry-after': '1' });
  if (served % 97 === 0) refuse(429, 'slow down', { 'retry-after': '0' });
}

async function bodyOf(request) {
  let given = '';
  for await (const chunk of request.setEncoding('utf8')) given += chunk;
  return given;
}

function jsonOf(given, headers) {
  if (given === '') return {};
  must(/^application\/json\b/i.test(headers['content-type'] ?? ''), 'JSON alone', 415);
  try {
    const found = JSON.parse(given);
    if (object(found)) return found;
  } catch {}
  return refuse(400, 'this is no JSON object');
}

async function answer(request) {
  const { pathname, searchParams: search } = new URL(request.url, 'http://quirky');
  const given = await bodyOf(request);
  if (pathname === '/token') return grant(new URLSearchParams(given), request.headers);
  admit(request.headers);
  calm();
  const [version, ...parts] = pathname.split('/').slice(1).map(decodeURIComponent);
  const routes = Object.entries(ROUTES[request.method] ?? {});
  const fits = (pattern) => {
    const names = pattern.split('/');
    return names.length === parts.length && names.every((name, index) => name === ':' || name === parts[index]);
  };
  const [pattern, operation] = routes.find(([each]) => fits(each)) ?? refuse(404, 'nothing here');
  must(version === 'v2', 'nothing here', 404);
  const path = parts.filter((_, index) => pattern.split('/')[index] === ':');
  return operation({ path, search, body: jsonOf(given, request.headers) });
}

async function handle(request, response) {
  try {
    const found = `\n${JSON.stringify(await answer(request), null, 2)}\n`;
    response.writeHead(200, { 'CONTENT-TYPE': 'Application/JSON;Charset="UTF-8"' }).end(found);
  } catch ({ status = 500, message, headers }) {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(`<!doctype html><title>${status}</title><p>${message}</p>`);
  }
}

const idsWhere = (table, test) =>
  table
    .listed()
    .filter(test)
    .map((row) => row.id);
const on = (rail) => idsWhere(fiat, (row) => railOf(row) === rail && row.status === 'APPROVED' && !row.gone);
const states = ['PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'];
const fixtures = {
  profile_id: PROFILES[1],
  identity_id: PEOPLE[2],
  account_id: ACCOUNTS[2],
  new_member_identity_ids: many(10, () => randomUUID()),
  order_id: '5001',
  memo_id: 'Q4Q',
  fiat_accounts: Object.fromEntries(Object.keys(MEMO).map((rail) => [rail, on(rail).slice(0, 1)])),
  updatable_fiat_account_id: on('wire').at(-1),
  deleted_fiat_account_id: idsWhere(fiat, (row) => row.gone)[0],
  crypto_destinations: [{ asset: 'SOL', crypto_network: 'SOLANA', destination_address: 'So1' }],
  quote_executions: quotes.listed().map(({ id, profile_id }) => ({ id, profile_id })),
  settlement_transactions: Object.fromEntries(states.map((s) => [s, idsWhere(deals, (row) => row.status === s)])),
};

const server = createServer(handle).listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const env = { BASE_URL: url, AUTH_URL: `${url}/token`, CLIENT_ID: 'quirky', CLIENT_SECRET: 'secret' };
  console.log(JSON.stringify({ env, args: [], fixtures }));
});
// Whoever started this ends it by closing its standard input, or by ending itself.
process.stdin.resume().on('end', () => process.exit());
