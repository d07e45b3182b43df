import { documented } from '../../src/contract/documented.ts';
import { page } from '../../src/contract/operations.ts';
import { failure } from '../../src/engine/evidence.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Ask, ListedItem, Probing } from '../../src/engine/probing.ts';
import { closing, must, observe, probe, question, type Row, should, suite, waiting } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { fiatNetworks } from '../../src/model/fixtures.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { millisecondsBetween } from '../../src/values/instant.ts';
import { at, isObject, type JsonObject } from '../../src/values/json.ts';
import { acceptedBody, moment, string } from '../vocabulary/answers.ts';
import { answeredAt } from '../vocabulary/clock.ts';
import { disagreements, itemWith } from '../vocabulary/comparisons.ts';
import { firstFailures } from '../vocabulary/demands.ts';
import { losesWithout } from '../vocabulary/lists/gaps.ts';
import { lookedUp, MOST_TURNED, pageHolding, type Query, sharedPage } from '../vocabulary/lists/listing.ts';
import { answersToEach } from '../vocabulary/questions.ts';
import { accountOf, anyFiatAccount, asking, NOTE, plain, plainAccount, updatable } from '../vocabulary/requests.ts';
import { CLOCK_MS, FARTHEST_ZONE_MS, LEFT_BEHIND_MS, ONE_TICK_MS } from '../vocabulary/tolerances.ts';

const deleted = (p: Probing): string =>
  p.fixture('deleted_fiat_account_id', ({ deleted_fiat_account_id }) => deleted_fiat_account_id);

/** Asks for the list filtered by the ids of accounts. */
const lookUp = (ids: readonly string[], include_deleted?: boolean): Ask => ({
  operation: 'listFiat',
  input: () => ({ query: { ids, ...(include_deleted === undefined ? {} : { include_deleted }) } }),
});

async function listedDeleted(
  p: Probing,
  isShared = false,
): Promise<{ readonly found: boolean; readonly exchange: Exchange }> {
  const asked: Ask = { ...lookUp([deleted(p)], true), ...(isShared ? { isShared } : {}) };
  const first = await p.sendVariant('the list with include_deleted', asked, {
    operation: 'listFiat',
    input: () => ({}),
  });
  const exchange = await pageHolding(p, first, deleted(p));
  return { found: itemWith(exchange, deleted(p)) !== undefined, exchange };
}

/**
 * Returns the page that lists the deleted account without include_deleted=true, or undefined. Such an id may be refused
 * as unknown.
 */
async function listedPlainly(p: Probing, include?: false): Promise<Exchange | undefined> {
  const left = await lookedUp(p, lookUp([deleted(p)], include), lookUp([anyFiatAccount(p)], include));
  return left && itemWith(left, deleted(p)) !== undefined ? left : undefined;
}

/** Returns the page that holds the account, from the list filtered by its id. */
const pageOf = async (p: Probing, id: string): Promise<Exchange> => pageHolding(p, await p.sendValid(lookUp([id])), id);

/** Returns pointers to the members of an address. A list may show no address. */
function addressLines(pointer: string): readonly string[] {
  return documented('address').map((name) => `${pointer}/${name}`);
}

/** Members that a list neither masks nor returns as null, by name or by pointer. */
const SHOWN = ['status', 'created_at', 'updated_at', 'ref_id', 'identity_id', 'account_id', 'metadata'];
const SHOWN_INSIDE = [
  '/fiat_account_owner/institution_details/name',
  '/fiat_account_owner/person_details/first_name',
  '/fiat_account_owner/person_details/last_name',
  '/fiat_network_instructions/wire/routing_details/routing_number',
  '/fiat_network_instructions/wire/routing_details/bank_name',
  ...addressLines('/fiat_network_instructions/wire/fiat_account_owner_address'),
  ...addressLines('/fiat_network_instructions/wire/routing_details/bank_address'),
];

/**
 * Members that identify the account on other networks. A list may mask them too, so only the last four characters are
 * compared.
 */
