import { documented } from '../../src/contract/documented.ts';
import { sized } from '../../src/contract/lists.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf, listedOn } from '../../src/engine/paging.ts';
import { type Answer, LOOK_WITHIN_MS, type Probing } from '../../src/engine/probing.ts';
import { unlessEnded } from '../../src/engine/refuted.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { absent, type Failure, shown } from '../../src/model/outcome.ts';
import { instant } from '../../src/values/instant.ts';
import { isArray, isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { changed, firstFailures, smallest } from '../vocabulary/body-variants.ts';
import { disagreements, itemWith } from '../vocabulary/comparisons.ts';
import { eventuallyOrLate } from '../vocabulary/kept-answers.ts';
import { answerWithValue } from '../vocabulary/listed-values.ts';
import { lookUpPage, stockedList } from '../vocabulary/lists/listing.ts';
import { timeOf } from '../vocabulary/lists/order-of-items.ts';
import { OPTIONAL } from '../vocabulary/optional-parts.ts';
import { ENCODED_REF } from '../vocabulary/ref-forms.ts';
import { endUser, listBy, plain, profile } from '../vocabulary/requests.ts';
import { LATE_WITHIN_MS } from '../vocabulary/tolerances.ts';

export const METADATA = { Purpose: 'Look Up', 'second key': 'two' };

/**
 * Creates an address with metadata. Uses plainer metadata if the first is refused: the document does not say which
 * characters are allowed.
 */
export async function withMetadata(p: Probing, metadata: JsonObject, more: JsonObject = {}): Promise<Exchange> {
  const made = await unlessInconclusive(undefined, () => p.sendValid(changed(p, { metadata, ...more })), ['refused']);
  return made ?? p.sendValid(changed(p, { metadata: OPTIONAL.createAddress.metadata, ...more }));
}

/**
 * Creates an address on BITCOIN, where addresses are case-sensitive, once per attempt for all checks. Asks for
 * conversion to USD first, and for none if that is refused.
 */
export const onBitcoin = (p: Probing): Promise<Answer> =>
  p.oncePerAttempt('an address on BITCOIN', async () => {
    const change = { crypto_network: 'BITCOIN', metadata: METADATA };
    const converted = await p.answerTo(changed(p, { ...change, conversion_target_asset: 'USD' }));
    return converted.isAccepted ? converted : p.answerTo(changed(p, change));
  });

/** Members of an address that its client gives. */
const GIVEN = ['ref_id', 'identity_id', 'account_id', 'metadata'];

/**
 * Demands that the list shows what the client gave for an address, if the answer to its creation does and the list shows
 * it for others.
 */
async function expectComplete(
  p: Probing,
  list: Exchange,
  [created, item]: readonly [JsonObject, JsonObject],
  made: Exchange,
): Promise<readonly Failure[]> {
  const { items } = await p.known('listAddresses');
  const lost = GIVEN.find(
    (name) =>
      member(created, name) !== undefined &&
      member(item, name) === undefined &&
      items.some((other) => member(other.item, name) !== undefined),
  );
  if (lost === undefined) return [];
  const expected = `${lost} ${shown(member(created, lost))}, as answered before: the list shows it for other addresses`;
  return [failure(list, leftOut(list, item, lost, expected), [made])];
}

/** Returns the difference that an item of a list does not have a member. */
function leftOut(list: Exchange, item: JsonObject, name: string, expected: string) {
  const items = member(answered(list), 'items');
  const index = isArray(items) ? items.indexOf(item) : 0;
  return absent(`/items/${index}/${name}`, expected);
}

/** Returns the id of a created address. Throws Inconclusive if the answer has none, which its own row judges. */
function idOfMade(made: Exchange): string {
  const id = string(acceptedBody(made), '/id');
  if (id === undefined) throw new Inconclusive('unrecognised', 'the created address has no id to look it up by');
  return id;
}

/** What a list shows in place of an address that it lacks. */
const NO_SUCH_ADDRESS = 'no such address';

/** Repeats a look-up of a created address as long as a list may lack it. An address that is listed is as it stays. */
export const untilFound = (p: Probing, look: () => Promise<readonly Failure[]>): Promise<readonly Failure[]> =>
  eventuallyOrLate(p, 'new addresses', look, (failures) => failures.some(({ actual }) => actual === NO_SUCH_ADDRESS));

/** Makes the failure of a list that lacks a created address. */
export const notListed = (list: Exchange, expected: string, made: Exchange): Failure =>
  failure(list, { where: '/items', expected, actual: NO_SUCH_ADDRESS }, [made]);

/**
 * Returns an address without the pairs of metadata that were sent with an empty value or with a value of another type:
 * what a service does with them is not stated.
 */
function withStatedPairs(address: JsonObject, { request }: Exchange): JsonObject {
  const sent = member(request.body, 'metadata');
  const { metadata, ...rest } = address;
  if (!isObject(sent) || !isObject(metadata)) return address;
  const isStated = (value: Json | undefined): boolean =>
    value === undefined || (typeof value === 'string' && value !== '');
  if (!Object.values(sent).some(isStated)) return rest;
  return {
    ...rest,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => isStated(member(sent, key)))),
  };
}

