import { page } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { moment, string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { itemWith } from '../vocabulary/comparisons.ts';
import { losesWithout } from '../vocabulary/lists/gaps.ts';
import { answerUnlessRefused, lookUpPage, MOST_TURNED, pageHolding, sharedPage } from '../vocabulary/lists/listing.ts';
import { accountOf, anyFiatAccount, listBy } from '../vocabulary/requests.ts';
import { lookUp } from './reads-as-listed.ts';

export const deleted = (p: Probing): string => p.fixture('deleted_fiat_account_id');

export async function listedDeleted(
  p: Probing,
  isShared = false,
): Promise<{ readonly found: boolean; readonly exchange: Exchange }> {
  const asked: Ask = { ...lookUp([deleted(p)], true), ...(isShared ? { isShared } : {}) };
  const first = await p.sendVariant('the list with include_deleted', asked, listBy('listFiat'));
  const exchange = await pageHolding(p, first, deleted(p));
  return { found: itemWith(exchange, deleted(p)) !== undefined, exchange };
}

/**
 * Returns the page that lists the deleted account without include_deleted=true, or undefined. Such an id may be refused
 * as unknown. Names another account beside it where include_deleted is false, since several ids may be looked up by other
 * code.
 */
export async function listedPlainly(p: Probing, include?: false): Promise<Exchange | undefined> {
  const live = anyFiatAccount(p);
  const ids = include === false ? [deleted(p), live] : [deleted(p)];
  const left = await answerUnlessRefused(p, lookUp(ids, include), lookUp([live], include));
  return left && itemWith(left, deleted(p)) !== undefined ? left : undefined;
}

/** Demands that a list with this value of include_deleted holds these accounts, which are not deleted. */
export async function listsLive(
  p: Probing,
  ids: readonly string[],
  include_deleted: boolean,
): Promise<readonly Failure[]> {
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
export async function namesOne(p: Probing): Promise<void> {
  const [live] = (await p.known('listFiat')).items.flatMap(({ text }) => text ?? []);
  if (live === undefined) return;
  if (itemWith(await lookUpPage(p, 'listFiat', live), live) === undefined)
    throw blockedBy('FILTER-IDS', 'the filter by ids leaves out an account that it names');
}

/** Maximum number of accounts that are looked up to find out whether they are deleted. */
const MOST_OTHERS = 3;

/** Whether include_deleted shows an account that is not listed without it. */
async function showsOthers(p: Probing): Promise<boolean> {
  const wanted = { include_deleted: true };
  const { items } = await p.list('listFiat', wanted, { maxPages: MOST_TURNED, isShared: true });
  const { items: live } = await p.known('listFiat');
  const others = items.filter(({ id }) => !live.some((each) => each.id === id)).flatMap(({ text }) => text ?? []);
  for (const id of others.slice(0, MOST_OTHERS))
    if (itemWith(await lookUpPage(p, 'listFiat', id), id) === undefined) return true;
  return false;
}

/**
 * Throws Inconclusive if the target shows other deleted accounts, but the one of the fixtures neither in a list nor when
 * it is read: it may never have existed.
 */
export async function existed(p: Probing): Promise<void> {
  if (p.run.strict) return;
  const read = { ...accountOf({ id: deleted(p), deleted: true }), isShared: true };
  if ((await p.answerTo(read)).isAccepted || (await listedDeleted(p, true)).found) return;
  if (await unlessInconclusive(false, () => showsOthers(p)))
    throw new Inconclusive('fixture', 'include_deleted shows other accounts, but not the deleted one of the fixtures', {
      need: { words: 'another deleted_fiat_account_id' },
    });
}

/**
 * Demands on loopback that include_deleted returns the deleted account also after a read without it: a refusal that the
 * target keeps must not hide it.
 */
export async function shownAfterRefusal(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const plain = await p.answerTo(accountOf({ id: deleted(p) }));
  if (plain.isAccepted) return [];
  const { exchange } = await p.answerTo(accountOf({ id: deleted(p), deleted: true }));
  const what = 'a deleted account with include_deleted, after a read without it';
  const control = () => p.sendValid(accountOf({ id: anyFiatAccount(p) }));
  return p.expectOutcome('accepted', what, exchange, { control, before: [plain.exchange] });
}

/** Returns the ref_id of the deleted account as a list shows it, or undefined if it has none. */
const refOf = (p: Probing, listed: Exchange): string | undefined =>
  string(itemWith(listed, deleted(p)), '/ref_id') || undefined;

/** Demands that the deleted account is left out when it is looked up by its ref_id, if it has one. */
export async function leftOutByRef(p: Probing): Promise<readonly Failure[]> {
  const { exchange: listed } = await listedDeleted(p, true);
  const ref = refOf(p, listed);
  if (ref === undefined) return [];
  const left = await answerUnlessRefused(p, listBy('listFiat', { ref_ids: [ref] }), lookUp([anyFiatAccount(p)]));
  if (left === undefined || itemWith(left, deleted(p)) === undefined) return [];
  return [
    failure(
      left,
      { expected: 'a list without the deleted account', actual: 'a list with it, looked up by its ref_id' },
      [listed],
    ),
  ];
}

/** Demands on loopback that a list of the time of its creation, between two times, leaves out the deleted account too. */
export async function leftOutBetweenTimes(p: Probing): Promise<readonly Failure[]> {
  const { exchange: listed } = await listedDeleted(p, true);
  const created = string(itemWith(listed, deleted(p)), '/created_at');
  if (created === undefined || !p.run.spendsFreely) return [];
  const query = { 'created_at.gte': created, 'created_at.eq': created, 'created_at.lte': created };
  const { isAccepted, exchange } = await p.answerTo(listBy('listFiat', query));
  if (!isAccepted || itemWith(exchange, deleted(p)) === undefined) return [];
  const actual = 'a list with it, between two times';
  return [failure(exchange, { expected: 'a list without the deleted account', actual }, [listed])];
}

/** Demands that the full list leaves out the deleted account, unless it has been restored meanwhile. */
export async function leftOutOfAll(p: Probing): Promise<readonly Failure[]> {
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
export async function shownByRef(p: Probing, listed: Exchange): Promise<readonly Failure[]> {
  const ref = p.run.spendsFreely ? refOf(p, listed) : undefined;
  if (ref === undefined) return [];
  const { isAccepted, exchange } = await p.answerTo(listBy('listFiat', { ref_ids: [ref], include_deleted: true }));
  if (!isAccepted || itemWith(await pageHolding(p, exchange, deleted(p)), deleted(p))) return [];
  const expected = 'a list with the deleted account, which has this ref_id';
  return [failure(exchange, { where: '/items', expected, actual: 'a list without it' }, [listed])];
}

/**
 * Demands that walks of all accounts, deleted ones included, hold the deleted account. Reads few pages and starts at
 * the end that is farther from it, so that it is on a later page if there are several. On loopback walks from the other
 * end as well.
 */
export async function shownAmongAll(p: Probing, found: Exchange): Promise<readonly Failure[]> {
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
      return p.run.spendsFreely ? unlessInconclusive([], walk) : [];
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
