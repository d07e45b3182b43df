// Everything that the document allows beside what it asks for: unknown members everywhere, nulls where lists may have them,
// microseconds two hours east, padded decimals, UUIDs in capitals, compressed chunks, cursors that lead to an empty page, creations
// that are repeated rather than refused. Written from docs/interface.md alone. DEFECT names one mistake to make.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createGzip } from 'node:zlib';

const DEFECTS = {
  'update-changes-created-at': 'an update makes the account anew',
  'masks-the-end': 'lists show the first four characters',
  'numeric-keys-lost': 'metadata keys of digits are taken for indexes',
  'price-as-number': 'one decimal is a number',
  'fee-on-top-of-total': 'a total is taken for an amount',
};
const DEFECT = process.env.DEFECT;
if (DEFECT && !(DEFECT in DEFECTS)) throw new Error(`one of ${Object.keys(DEFECTS).join(', ')}`);

class Problem extends Error {
  constructor(status, title) {
    super(title);
    this.status = status;
  }
}

/** An instant in microseconds; written two hours east of UTC. */
const Time = {
  last: 0n,
  now() {
    const found = BigInt(Date.now()) * 1000n + BigInt(Math.floor(Math.random() * 1000));
    Time.last = found > Time.last ? found : Time.last + 1n;
    return Time.last;
  },
  write(micros) {
    const east = new Date(Number(micros / 1000n) + 7_200_000).toISOString().slice(0, 19);
    return `${east}.${String(micros % 1_000_000n).padStart(6, '0')}+02:00`;
  },
  /** In femtoseconds, so that a bound with more digits than we keep still compares as what it says. */
  read(text) {
    const form = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i;
    const [, day, clock, digits = '', zone] = form.exec(text ?? '') ?? [];
    const millis = Date.parse(`${day}T${clock}${zone?.toUpperCase()}`);
    if (Number.isNaN(millis)) throw new Problem(400, 'a timestamp is not one of RFC 3339');
    return BigInt(millis) * 10n ** 12n + BigInt(digits.slice(0, 15).padEnd(15, '0'));
  },
  fine: (micros) => micros * 10n ** 9n,
};

/** Money as a count of 10^-20, written with at least six decimals. */
const Money = {
  read(text) {
    const [, whole, digits = ''] = /^(\d+)(?:\.(\d{0,20}))?$/.exec(typeof text === 'string' ? text : '') ?? [];
    if (whole === undefined || whole.length > 25) throw new Problem(400, 'an amount is not a decimal');
    return BigInt(whole + digits.padEnd(20, '0'));
  },
  write(count) {
    const text = String(count).padStart(21, '0');
    return `${text.slice(0, -20)}.${text.slice(-20).replace(/0{1,14}$/, '')}`;
  },
};

const id = () => randomUUID().toUpperCase();
const sameText = (a, b) => String(a).toLowerCase() === String(b).toLowerCase();
const EXTRA = () => ({ object: 'resource', livemode: false, _links: { self: null }, tags: [], 0: { '': [] } });

class Bank {
  constructor() {
    this.start = Time.now() - 3_000_000_000_000n;
    this.customer = id();
    this.profiles = [id(), id(), id()];
    this.people = [id(), id(), id(), id(), id()];
    this.accounts = Array.from({ length: 14 }, (_, index) => this.account(index));
    this.fiat = Array.from({ length: 140 }, (_, index) => this.fiatAccount(index));
    this.memos = Array.from({ length: 40 }, (_, index) => this.memo(index));
    this.addresses = Array.from({ length: 120 }, (_, index) => this.oldAddress(index));
    this.fills = Array.from({ length: 90 }, (_, index) => this.fill(index));
    this.quotes = Array.from({ length: 4 }, (_, index) => this.quote(index));
    this.settlements = ['PENDING', 'PENDING', 'PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'].map((status) =>
      this.settlement(status),
    );
    this.done = new Map();
  }

