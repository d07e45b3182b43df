import { listFilterOf } from '../../../src/contract/lists.ts';
import { definitionOf, type Operation } from '../../../src/contract/operations.ts';
import { failure } from '../../../src/engine/failure.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import { isFlaws } from '../../../src/engine/judgement.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import { cursorOf, idsOn, itemsOf, listedOn } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { counted } from '../../../src/values/counted.ts';
import { instant } from '../../../src/values/instant.ts';
import type { NonEmpty } from '../../../src/values/non-empty.ts';
import { losesWithout } from './gaps.ts';
import { showsAsMuch } from './instants.ts';
import { knownItems, listOf, MOST_TURNED, pagesAfter, sharedPage, wasRemoved, widestPage } from './listing.ts';
import { type Filter, filterOf, isGrowing, ofOne } from './made-filters.ts';
import { timeOf } from './order-of-items.ts';
import { allFilters } from './rules.ts';
import { isUpdatedHere } from './timed-items.ts';
import { isWhole, mostOf, type Walk, walksUnder, walkUnder } from './walks.ts';

/** The page size, and the number of pages to follow. */
interface PagePlan {
  readonly limit: number;
  readonly pages: number;
}

/**
 * Returns the largest page size at which the first page of passing items ends with one that is followed by an item that
 * does not pass. Undefined where all passing items are adjacent.
 */
function beforeOthers(matches: readonly boolean[], most: number): number | undefined {
  const places = matches.flatMap((passes, place) => (passes ? [place] : []));
  const sizes = places.flatMap((place, index) =>
    matches[place + 1] === false && index < places.length - 1 ? index + 1 : [],
  );
  return sizes.findLast((size) => size <= most);
}

/**
 * Chooses pages on which a forgotten filter shows: on the second page if the first one is followed by an item that does
 * not pass, otherwise after all passing items. Undefined where fewer than two items pass, where all pass, or where
 * pages would be longer than `most`.
 */
function pagePlan(
  items: readonly ListedItem[],
  { passes, surelyPasses, query }: Filter,
  most: number,
): PagePlan | undefined {
  const matches = (query['order'] === 'ASC' ? [...items].reverse() : items).map(passes);
  const count = matches.filter(Boolean).length;
  if (count < 2 || count === matches.length) return undefined;
  const size = beforeOthers(matches, most);
  if (size !== undefined) return { limit: size, pages: 2 };
  // All passing items are adjacent. Under a time filter, all but one of them fill the first page; under other filters,
  // half of them.
  const sure = surelyPasses ? items.filter(surelyPasses).length - 1 : Math.ceil(count / 2);
  const limit = 2 * sure > count || !surelyPasses ? sure : count - 1;
  // If two items pass, each fills a page of one, and what follows is on the third page.
  return limit <= most ? { limit, pages: 2 * limit > count ? 2 : 3 } : undefined;
}

/**
 * Returns failures for items of a page that the filter should leave out: as the items show, or as the filter left them
 * out before.
 */
function unexpectedOn(
  page: Exchange,
  items: readonly ListedItem[],
  { passes, query, shows }: Filter,
): readonly Failure[] {
  if (shows) {
    const said = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)] as const);
    const flaws = allFilters({
      ...page,
      request: { ...page.request, query: { ...page.request.query, ...Object.fromEntries(said) } },
    });
    return isFlaws(flaws) ? flaws.map((flaw) => failure(page, flaw)) : [];
  }
  const found = listedOn(page).find(({ id }) => items.some((item) => item.id === id && !passes(item)));
  const expected = `only items that ${Object.keys(query)[0]} selects`;
  return found ? [failure(page, { where: '/items', expected, actual: `${found.text}, which it does not select` })] : [];
}

/** Whether the filter is by updated_at: items that are updated leave it, and others then move to other pages. */
const isUnsettled = ({ operation }: Probing, { query }: Filter): boolean =>
  Object.keys(query).some((parameter) => timeComparedBy(operation, parameter) === 'updated_at');

/** Returns the member whose time a filter compares; undefined for a filter that compares no times. */
function timeComparedBy(operation: Operation, parameter: string): string | undefined {
  const filter = listFilterOf(operation, parameter);
  return filter?.by === 'time' ? filter.member : undefined;
}

/**
 * Returns a failure if the pages of a filter end without a cursor before they have shown all items that pass. Items that
 * do not surely pass count only if a page with all items shows them.
 */
