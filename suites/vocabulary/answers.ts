import { creations, isList, type Operation } from '../../src/contract/operations.ts';
import { type Check, sequence } from '../../src/engine/check.ts';
import {
  type Flaw,
  flawUnless,
  isFlaws,
  type Judgement,
  NOT_CONCERNED,
  NOTHING_TO_JUDGE,
} from '../../src/engine/judgement.ts';
import { answered, type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Decimal, decimal, equals, formatDecimal } from '../../src/values/decimal.ts';
import { sameId } from '../../src/values/id.ts';
import { type Instant, instant, millisecondsBetween } from '../../src/values/instant.ts';
import { at, isArray, isObject, type Json, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { recognised } from './recognition.ts';
import { inWords, SAME_INSTANT_MS } from './tolerances.ts';

/**
 * Returns the object in the body of an accepted answer. Returns undefined for refusals and for bodies that cannot be
 * the operation's answer.
 */
export const acceptedBody = remembered((exchange): JsonObject | undefined => {
  const body = isAccepted(exchange) && recognised(exchange) ? answered(exchange) : undefined;
  return isObject(body) ? body : undefined;
});

/** Like `acceptedBody`, but also returns an empty object, which lacks all that is required. */
export function answeredObject(exchange: Exchange): JsonObject | undefined {
  const body = answered(exchange);
  const isEmpty = isAccepted(exchange) && isObject(body) && Object.keys(body).length === 0;
  return isEmpty ? body : acceptedBody(exchange);
}

/** Caches the value of the last exchange, since all rules judge one exchange after another. */
function remembered<T>(of: (exchange: Exchange) => T): (exchange: Exchange) => T {
  let last: { readonly of: Exchange; readonly value: T } | undefined;
  return (exchange) => {
    if (last?.of !== exchange) last = { of: exchange, value: of(exchange) };
    return last.value;
  };
}

/** Returns the string at a pointer. Returns undefined for anything else, which the shape rows judge. */
export function string(value: Json | undefined, pointer: string): string | undefined {
  const found = at(value, pointer);
  return typeof found === 'string' ? found : undefined;
}

export const amount = (value: Json | undefined, pointer: string): Decimal | undefined => decimal(at(value, pointer));

export const moment = (value: Json | undefined, pointer: string): Instant | undefined => instant(at(value, pointer));

/** Judges that a member is the text that is due, for the reason `why`. Not concerned when either cannot be read. */
export function equal(where: string, due: string | undefined, found: string | undefined, why: string): Judgement {
  if (due === undefined || found === undefined) return NOT_CONCERNED;
  return flawUnless(due === found, () => ({ where, expected: `${due}: ${why}`, actual: shown(found) }));
}

/** Judges the same of decimals, as numbers. */
export function equalAmounts(
  where: string,
  due: Decimal | undefined,
  found: Decimal | undefined,
  why: string,
): Judgement {
  if (!due || !found) return NOT_CONCERNED;
  return flawUnless(equals(due, found), () => ({
    where,
    expected: `${formatDecimal(due)}: ${why}`,
    actual: formatDecimal(found),
  }));
}

/** Whether a returned value is the same as the one that was sent. */
export type Same = (sent: Json, found: Json) => boolean;

const sameText: Same = (sent, found) => sameJson(sent, found);

/** True when two decimals in strings are the same number. */
export const sameAmount: Same = (sent, found) => {
  const [a, b] = [decimal(sent), decimal(found)];
  return a !== undefined && b !== undefined && equals(a, b);
};

/** Maximum number of sent values to remember. */
const MOST_REQUESTS = 10_000;

/** Minimum length of a value to remember: a shorter word may also be the service's own. */
const LEAST_CHARACTERS = 8;

/**
 * Makes a check that the answer to a request without `name` does not show the value of `name` from another creation, of
 * any operation.
 * Some values follow from the rest of a request, such as an owner from an account: `without` returns what they may follow
 * from, or undefined if they certainly may. An answer then counts only after one that showed another value, or none, for
 * the same.
 */
export const ofNoOther = (
  operation: Operation,
  name: string,
  without?: (body: Json | undefined) => string | undefined,
): Check =>
  sequence(
    () => {
      const others = new Memory<string, true>(MOST_REQUESTS);
      const mayFollow = following(without);
      return (exchange) => {
        const { body } = exchange.request;
        const answer = acceptedBody(exchange);
        const [sent, found] = [member(body, name), member(answer, name)];
        if (typeof sent === 'string' && sent.length >= LEAST_CHARACTERS) others.set(sent, true);
        if (exchange.operation !== operation || sent !== undefined || !answer) return NOT_CONCERNED;
        if (mayFollow(body, found) || typeof found !== 'string') return NOT_CONCERNED;
        return flawUnless(!others.has(found), () => ({
          where: `/${name}`,
          expected: 'no value from another request: this request gives none',
          actual: `${shown(found)}, the value from another request`,
        }));
      };
    },
    without ? [] : creations,
  );

/**
 * Makes the test whether a value may follow from the rest of its request, given the requests before: with the same
 * origin, the first answer showed it too.
 */
function following(
  originOf: ((body: Json | undefined) => string | undefined) | undefined,
): (body: Json | undefined, found: Json | undefined) => boolean {
  if (!originOf) return () => false;
  const first = new Memory<string, string>(MOST_REQUESTS);
  return (body, found) => {
    const origin = originOf(body);
    return origin === undefined || found === first.first(origin, isFilled(found) ? String(found) : '');
  };
}

const isFilled = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== '';

/** The members that name an end user. */
const USER = ['identity_id', 'account_id'] as const;

/**
 * Makes such a check for a member that names the end user. A service may derive it from the other one, and from the
 * profile and the destination.
 */
export const ofNoOtherUser = (operation: Operation, name: (typeof USER)[number]): Check =>
  ofNoOther(operation, name, (body) =>
    USER.some((each) => member(body, each) !== undefined)
      ? undefined
      : JSON.stringify(ORIGINS.map((each) => member(body, each) ?? null)),
  );

const ORIGINS = ['profile_id', 'fiat_account_id', 'destination_address', 'crypto_network'] as const;

/**
 * Makes a judgement that `name` comes back as it was sent, if the answer has it: fields not marked required may be
 * absent (Conventions).
 */
export const echo =
  (name: string, same: Same = sameText) =>
  (exchange: Exchange): Judgement => {
    const body = acceptedBody(exchange);
    const sent = member(exchange.request.body, name);
    if (!body || sent === undefined || sent === null) return NOT_CONCERNED;
    const found = member(body, name);
    if (found === undefined || found === null) return NOTHING_TO_JUDGE;
    // The shape row judges a value of another type.
    if (typeof found !== typeof sent) return NOT_CONCERNED;
    return flawUnless(same(sent, found), () => ({
      where: `/${name}`,
      expected: `${shown(sent)}, as sent`,
      actual: shown(found),
    }));
  };

/** Makes a judgement that a member has the given value. Not concerned when it is missing. */
export const withValue =
  (name: string, value: string, why: string) =>
  (exchange: Exchange): Judgement =>
    equal(`/${name}`, value, string(acceptedBody(exchange), `/${name}`), why);

/**
 * Makes a judgement that an answer has none of the members. Reads null and empty text as absent, and leaves other types
 * to the shape rows.
 */
export const without =
  (names: readonly string[], why: string) =>
  (exchange: Exchange): Judgement => {
    const body = acceptedBody(exchange);
    if (!body) return NOT_CONCERNED;
    return names
      .filter((name) => (string(body, `/${name}`) ?? '') !== '')
      .map((name) => ({ where: `/${name}`, expected: `absent: ${why}`, actual: shown(member(body, name)) }));
  };

/** The lenience of requirements on the order of two times. */
export const FROM_TWO_CLOCKS = `Both times may come from clocks that differ by at most ${inWords(SAME_INSTANT_MS)}.`;

/**
 * Judges that the time `later` is not before the time `earlier`. They may come from two clocks, and clocks that show whole
 * seconds may differ by one.
 */
export function inOrder(item: JsonObject, root: string, earlier: string, later: string): Judgement {
  const [a, b] = [member(item, earlier), member(item, later)];
  const [first, second] = [instant(a), instant(b)];
  if (first === undefined || second === undefined) return NOTHING_TO_JUDGE;
  return flawUnless(millisecondsBetween(second, first) <= SAME_INSTANT_MS, () => ({
    where: `${root}/${later}`,
    expected: `not before ${earlier} (${shown(a)})`,
    actual: shown(b),
  }));
}

/** Makes the same judgement of an answer that is one object. */
export const notBefore =
  (later: string, earlier: string) =>
  (exchange: Exchange): Judgement => {
    const body = acceptedBody(exchange);
    return body ? inOrder(body, '', earlier, later) : NOT_CONCERNED;
  };

/** An object in an array, and its index there. */
export interface PlacedObject {
  readonly item: JsonObject;
  readonly index: number;
}

/** Returns the objects in an array. Other elements, and values that are no arrays, are judged by the shape rows. */
export function placedObjects(array: Json | undefined): readonly PlacedObject[] {
  const found: PlacedObject[] = [];
  if (isArray(array)) for (const [index, item] of array.entries()) if (isObject(item)) found.push({ item, index });
  return found;
}

/** Returns the objects of a list with their pointers. An answer that is no list is one object at the root. */
export const objects = remembered((exchange): readonly { readonly root: string; readonly item: JsonObject }[] => {
  const body = acceptedBody(exchange);
  if (!body) return [];
  if (!isList(exchange.operation)) return [{ root: '', item: body }];
  return placedObjects(member(body, 'items')).map(({ item, index }) => ({ root: `/items/${index}`, item }));
});

/** Combines judgements: all flaws if any was judged, nothing to judge if none was, not concerned if there are none. */
export function all(judgements: readonly Judgement[]): Judgement {
  const flaws: Flaw[] = [];
  let judged = false;
  for (const judgement of judgements) {
    if (isFlaws(judgement)) {
      judged = true;
      for (const flaw of judgement) flaws.push(flaw);
    }
  }
  if (judged) return flaws;
  return judgements.length > 0 ? NOTHING_TO_JUDGE : NOT_CONCERNED;
}

/** Makes a judgement of each object of an answer. */
export const each =
  (judge: (item: JsonObject, root: string, exchange: Exchange) => Judgement) =>
  (exchange: Exchange): Judgement =>
    all(objects(exchange).map(({ item, root }) => judge(item, root, exchange)));

/** Makes a judgement that a path parameter comes back as a member of the answer. */
export const named =
  (parameter: string, name: string) =>
  (exchange: Exchange): Judgement => {
    const asked = exchange.request.path[parameter];
    const found = string(acceptedBody(exchange), `/${name}`);
    if (asked === undefined || found === undefined) return NOT_CONCERNED;
    return flawUnless(sameId(asked, found), () => ({
      where: `/${name}`,
      expected: `${shown(asked)}, as requested`,
      actual: shown(found),
    }));
  };