  /** Times a microsecond apart, some of them equal. */
  at = (index) => this.start + BigInt(Math.floor(index / 2) + Math.floor(index / 10) * 1_000_000);

  account(index) {
    const identity = this.people[index % 5];
    const at = this.at(index);
    return {
      id: id(),
      identity_id: identity,
      description: 'Ein Konto — für «alles»',
      admin_disabled: false,
      user_disabled: index % 7 === 6,
      metadata: { tier: 'gold' },
      ref_id: `account ${index}`,
      members: [
        { id: id(), identity_id: identity, type: 'SETTLOR', roles: ['TRUSTEE'], ...EXTRA() },
        { id: id(), identity_id: this.people[(index + 1) % 5], type: 'BENEFICIAL_OWNER', roles: [] },
      ],
      created_at: at,
      updated_at: at + BigInt(index % 4),
      summary_status: 'IN_GOOD_STANDING',
      profile_id: this.profiles[index % 3],
      type: 'CUSTODY',
    };
  }

  bankAddress = { country: 'DE', address1: 'Straße 1', address2: '', city: 'Köln', province: 'NW', zip_code: '50667' };

  networks(index) {
    const bank = { routing_number_type: 'SWIFT', routing_number: 'COBADEFF', bank_name: 'Bank & Söhne' };
    const wire = {
      account_number: `DE8937040044053201${String(3000 + index)}`,
      fiat_account_owner_address: this.bankAddress,
      routing_details: { ...bank, bank_address: this.bankAddress },
      intermediary_routing_details: { ...bank, bank_address: this.bankAddress, ...EXTRA() },
    };
    return [
      { wire },
      { cubix: { account_id: `cubix-${index}`, ...EXTRA() } },
      { dbs_act: { account_number: `0-${index}00-4` } },
      { scb: { account_number: `12 34 56 ${1000 + index}` } },
      { cbit: { wallet_address: `wallet/${index}` } },
    ][index % 5];
  }

  fiatAccount(index) {
    const status = ['APPROVED', 'APPROVED', 'APPROVED', 'PENDING', 'REJECTED'][Math.floor(index / 5) % 5];
    return {
      id: id(),
      fiat_network_instructions: { ...this.networks(index), status, metadata: { 7: 7, note: 'old' } },
      status,
      created_at: this.at(index),
      ref_id: `fiat/${index}?&=+ %`,
      identity_id: this.people[index % 5],
      account_id: this.accounts[index % 14].id,
      fiat_account_owner:
        index % 2
          ? { institution_details: { name: 'Müller GmbH' } }
          : { person_details: { first_name: 'Zoë', last_name: 'O’Hara' } },
      metadata: { a: '1', b: '', c: ' ', 0: 'null', true: 'false', Ω: '☂' },
      updated_at: this.at(index),
      deleted: index % 40 === 39,
    };
  }

  memo(index) {
    const profile_id = this.profiles[index % 3];
    const instructions = { ...this.networks(index * 5), fiat_account_owner: { institution_details: { name: 'Us' } } };
    return {
      id: id(),
      profile_id,
      customer_id: this.customer,
      ref_id: `memo ${index}`,
      status: index % 6 ? 'VALID' : 'RETIRED',
      memo_id: `MEMO${index}X`,
      fiat_network_instructions: { ...instructions, metadata: { priority: 3 } },
      created_at: this.at(index),
    };
  }

  oldAddress(index) {
    const networks = ['ETHEREUM', 'BITCOIN', 'SOLANA', 'BASE'];
    const made = this.address({
      profile_id: this.profiles[index % 3],
      crypto_network: networks[index % 4],
      identity_id: this.people[index % 5],
      account_id: this.accounts[index % 14].id,
      ref_id: `address ${index}`,
      conversion_target_asset: index % 2 ? 'USD' : 'NO_CONVERSION',
      metadata: { index: String(index) },
    });
    return { ...made, created_at: this.at(index) };
  }