const NUMBERS_INSIDE = [
  '/fiat_network_instructions/cubix/account_id',
  '/fiat_network_instructions/cbit/wallet_address',
];

/** Copies the nested values that are compared to the top level of an account, under their pointers. */
function comparable(account: JsonObject): JsonObject {
  const inside = [
    ...SHOWN_INSIDE.map((pointer) => [pointer, at(account, pointer)] as const),
    ...NUMBERS_INSIDE.map((pointer) => [pointer, string(account, pointer)?.slice(-4).toLowerCase()] as const),
  ];
  return { ...account, ...Object.fromEntries(inside.filter(([, value]) => value !== undefined)) };
}

/** Demands that the list holds an account that a read returns, on one of the pages of its filter by ids. */
async function missingFromList(p: Probing, id: string, read: Exchange): Promise<readonly Failure[]> {
  const { items, pages } = await p.list('listFiat', { ids: [id] }, { maxPages: MOST_TURNED });
  const [page, last] = [pages[0], pages.at(-1)];
  if (!page || !last || cursorOf(last) !== undefined)
    throw new Inconclusive('other', `the list filtered by ids was not read to its end for ${id}`);
  if (items.some(({ text }) => sameId(text, id))) return [];
  if ((await p.known('listFiat')).items.length === 0) throw blockedBy('LIST-NOT-EMPTY', 'the list is empty');
  const expected = `the account ${id}, which a read returns`;
  return [failure(page, { where: '/items', expected, actual: 'it is missing' }, [read])];
}

/** A page of the list to compare reads with. `isFresh` if it was read just now: then the account is read anew too. */
interface Page {
  readonly list: Exchange;
  readonly isFresh: boolean;
}

/** Reads the page of the list that a filter by the account's id selects. */
const ownPage = async (p: Probing, id: string): Promise<Page> => ({ list: await pageOf(p, id), isFresh: true });

/** Compares a read of an account with a page of the list. */
async function readAsListed(p: Probing, id: string, { list, isFresh }: Page): Promise<readonly Failure[]> {
  const item = itemWith(list, id);
  const read = await p.sendValid({ ...accountOf({ id }), isShared: !isFresh });
  if (!item) return missingFromList(p, id, read);
  const account = acceptedBody(read) ?? {};
  const names = [...SHOWN, ...SHOWN_INSIDE, ...NUMBERS_INSIDE];
  const failures = disagreements(read, comparable(item), comparable(account), names, [list]);
  return failures.length > 0 ? failures : ownerOfTheOtherKind(read, list, item);
}

/** Kinds of owners. An account has at least one of them (2.2). */
const OWNERS = ['person_details', 'institution_details'] as const;

/** Returns the kinds of owners that an account names. Objects without a name may stand for an owner that it lacks. */
const ownersOf = (account: JsonObject): readonly string[] =>
  OWNERS.filter((kind) => {
    const details = at(account, `/fiat_account_owner/${kind}`);
    return isObject(details) && Object.values(details).some((name) => typeof name === 'string' && name !== '');
  });

/** Demands that a list names no kind of owner that a read does not name. A list may name fewer. */
function ownerOfTheOtherKind(read: Exchange, list: Exchange, item: JsonObject): readonly Failure[] {
  const own = ownersOf(acceptedBody(read) ?? {});
  const other = own.length === 0 ? undefined : ownersOf(item).find((kind) => !own.includes(kind));
  if (other === undefined) return [];
  const expected = `fiat_account_owner with ${own.join(' and ')}, as in a read`;
  return [failure(list, { where: '/items', expected, actual: other }, [read])];
}

/**
 * Does the same with a page of several accounts. If they differ, reads the same page again for some seconds: another
 * page may show the account otherwise. If the page does not hold the account, reads a page of its own.
 */
