// The least that the document allows: required members alone, whole seconds, short pages, a masked number that is only its last
// four characters, and errors without a body. Written from docs/interface.md alone. DEFECT names one mistake to make.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const DEFECTS = [
  'cursor-by-time-alone',
  'lt-ignored-beside-gte',
  'include-deleted-whatever-it-says',
  'memo-limit-of-another-network',
  'affirm-keeps-updated-at',
  'ref-ids-ignored',
  'token-prefix',
  'sandbox-deposit-not-routed',
  'affirm-not-routed',
];
const DEFECT = process.env.DEFECT;
if (DEFECT && !DEFECTS.includes(DEFECT)) throw new Error(`one of ${DEFECTS.join(', ')}`);
const wrong = (name) => DEFECT === name;

const TOKEN = 'terse-token';
const NETWORKS = 'BITCOIN ETHEREUM BITCOIN_CASH LITECOIN SOLANA POLYGON_POS BASE ARBITRUM_ONE INK'.split(' ');
const MEMO_LIMITS = { wire: 100, cubix: 40, dbs_act: 100, scb: 140, cbit: 500 };
const LONGEST_PAGE = 7;
const DAY = 86_400;

class Refused extends Error {
  constructor(status) {
    super(String(status));
    this.status = status;
  }
}
const need = (truth, status = 400) => {
  if (!truth) throw new Refused(status);
};
const isText = (value) => typeof value === 'string' && value !== '';

// Time: whole seconds inside, any RFC 3339 text from outside, exactly.