  address({ profile_id, crypto_network, identity_id, account_id, ref_id, conversion_target_asset, metadata }) {
    return {
      id: id(),
      profile_id,
      customer_id: this.customer,
      crypto_network,
      address: `0x${randomBytes(20).toString('hex')}`,
      conversion_target_asset: conversion_target_asset ?? 'NO_CONVERSION',
      created_at: Time.now(),
      identity_id,
      ref_id,
      metadata,
      account_id,
      compatible_crypto_networks: ['BASE', 'ETHEREUM', 'ARBITRUM_ONE'],
    };
  }

  fill(index) {
    const base = 10n ** 19n * BigInt(index + 1);
    return {
      execution_id: `fill:${String(index).padStart(4, '0')}`,
      order_id: `order ${index % 4}`,
      executed_at: this.at(index),
      market: 'BTC/USD',
      side: 'SELL_SHORT',
      amount: base,
      price: 6n * 10n ** 24n,
      commission: 1n,
      commission_asset: 'USD',
      rebate: 0n,
      rebate_asset: 'USD',
      gross_trade_amount: base * 60_000n,
      owner: { profile_id: this.profiles[index % 2], account_id: this.accounts[index % 3].id },
    };
  }

  quote(index) {
    const at = Time.now();
    return {
      id: id(),
      profile_id: this.profiles[0],
      quote_id: `quote-${index}`,
      status: 'CREATED',
      market: 'ETHSGD',
      side: index % 2 ? 'BUY' : 'SELL',
      price: 25n * 10n ** 22n,
      base_amount: 3n * 10n ** 18n,
      base_asset: 'ETH',
      quote_amount: 75n * 10n ** 20n,
      quote_asset: 'SGD',
      created_at: at,
      ref_id: `quote ref ${index}`,
      metadata: {},
      identity_id: this.people[0],
      account_id: this.accounts[0].id,
      recipient_profile_id: this.profiles[1],
      settles: index === 0 ? at + 2_000_000n : at,
    };
  }

  settlement(status) {
    const at = this.at(status.length);
    const leg = (direction, asset, amount) => ({ id: id(), direction, asset, amount, ...EXTRA() });
    return {
      id: `txn ${id()}`,
      ref_id: '',
      settlement_window_start: at,
      settlement_window_end: Time.now() + 86_400_000_000n,
      source_profile_id: this.profiles[0],
      target_profile_id: this.profiles[1],
      legs: [leg('DELIVER', 'BTC', 10n ** 20n), leg('RECEIVE', 'USD', 6n * 10n ** 24n)],
      status,
      created_at: at,
      updated_at: at,
    };
  }

  /** A creation with a ref_id that was used is answered as before; nothing is made. */
  once(kind, body, make) {
    const key = JSON.stringify([kind, body.ref_id]);
    if (body.ref_id === undefined || body.ref_id === null) return make();
    if (!this.done.has(key)) this.done.set(key, make());
    return this.done.get(key);
  }

  profile(given) {
    const found = this.profiles.find((each) => sameText(each, given));
    if (!found) throw new Problem(422, 'no such profile');
    return found;
  }
}

const bank = new Bank();
const DECIMALS = ['amount', 'price', 'base_amount', 'quote_amount', 'commission', 'rebate', 'gross_trade_amount'];
const MONEY = new Set([...DECIMALS, 'total', 'fee', 'notional_value']);

/** What an answer shows of a resource: bigints are times or money by the name of their member. */
function represent(value, name = '') {
  if (typeof value === 'bigint') {
    if (!MONEY.has(name)) return Time.write(value);
    return DEFECT === 'price-as-number' && name === 'price' ? Number(Money.write(value)) : Money.write(value);
  }
  if (Array.isArray(value)) return value.map((each) => represent(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, represent(inner, key)]));
}

const hidden = (number) => '•'.repeat(Math.max(0, number.length - 4)) + number.slice(-4);
const masked = (number) => (DEFECT === 'masks-the-end' ? `${number.slice(0, 4)}••••` : hidden(number));
const NULLED = ['person_details', 'fiat_account_owner_address', 'bank_address'];

