import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { id, sameId } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { isListed, type Owner, ownersKnown } from '../vocabulary/known-owners.ts';
import { expectEmpty, knownAgain, knownItems, turnedUntil, widestPage } from '../vocabulary/lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL, itemKey } from '../vocabulary/lists/rules.ts';
import { listBy, unknownId } from '../vocabulary/requests.ts';

/** Returns the keys of the executions of a page that show their orders. */
const fillsOf = (page: Exchange): readonly string[] =>
  itemsOf(page).flatMap((item) => (id(member(item, 'order_id')) === undefined ? [] : (itemKey(item) ?? [])));

const executionsOf = (query: Query): Ask => ({ ...listBy('listExecutions', query), isShared: true });

const otherKind: Readonly<Record<Owner, Owner>> = { profile_id: 'account_id', account_id: 'profile_id' };

/** Reads the first page of an owner's executions, once per attempt for all checks. */
async function pageOf(p: Probing, owner: Owner, each: string): Promise<Answer> {
  const size = await widestPage(p, 'listExecutions');
  return p.oncePerAttempt(`executions of ${owner} ${each}`, () => p.answerTo(executionsOf({ [owner]: each, ...size })));
}

/** Returns for how many known owners the list has executions, in words. */
export async function listedFor(p: Probing, owner: Owner): Promise<string> {
  await knownItems(p);
  const owners = await ownersKnown(p, owner);
  const pages = await Promise.all(owners.map((each) => pageOf(p, owner, each)));
  const found = pages.filter(({ isAccepted, exchange }) => isAccepted && itemsOf(exchange).length > 0);
  return `${owner}: ${found.length} of ${owners.length}`;
}

/** Demands that no fill of an order is listed for two owners. */
export async function belongsToOne(p: Probing, owner: Owner): Promise<readonly Failure[]> {
  await knownItems(p);
  const met = new Map<string, { readonly of: string; readonly page: Exchange }>();
  for (const each of await ownersKnown(p, owner)) {
    const { isAccepted, exchange: page } = await pageOf(p, owner, each);
    if (!isAccepted) continue;
    const fills = fillsOf(page);
    if (fills.length < itemsOf(page).length)
      throw new Inconclusive('other', 'not every execution shows its ID and its order');
    const shared = fills.find((fill) => met.has(fill));
    const before = met.get(shared ?? '');
    if (before) {
      const expected = `only executions of ${owner} ${each}`;
      const actual = `${shared}, which is also listed for ${owner} ${before.of}`;
      return [failure(page, { where: '/items', expected, actual }, [before.page])];
    }
    for (const fill of fills) met.set(fill, { of: each, page });
  }
  return [];
}

/**
 * Demands that a filter by an owner that the target itself shows is accepted: a target that refuses every owner does
 * not filter.
 */
async function answersKnown(p: Probing, owner: Owner): Promise<readonly Failure[]> {
  let refused: Exchange | undefined;
  for (const each of await ownersKnown(p, owner)) {
    const { isAccepted, exchange } = await pageOf(p, owner, each);
    if (isAccepted) return [];
    refused = exchange;
  }
  return refused
    ? p.expectOutcome('accepted', `the list with a known ${owner}`, refused, { control: () => knownAgain(p) })
    : [];
}

const hasItems = (page: Exchange): boolean => itemsOf(page).length > 0;

/**
 * Demands that the list has executions of the owner in the fixtures file, if it names one. `range` is empty or includes
 * all times.
 */
async function selectsOwn(p: Probing, owner: Owner, range: Query = {}): Promise<readonly Failure[]> {
  const named = p.fixtures.execution_owner?.[owner];
  if (named === undefined) return [];
  const size = await widestPage(p, 'listExecutions');
  const first = await p.sendValid(executionsOf({ [owner]: named, ...range, ...size }));
  const answer = await turnedUntil(p, first, hasItems);
  if (hasItems(answer)) return [];
  if (!(await isListed(p, owner, named)))
    throw new Inconclusive('fixture', `no executions are listed for ${owner} ${named}, which no list names either`, {
      need: { fixture: 'execution_owner' },
    });
  const expected = `executions of ${owner} ${named}: the fixtures file says that some are listed`;
  return [failure(answer, { where: '/items', expected, actual: 'no items' })];
}

/** The range that includes every execution: a list may have none if no range is given. */
const EVER = { 'range.begin': BEFORE_ALL, 'range.end': AFTER_ALL };

/**
 * Demands that a filter selects executions of its owner, and none for an owner that does not exist. The second demand
 * needs listed items. If the plain list has none, the fixtures file may still name an owner that has executions.
 */
export async function filtersBy(p: Probing, owner: Owner): Promise<readonly Failure[]> {
  const { items } = await p.known('listExecutions');
  if (items.length === 0)
    return firstFailures(
      () => selectsOwn(p, owner, EVER),
      () => excludesUnknown(p, owner),
    );
  return firstFailures(
    () => excludesUnknown(p, owner),
    () => selectsOwn(p, owner),
  );
}

/** Short IDs and numbers are given to owners of both kinds alike. */
const mayBeOfBoth = (text: string): boolean => text.length < 8 || /^\d+$/.test(text);

/**
 * Returns an ID that names no owner of this kind: that of an owner of the other kind, by which a target that mistakes one
 * for the other finds executions. Where owners of both kinds have the same IDs, an unknown one.
 */
async function notOne(p: Probing, owner: Owner): Promise<string> {
  const all = Number.POSITIVE_INFINITY;
  const [own, others] = [await ownersKnown(p, owner, all), await ownersKnown(p, otherKind[owner], all)];
  const isShared = others.some((each) => mayBeOfBoth(each) || own.some((known) => sameId(known, each)));
  return (isShared ? undefined : others[0]) ?? unknownId(p, owner);
}

/**
 * Demands that a filter by an unknown owner selects nothing, or is refused while one by a known owner is accepted. The
 * target must not ignore it.
 */
async function excludesUnknown(p: Probing, owner: Owner): Promise<readonly Failure[]> {
  await knownItems(p);
  const unknown = await notOne(p, owner);
  const { isAccepted, exchange: answer } = await p.answerTo(executionsOf({ [owner]: unknown }));
  if (!isAccepted) return answersKnown(p, owner);
  return expectEmpty(answer, `${unknown} is no ${owner}`);
}