/** Nothing says which time a sandbox lives in: this one is a good year behind. */
const now = () => Math.floor(Date.now() / 1000) - 34_567_890;
const stamp = (seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** Seconds and their decimals, so that half a second after an item is not the item's time. */
function moment(text) {
  const [, start, decimals = '', zone] = /^(.{10}T.{8})(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i.exec(text ?? '') ?? [];
  const seconds = Date.parse(`${start}${zone}`.toUpperCase()) / 1000;
  need(Number.isInteger(seconds));
  return { seconds, beyond: /[1-9]/.test(decimals) };
}

const COMPARE = {
  lt: (at, { seconds, beyond }) => at < seconds || (at === seconds && beyond),
  lte: (at, { seconds }) => at <= seconds,
  eq: (at, { seconds, beyond }) => at === seconds && !beyond,
  gte: (at, { seconds, beyond }) => at > seconds || (at === seconds && !beyond),
  gt: (at, { seconds }) => at > seconds,
};

// Money: a decimal without needless zeros; withdrawals cost nothing here.

function money(text) {
  const [, whole, decimals = ''] = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(text ?? '') ?? [];
  need(whole !== undefined);
  const kept = decimals.replace(/0+$/, '');
  const plain = whole.replace(/^0+(?=\d)/, '') + (kept && `.${kept}`);
  need(plain !== '0');
  return plain;
}

// What the service holds: rows with all that filters need, and a view of them with what answers show.

let serial = 0;
const row = (at, known, view) => ({ at, serial: ++serial, ...known, view: () => view });
const START = now() - 40 * DAY;
const uuids = (count) => Array.from({ length: count }, randomUUID);
const [customer, profile, otherProfile] = uuids(3);
const identities = uuids(4);

const INSTRUCTIONS = [
  { wire: { account_number: '10002000345' } },
  { cubix: { account_id: 'C-1' } },
  { dbs_act: { account_number: '999' } },
  { scb: { account_number: 'SC88887777' } },
  { cbit: { wallet_address: 'cb1' } },
];

function fiatAccount(index) {
  const at = START + Math.floor(index / 3);
  const made = row(at, { id: randomUUID(), ref: `fiat-${index}`, deleted: index === 17 });
  made.instructions = INSTRUCTIONS[index % INSTRUCTIONS.length];
  made.view = (numbers = (number) => number) => ({
    id: made.id,
    fiat_network_instructions: withNumbers(made.instructions, numbers),
    status: 'APPROVED',
    created_at: stamp(at),
  });
  return made;
}

const withNumbers = (instructions, show) =>
  Object.fromEntries(
    Object.entries(instructions).map(([network, inner]) => [
      network,
      inner.account_number ? { ...inner, account_number: show(inner.account_number) } : inner,
    ]),
  );

function address(at, body) {
  const { profile_id, crypto_network, identity_id, account_id, ref_id, conversion_target_asset } = body;
  const id = randomUUID();
  return row(
    at,
    { id, ref: ref_id, profile: profile_id, identity: identity_id, account: account_id },
    {
      id,
      profile_id,
      customer_id: customer,
      crypto_network,
      address: `a${id.slice(0, 8)}`,
      conversion_target_asset: conversion_target_asset ?? 'NO_CONVERSION',
      created_at: stamp(at),
    },
  );
}

const fiatAccounts = Array.from({ length: 26 }, (_, index) => fiatAccount(index));
const people = Array.from({ length: 9 }, (_, index) => {
  const [id, identity, at] = [randomUUID(), identities[index % 4], START + Math.floor(index / 2) * 60];
  const members = [{ identity_id: identity, id: randomUUID() }];
  const made = row(at, { id, identity, members, updated: at + (index % 3) });
  made.view = () => ({
    id,
    identity_id: identity,
    profile_id: profile,
    members,
    created_at: stamp(at),
    updated_at: stamp(made.updated),
  });
  return made;
});
const addresses = Array.from({ length: 30 }, (_, index) =>
  address(START + Math.floor(index / 4), {
    profile_id: index % 5 ? profile : otherProfile,
    crypto_network: NETWORKS[index % NETWORKS.length],
    identity_id: identities[index % 4],
    account_id: people[index % 3].id,
    ref_id: `address-${index}`,
  }),
);
const instructions = Array.from({ length: 11 }, (_, index) => {
  const id = randomUUID();
  const view = { id, profile_id: profile, memo_id: `M${index}`, status: 'VALID' };
  return row(START + Math.floor(index / 2), { id, ref: `memo-${index}` }, view);
});
const orders = uuids(3);
const executions = Array.from({ length: 23 }, (_, index) => {
  const [execution_id, at, order] = [randomUUID(), START + Math.floor(index / 2) * 30, orders[index % 3]];
  const known = { id: execution_id, profile: index % 4 ? profile : otherProfile, account: people[index % 2].id, order };
  return row(at, known, { execution_id, order_id: order, executed_at: stamp(at) });
});
const quotes = ['CREATED', 'SETTLED'].map((status) => ({
  id: randomUUID(),
  profile_id: profile,
  quote_id: 'q',
  status,
  market: 'BTCUSD',
  side: 'SELL',
  price: '60000',
  base_amount: '0.1',
  base_asset: 'BTC',
  quote_amount: '6000',
  quote_asset: 'USD',
  created_at: stamp(START),
  ...(status === 'SETTLED' ? { settled_at: stamp(START) } : {}),
}));
const transactions = 'PENDING PENDING PENDING PENDING SETTLED EXPIRED CANCELLED'.split(' ').map((status, index) => ({
  id: `T${index}`,
  ref_id: `R${index}`,
  settlement_window_start: stamp(START),
  settlement_window_end: stamp(now() + DAY),
  source_profile_id: profile,
  target_profile_id: otherProfile,
  legs: [{ id: '1', direction: 'DELIVER', asset: 'BTC', amount: '1' }],
  status,
  created_at: stamp(START),
  updated_at: stamp(START),
}));
const usedRefs = new Set();

// Lists

const TIMES = ['lt', 'lte', 'eq', 'gte', 'gt'];

function inTimes(rows, query, name, at) {
  const asked = TIMES.filter((key) => query.has(`${name}.${key}`)).filter(
    (key) => !(wrong('lt-ignored-beside-gte') && key === 'lt' && query.has(`${name}.gte`)),
  );
  const bounds = asked.map((key) => [COMPARE[key], moment(query.get(`${name}.${key}`))]);
  return rows.filter((each) => bounds.every(([compare, bound]) => compare(at(each), bound)));
}

function inSets(rows, query, sets) {
  return Object.entries(sets).reduce((left, [parameter, name]) => {
    const values = query.getAll(parameter);
    need(values.length <= 100);
    return values.length === 0 || (wrong('ref-ids-ignored') && parameter === 'ref_ids')
      ? left
      : left.filter((each) => values.includes(each[name]));
  }, rows);
}

function page(rows, query, { most = 1000 } = {}) {
  const limit = query.has('limit') ? Number(query.get('limit')) : Math.min(100, most);
  need(Number.isInteger(limit) && limit > 0 && limit <= most);
  const order = query.get('order') ?? 'DESC';
  need(order === 'ASC' || order === 'DESC');
  need((query.get('order_by') ?? 'CREATED_AT') === 'CREATED_AT');
  const way = order === 'ASC' ? 1 : -1;
  const sorted = [...rows].sort((a, b) => way * (a.at - b.at || a.serial - b.serial));
  const rest = query.has('page_cursor') ? afterCursor(sorted, query.get('page_cursor'), way) : sorted;
  const size = Math.min(limit, LONGEST_PAGE);
  const items = rest.slice(0, size);
  const { at, serial: last } = items.at(-1) ?? {};
  return { items, ...(rest.length > items.length ? { next_page_cursor: `${at}-${last}` } : {}) };
}

function afterCursor(sorted, cursor, way) {
  const [, at, last] = /^(\d+)-(\d+)$/.exec(cursor) ?? [];
  need(at !== undefined);
  return sorted.filter((each) => {
    const ties = wrong('cursor-by-time-alone') ? 0 : each.serial - Number(last);
    return way * (each.at - Number(at) || ties) > 0;
  });
}

const shown = ({ items, ...rest }, show = (each) => each.view()) => ({ items: items.map(show), ...rest });
const created = (each) => each.at;

// Operations

function checkMetadata(metadata = {}) {
  need(typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata));
  const pairs = Object.entries(metadata);
  need(pairs.length <= 6 && pairs.flat().every((text) => typeof text === 'string' && text.length <= 100));
}

const isDeletedAsked = (query) =>
  wrong('include-deleted-whatever-it-says') ? query?.has('include_deleted') : query?.get('include_deleted') === 'true';

function findFiat(id, query) {
  const found = fiatAccounts.find((each) => each.id === id);
  need(found && (!found.deleted || isDeletedAsked(query)), 404);
  return found;
}

function transfer(body, more) {
  need((body.amount === undefined) !== (body.total === undefined));
  const amount = money(body.amount ?? body.total);
  need(isText(body.profile_id) && isText(body.asset));
  need([profile, otherProfile].includes(body.profile_id), 404);
  checkMetadata(body.metadata);
  useRef(body.ref_id);
  const at = stamp(now());
  return {
    id: randomUUID(),
    customer_id: customer,
    profile_id: body.profile_id,
    amount,
    total: amount,
    fee: '0',
    asset: body.asset,
    direction: 'DEBIT',
    status: 'PENDING',
    created_at: at,
    updated_at: at,
    ...more,
  };
}

function useRef(ref) {
  need(ref === undefined || (isText(ref) && !usedRefs.has(ref)), 422);
  if (ref !== undefined) usedRefs.add(ref);
}

function withdrawFiat({ body }) {
  need(body.asset === 'USD');
  const [network] = Object.keys(findFiat(body.fiat_account_id).instructions);
  const longest = wrong('memo-limit-of-another-network') && network === 'cubix' ? 100 : MEMO_LIMITS[network];
  need(body.memo === undefined || (typeof body.memo === 'string' && body.memo.length <= longest));
  return transfer(body, { type: 'BANK_WITHDRAWAL' });
}

function withdrawCrypto({ body }) {
  need(isText(body.destination_address) && NETWORKS.includes(body.crypto_network));
  return transfer(body, { type: 'CRYPTO_WITHDRAWAL' });
}

/** Owners and bank details hold text and objects of text; metadata may hold other values. */
const isOfText = (value) =>
  isText(value) ||
  (typeof value === 'object' &&
    !Array.isArray(value) &&
    Object.entries(value ?? {}).every(([name, inner]) => name === 'metadata' || isOfText(inner)));

function updateFiat({ body, path: [id] }) {
  const found = findFiat(id);
  checkMetadata(body.metadata);
  for (const part of [body.fiat_account_owner, body.fiat_network_instructions])
    need(part === undefined || (typeof part === 'object' && isOfText(part)));
  found.instructions = body.fiat_network_instructions ?? found.instructions;
  return found.view();
}

function listFiat({ query }) {
  const present = fiatAccounts.filter((each) => !each.deleted || isDeletedAsked(query));
  const found = inTimes(inSets(present, query, { ids: 'id', ref_ids: 'ref' }), query, 'created_at', created);
  return shown(page(found, query), (each) => each.view((number) => number.slice(-4)));
}

function listInstructions({ query }) {
  const found = inSets(instructions, query, { ids: 'id', ref_ids: 'ref' });
  return shown(page(inTimes(found, query, 'created_at', created), query));
}

function sandboxDeposit({ body }) {
  need(body.asset === 'USD' && isText(body.memo_id) && typeof body.fiat_network_instructions === 'object');
  money(body.amount);
  return {};
}

function listAccounts({ query }) {
  const own = people.filter((each) => !query.has('identity_id') || each.identity === query.get('identity_id'));
  const made = inTimes(own, query, 'created_at', created);
  return shown(
    page(
      inTimes(made, query, 'updated_at', (each) => each.updated),
      query,
      { most: 50 },
    ),
  );
}

function createAddress({ body }) {
  need(NETWORKS.includes(body.crypto_network) && isText(body.profile_id));
  need(['NO_CONVERSION', 'USD', undefined].includes(body.conversion_target_asset));
  need([profile, otherProfile].includes(body.profile_id), 404);
  checkMetadata(body.metadata);
  useRef(body.ref_id);
  const made = address(now(), body);
  addresses.push(made);
  return made.view();
}

function listAddresses({ query }) {
  const sets = { ids: 'id', ref_ids: 'ref', profile_ids: 'profile', identity_ids: 'identity', account_ids: 'account' };
  const found = inTimes(inSets(addresses, query, sets), query, 'created_at', created);
  return shown(page(found, query));
}

function addMembers({ body }) {
  const { account_id, members } = body;
  need(isText(account_id) && Array.isArray(members));
  need(members.length > 0);
  need(members.every((each) => isText(each?.identity_id) && Array.isArray(each.roles) && each.roles.every(isText)));
  const found = people.find(({ id }) => id === account_id);
  need(found, 404);
  const added = members.map(({ identity_id, roles }) => ({ identity_id, roles, id: randomUUID() }));
  found.members.push(...added);
  found.updated = now();
  return { account_id, members: added };
}

function listExecutions({ query }) {
  const sets = { profile_id: 'profile', account_id: 'account', order_id: 'order' };
  const since = executions.find(({ id }) => id === query.get('since_execution_id'));
  need(since || !query.has('since_execution_id'));
  const bounds = [
    [COMPARE.gte, query.get('range.begin')],
    [COMPARE.lte, query.get('range.end')],
  ].filter(([, text]) => text !== null);
  const found = inSets(executions, query, sets)
    .filter((each) => !since || each.serial <= since.serial)
    .filter((each) => bounds.every(([compare, text]) => compare(each.at, moment(text))));
  return shown(page(found, query, { most: 500 }));
}

function quote({ path: [owner, id] }) {
  const found = quotes.find((each) => each.id === id && each.profile_id === owner);
  need(found, 404);
  return found;
}

function affirm({ path: [id] }) {
  const found = transactions.find((each) => each.id === id);
  need(found, 404);
  need(found.status === 'PENDING', 422);
  const updated_at = wrong('affirm-keeps-updated-at') ? found.updated_at : stamp(now());
  return Object.assign(found, { status: 'AFFIRMED', updated_at });
}

const ROUTES = [
  ['PUT', /^\/v2\/transfer\/fiat-accounts\/([^/]+)$/, updateFiat],
  ['GET', /^\/v2\/transfer\/fiat-accounts\/([^/]+)$/, ({ path: [id], query }) => findFiat(id, query).view()],
  ['GET', /^\/v2\/transfer\/fiat-accounts$/, listFiat],
  ['POST', /^\/v2\/transfer\/fiat-withdrawals$/, withdrawFiat],
  ['POST', /^\/v2\/transfer\/crypto-withdrawals$/, withdrawCrypto],
  ['GET', /^\/v2\/transfer\/fiat-deposit-instructions$/, listInstructions],
  ['POST', /^\/v2\/sandbox\/fiat-deposits$/, sandboxDeposit],
  ['GET', /^\/v2\/identity\/accounts$/, listAccounts],
  ['POST', /^\/v2\/transfer\/deposit-addresses$/, createAddress],
  ['GET', /^\/v2\/transfer\/deposit-addresses$/, listAddresses],
  ['POST', /^\/v2\/identity\/account-members$/, addMembers],
  ['GET', /^\/v2\/executions$/, listExecutions],
  ['GET', /^\/v2\/profiles\/([^/]+)\/quote-executions\/([^/]+)$/, quote],
  ['PUT', /^\/v2\/settlement\/transactions\/([^/]+)\/affirm$/, affirm],
];

const NOT_ROUTED = { 'sandbox-deposit-not-routed': sandboxDeposit, 'affirm-not-routed': affirm };

// HTTP

async function jsonOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(400);
  }
}