/** A fiat account or an instruction as lists show it: numbers masked, three members null. */
function inList(value, name = '') {
  if (name === 'account_number') return masked(value);
  if (NULLED.includes(name)) return null;
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inList(inner, key)]));
}

/** An account as a read shows it. */
function inRead({ deleted: _, ...account }) {
  return { ...account, ...EXTRA() };
}

// Lists: filters are functions; a cursor carries the whole query on, with the place to go on at.

const KEYS = { lt: -1, lte: -1, eq: 0, gte: 1, gt: 1 };
const admits = (key, sign) => sign === KEYS[key] || (sign === 0 && key.endsWith('e'));

function timeFilters(query, prefix, name) {
  return Object.keys(KEYS).flatMap((key) => {
    const text = query[`${prefix}.${key}`]?.[0];
    if (text === undefined) return [];
    const bound = Time.read(text);
    const shownAt = (item) => Time.read(Time.write(item[name]));
    return [(item) => admits(key, shownAt(item) < bound ? -1 : shownAt(item) > bound ? 1 : 0)];
  });
}

function setFilters(query, sets) {
  return Object.entries(sets).flatMap(([parameter, name]) => {
    const values = query[parameter];
    if (values === undefined) return [];
    if (values.length > 100) throw new Problem(413, `${parameter} takes 100 values`);
    return [(item) => values.some((value) => sameText(value, item[name]))];
  });
}

function pageOf(items, given, filtersOf, { by = 'created_at', standard = 100 } = {}) {
  const { after, query } = resumed(given);
  const limit = Number(query.limit?.[0] ?? standard);
  if (!Number.isInteger(limit) || limit < 0) throw new Problem(400, 'limit is no count');
  const order = query.order?.[0] ?? 'DESC';
  if (!['ASC', 'DESC'].includes(order)) throw new Problem(400, 'order is ASC or DESC');
  const filters = filtersOf(query);
  const key = (item) => [item[by], item.id ?? item.execution_id];
  const compare = ([a, one], [b, other]) => (a < b ? -1 : a > b ? 1 : one < other ? -1 : one > other ? 1 : 0);
  const sign = order === 'ASC' ? 1 : -1;
  const rest = items
    .filter((item) => filters.every((admitted) => admitted(item)))
    .sort((a, b) => sign * compare(key(a), key(b)))
    .filter((item) => !after || sign * compare(key(item), [BigInt(after[0]), after[1]]) > 0);
  const found = rest.slice(0, Math.min(limit, 1000));
  const last = found.at(-1);
  const cursor = last ? JSON.stringify({ after: [String(last[by]), key(last)[1]], query }) : '';
  return {
    items: found,
    next_page_cursor: Buffer.from(cursor).toString('base64'),
    previous_page_cursor: null,
    total_count: items.length,
  };
}

function resumed({ page_cursor, ...query }) {
  if (!page_cursor?.[0]) return { query };
  try {
    const kept = JSON.parse(Buffer.from(page_cursor[0], 'base64').toString());
    return { after: kept.after, query: { ...kept.query, ...query } };
  } catch {
    throw new Problem(400, 'page_cursor is not one of ours');
  }
}

const listed = (page, show) => ({ ...page, items: page.items.map((item) => ({ ...show(item), ...EXTRA() })) });
const IDS = { ids: 'id', ref_ids: 'ref_id' };

// Operations: from the parts of a request to a resource.

function metadataOf(given) {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given)) throw new Problem(400, 'metadata is an object');
  const pairs = Object.entries(given);
  if (pairs.length > 6) throw new Problem(400, 'metadata has at most six pairs');
  for (const text of pairs.flat())
    if (typeof text !== 'string' || [...text].length > 100) throw new Problem(400, 'metadata is of short strings');
  const kept = pairs.filter(([key]) => DEFECT !== 'numeric-keys-lost' || !/^\d+$/.test(key));
  return Object.fromEntries(kept);
}