/** Returns what an item of a list shows otherwise than the answer to the creation of the address. */
export const unlikeCreation = (list: Exchange, item: JsonObject, made: Exchange): readonly Failure[] =>
  disagreements(list, {
    first: withStatedPairs(acceptedBody(made) ?? {}, made),
    second: withStatedPairs(item, made),
    names: documented('deposit-address'),
    before: [made],
  });

/** Looks up a created address by its id, and demands that the list shows the same members. */
export async function listedAsCreated(p: Probing, made: Exchange): Promise<readonly Failure[]> {
  const created = acceptedBody(made) ?? {};
  const id = idOfMade(made);
  await untilListed(p);
  return untilFound(p, async () => {
    const list = await lookUpPage(p, 'listAddresses', id);
    const item = itemWith(list, id);
    if (!item) return [notListed(list, `the created address ${id}`, made)];
    const otherwise = unlikeCreation(list, item, made);
    return otherwise.length > 0 ? otherwise : expectComplete(p, list, [created, item], made);
  });
}

/**
 * Looks up an address so that the rule can judge it: on BASE, which may have compatible networks, or else the smallest
 * one.
 */
export async function looksOneUp(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('createAddress');
  const onBase = await answerWithValue(p, { operation: 'createAddress', member: 'crypto_network' }, 'BASE');
  const made = onBase.isAccepted ? onBase.exchange : await p.twin(plain(p, 'createAddress'));
  const id = idOfMade(made);
  await p.sendValid(listBy('listAddresses', { ids: [id] }));
  return [];
}

/**
 * On loopback, reads a list by filters before something is created that they find. An answer that the target keeps must
 * not hide it.
 */
async function readBefore(p: Probing, filters: readonly JsonObject[]): Promise<void> {
  if (!p.run.spendsFreely) return;
  for (const filter of filters) {
    await p.answerTo(listBy('listAddresses', { ...filter, ...sized() }));
  }
}

/** The key of the smallest address of an attempt. */
const smallestKey = (attempt: number): string => `an address to look up ${attempt}`;

/** Creates the smallest address, once per attempt for all checks that look it up by its ref_id or profile. */
export const smallestMade = (p: Probing): Promise<Exchange> =>
  p.once(smallestKey(p.attempt), async () => {
    const { ask } = smallest(p);
    const first = [ask.input()];
    const ref = string(first[0]?.body, '/ref_id');
    await readBefore(p, [{ profile_ids: [profile(p)] }, ...(ref === undefined ? [] : [{ ref_ids: [ref] }])]);
    return p.sendValid({ ...ask, input: () => first.shift() ?? ask.input() });
  });

/** The last page that was read to find a created address, and what is wrong with it. */
interface LookedUp {
  readonly page: Exchange;
  readonly failures: readonly Failure[];
  /** How long it was looked for at most, in milliseconds. */
  readonly withinMs: number;
}

/**
 * Looks up the smallest address by its ref_id until it is listed, once per attempt for all checks that look up
 * addresses. Addresses that were created as early should be listed by then, however long a list lags behind.
 */
export async function smallestLookedUp(p: Probing): Promise<LookedUp> {
  const made = await smallestMade(p);
  return p.oncePerAttempt('an address that is listed', async () => {
    const looked = await lookedUpByRef(p, made);
    return looked.failures.length > 0 && (await isListedLate(p)) ? lookedUpByRef(p, made, LATE_WITHIN_MS) : looked;
  });
}

/** Whether the address of the first attempt, which was not listed then, is listed now. */
async function isListedLate(p: Probing): Promise<boolean> {
  if (p.attempt === 0) return false;
  const made = await unlessInconclusive(undefined, async () => p.remembered<Exchange>(smallestKey(0)));
  return made !== undefined && itemWith(await pageByRef(p, made), idOfMade(made)) !== undefined;
}

const refOf = (made: Exchange): string => string(made.request.body, '/ref_id') ?? '';

const pageByRef = (p: Probing, made: Exchange): Promise<Exchange> =>
  lookUpPage(p, 'listAddresses', idOfMade(made), { ref_ids: [refOf(made)], ...sized() });