const isToken = (given) => (wrong('token-prefix') ? given.startsWith(`Bearer ${TOKEN}`) : given === `Bearer ${TOKEN}`);

async function answer(request) {
  const url = new URL(request.url, 'http://terse');
  const [, pattern, operation] =
    ROUTES.find(([method, known]) => method === request.method && known.test(url.pathname)) ?? [];
  need(operation && operation !== NOT_ROUTED[DEFECT], 404);
  need(isToken(request.headers.authorization ?? ''), 403);
  const body = await jsonOf(request);
  need(typeof body === 'object' && body !== null && !Array.isArray(body));
  const path = pattern.exec(url.pathname).slice(1).map(decodeURIComponent);
  return operation({ path, query: url.searchParams, body });
}

async function handle(request, response) {
  response.setHeader('connection', 'close');
  try {
    const found = JSON.stringify(await answer(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end(found);
  } catch (error) {
    response.writeHead(error.status ?? 500).end();
  }
}

const inState = (status) => transactions.filter((each) => each.status === status).map(({ id }) => id);
const of = (network) => fiatAccounts.filter((each) => network in each.instructions && !each.deleted)[0].id;
const fixtures = {
  profile_id: profile,
  identity_id: identities[0],
  account_id: people[0].id,
  new_member_identity_ids: Array.from({ length: 10 }, () => randomUUID()),
  order_id: orders[0],
  memo_id: 'M0',
  fiat_accounts: Object.fromEntries(Object.keys(MEMO_LIMITS).map((network) => [network, [of(network)]])),
  updatable_fiat_account_id: fiatAccounts.at(-1).id,
  deleted_fiat_account_id: fiatAccounts.find((each) => each.deleted).id,
  crypto_destinations: [{ asset: 'BTC', crypto_network: 'BITCOIN', destination_address: 'bc1' }],
  quote_executions: quotes.map(({ id }) => ({ profile_id: profile, id })),
  settlement_transactions: Object.fromEntries(
    ['PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'].map((status) => [status, inState(status)]),
  ),
};

const server = createServer(handle).listen(0, '127.0.0.1', () => {
  const env = { BASE_URL: `http://127.0.0.1:${server.address().port}`, ACCESS_TOKEN: TOKEN };
  console.log(JSON.stringify({ env, args: [], fixtures }));
});
// Whoever started this ends it by closing its standard input, or by ending itself.
process.stdin.resume().on('end', () => process.exit());