function fiatOf(given, includeDeleted) {
  const found = bank.fiat.find((each) => sameText(each.id, given));
  if (!found || (found.deleted && !includeDeleted)) throw new Problem(410, 'no such fiat account');
  return found;
}

function sums(body, fee) {
  const [amount, total] = [body.amount ?? undefined, body.total ?? undefined];
  if ((amount === undefined) === (total === undefined)) throw new Problem(400, 'amount or total');
  const given = Money.read(amount ?? total);
  const isTotal = total !== undefined && DEFECT !== 'fee-on-top-of-total';
  const net = isTotal ? given - fee : given;
  if (given === 0n || net <= 0n) throw new Problem(402, 'too little');
  return { amount: net, fee, total: net + fee };
}

function text(value, name, needed = true) {
  if (value === undefined && !needed) return undefined;
  if (typeof value !== 'string' || value === '') throw new Problem(400, `${name} is a text`);
  return value;
}

function withdrawal(body, fee, more) {
  const at = Time.now();
  return {
    id: `transfer-${randomUUID()}`,
    customer_id: bank.customer,
    profile_id: bank.profile(text(body.profile_id, 'profile_id')),
    ...sums(body, fee),
    asset: text(body.asset, 'asset'),
    direction: 'DEBIT',
    status: 'PENDING',
    created_at: at,
    updated_at: at + 1n,
    identity_id: text(body.identity_id, 'identity_id', false),
    ref_id: text(body.ref_id, 'ref_id', false),
    balance_asset: text(body.balance_asset, 'balance_asset', false) ?? body.asset,
    metadata: metadataOf(body.metadata),
    account_id: text(body.account_id, 'account_id', false),
    group_id: id(),
    secondary_status: { reason: null, since: 0 },
    memo: text(body.memo, 'memo', false),
    status_details: {},
    ...more,
    ...EXTRA(),
  };
}

const FIAT_TYPES = { wire: 'WIRE', cubix: 'CUBIX', dbs_act: 'BANK', scb: 'BANK', cbit: 'CBIT' };
const MEMOS = { wire: 100, cubix: 40, dbs_act: 100, scb: 140, cbit: 500 };

function fiatWithdrawal({ body }) {
  if (body.asset !== 'USD') throw new Problem(400, 'asset is USD');
  const to = fiatOf(text(body.fiat_account_id, 'fiat_account_id'));
  const network = Object.keys(to.fiat_network_instructions).find((name) => name in MEMOS);
  if (body.memo !== undefined && [...text(body.memo, 'memo')].length > MEMOS[network])
    throw new Problem(400, 'memo is too long');
  const more = { type: `${FIAT_TYPES[network]}_WITHDRAWAL`, fiat_account_id: to.id };
  return bank.once('fiat', body, () => withdrawal(body, 15n * 10n ** 18n, more));
}

const NETWORKS = 'BITCOIN ETHEREUM BITCOIN_CASH LITECOIN SOLANA POLYGON_POS BASE ARBITRUM_ONE INK'.split(' ');

function cryptoWithdrawal({ body }) {
  if (!NETWORKS.includes(body.crypto_network)) throw new Problem(400, 'crypto_network is unknown');
  const more = {
    type: 'CRYPTO_WITHDRAWAL',
    crypto_network: body.crypto_network,
    destination_address: text(body.destination_address, 'destination_address'),
    auto_conversion: {},
    notional_value: 10n ** 20n,
  };
  return bank.once('crypto', body, () => withdrawal(body, 10n ** 14n, more));
}

/** Refuses lists, and numbers, which only metadata of an instruction may hold. */
function ofText(value, name) {
  if (Array.isArray(value)) throw new Problem(400, `${name} is no list`);
  if (typeof value === 'number') throw new Problem(400, `${name} is text`);
  if (typeof value !== 'object' || name === 'metadata') return;
  for (const [inner, each] of Object.entries(value ?? {})) ofText(each, inner);
}