async function agreesWithList(p: Probing, id: string, list: Exchange): Promise<readonly Failure[]> {
  if (!itemWith(list, id)) return p.eventually(async () => readAsListed(p, id, await ownPage(p, id)));
  const once = await readAsListed(p, id, { list, isFresh: false });
  if (once.length === 0) return once;
  const again = { operation: 'listFiat' as const, input: () => ({ query: list.request.query }) };
  return p.eventually(async () => readAsListed(p, id, { list: await p.sendValid(again), isFresh: true }));
}

const statusOf = ({ item }: ListedItem): string | undefined => string(item, '/status');

/** Returns accounts that the list shows: one of each network that the fixtures name, and the first of each status. */
async function shownAccounts(p: Probing): Promise<readonly string[]> {
  const { items } = await p.known('listFiat');
  const named = oneOfEachNetwork(p).flatMap((id) => items.find(({ text }) => sameId(text, id)) ?? []);
  const byStatus = new Map([...named, ...items].toReversed().map((item) => [statusOf(item), item]));
  const found = new Set([...named, ...byStatus.values()].flatMap(({ text }) => text ?? []));
  if (found.size > 0) return [...found];
  throw new Inconclusive('fixture', 'the list shows no fiat account', { provide: 'fiat_accounts' });
}

/**
 * Compares a read and the list for the account that this run has updated, after all other checks. On loopback, reads the
 * list before an update too: an answer that the target keeps must not hide it.
 */
async function updatedAsListed(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('putFiat');
  const id = updatable(p);
  const { key, ask } = plain(p, 'putFiat');
  await p.twin(key, ask);
  if (p.run.loopback) {
    await pageOf(p, id);
    await p.sendValid(asking(p, 'putFiat', { metadata: { [NOTE]: p.freshRef() } }));
  }
  return p.eventually(async () => readAsListed(p, id, await ownPage(p, id)));
}

/** Demands that the account which this run has updated can still be read, unless it is deleted meanwhile. */
async function updatedIsRead(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('putFiat');
  const id = updatable(p);
  const { key, ask } = plain(p, 'putFiat');
  const update = await p.twin(key, ask);
  const { isAccepted, exchange } = await p.answerTo(accountOf({ id }));
  if (isAccepted || (await p.answerTo(accountOf({ id, deleted: true }))).isAccepted) return [];
  const control = () => p.sendValid(accountOf({ id: anyFiatAccount(p) }));
  return p.expectOutcome('known', 'a read of the updated account', exchange, control, [update]);
}

/** Returns an account other than these that can be read. Throws Inconclusive when it cannot be read either. */
async function anotherRead(p: Probing, ids: readonly string[]): Promise<{ readonly id: string }> {
  const { items } = await p.known('listFiat');
  const id = items.flatMap(({ text }) => text ?? []).find((text) => ids.every((each) => !sameId(each, text)));
  if (id === undefined) throw new Inconclusive('refused', 'no account that the list shows could be read');
  await p.sendValid(accountOf({ id }));
  return { id };
}

/**
 * Demands that the accounts that the list shows can be read. A refusal counts only where another account can be read.
 */
