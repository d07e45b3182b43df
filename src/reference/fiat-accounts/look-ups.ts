import { asked, type Call, type Handler, type Query } from '../call.ts';
import type { StoredAccount } from '../data/fiat-accounts.ts';
import type { Store } from '../data/store.ts';
import { decision, only, shownOn } from '../decision.ts';
import { restored } from '../lists/cursors.ts';
import { page } from '../lists/page.ts';
import { type Fields, isFields, Problem } from '../problem.ts';
import { represent } from './representation.ts';

const GET = { section: '4.2', on: ['getFiat'] };
const LIST = { section: '4.3', on: ['listFiat'] };

type Deleted = (included: boolean) => boolean;

const readable = decision<Deleted>(GET, (included) => included, {
  faults: { 'FA-GET-DELETED-HIDDEN/shows-it': () => true, 'FA-GET-DELETED-SHOWN/never': () => false },
});
/** Whether a list contains deleted accounts, and whether it contains the others. */
type Listed = (included: boolean) => { readonly deleted: boolean; readonly others: boolean };

const listed = decision<Listed>(LIST, (included) => ({ deleted: included, others: true }), {
  faults: {
    'LIST-DELETED-HIDDEN/shows-them': () => ({ deleted: true, others: true }),
    'LIST-DELETED-SHOWN/never': () => ({ deleted: false, others: true }),
    'LIST-DELETED-ADDS/lists-only-them': (included) => ({ deleted: included, others: !included }),
  },
});
/** Whether a list request asks for deleted accounts. */
const asks = decision<(query: Query, included: boolean) => boolean>(LIST, (_, included) => included, {
  faults: {
    'LIST-DELETED-HIDDEN/shows-them-where-none-is-named': (query, included) =>
      included || (query['ids'] === undefined && query['ref_ids'] === undefined),
    'LIST-DELETED-HIDDEN/shows-them-between-two-times': (query, included) =>
      included || Object.keys(query).filter((name) => name.startsWith('created_at')).length > 1,
    'LIST-DELETED-HIDDEN/shows-them-where-several-are-named': (query, included) =>
      included || (query['ids']?.length ?? 0) > 1,
    'LIST-DELETED-HIDDEN/shows-those-of-one-time': (query, included) =>
      included || query['created_at.eq'] !== undefined,
    'LIST-DELETED-SHOWN/beside-ids-only': (query, included) => included && query['ids'] !== undefined,
    'LIST-DELETED-SHOWN/not-beside-ref_ids': (query, included) => included && query['ref_ids'] === undefined,
    'LIST-DELETED-SHOWN/not-in-ascending-lists': (query, included) => included && !query['order']?.includes('ASC'),
    'LIST-DELETED-SHOWN/not-in-descending-lists': (query, included) =>
      included && (query['ids'] !== undefined || query['order'] !== undefined),
    'LIST-DELETED-SHOWN/on-the-first-page-only': (query, included) => included && query['page_cursor'] === undefined,
  },
});
/** With the fault, include_deleted hides the accounts that are not deleted. */
const onlyDeleted = decision(GET, false, { faults: { 'FA-GET-DELETED-ADDS/deleted-ones-only': true } });
/** With the fault, a look-up by ref_id finds deleted accounts too. */
const byRef = decision(LIST, false, { faults: { 'LIST-DELETED-HIDDEN/shows-it-by-ref_id': true } });
/** With the faults, a list lacks updated accounts if a filter is given. */
const losesUpdated = decision<(query: Query) => boolean>(LIST, () => false, {
  faults: {
    'FA-UPDATE-LISTED/not-by-its-id': ({ ids }) => ids !== undefined,
    'FA-UPDATE-LISTED/not-in-ascending-order': ({ order }) => order?.includes('ASC') ?? false,
    'FA-UPDATE-LISTED/not-by-its-ref_id': ({ ref_ids }) => ref_ids !== undefined,
    'FA-UPDATE-LISTED/not-between-two-times': (query) =>
      query['created_at.gte'] !== undefined && query['created_at.lt'] !== undefined,
  },
});
/** With the fault, some accounts cannot be read by ID. */
const unread = decision<(account: Fields) => boolean>(GET, () => false, {
  faults: {
    'FA-GET-LISTED/knows-no-cubix-accounts': (account) => 'cubix' in Object(account['fiat_network_instructions']),
    'FA-GET-LISTED/knows-none-that-are-approved': ({ status }) => status === 'APPROVED',
    'FA-GET-LISTED/knows-none-that-were-rejected': ({ status }) => status === 'REJECTED',
  },
});
const invents = decision({ section: '4.2', on: ['getFiat', 'putFiat'] }, false, {
  faults: { 'FA-UNKNOWN/makes-one-up': true },
});

