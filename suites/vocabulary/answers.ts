import { isCreation, listOperations, type Operation, operationNames } from '../../src/contract/operations.ts';
import {
  type Check,
  type Flaw,
  flawUnless,
  type Judgement,
  NOT_CONCERNED,
  NOTHING_TO_JUDGE,
  sequence,
} from '../../src/engine/row.ts';
import { answered, type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Decimal, decimal, equals, text } from '../../src/values/decimal.ts';
import { sameId } from '../../src/values/id.ts';
import { type Instant, instant } from '../../src/values/instant.ts';
import { at, isObject, type Json, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { recognised } from './recognition.ts';

/** The object that an accepted request was answered with; undefined for refusals, and for what cannot be the operation's answer. */
export const accepted = remembered((exchange): JsonObject | undefined => {
  const body = isAccepted(exchange) && recognised(exchange) ? answered(exchange) : undefined;
  return isObject(body) ? body : undefined;
});

/** The same, or the empty object where that was answered: it has none of what is due. */
export function answeredObject(exchange: Exchange): JsonObject | undefined {
  const body = answered(exchange);
  const isEmpty = isAccepted(exchange) && isObject(body) && Object.keys(body).length === 0;
  return isEmpty ? body : accepted(exchange);
}

/** What all rules ask of one exchange, one after another, is worked out once. */
function remembered<T>(of: (exchange: Exchange) => T): (exchange: Exchange) => T {
  let last: { readonly of: Exchange; readonly value: T } | undefined;
  return (exchange) => {
    if (last?.of !== exchange) last = { of: exchange, value: of(exchange) };
    return last.value;
  };
}

/** The string at a pointer; undefined for anything else, which the shape rows judge. */
export function string(value: Json | undefined, pointer: string): string | undefined {
  const found = at(value, pointer);
  return typeof found === 'string' ? found : undefined;
}

export const amount = (value: Json | undefined, pointer: string): Decimal | undefined => decimal(at(value, pointer));

export const moment = (value: Json | undefined, pointer: string): Instant | undefined => instant(at(value, pointer));

/** A member is the text that is due, for the reason given; not concerned when either cannot be read. */
export function equal(where: string, due: string | undefined, found: string | undefined, why: string): Judgement {
  if (due === undefined || found === undefined) return NOT_CONCERNED;
  return flawUnless(due === found, () => ({ where, expected: `${due}: ${why}`, actual: shown(found) }));
}

/** The same for decimals, as numbers. */
export function equalAmounts(
  where: string,
  due: Decimal | undefined,
  found: Decimal | undefined,
  why: string,
): Judgement {
  if (!due || !found) return NOT_CONCERNED;
  return flawUnless(equals(due, found), () => ({ where, expected: `${text(due)}: ${why}`, actual: text(found) }));
}

/** How an echo is compared. */
export type Same = (sent: Json, found: Json) => boolean;

const sameText: Same = (sent, found) => sameJson(sent, found);

/** True when two decimals in strings are the same number. */
export const sameAmount: Same = (sent, found) => {
  const [a, b] = [decimal(sent), decimal(found)];
  return a !== undefined && b !== undefined && equals(a, b);
};

const CREATIONS = operationNames.filter(isCreation);

/** Requests of which it is known what they were sent with. */
const MOST_REQUESTS = 10_000;

/** A shorter word may be the service's own. */
const LEAST_CHARACTERS = 8;

/** Holds when an answer of the operation to a request without `name` does not show what another creation was asked for with. */
export const ofNoOther = (operation: Operation, name: string): Check =>
  sequence(() => {
    const others = new Memory<string, true>(MOST_REQUESTS);
    return (exchange) => {
      const [sent, found] = [member(exchange.request.body, name), member(accepted(exchange), name)];
      if (typeof sent === 'string' && sent.length >= LEAST_CHARACTERS) others.set(sent, true);
      if (exchange.operation !== operation || sent !== undefined || typeof found !== 'string') return NOT_CONCERNED;
      return flawUnless(!others.has(found), () => ({
        where: `/${name}`,
        expected: 'nothing of another request: none was sent',
        actual: `${shown(found)}, which another request was sent with`,
      }));
    };
  }, CREATIONS);

/** Holds when what was sent as `name` comes back as `name`; fields not marked required may be absent (Conventions). */
export const echo =
  (name: string, same: Same = sameText) =>
  (exchange: Exchange): Judgement => {
    const body = accepted(exchange);
    const sent = member(exchange.request.body, name);
    if (!body || sent === undefined || sent === null) return NOT_CONCERNED;
    const found = member(body, name);
    if (found === undefined || found === null) return NOTHING_TO_JUDGE;
    // A value of another type is the fault of the row for its shape.
    if (typeof found !== typeof sent) return NOT_CONCERNED;
    return flawUnless(same(sent, found), () => ({
      where: `/${name}`,
      expected: `${shown(sent)}, as it was sent`,
      actual: shown(found),
    }));
  };

/** Holds when a member has the given value; says nothing when it is absent. */
export const isValue =
  (name: string, value: string, why: string) =>
  (exchange: Exchange): Judgement =>
    equal(`/${name}`, value, string(accepted(exchange), `/${name}`), why);

/** Holds when an answer has none of the members; null and empty text are read as absent, and what is no text is for other rows. */
export const isWithout =
  (names: readonly string[], why: string) =>
  (exchange: Exchange): Judgement => {
    const body = accepted(exchange);
    if (!body) return NOT_CONCERNED;
    return names
      .filter((name) => (string(body, `/${name}`) ?? '') !== '')
      .map((name) => ({ where: `/${name}`, expected: `absent: ${why}`, actual: shown(member(body, name)) }));
  };

/** Holds when `later` is not before `earlier`; not concerned when either cannot be read. */
export function inOrder(item: JsonObject, root: string, earlier: string, later: string): Judgement {
  const [a, b] = [instant(member(item, earlier)), instant(member(item, later))];
  if (a === undefined || b === undefined) return NOT_CONCERNED;
  return flawUnless(b >= a, () => ({
    where: `${root}/${later}`,
    expected: `not before ${earlier} (${shown(member(item, earlier))})`,
    actual: shown(member(item, later)),
  }));
}

/** The same of an answer that is one object; `unread` is what it comes to when either cannot be read. */
export const notBefore =
  (later: string, earlier: string, unread: Judgement = NOT_CONCERNED) =>
  (exchange: Exchange): Judgement => {
    const body = accepted(exchange);
    if (!body) return NOT_CONCERNED;
    const judgement = inOrder(body, '', earlier, later);
    return judgement === NOT_CONCERNED ? unread : judgement;
  };

const LISTS: ReadonlySet<Operation> = new Set(listOperations);

/** The objects of a list with their pointers; an answer that is no list is one object at the root. */
export const objects = remembered((exchange): readonly { readonly root: string; readonly item: JsonObject }[] => {
  const body = accepted(exchange);
  if (!body) return [];
  const items = member(body, 'items');
  if (!LISTS.has(exchange.operation)) return [{ root: '', item: body }];
  if (!Array.isArray(items)) return [];
  const found: { root: string; item: JsonObject }[] = [];
  for (const [index, item] of items.entries()) if (isObject(item)) found.push({ root: `/items/${index}`, item });
  return found;
});

/** One judgement of many: flaws of all; nothing to judge when none had anything; not concerned when there was none. */
export function all(judgements: readonly Judgement[]): Judgement {
  const flaws: Flaw[] = [];
  let judged = false;
  for (const judgement of judgements) {
    if (Array.isArray(judgement)) {
      judged = true;
      for (const flaw of judgement) flaws.push(flaw);
    }
  }
  if (judged) return flaws;
  return judgements.length > 0 ? NOTHING_TO_JUDGE : NOT_CONCERNED;
}

/** Judges each object of an answer. */
export const each =
  (judge: (item: JsonObject, root: string, exchange: Exchange) => Judgement) =>
  (exchange: Exchange): Judgement =>
    all(objects(exchange).map(({ item, root }) => judge(item, root, exchange)));

/** A path parameter comes back as a member of the answer. */
export const named =
  (parameter: string, name: string) =>
  (exchange: Exchange): Judgement => {
    const asked = exchange.request.path[parameter];
    const found = string(accepted(exchange), `/${name}`);
    if (asked === undefined || found === undefined) return NOT_CONCERNED;
    return flawUnless(sameId(asked, found), () => ({
      where: `/${name}`,
      expected: `${shown(asked)}, as asked for`,
      actual: shown(found),
    }));
  };
