import { documented } from '../../src/contract/documented.ts';
import { fiatNetworks } from '../../src/contract/networks.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy, Inconclusive } from '../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { at, type JsonObject, sameJson } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { disagreements, itemWith } from '../vocabulary/comparisons.ts';
import { eventuallyUpdated } from '../vocabulary/kept-answers.ts';
import { lookUpPage, MOST_TURNED } from '../vocabulary/lists/listing.ts';
import { accountOf, anyFiatAccount, asking, listBy, NOTE, plain, updatable } from '../vocabulary/requests.ts';
import { ownersOf } from './new-owners.ts';

/** Asks for the list filtered by the ids of accounts. */
export const lookUp = (ids: readonly string[], include_deleted?: boolean): Ask =>
  listBy('listFiat', { ids, ...(include_deleted === undefined ? {} : { include_deleted }) });

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

/** A page of the list to compare reads with. `isFresh` if it was read just now: then the account is read again too. */
interface Page {
  readonly list: Exchange;
  readonly isFresh: boolean;
}

/** Reads the page of the list that a filter by the account's id selects. */
const ownPage = async (p: Probing, id: string): Promise<Page> => ({
  list: await lookUpPage(p, 'listFiat', id),
  isFresh: true,
});

/** Compares a read of an account with a page of the list. */
async function readAsListed(p: Probing, id: string, { list, isFresh }: Page): Promise<readonly Failure[]> {
  const item = itemWith(list, id);
  const read = await p.sendValid({ ...accountOf({ id }), isShared: !isFresh });
  if (!item) return missingFromList(p, id, read);
  const account = acceptedBody(read) ?? {};
  const names = [...SHOWN, ...SHOWN_INSIDE, ...NUMBERS_INSIDE];
  const failures = disagreements(read, { first: comparable(item), second: comparable(account), names, before: [list] });
  return failures.length > 0 ? failures : ownerOfTheOtherKind(read, list, item);
}

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
export async function agreesWithList(p: Probing, id: string, list: Exchange): Promise<readonly Failure[]> {
  if (!itemWith(list, id)) return p.eventually(async () => readAsListed(p, id, await ownPage(p, id)));
  const once = await readAsListed(p, id, { list, isFresh: false });
  if (once.length === 0) return once;
  const again = listBy('listFiat', list.request.query);
  return p.eventually(async () => readAsListed(p, id, { list: await p.sendValid(again), isFresh: true }));
}

const statusOf = ({ item }: ListedItem): string | undefined => string(item, '/status');

/** Returns accounts that the list shows: one of each network that the fixtures name, and the first of each status. */
export async function shownAccounts(p: Probing): Promise<readonly string[]> {
  const { items } = await p.known('listFiat');
  const named = oneOfEachNetwork(p).flatMap((id) => items.find(({ text }) => sameId(text, id)) ?? []);
  const byStatus = new Map([...named, ...items].toReversed().map((item) => [statusOf(item), item]));
  const found = new Set([...named, ...byStatus.values()].flatMap(({ text }) => text ?? []));
  if (found.size > 0) return [...found];
  throw new Inconclusive('fixture', 'the list shows no fiat account', { need: { fixture: 'fiat_accounts' } });
}

/**
 * Compares a read and the list for the account that this run has updated, after all other checks. On loopback, reads the
 * list before an update too: an answer that the target keeps must not hide it for longer than half a minute.
 */
export async function updatedAsListed(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('putFiat');
  const id = updatable(p);
  await p.twin(plain(p, 'putFiat'));
  const look = async (): Promise<readonly Failure[]> => readAsListed(p, id, await ownPage(p, id));
  if (!p.run.spendsFreely) return p.eventually(look);
  const before = itemWith(await lookUpPage(p, 'listFiat', id), id);
  await p.sendValid(asking(p, 'putFiat', { metadata: { [NOTE]: p.freshRef() } }));
  return eventuallyUpdated(
    p,
    look,
    async () => before !== undefined && sameJson(itemWith(await lookUpPage(p, 'listFiat', id), id), before),
  );
}

/** Demands that the account which this run has updated can still be read, unless it is deleted meanwhile. */
export async function updatedIsRead(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('putFiat');
  const id = updatable(p);
  const update = await p.twin(plain(p, 'putFiat'));
  const { isAccepted, exchange } = await p.answerTo(accountOf({ id }));
  if (isAccepted || (await p.answerTo(accountOf({ id, deleted: true }))).isAccepted) return [];
  const control = () => p.sendValid(accountOf({ id: anyFiatAccount(p) }));
  return p.expectOutcome('known', 'a read of the updated account', exchange, { control, before: [update] });
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
export async function readsListed(p: Probing): Promise<readonly Failure[]> {
  const ids = await shownAccounts(p);
  const answers = await p.together(ids, async (id) => ({
    id,
    ...(await p.answerTo({ ...accountOf({ id }), isShared: true })),
  }));
  const other = answers.find(({ isAccepted }) => isAccepted) ?? (await anotherRead(p, ids));
  for (const { id, isAccepted } of answers) {
    if (isAccepted) continue;
    const list = await lookUpPage(p, 'listFiat', id);
    if (itemWith(list, id) === undefined) continue;
    const twin = { key: `account ${other.id}`, ask: accountOf({ id: other.id }) };
    const failures = await p.expectAccepted(`account ${id}, which the list shows`, accountOf({ id }), twin);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Returns one withdrawal account of each network. */
export function oneOfEachNetwork(p: Probing): readonly string[] {
  const { fiat_accounts } = p.fixtures;
  const found = fiatNetworks.flatMap((network) => fiat_accounts?.[network]?.[0] ?? []);
  return found.length > 0 ? found : [anyFiatAccount(p)];
}