function update({ path, body }) {
  const found = fiatOf(path[0]);
  const { fiat_account_owner, fiat_network_instructions } = body;
  for (const part of [fiat_account_owner, fiat_network_instructions])
    if (typeof part === 'object') ofText(part, 'a part of an account');
    else if (part !== undefined) throw new Problem(400, 'a part of an account is an object');
  const metadata = metadataOf(body.metadata) ?? found.metadata;
  const at = Time.now();
  const change = {
    metadata,
    fiat_account_owner: fiat_account_owner ?? found.fiat_account_owner,
    fiat_network_instructions: fiat_network_instructions ?? found.fiat_network_instructions,
    updated_at: at,
    ...(DEFECT === 'update-changes-created-at' ? { created_at: at } : {}),
  };
  return inRead(Object.assign(found, change));
}

function sandboxDeposit({ body }) {
  if (body.asset !== 'USD' || Money.read(body.amount) === 0n) throw new Problem(400, 'some USD');
  const memo = text(body.memo_id, 'memo_id');
  if (!bank.memos.some(({ memo_id }) => memo_id === memo)) throw new Problem(404, 'no such memo');
  if (typeof body.fiat_network_instructions?.wire !== 'object') throw new Problem(400, 'wire is missing');
  return {};
}

function createAddress({ body }) {
  const { crypto_network, conversion_target_asset = 'NO_CONVERSION' } = body;
  if (!NETWORKS.includes(crypto_network)) throw new Problem(400, 'crypto_network is unknown');
  if (!['NO_CONVERSION', 'USD'].includes(conversion_target_asset)) throw new Problem(400, 'no such conversion');
  const profile_id = bank.profile(text(body.profile_id, 'profile_id'));
  const metadata = metadataOf(body.metadata);
  for (const name of ['identity_id', 'account_id', 'ref_id']) text(body[name], name, false);
  return bank.once('address', body, () => {
    const made = bank.address({ ...body, profile_id, metadata });
    bank.addresses.push(made);
    return made;
  });
}

function addMembers({ body }) {
  const found = bank.accounts.find((each) => sameText(each.id, text(body.account_id, 'account_id')));
  if (!found) throw new Problem(404, 'no such account');
  if (!Array.isArray(body.members) || body.members.length === 0) throw new Problem(400, 'members is empty');
  const added = body.members.map((each) => {
    if (!Array.isArray(each?.roles) || each.roles.some((role) => typeof role !== 'string'))
      throw new Problem(400, 'roles is an array of text');
    return { identity_id: text(each.identity_id, 'identity_id'), roles: each.roles, id: id(), type: 'OTHER' };
  });
  found.members = [...found.members, ...added];
  found.updated_at = Time.now();
  return { account_id: found.id, members: added, ...EXTRA() };
}

function executions({ query }) {
  const sinceOf = ({ since_execution_id }) =>
    bank.fills.findIndex((each) => each.execution_id === since_execution_id?.[0]);
  const filtersOf = (asked) => {
    const owners = ['profile_id', 'account_id'].filter((name) => asked[name]);
    const since = sinceOf(asked);
    return [
      ...owners.map((name) => (item) => sameText(item.owner[name], asked[name][0])),
      ...setFilters(asked, { order_id: 'order_id' }),
      ...timeFilters({ 'range.gte': asked['range.begin'], 'range.lte': asked['range.end'] }, 'range', 'executed_at'),
      ...(since < 0 ? [] : [(item) => bank.fills.indexOf(item) <= since]),
    ];
  };
  const page = pageOf(bank.fills, query, filtersOf, { by: 'executed_at', standard: 25 });
  return listed(page, ({ owner: _, ...rest }) => rest);
}