/** With the fault, a read counts as an update. */
const touches = decision(GET, false, { faults: { 'FA-READ-NO-UPDATE/dates-each-read': true } });

/** The status that a read shows. */
const statusRead = decision<(status: string) => string>(GET, (status) => status, {
  faults: {
    'FA-GET-AGREES-WITH-LIST/rejected-ones-as-pending': (status) => (status === 'REJECTED' ? 'PENDING' : status),
  },
});

/** What a read or a list shows of an account's creation. */
const creation = decision<(account: Fields) => Fields>(
  { section: '2.2', on: ['getFiat', 'listFiat'] },
  (account) => account,
  {
    faults: {
      'FA-CREATION-STEADY/reads-show-the-id-as-ref_id': shownOn(
        ['getFiat', 'listFiat'],
        only(['getFiat'], (account) => ({ ...account, ref_id: account['id'] })),
      ),
      'FA-CREATION-STEADY/lists-show-the-account-as-the-identity': only(['listFiat'], (account) => ({
        ...account,
        identity_id: account['account_id'],
      })),
    },
  },
);

const isTrue = decision<(text: string | undefined) => boolean>(LIST, (text) => text === 'true', {
  faults: { 'LIST-DELETED-HIDDEN/takes-false-for-true': (text) => text !== undefined },
});

/** The accepted values of a boolean parameter. */
const booleans = decision<readonly string[]>({ section: '4', on: ['getFiat', 'listFiat'] }, ['true', 'false'], {
  faults: {
    'FA-GET-DELETED-ADDS/refuses-false': only(['getFiat'], ['true']),
    'LIST-DELETED-ADDS/refuses-false': only(['listFiat'], ['true']),
    'LIST-DELETED-ADDS/refuses-true': only(['listFiat'], ['false']),
  },
});

/** Returns a boolean query parameter. Throws Problem for a value that is not accepted. */
function flag({ choices, query }: Pick<Call, 'choices' | 'query'>, name: string): boolean {
  const given = asked({ query }, name);
  if (given !== undefined && !choices.of(booleans).includes(given)) throw new Problem(400, `${name} is true or false`);
  return choices.of(isTrue)(given);
}

/** Returns the stored account with this ID. Throws Problem when there is none. */
export function stored({ choices }: Pick<Call, 'choices'>, store: Store, id: string): StoredAccount {
  const found = store.fiat.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (found && !store.notes.has(`lost ${found.id}`)) return found;
  const [like] = store.fiat;
  if (!choices.of(invents) || !like || !/^[0-9a-f]{8}-/.test(id))
    throw new Problem(404, 'there is no such fiat account');
  return { ...like, id };
}

/** Whether a read with include_deleted stays as it was first. */
const cachesDeleted = decision({ section: '4.2', on: ['getFiat'] }, false, {
  faults: { 'FA-UPDATE-METADATA/not-in-reads-with-include_deleted': shownOn(['putFiat'], true) },
});

/** With the fault, an account that was not found once is not found by any read. */
const keepsRefusals = decision(GET, false, { faults: { 'FA-GET-DELETED-SHOWN/not-after-it-was-not-found': true } });

/** Whether a read shows an account: it is not deleted, or deleted accounts are included. */
function isShown({ choices, store }: Call, { id }: StoredAccount, included: boolean): boolean {
  if (!store.deleted.has(id)) return true;
  const note = `not found ${id}`;
  if (store.notes.has(note) && choices.of(keepsRefusals)) return false;
  const isReadable = choices.of(readable)(included);
  if (!isReadable) store.notes.set(note, true);
  return isReadable;
}

/** Returns the first answer that was given under a key. */
function firstOf(store: Store, key: string, answer: Fields): Fields {
  const kept = store.notes.get(key);
  if (kept === undefined) store.notes.set(key, answer);
  return isFields(kept) ? kept : answer;
}

/** Get Fiat Account (4.2). */
export const getFiat: Handler = (call) => {
  const { choices, store, path } = call;
  const found = stored(call, store, path['id'] ?? '');
  const included = flag(call, 'include_deleted');
  if (!isShown(call, found, included)) throw new Problem(404, 'the fiat account was deleted');
  if (choices.of(unread)(found)) throw new Problem(404, 'there is no such fiat account');
  if (!store.deleted.has(found.id) && choices.of(onlyDeleted) && included)
    throw new Problem(404, 'the fiat account is not deleted');
  if (choices.of(touches)) Object.assign(found, { updated_at: new Date().toISOString() });
  const read = { ...found, status: choices.of(statusRead)(found.status) };
  const answer = represent(choices, choices.of(creation)(read));
  return included && choices.of(cachesDeleted) ? firstOf(store, `read ${found.id}`, answer) : answer;
};

