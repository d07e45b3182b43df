import { operations } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { counted } from '../../src/values/counted.ts';
import { type Id, id, sameId } from '../../src/values/id.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { itemWith } from '../vocabulary/comparisons.ts';
import { lookUpPage, MOST_TURNED, widestPage } from '../vocabulary/lists/listing.ts';
import { asking } from '../vocabulary/requests.ts';
import { notListed, unlikeCreation, untilFound } from './address-look-ups.ts';

/** An address that this run created, with the id from its answer. */
interface MadeAddress {
  readonly id: Id;
  readonly text: string;
  readonly exchange: Exchange;
}

/**
 * Returns the addresses that this run created with a token, each once, with its first answer: what the answer to a
 * repeated ref_id shows is not stated.
 */
function addressesMade(p: Probing): readonly MadeAddress[] {
  const made = p.created('createAddress').flatMap((exchange): [Id, MadeAddress][] => {
    const text = string(acceptedBody(exchange), '/id');
    const own = id(text);
    if (text === undefined || own === undefined || exchange.request.credentials !== 'token') return [];
    return [[own, { id: own, text, exchange }]];
  });
  return [...new Map(made.toReversed()).values()].reverse();
}

/** Returns what is wrong with an address on a page of a look-up by ids: it is missing, or differs from its creation. */
function flaws(list: Exchange, made: MadeAddress, item: JsonObject | undefined): readonly Failure[] {
  const { text, exchange } = made;
  if (item) return unlikeCreation(list, item, exchange);
  return [notListed(list, `the address ${text}, which was created before: nothing deletes an address`, exchange)];
}

/** Looks up all these addresses together, on all pages, and returns those with which something is wrong. */
async function wrongOf(p: Probing, made: readonly MadeAddress[]): Promise<readonly MadeAddress[]> {
  const { items, pages, complete } = await p.list('listAddresses', { ids: made.map(({ text }) => text) });
  const shown = new Map(items.map((item) => [item.id, item.item]));
  const [page] = pages;
  if (!complete || !page) return [];
  const found = made.map((each) => ({ each, item: shown.get(each.id) }));
  if (found.every(({ item }) => item === undefined))
    throw blockedBy('FILTER-IDS', 'the filter by ids leaves out all addresses that it names');
  return found
    .filter(({ each, item }) => flaws(page, each, isObject(item) ? item : undefined).length > 0)
    .map(({ each }) => each);
}

/** Members that name who an address is for. Each has a filter with its name in the plural. */
type Owner = 'profile_id' | 'identity_id' | 'account_id';

/** Returns the addresses that this run created for an owner that their answer shows. */
const ownedBy = (p: Probing, name: Owner): readonly { readonly made: MadeAddress; readonly owner: string }[] =>
  addressesMade(p).flatMap((made) => {
    const owner = string(acceptedBody(made.exchange), `/${name}`);
    return owner !== undefined && sameId(owner, member(made.exchange.request.body, name)) ? [{ made, owner }] : [];
  });

/** Returns a request for another address of the same owners, without metadata. */
function anotherOf(p: Probing, { exchange: { request } }: MadeAddress): Ask {
  const { ref_id: _, metadata: __, ...body } = isObject(request.body) ? request.body : {};
  return asking(p, 'createAddress', body);
}

const hasMetadata = ({ exchange: { request } }: MadeAddress): boolean => member(request.body, 'metadata') !== undefined;

/**
 * Makes a probe that demands on loopback that a look-up by profile, identity or account finds all addresses that the run
 * has created for it, with metadata and without: an index may keep only some of them. Skips addresses that show another owner, which other
 * requirements judge.
 */
export const foundByOwner =
  (name: Owner) =>
  async (p: Probing): Promise<readonly Failure[]> => {
    if (!p.run.spendsFreely) return [];
    const [first, ...more] = ownedBy(p, name);
    const areAlike = more.length === 0 || [first, ...more].every((each) => each && hasMetadata(each.made));
    if (first && areAlike) await p.answerTo(anotherOf(p, first.made));
    const owned = ownedBy(p, name);
    const owners = [...new Set(owned.map(({ owner }) => owner))];
    if (owners.length === 0) return [];
    return untilFound(p, async () => {
      const query = { [`${name}s`]: owners, ...(await widestPage(p, 'listAddresses')) };
      const { items, pages, complete } = await p.list('listAddresses', query, { maxPages: MOST_TURNED });
      const missing = owned.find(({ made }) => !items.some((item) => item.id === made.id));
      const [page] = pages;
      if (!complete || !page || !missing || items.length === 0) return [];
      const { text } = missing.made;
      if (!itemWith(await lookUpPage(p, 'listAddresses', text), text))
        throw blockedBy('DA-LOOK-UP-BY-ID', `the address ${text} is not found by its id either`);
      const expected = `the address ${text}, which was created for ${missing.owner}`;
      return [notListed(page, expected, missing.made.exchange)];
    });
  };

/** Numbers of addresses that are looked up on small pages, and of items on such a page. */
const [WALKED, ON_A_PAGE] = [12, 4];

/**
 * Demands on loopback that small pages of a look-up by ids hold addresses that the run has created within a moment: a
 * cursor may be too coarse for their times.
 */
export async function onSmallPages(p: Probing): Promise<readonly Failure[]> {
  const made = p.run.spendsFreely ? addressesMade(p).slice(-WALKED) : [];
  if (made.length < WALKED) return [];
  return p.eventually(async () => {
    const query = { ids: made.map(({ text }) => text), limit: ON_A_PAGE };
    const { items, pages, complete } = await p.list('listAddresses', query);
    const missing = made.find((each) => !items.some((item) => item.id === each.id));
    const page = pages.at(-1);
    if (!complete || !page || !missing || items.length < ON_A_PAGE) return [];
    const expected = `the address ${missing.text} on one of the pages of ${ON_A_PAGE}`;
    return [
      failure(
        page,
        { where: '/items', expected, actual: `no such address on ${counted(pages.length, 'page')}` },
        pages,
      ),
    ];
  });
}

/**
 * Looks up the addresses that the run has created, after all other checks: nothing deletes them. On another host, makes
 * one look-up of as many as it may name.
 */
export async function stillListed(p: Probing): Promise<readonly Failure[]> {
  const most = operations.listAddresses.query.ids.most;
  const all = addressesMade(p);
  const looked = p.run.spendsFreely ? all : all.slice(0, most);
  for (let start = 0; start < looked.length; start += most) {
    const [first] = await wrongOf(p, looked.slice(start, start + most));
    const failures = first ? await lookedUpAlone(p, first) : [];
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Looks up one address until it is listed as it was created. */
const lookedUpAlone = (p: Probing, made: MadeAddress): Promise<readonly Failure[]> =>
  untilFound(p, async () => {
    const { text } = made;
    const list = await lookUpPage(p, 'listAddresses', text);
    return flaws(list, made, itemWith(list, text));
  });