function quote({ path: [profile, wanted] }) {
  const found = bank.quotes.find((each) => sameText(each.id, wanted) && sameText(each.profile_id, profile));
  if (!found) throw new Problem(404, 'no such quote execution');
  const { settles, ...rest } = found;
  if (Time.now() < settles) return rest;
  return { ...rest, status: 'SETTLED', settled_at: settles, ...EXTRA() };
}

function affirm({ path: [wanted] }) {
  const found = bank.settlements.find((each) => each.id === wanted);
  if (!found) throw new Problem(404, 'no such transaction');
  if (found.status !== 'PENDING') throw new Problem(409, `it is ${found.status}`);
  Object.assign(found, { status: 'AFFIRMED', updated_at: Time.now() });
  const answer = { ...found, ...EXTRA() };
  found.status = 'SETTLED';
  return answer;
}

const created = (query) => timeFilters(query, 'created_at', 'created_at');
const flag = (query) => /^(true|1|yes)$/i.test(query.include_deleted?.[0] ?? '');

const OPERATIONS = {
  'PUT /transfer/fiat-accounts/*': update,
  'GET /transfer/fiat-accounts/*': ({ path, query }) => inRead(fiatOf(path[0], flag(query))),
  'GET /transfer/fiat-accounts': ({ query }) =>
    listed(
      pageOf(bank.fiat, query, (asked) => [
        ...setFilters(asked, IDS),
        ...created(asked),
        (item) => flag(asked) || !item.deleted,
      ]),
      ({ deleted: _, ...item }) => inList(item),
    ),
  'POST /transfer/fiat-withdrawals': fiatWithdrawal,
  'POST /transfer/crypto-withdrawals': cryptoWithdrawal,
  'GET /transfer/fiat-deposit-instructions': ({ query }) =>
    listed(
      pageOf(bank.memos, query, (asked) => [...setFilters(asked, IDS), ...created(asked)]),
      inList,
    ),
  'POST /sandbox/fiat-deposits': sandboxDeposit,
  'GET /identity/accounts': ({ query }) =>
    listed(
      pageOf(
        bank.accounts,
        query,
        (asked) => [
          ...setFilters(asked, { identity_id: 'identity_id' }),
          ...created(asked),
          ...timeFilters(asked, 'updated_at', 'updated_at'),
        ],
        { standard: 5 },
      ),
      (item) => item,
    ),
  'POST /transfer/deposit-addresses': createAddress,
  'GET /transfer/deposit-addresses': ({ query }) => {
    const sets = { ...IDS, profile_ids: 'profile_id', identity_ids: 'identity_id', account_ids: 'account_id' };
    return listed(
      pageOf(bank.addresses, query, (asked) => [...setFilters(asked, sets), ...created(asked)]),
      (item) => item,
    );
  },
  'POST /identity/account-members': addMembers,
  'GET /executions': executions,
  'GET /profiles/*/quote-executions/*': quote,
  'PUT /settlement/transactions/*/affirm': affirm,
};

// HTTP: bodies in compressed chunks, problems as problem+json, OAuth with either kind of client authentication.

const CLIENT = { id: 'client:lavish', secret: 'sécret%+ /' };
const tokens = new Set();

function tokenFor(request, form) {
  const given = form.get('client_id') ? [form.get('client_id'), form.get('client_secret')] : basicOf(request);
  if (given?.[0] !== CLIENT.id || given[1] !== CLIENT.secret || form.get('grant_type') !== 'client_credentials')
    throw new Problem(401, 'invalid_client');
  const access_token = `${randomBytes(30).toString('base64')}~`.replace('=', '');
  tokens.add(access_token);
  return { access_token, token_type: 'bearer', expires_in: 3600, scope: 'everything', not_before: 0 };
}

function basicOf({ headers }) {
  const [, code] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
  const [name, secret] = Buffer.from(code ?? '', 'base64')
    .toString()
    .split(':');
  const decoded = (part) => decodeURIComponent((part ?? '').replaceAll('+', ' '));
  return [decoded(name), decoded(secret)];
}