async function cutShort(
  p: Probing,
  pages: NonEmpty<Exchange>,
  items: readonly ListedItem[],
  filter: Filter,
): Promise<readonly Failure[]> {
  if (pages.length > 1 && isUnsettled(p, filter)) return [];
  const [first, ...later] = pages;
  const found = pages.flatMap(listedOn);
  const passing = items.filter(filter.passes);
  const lost = passing.filter(({ id }) => found.every((item) => item.id !== id));
  const missing = lost.length > 0 ? await selectedAtOnce(p, filter, lost) : undefined;
  if (!missing || (await wasRemoved(p, missing, filter.query))) return [];
  if (await losesWithout(p, Object.keys(filter.query)))
    throw blockedBy('LIST-NO-GAP', 'pages also lose items without the filter');
  const expected = `a cursor: ${missing.text} also passes the filter`;
  // The pages may show items that the whole list does not, and then more than those known to pass.
  const shown =
    found.length < passing.length ? `${found.length} of ${passing.length} items` : counted(found.length, 'item');
  const actual = `no cursor after ${shown}`;
  return [failure(later.at(-1) ?? first, { where: '/next_page_cursor', expected, actual })];
}

/** Reads one page under a filter, as long as possible and in the default order. */
async function atOnce(p: Probing, { query: { order: _, ...query } }: Filter): Promise<Exchange> {
  return p.sendValid(sharedPage(p, { ...query, ...(await widestPage(p, listOf(p))) }));
}

/** Whether that page keeps the filter. If it does not, the filter's own row reports it. */
const isKeptAtOnce = async (p: Probing, items: readonly ListedItem[], filter: Filter): Promise<boolean> =>
  !filter.shows || unexpectedOn(await atOnce(p, filter), items, filter).length === 0;

/**
 * Returns the first of some items that this page shows, or that surely passes if the page has a cursor, which may lead to
 * it. If it has neither, the filter's own row reports it.
 */
async function selectedAtOnce(
  p: Probing,
  filter: Filter,
  items: readonly ListedItem[],
): Promise<ListedItem | undefined> {
  const page = await atOnce(p, filter);
  const shown = idsOn(page);
  const surelyPasses = filter.surelyPasses ?? filter.passes;
  return items.find((item) => shown.has(item.id) || (cursorOf(page) !== undefined && surelyPasses(item)));
}

/**
 * Returns the number of items on these pages that were not known before. They need further pages, but not without end:
 * of a long list, only a part is known.
 */
function countNew(pages: readonly Exchange[], items: readonly ListedItem[]): number {
  const known = new Set(items.map(({ id }) => id));
  return [...idsOn(...pages)].filter((id) => !known.has(id)).length;
}

/** The pages that were read under a filter, up to the first one that breaks it, and the failures of that page. */
interface PagesRead {
  readonly pages: NonEmpty<Exchange>;
  readonly failures: readonly Failure[];
}

/** A filter, the known items, and the pages to follow. */
interface Following {
  readonly items: readonly ListedItem[];
  readonly filter: Filter;
  readonly plan: PagePlan;
}

/** Reads the pages under a filter, shared by all who ask. */
async function readPages(p: Probing, { items, filter, plan }: Following): Promise<PagesRead> {
  const query = { ...filter.query, limit: plan.limit };
  const first = await p.sendValid(sharedPage(p, query));
  const pages: [Exchange, ...Exchange[]] = [first];
  let failures = unexpectedOn(first, items, filter);
  // A shared page is the same each time, so a cursor that was followed before leads to nothing new.
  const followed = new Set([cursorOf(first)]);
  const more = (): number => Math.min(MOST_TURNED, Math.ceil(countNew(pages, items) / plan.limit));
  const isEnough = (): boolean => failures.length > 0 || pages.length >= plan.pages + more();
  if (isEnough()) return { pages, failures };
  for await (const page of pagesAfter(p, first, query, { isShared: true })) {
    failures = unexpectedOn(page, items, filter);
    pages.push(page);
    if (followed.size === followed.add(cursorOf(page)).size || isEnough()) break;
  }
  return { pages, failures };
}

/**
 * Returns a failure for a known item on a later page that does not show what the filter compares, if a page with all that
 * the filter selects leaves it out.
 */