/** With the fault, lists leave out the accounts of a network. */
const hidden = decision<string | undefined>(LIST, undefined, {
  faults: { 'FA-GET-AGREES-WITH-LIST/leaves-out-accounts-of-cbit': shownOn(['getFiat'], 'cbit') },
});

const isOn = (network: string, { fiat_network_instructions: instructions }: Fields): boolean =>
  isFields(instructions) && network in instructions;

/** List Fiat Accounts (4.3). */
export const listFiat: Handler = (call) => {
  const { choices, store } = call;
  const whole = restored(call);
  const shown = choices.of(listed)(choices.of(asks)(whole.query, flag(whole, 'include_deleted')));
  const shows = shown.deleted || (choices.of(byRef) && whole.query['ref_ids'] !== undefined);
  const network = choices.of(hidden);
  const all = store.fiat.filter(
    (item) =>
      (store.deleted.has(item['id']) ? shows : shown.others) &&
      (network === undefined || !isOn(network, item)) &&
      !(choices.of(losesUpdated)(whole.query) && store.notes.has(`before ${item['id']}`)),
  );
  const found = page(call, all, {
    sets: ['ids', 'ref_ids'],
    times: ['created_at'],
    ordered: true,
    by: 'created_at',
    bounded: true,
  });
  const items = (found['items'] as readonly Fields[]).map((item) => {
    const before = store.notes.get(`before ${item['id']}`);
    const shown = isFields(before) ? choices.of(stale)(item, before) : item;
    return late(call, represent(choices, choices.of(creation)(shown)));
  });
  return keptFor(call, { ...found, items: withOwners(call, items) });
};

/** With the fault, an account in a list shows the owner of the one before it. */
const ownerBefore = decision(LIST, false, {
  faults: { 'FA-GET-AGREES-WITH-LIST/the-owner-of-the-account-before': shownOn(['getFiat'], true) },
});

/** Returns the items with their own owners or, with the fault, each with that of the item before. */
const withOwners = ({ choices }: Call, items: readonly Fields[]): readonly Fields[] =>
  choices.of(ownerBefore)
    ? items.map((item, i) => ({ ...item, fiat_account_owner: (items[i - 1] ?? item)['fiat_account_owner'] }))
    : items;

/** With the fault, the answer to a list of given ids stays as it was first. */
const keeps = decision(LIST, false, {
  faults: {
    'FA-GET-AGREES-WITH-LIST/keeps-answers-by-ids': shownOn(['getFiat'], true),
    'FA-UPDATE-METADATA/not-in-lists-that-were-read-before': shownOn(['putFiat'], true),
  },
});

function keptFor({ choices, store, query }: Call, answer: Fields): Fields {
  const isKept = choices.of(keeps) && query['ids'] !== undefined;
  return isKept ? firstOf(store, `list of ${JSON.stringify(query)}`, answer) : answer;
}

/** With the fault, lists show an account as it was before its update. */
const stale = decision<(item: Fields, before: Fields) => Fields>(LIST, (item) => item, {
  faults: {
    'FA-GET-AGREES-WITH-LIST/as-before-updates-in-lists': shownOn(['getFiat'], (_, before) => before),
    'FA-GET-AGREES-WITH-LIST/the-owner-before-updates-in-lists': shownOn(
      ['getFiat'],
      (item, { fiat_account_owner }) => ({ ...item, fiat_account_owner }),
    ),
  },
});

/** Milliseconds for which a list may differ from a read: the document does not say that both agree at once. */
const behind = decision(LIST, 0, {
  latitudes: { 'list/lags-behind-an-approval': 4_000 },
  protects: ['FA-GET-AGREES-WITH-LIST'],
});

/** With the latitude, a list of one ID shows the account as PENDING for a while, as before its approval. */
function late({ choices, store, query }: Call, item: Fields): Fields {
  const key = `listed ${query['ids']?.join()}`;
  const wait = choices.of(behind);
  if (wait === 0 || query['ids']?.length !== 1) return item;
  const since = store.notes.get(key) ?? Date.now();
  store.notes.set(key, since);
  return Date.now() - Number(since) < wait ? { ...item, status: 'PENDING' } : item;
}