async function textOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function bodyOf(request, given) {
  if (request.method === 'GET' || given === '') return {};
  try {
    const found = JSON.parse(given);
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) return found;
  } catch {}
  throw new Problem(400, 'the body is no JSON object');
}

async function answerOf(request) {
  const url = new URL(request.url, 'http://lavish');
  const given = await textOf(request);
  if (url.pathname === '/oauth/token') return tokenFor(request, new URLSearchParams(given));
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (!tokens.has(token)) throw new Problem(401, 'who are you?');
  const parts = url.pathname.split('/').slice(2).map(decodeURIComponent);
  const route = Object.keys(OPERATIONS).find((key) => {
    const [method, path] = key.split(' ');
    const names = path.split('/').slice(1);
    return (
      method === request.method &&
      names.length === parts.length &&
      names.every((name, i) => name === '*' || name === parts[i])
    );
  });
  if (!route || !url.pathname.startsWith('/v2/')) throw new Problem(404, 'no such operation');
  const names = route.split('/').slice(1);
  const path = parts.filter((_, index) => names[index] === '*');
  const query = Object.fromEntries([...url.searchParams.keys()].map((key) => [key, url.searchParams.getAll(key)]));
  return represent(OPERATIONS[route]({ path, query, body: bodyOf(request, given) }));
}

function deliver(request, response, status, type, body) {
  const gzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const headers = { 'Content-Type': type, 'X-Request-Id': randomUUID(), Vary: 'Accept-Encoding' };
  response.writeHead(status, gzip ? { ...headers, 'Content-Encoding': 'gzip' } : headers);
  const out = gzip ? createGzip() : response;
  if (gzip) out.pipe(response);
  const whole = Buffer.from(JSON.stringify(body, null, '\t'));
  out.write(whole.subarray(0, 7));
  out.end(whole.subarray(7));
}

async function handle(request, response) {
  try {
    const found = await answerOf(request);
    deliver(request, response, 200, 'application/json; charset=utf-8', found);
  } catch (error) {
    const status = error.status ?? 500;
    const problem = { type: 'about:blank', title: error.message, status, detail: null, errors: [{ path: [] }] };
    deliver(request, response, status, 'application/problem+json; charset=utf-8', problem);
  }
}

const named = (network) =>
  bank.fiat
    .filter((each) => network in each.fiat_network_instructions && each.status === 'APPROVED' && !each.deleted)
    .map((each) => each.id);
const fixtures = {
  profile_id: bank.profiles[0],
  identity_id: bank.accounts[0].identity_id,
  account_id: bank.accounts[0].id,
  new_member_identity_ids: Array.from({ length: 10 }, () => id()),
  order_id: 'order 1',
  memo_id: bank.memos[3].memo_id,
  fiat_accounts: Object.fromEntries(Object.keys(MEMOS).map((network) => [network, named(network).slice(0, 2)])),
  updatable_fiat_account_id: named('wire').at(-1),
  deleted_fiat_account_id: bank.fiat.find(({ deleted }) => deleted).id,
  crypto_destinations: [{ asset: 'ETH', crypto_network: 'ETHEREUM', destination_address: bank.addresses[0].address }],
  quote_executions: bank.quotes.map(({ profile_id, id: quoteId }) => ({ profile_id, id: quoteId })),
  settlement_transactions: Object.fromEntries(
    ['PENDING', 'SETTLED', 'EXPIRED', 'CANCELLED'].map((status) => [
      status,
      bank.settlements.filter((each) => each.status === status).map((each) => each.id),
    ]),
  ),
};

const server = createServer(handle).listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  const env = {
    BASE_URL: url,
    AUTH_URL: `${url}/oauth/token`,
    CLIENT_ID: CLIENT.id,
    CLIENT_SECRET: CLIENT.secret,
  };
  console.log(JSON.stringify({ env, args: [], fixtures }));
});
// Whoever started this ends it by closing its standard input, or by ending itself.
process.stdin.resume().on('end', () => process.exit());