async function unexpectedLater(
  p: Probing,
  later: readonly Exchange[],
  items: readonly ListedItem[],
  filter: Filter,
): Promise<readonly Failure[]> {
  if (!filter.shows || isUnsettled(p, filter)) return [];
  const isOther = ({ id }: ListedItem): boolean => items.some((item) => item.id === id && !filter.passes(item));
  const others = later.flatMap((page) => listedOn(page).map((item) => ({ page, item })));
  const doubtful = others.filter(({ item }) => isOther(item));
  const all = doubtful.length > 0 ? await atOnce(p, filter) : undefined;
  if (!all || cursorOf(all) !== undefined) return [];
  const selected = idsOn(all);
  const unexpected = doubtful.find(({ item }) => !selected.has(item.id));
  if (!unexpected) return [];
  const expected = `only items that ${Object.keys(filter.query)[0]} selects`;
  const actual = `${unexpected.item.text}, which a page with all of them leaves out`;
  return [failure(unexpected.page, { where: '/items', expected, actual }, [all])];
}

/** Returns what is wrong on the later pages under a filter, if a page as long as possible keeps it. */
async function keepsTo(p: Probing, following: Following): Promise<readonly Failure[]> {
  const { pages, failures } = await readPages(p, following);
  const { items, filter, plan } = following;
  const [first] = pages;
  if (failures.length > 0) return pages.length > 1 && (await isKeptAtOnce(p, items, filter)) ? failures : [];
  const unexpected = await unexpectedLater(p, pages.slice(1), items, filter);
  if (unexpected.length > 0) return unexpected;
  const isEnded = cursorOf(pages.at(-1) ?? first) === undefined && itemsOf(first).length >= plan.limit;
  const missed = isEnded ? await cutShort(p, pages, items, filter) : [];
  return missed.length > 0 && (await isKeptAtOnce(p, items, filter)) ? missed : [];
}

/**
 * Prepares the filter of a parameter and its pages. Returns undefined where it selects too few of the known items, or
 * all.
 */
async function following(p: Probing, parameter: string, most?: number): Promise<Following | undefined> {
  const items = await knownItems(p, LEAST);
  const filter = await filterOf(p, parameter)?.(p, items);
  const plan = filter && pagePlan(items, filter, most ?? (await mostOf(p)));
  return plan && { items, filter, plan };
}

/** Number of known items from which on a filter can leave one out. */
const LEAST = 2;

/** Page size for a list that refuses a larger limit. */
const FEW = 3;

/**
 * Follows a filter on its pages, or on shorter ones if those are refused: some lists do not state their maximum limit.
 */
async function keptOnPages(p: Probing, parameter: string): Promise<readonly Failure[] | undefined> {
  const found = await following(p, parameter);
  if (!found) return undefined;
  const kept = await unlessInconclusive(undefined, () => keepsTo(p, found), ['refused']);
  return kept ?? keepsTo(p, (await following(p, parameter, FEW)) ?? found);
}

/** Returns a walk under the filter of a parameter that would show whether it is forgotten, or undefined. */
async function walkThatShows(p: Probing, parameter: string): Promise<Walk | undefined> {
  const walk = await walkUnder(p, parameter);
  return walk && (await knownItems(p, LEAST)).some(walk.reading.part.excludes) ? walk : undefined;
}

/**
 * Whether the pages that are read under a filter hold exactly what it should select. On another host, no longer page
 * under it is requested then.
 */
export async function isSelectedInPages(p: Probing, parameter: string): Promise<boolean> {
  if (p.run.spendsFreely || isGrowing(p, parameter)) return false;
  return unlessInconclusive(false, async () => {
    if (await walkThatShows(p, parameter)) return isSelectedInWalks(p, parameter);
    const found = await following(p, parameter);
    return found?.filter.shows === true && holdsAll(p, parameter, found, await readPages(p, found));
  });
}

/** Whether a walk met exactly the items of its part, as far as it went. */
function meetsItsPart({ reading, ...walk }: Walk): boolean {
  const ids = new Set(walk.items.map(({ id }) => id));
  const isMet = isWhole(walk)
    ? reading.part.items.every(({ id }) => ids.has(id))
    : walk.items.length >= reading.limit * walk.pages.length;
  return isMet && walk.items.every(reading.part.admits);
}

/** Whether the walks under an upper bound did so, and one of them has no other filter. */
async function isSelectedInWalks(p: Probing, parameter: string): Promise<boolean> {
  if (parameter !== 'created_at.lt') return false;
  const times = (await knownItems(p)).flatMap((item) => timeOf(item) ?? []);
  const all = await walksUnder(p, parameter);
  const isAlone = ({ reading: { part }, ...walk }: Walk): boolean => {
    const bound = instant(part.query[parameter]);
    const isOnly = Object.keys(part.query).length === 1;
    return isOnly && isWhole(walk) && bound !== undefined && showsAsMuch(times, 'lt', bound);
  };
  return all.some(isAlone) && all.every(meetsItsPart);
}