/** Looks up a created address by its ref_id until it is listed, but not longer than `withinMs`. */
async function lookedUpByRef(p: Probing, made: Exchange, withinMs = LOOK_WITHIN_MS): Promise<LookedUp> {
  let page = made;
  const failures = await p.eventually(async () => {
    page = await pageByRef(p, made);
    const expected = `the address created with ref_id ${refOf(made)}`;
    return itemWith(page, idOfMade(made)) ? [] : [notListed(page, expected, made)];
  }, withinMs);
  return { page, failures, withinMs };
}

/**
 * On loopback, also looks up the address of the end user, and one whose ref_id has characters that queries encode. The
 * service may refuse either.
 */
export async function foundByRef(p: Probing): Promise<readonly Failure[]> {
  const { failures, withinMs: within } = await smallestLookedUp(p);
  if (failures.length > 0 || !p.run.spendsFreely) return failures;
  // A list may lag by a different time for each address.
  const withinMs = p.attempt > 0 ? LATE_WITHIN_MS : within;
  const ofUser = await unlessInconclusive(undefined, () => ofEndUser(p));
  return firstFailures(
    async () => (ofUser && refOf(ofUser) !== '' ? (await lookedUpByRef(p, ofUser, withinMs)).failures : []),
    () => foundByEncodedRef(p, withinMs),
  );
}

/** Demands that an address is found by a ref_id with characters that queries encode, if its creation repeats it. */
async function foundByEncodedRef(p: Probing, withinMs: number): Promise<readonly Failure[]> {
  const { exchange: made } = await p.answerTo(changed(p, { ref_id: ENCODED_REF }));
  const [id, ref] = [string(acceptedBody(made), '/id'), string(acceptedBody(made), '/ref_id')];
  if (id === undefined || ref === undefined || ref !== string(made.request.body, '/ref_id')) return [];
  return unlessInconclusive([], async () => (await lookedUpByRef(p, made, withinMs)).failures, ['refused']);
}

/** Waits until the list shows the smallest address, but not where it cannot be looked up. */
const untilListed = (p: Probing): Promise<unknown> => unlessEnded(undefined, () => smallestLookedUp(p));

/** Creates an address for the end user with metadata, once per attempt for all checks that look it up. */
export const ofEndUser = (p: Probing): Promise<Exchange> =>
  p.oncePerAttempt('an address of the end user', async () => {
    const { identity_id, account_id } = endUser(p);
    await readBefore(p, [{ identity_ids: [identity_id] }, { account_ids: [account_id] }]);
    return withMetadata(p, { Purpose: 'Look Up' }, { identity_id, account_id });
  });

/** Whether a page in DESC order goes back far enough to hold an item that was created at `created`. */
function comesThisFar(page: Exchange, created: Json | undefined): boolean {
  const [then, last] = [instant(created), listedOn(page).map(timeOf).at(-1)];
  return cursorOf(page) === undefined || (then !== undefined && last !== undefined && last < then);
}

/** Demands that an address is found by its profile, identity or account. */
export async function foundBy(
  p: Probing,
  made: Exchange,
  parameter: 'profile_ids' | 'identity_ids' | 'account_ids',
  value: string,
): Promise<readonly Failure[]> {
  const [id, created] = [idOfMade(made), member(answered(made), 'created_at')];
  await untilListed(p);
  return untilFound(p, async () => {
    const list = await p.sendValid(listBy('listAddresses', { [parameter]: [value], ...sized() }));
    if (itemWith(list, id) || !comesThisFar(list, created)) return [];
    const expected = `the address ${id}, which was created with ${value}`;
    return [notListed(list, expected, made)];
  });
}

/** Demands that the list does not leave out members of the created address which it shows of other addresses. */
export async function listedWhole(p: Probing): Promise<readonly Failure[]> {
  const made = await ofEndUser(p);
  const created = acceptedBody(made) ?? {};
  const id = idOfMade(made);
  await untilListed(p);
  const { items } = await stockedList(p, 'listAddresses');
  const names = documented('deposit-address').filter(
    (name) => member(created, name) !== undefined && items.some(({ item }) => member(item, name) !== undefined),
  );
  return p.eventually(async () => {
    const list = await lookUpPage(p, 'listAddresses', id);
    const item = itemWith(list, id);
    const lost = item && names.find((name) => member(item, name) === undefined);
    if (item === undefined || lost === undefined) return [];
    const expected = `${lost} ${shown(member(created, lost))}, as answered before`;
    return [failure(list, leftOut(list, item, lost, expected), [made])];
  });
}
