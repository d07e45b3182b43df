import { failure } from '../../src/engine/failure.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameAddress } from '../../src/values/crypto-address.ts';
import { namesNothing, sameId } from '../../src/values/id.ts';
import { instant, millisecondsBetween } from '../../src/values/instant.ts';
import { isArray, isObject, type Json, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { sameAmount } from './answers.ts';
import { isBareList } from './recognition.ts';
import { SAME_INSTANT_MS } from './tolerances.ts';

/** Whether an answer shows a value: null, an empty text and the nil UUID stand for nothing. */
export const isShown = (value: Json | undefined): value is Json =>
  value !== undefined && value !== null && !namesNothing(value);

/** Returns an array of words as a sorted set, since its order is not stated. */
const asSet = (value: Json | undefined): Json | undefined =>
  isArray(value) && value.every((each) => typeof each === 'string') ? [...new Set(value)].sort() : value;

/**
 * Whether two answers show the same value of a member: times within a second, ids regardless of case, arrays of words
 * in any order.
 */
export function agree(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  const [x, y] = [instant(a), instant(b)];
  if (x !== undefined && y !== undefined) return Math.abs(millisecondsBetween(x, y)) <= SAME_INSTANT_MS;
  return sameId(a, b) || sameJson(asSet(a), asSet(b));
}

/** Whether two answers show the same value, or the same number in another spelling. */
export const agreeAsAmounts = (a: Json, b: Json): boolean => agree(a, b) || sameAmount(a, b);

/**
 * Returns the item of a list with that id. Throws Inconclusive when the answer has no items, or has items without ids,
 * which the rows about lists judge.
 */
export function itemWith(exchange: Exchange, id: string): JsonObject | undefined {
  const items = member(answered(exchange), 'items') ?? (isBareList(exchange) ? [] : undefined);
  if (!isArray(items)) throw new Inconclusive('unrecognised', `the answer of ${exchange.operation} has no items`);
  const found = items.find((item: Json): item is JsonObject => isObject(item) && sameId(member(item, 'id'), id));
  if (found === undefined && items.some((item) => typeof member(item, 'id') !== 'string'))
    throw new Inconclusive('unrecognised', `an item of ${exchange.operation} has no id`);
  return found;
}

/** Members with a comparison of their own. The networks that can be used to deposit may become more. */
const COMPARED: Readonly<Record<string, (before: Json, now: Json) => boolean>> = {
  address: (before, now) =>
    typeof before === 'string' && typeof now === 'string' ? sameAddress(before, now) : agree(before, now),
  compatible_crypto_networks: (before, now) =>
    isArray(before) && isArray(now) ? before.every((each) => now.includes(each)) : agree(before, now),
};

/** Two answers about one object, and the members of it to compare. */
interface Compared {
  readonly first: JsonObject;
  readonly second: JsonObject;
  readonly names: readonly string[];
  /** The exchanges before the deciding one, which failures show. */
  readonly before: readonly Exchange[];
}

/** Returns a failure for each member that both answers show with different values. */
export function disagreements(exchange: Exchange, { first, second, names, before }: Compared): readonly Failure[] {
  return names
    .filter((name) => {
      const [was, is] = [member(first, name), member(second, name)];
      return isShown(was) && isShown(is) && !(COMPARED[name] ?? agree)(was, is);
    })
    .map((name) =>
      failure(
        exchange,
        {
          where: null,
          expected: `${name} ${shown(member(first, name))}, as answered before`,
          actual: shown(member(second, name)),
        },
        before,
      ),
    );
}