/**
 * Whether the pages under a filter hold all that it selects, to their end. Filters by value may return an item twice,
 * so their last page must have room for more.
 */
function holdsAll(
  p: Probing,
  parameter: string,
  { items, filter, plan }: Following,
  { pages, failures }: PagesRead,
): boolean {
  const time = timeComparedBy(p.operation, parameter);
  const last = pages.at(-1) ?? pages[0];
  const isWhole = (time !== undefined && cursorOf(last) === undefined) || itemsOf(last).length < plan.limit;
  const found = pages.flatMap(listedOn);
  const ids = new Set(found.map(({ id }) => id));
  const isDue = (item: ListedItem): boolean => filter.passes(item) && !isUpdatedHere(p, time, item);
  return (
    isWhole && failures.length === 0 && found.every(filter.passes) && items.filter(isDue).every(({ id }) => ids.has(id))
  );
}

/** Returns what is wrong on the later pages of a walk under the filter. */
async function keptInWalk(
  p: Probing,
  items: readonly ListedItem[],
  { reading: { part }, pages: [first, ...later] }: Walk,
): Promise<readonly Failure[]> {
  const filter: Filter = { query: part.query, passes: part.admits, shows: true };
  if (!first || unexpectedOn(first, items, filter).length > 0) return [];
  const failures = later.map((page) => unexpectedOn(page, items, filter)).find((found) => found.length > 0);
  if (!failures) return unexpectedLater(p, later, items, filter);
  return (await isKeptAtOnce(p, items, filter)) ? failures : [];
}

/** Returns what the walks under a time filter miss at their end. LIST-NO-GAP covers walks by ids. */
async function endedInWalks(p: Probing, parameter: string): Promise<readonly Failure[]> {
  if (timeComparedBy(p.operation, parameter) === undefined) return [];
  for (const walk of await walksUnder(p, parameter)) {
    const [first, ...later] = walk.pages;
    if (!first || !isWhole(walk)) continue;
    const { query, items, admits } = walk.reading.part;
    const failures = await cutShort(p, [first, ...later], items, { query, passes: admits, shows: true });
    if (failures.length > 0) return failures;
  }
  return [];
}

/**
 * Returns what is wrong under the filter of a parameter. Returns undefined where it selects too few of the known items,
 * or all.
 */
async function followed(p: Probing, parameter: string): Promise<readonly Failure[] | undefined> {
  const items = await knownItems(p, LEAST);
  const ended = await endedInWalks(p, parameter);
  if (ended.length > 0) return ended;
  // Those that were made for other parameters have this filter too, and may have further pages.
  for (const walk of await walksUnder(p, parameter)) {
    const failures = await keptInWalk(p, items, walk);
    if (failures.length > 0) return failures;
  }
  return (await walkThatShows(p, parameter)) ? [] : keptOnPages(p, parameter);
}

/**
 * Where no filter selects several items but not all, follows one that selects a single item: if the target gives a
 * cursor after that item, the next page must keep the filter. Returns undefined where there is no such filter.
 */
async function keptOnOne(p: Probing): Promise<readonly Failure[] | undefined> {
  const items = await knownItems(p, LEAST);
  const filter = await ofOne(p, items);
  return filter && keepsTo(p, { items, filter, plan: { limit: 1, pages: 2 } });
}

/** Follows the list under each of its filters in turn, far enough to show whether a filter is forgotten. */
export async function forgetsFilter(p: Probing): Promise<readonly Failure[]> {
  let tried = 0;
  let refused: Inconclusive | undefined;
  for (const parameter of Object.keys(definitionOf(p.operation).query)) {
    try {
      const failures = await followed(p, parameter);
      if (failures) tried += 1;
      if (failures && failures.length > 0) return failures;
    } catch (error) {
      if (!(error instanceof Inconclusive) || error.cause !== 'refused') throw error;
      refused ??= error;
    }
  }
  if (tried > 0) return [];
  if (refused) throw refused;
  const alone = await keptOnOne(p);
  if (alone) return alone;
  throw new Inconclusive('fixture', 'no filter selects several but not all of the known items', {
    need: { words: `items in ${p.operation} with different times` },
  });
}