async function readsListed(p: Probing): Promise<readonly Failure[]> {
  const ids = await shownAccounts(p);
  const answers = await p.together(ids, async (id) => ({
    id,
    ...(await p.answerTo({ ...accountOf({ id }), isShared: true })),
  }));
  const other = answers.find(({ isAccepted }) => isAccepted) ?? (await anotherRead(p, ids));
  for (const { id, isAccepted } of answers) {
    if (isAccepted) continue;
    const list = await pageOf(p, id);
    if (itemWith(list, id) === undefined) continue;
    const twin = { key: `account ${other.id}`, ask: accountOf({ id: other.id }) };
    const failures = await p.expectAccepted(`account ${id}, which the list shows`, accountOf({ id }), twin);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Returns one withdrawal account of each network. */
function oneOfEachNetwork(p: Probing): readonly string[] {
  const { fiat_accounts } = p.fixtures;
  const found = fiatNetworks.flatMap((network) => fiat_accounts?.[network]?.[0] ?? []);
  return found.length > 0 ? found : [anyFiatAccount(p)];
}

/** Demands that a list with this value of include_deleted holds these accounts, which are not deleted. */
async function listsLive(p: Probing, ids: readonly string[], include_deleted: boolean): Promise<readonly Failure[]> {
  const sendValid = (wanted: Query) =>
    p.sendVariant(
      `the list with include_deleted=${include_deleted}`,
      sharedPage(p, { ...wanted, include_deleted }),
      sharedPage(p, wanted),
    );
  // Asks for a page too short for all of them, if so short a page is accepted: limit applies together with include_deleted.
  const short = { ids, limit: ids.length - 1 };
  const isShort = include_deleted && ids.length > 1 && (await unlessInconclusive(undefined, () => sendValid(short)));
  if (!isShort) await sendValid({ ids });
  const said = { ...(isShort ? short : { ids }), include_deleted };
  const { items, pages, complete } = await p.list('listFiat', said, { maxPages: MOST_TURNED, isShared: true });
  const wider = pages.at(-1);
  if (!complete || !wider || ids.every((each) => items.some(({ text }) => sameId(text, each)))) return [];
  const { items: due, pages: plain } = await p.list('listFiat', { ids });
  const missing = due.find(({ id }) => !items.some((item) => item.id === id));
  if (missing === undefined) return [];
  const expected = `${missing.text}, which is listed without include_deleted`;
  return [failure(wider, { where: '/items', expected, actual: 'no such item' }, plain)];
}

/**
 * Looks up an account that is not deleted by its id. Throws Inconclusive when the filter by ids does not find that one
 * either.
 */
async function namesOne(p: Probing): Promise<void> {
  const [live] = (await p.known('listFiat')).items.flatMap(({ text }) => text ?? []);
  if (live === undefined) return;
  if (itemWith(await pageOf(p, live), live) === undefined)
    throw blockedBy('FILTER-IDS', 'the filter by ids leaves out an account that it names');
}

/** Returns the ref_id of the deleted account as a list shows it, or undefined if it has none. */
const refOf = (p: Probing, listed: Exchange): string | undefined =>
  string(itemWith(listed, deleted(p)), '/ref_id') || undefined;

/** Demands that the deleted account is left out when it is looked up by its ref_id, if it has one. */
async function leftOutByRef(p: Probing): Promise<readonly Failure[]> {
  const { exchange: listed } = await listedDeleted(p, true);
  const ref = refOf(p, listed);
  if (ref === undefined) return [];
  const byRef: Ask = { operation: 'listFiat', input: () => ({ query: { ref_ids: [ref] } }) };
  const left = await lookedUp(p, byRef, lookUp([anyFiatAccount(p)]));
  if (left === undefined || itemWith(left, deleted(p)) === undefined) return [];
  return [
    failure(
      left,
      { expected: 'a list without the deleted account', actual: 'a list with it, looked up by its ref_id' },
      [listed],
    ),
  ];
}

/** Demands on loopback that a list between two times leaves out the deleted account too. */
async function leftOutBetweenTimes(p: Probing): Promise<readonly Failure[]> {
  const { exchange: listed } = await listedDeleted(p, true);
  const created = string(itemWith(listed, deleted(p)), '/created_at');
  if (created === undefined || !p.run.loopback) return [];
  const query = { 'created_at.gte': created, 'created_at.lte': created };
  const { isAccepted, exchange } = await p.answerTo({ operation: 'listFiat', input: () => ({ query }) });
  if (!isAccepted || itemWith(exchange, deleted(p)) === undefined) return [];
  const actual = 'a list with it, between two times';
  return [failure(exchange, { expected: 'a list without the deleted account', actual }, [listed])];
}

/** Demands that the full list leaves out the deleted account, unless it has been restored meanwhile. */
async function leftOutOfAll(p: Probing): Promise<readonly Failure[]> {
  const { pages } = await p.known('listFiat');
  const page = pages.find((each) => itemWith(each, deleted(p)) !== undefined);
  if (!page || (await listedPlainly(p))) return [];
  return [
    failure(page, {
      where: '/items',
      expected: 'a list without the deleted account',
      actual: 'a list with it, among all accounts',
    }),
  ];
}

/** Demands on loopback that include_deleted shows the deleted account when it is looked up by its ref_id, too. */
async function shownByRef(p: Probing, listed: Exchange): Promise<readonly Failure[]> {
  const ref = p.run.loopback ? refOf(p, listed) : undefined;
  if (ref === undefined) return [];
  const byRef: Ask = { operation: 'listFiat', input: () => ({ query: { ref_ids: [ref], include_deleted: true } }) };
  const { isAccepted, exchange } = await p.answerTo(byRef);
  if (!isAccepted || itemWith(await pageHolding(p, exchange, deleted(p)), deleted(p))) return [];
  const expected = 'a list with the deleted account, which has this ref_id';
  return [failure(exchange, { where: '/items', expected, actual: 'a list without it' }, [listed])];
}

/**
 * Demands that walks of all accounts, deleted ones included, hold the deleted account. Reads few pages and starts at
 * the end that is farther from it, so that it is on a later page if there are several. On loopback walks from the other
 * end as well.
 */
async function shownAmongAll(p: Probing, found: Exchange): Promise<readonly Failure[]> {
  const { items } = await p.known('listFiat');
  const [made, middle] = [
    moment(itemWith(found, deleted(p)), '/created_at'),
    moment(items[Math.floor(items.length / 2)]?.item, '/created_at'),
  ];
  const isNewer = made !== undefined && middle !== undefined && made > middle;
  // One more than the known items, for the deleted account.
  const limit = Math.min(page.most, Math.max(1, Math.ceil((items.length + 1) / 2)));
  const ways: readonly Query[] = isNewer ? [{ order: 'ASC' }, {}] : [{}, { order: 'ASC' }];
  return firstFailures(
    ...ways.map((order, index) => async () => {
      const walk = () => shownInWalk(p, found, { include_deleted: true, limit, ...order });
      if (index === 0) return walk();
      return p.run.loopback ? unlessInconclusive([], walk) : [];
    }),
  );
}

/**
 * Demands that one such walk holds the deleted account. Says nothing when the list is longer than the run's bounds.
 */
async function shownInWalk(p: Probing, found: Exchange, query: Query): Promise<readonly Failure[]> {
  const { items: all, pages, complete } = await p.list('listFiat', query);
  const last = pages.at(-1);
  if (!complete || !last || all.some(({ text }) => sameId(text, deleted(p)))) return [];
  if (!(await listedDeleted(p)).found) return [];
  if (await losesWithout(p, []))
    throw blockedBy('LIST-NO-GAP', 'paging loses accounts, and the deleted account may be one of them');
  return [
    failure(
      last,
      { where: '/items', expected: 'the deleted account in the list of all accounts', actual: 'no page shows it' },
      [found],
    ),
  ];
}

/** Members that must be the same in two reads; a change of status counts as an update. */
const STEADY = ['status', 'ref_id', 'identity_id', 'account_id', 'metadata'];

/** Number of reads, so that an update by someone else between each pair is unlikely. */
const READS = 3;

/**
 * Milliseconds to wait after a read until the next one would show a different updated_at if reading changed it. Waits
 * longer if the updated_at that is shown may be the time of a read, given any clock offset and time zone.
 */
function untilNextRead(read: Exchange): number {
  const updated = moment(acceptedBody(read), '/updated_at');
  const isLongPast =
    updated !== undefined && millisecondsBetween(updated, answeredAt(read)) > FARTHEST_ZONE_MS + CLOCK_MS;
  return isLongPast ? LEFT_BEHIND_MS : ONE_TICK_MS;
}

/**
 * Demands that updated_at is not the time of the last read. Fails only if it grows with each read while nothing else
 * changes.
 */
async function readsChangeNothing(p: Probing): Promise<readonly Failure[]> {
  const ask = accountOf({ id: anyFiatAccount(p) });
  const first = await p.sendValid(ask);
  const reads: Exchange[] = [];
  let before = first;
  while (reads.length < READS - 1) {
    await p.pauseSince(before, untilNextRead(before));
    const read = await p.sendValid(ask);
    const [old, now] = [acceptedBody(before) ?? {}, acceptedBody(read) ?? {}];
    const [from, to] = [moment(old, '/updated_at'), moment(now, '/updated_at')];
    const isSteady = disagreements(read, old, now, STEADY, []).length === 0;
    if (from === undefined || to === undefined || from >= to || !isSteady) return [];
    reads.push(read);
    before = read;
  }
  const flaw = {
    where: '/updated_at',
    expected: `${shown(at(acceptedBody(first), '/updated_at'))}, as read before: a read is not an update`,
    actual: shown(at(acceptedBody(before), '/updated_at')),
  };
  return [failure(before, flaw, [first, ...reads.slice(0, -1)])];
}

const DELETED = ['include_deleted (boolean, optional): include deleted accounts.'] as const;

const LIST_DELETED = [
  'include_deleted (boolean).',
  '4.2: include_deleted (boolean, optional): include deleted accounts.',
] as const;

/** Reads of one account (4.2). */
export const look: readonly Row[] = suite('4.2', ['getFiat'], {
  'FA-GET-DELETED-HIDDEN': must(
    'A deleted account is not returned without include_deleted',
    { aspect: 'filters', cites: DELETED },
    probe(async (p) => {
      const shown = { key: 'deleted', ask: { ...accountOf({ id: deleted(p), deleted: true }), isShared: true } };
      const without = await p.expectRefused(
        'a deleted account without include_deleted',
        accountOf({ id: deleted(p) }),
        shown,
      );
      if (without.length > 0) return without;
      const said = accountOf({ id: deleted(p), deleted: false });
      return p.expectRefused('a deleted account with include_deleted=false', said, shown);
    }),
  ),
  'FA-GET-DELETED-SHOWN': must(
    'A deleted account is returned with include_deleted',
    { aspect: 'filters', cites: DELETED },
    probe((p) =>
      p.expectAccepted(
        'a deleted account with include_deleted',
        { ...accountOf({ id: deleted(p), deleted: true }), isShared: true },
        plainAccount(p),
      ),
    ),
  ),
  'FA-GET-DELETED-ADDS': must(
    'An account that is not deleted is returned with include_deleted=true and with include_deleted=false',
    { aspect: 'filters', cites: DELETED },
    probe(async (p) => {
      for (const deleted of [true, false]) {
        const asked = accountOf({ id: anyFiatAccount(p), deleted });
        const claim = `an account that is not deleted, with include_deleted=${deleted}`;
        const failures = await p.expectAccepted(claim, asked, plainAccount(p));
        if (failures.length > 0) return failures;
      }
      return [];
    }),
  ),
  'FA-GET-LISTED': must(
    'An account that the list shows can be read',
    {
      aspect: 'state across',
      cites: [
        'Path: id (string, required).',
        '4.3: Response: items (FiatAccount[])',
        '1: registration, update and lookup of fiat (bank) accounts',
      ],
      lenience:
        'Reads one account of each network and of each status. A refusal counts only if the list still shows the account. Reads the updated account after all other checks; it may be deleted by then.',
    },
    probe(readsListed),
    closing(updatedIsRead),
  ),
  'FA-GET-MALFORMED-ID': observe(
    'How an id that is not a UUID is answered',
    { aspect: 'request checks', cites: ['Path: id (string, required).'] },
    question(async (p) => (await p.answerTo(accountOf({ id: 'not-a-uuid' }))).words),
  ),
  'FA-READ-NO-UPDATE': should(
    'Reading an account does not update it',
    {
      aspect: 'state across',
      cites: ['2.2: | updated_at | date-time | no | Time of most recent update |'],
      lenience:
        'Another client may update the account between two of the three reads. Another status counts as an update.',
    },
    waiting(probe(readsChangeNothing)),
  ),
  'FA-GET-AGREES-WITH-LIST': should(
    'A read and a list show the same values of an account',
    {
      aspect: 'state across',
      on: ['getFiat'],
      cites: ['Response: FiatAccount.', '4.3: Response: items (FiatAccount[])'],
      lenience:
        'Compares only values that list output neither masks nor shows as null, for an account of each network and of each status, and for the updated account. The comparison is repeated for some seconds, because a list may lag behind.',
    },
    probe(async (p) => {
      const named = oneOfEachNetwork(p);
      const ids = [...new Set([...named, ...(await unlessInconclusive([], () => shownAccounts(p)))])];
      const list = await p.sendValid({ operation: 'listFiat', input: () => ({ query: { ids } }) });
      for (const id of ids) {
        const failures = named.includes(id)
          ? await agreesWithList(p, id, list)
          : await unlessInconclusive([], () => agreesWithList(p, id, list), ['refused']);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
    closing(updatedAsListed),
  ),
});

/** Deleted accounts in lists (4.3). */
export const listing: readonly Row[] = suite('4.3', ['listFiat'], {
  'LIST-DELETED-HIDDEN': must(
    'A list without include_deleted does not contain deleted accounts',
    { aspect: 'filters', cites: LIST_DELETED },
    probe(async (p) => {
      if (!(await listedDeleted(p, true)).found)
        throw new Inconclusive('fixture', 'the deleted account is not listed with include_deleted either');
      for (const include of [undefined, false] as const) {
        const left = await listedPlainly(p, include);
        if (left) return [failure(left, { expected: 'a list without the deleted account', actual: 'a list with it' })];
      }
      return firstFailures(
        () => leftOutByRef(p),
        () => leftOutBetweenTimes(p),
        () => leftOutOfAll(p),
      );
    }),
  ),
  'LIST-DELETED-SHOWN': must(
    'A list with include_deleted contains deleted accounts',
    { aspect: 'filters', cites: LIST_DELETED },
    probe(async (p) => {
      const { found, exchange } = await listedDeleted(p, true);
      if (!found) await namesOne(p);
      return found
        ? firstFailures(
            () => shownAmongAll(p, exchange),
            () => shownByRef(p, exchange),
          )
        : [failure(exchange, { expected: 'a list with the deleted account', actual: 'a list without it' })];
    }),
  ),
  'LIST-DELETED-ADDS': must(
    'A list with include_deleted=true or include_deleted=false contains the accounts that are not deleted',
    { aspect: 'filters', cites: LIST_DELETED },
    probe(async (p) => {
      const ids = (await p.known('listFiat')).items.flatMap(({ text }) => text ?? []).slice(0, 3);
      if (ids.length === 0)
        throw new Inconclusive('fixture', 'the list of accounts is empty', { provide: 'items in listFiat' });
      for (const include_deleted of [true, false]) {
        const failures = await listsLive(p, ids, include_deleted);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
  ),
  'LIST-FILTERS-WRONG-TYPES': observe(
    'How malformed query parameters are answered',
    {
      aspect: 'request checks',
      cites: ['7: Error body shape, error codes and HTTP status codes for failures: not shown.'],
    },
    question((p) => {
      const queries = {
        'limit=abc': { limit: 'abc' },
        'limit=0': { limit: 0 },
        'include_deleted=maybe': { include_deleted: 'maybe' },
        'created_at.lt=yesterday': { 'created_at.lt': 'yesterday' },
        'an unknown parameter': { conformance_probe: 'x' },
      };
      const asks = Object.entries(queries).map(([name, query]): [string, Ask] => [
        name,
        { operation: 'listFiat', input: () => ({ query }) },
      ]);
      return answersToEach(p, Object.fromEntries(asks));
    }),
  ),
});
