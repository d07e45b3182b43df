import { type Flaw, flawUnless, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { isHidden, isMasked } from '../../src/values/account-number.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, all, each, moment, string } from '../vocabulary/answers.ts';
import { millisecondsBefore } from '../vocabulary/clock.ts';
import { ONE_TICK_MS } from '../vocabulary/tolerances.ts';

const NETWORKS = ['wire', 'dbs_act', 'scb'];

const pointerTo = (network: string): string => `/fiat_network_instructions/${network}/account_number`;

/** Returns the account numbers of an account with their pointers. */
function numbers(account: JsonObject): readonly (readonly [pointer: string, number: string])[] {
  const instructions = member(account, 'fiat_network_instructions');
  const found: (readonly [string, string])[] = [];
  for (const network of NETWORKS) {
    const number = member(member(instructions, network), 'account_number');
    if (typeof number === 'string') found.push([pointerTo(network), number]);
  }
  return found;
}

/** An account number as a read showed it, and the updated_at of the account at that time. */
interface Read {
  readonly number: string;
  readonly updated: string | undefined;
  /**
   * True if the account was updated so shortly before the read that another update could have the same time, to the
   * second.
   */
  readonly young: boolean;
}

function isYoung(exchange: Exchange, account: JsonObject | undefined): boolean {
  const updated = moment(account, '/updated_at');
  return updated !== undefined && Math.abs(millisecondsBefore(exchange, updated) ?? 0) < ONE_TICK_MS;
}

/**
 * Whether the account may have been updated between a read and a list. Compares updated_at or, where it is missing,
 * asks whether this run updates the account. Another run may update the same account as well.
 */
function isStale({ updated, young }: Read, item: JsonObject, changed: boolean): boolean {
  if (changed && young) return true;
  const now = string(item, '/updated_at');
  return updated === undefined || now === undefined ? changed : updated !== now;
}

/**
 * Returns the account that an update names whose answer does not show the account, or undefined. The update may have
 * changed its numbers even if it is refused or gets no answer.
 */
const unseenUpdateOf = (exchange: Exchange): Id | undefined =>
  exchange.operation === 'putFiat' && !acceptedBody(exchange) ? id(exchange.request.path['id']) : undefined;

/** Makes the state of a sequence that compares account numbers in lists with those that reads of the account showed. */
export function maskedNumbers() {
  const known = new Memory<string, Read>();
  const changed = new Memory<Id, true>();
  const forget = (of: Id): void => {
    changed.set(of, true);
    for (const network of NETWORKS) known.delete(`${of} ${pointerTo(network)}`);
  };
  const learn = (exchange: Exchange): void => {
    const account = acceptedBody(exchange);
    const unseen = unseenUpdateOf(exchange);
    if (unseen !== undefined) forget(unseen);
    const of = id(member(account, 'id'));
    if (!account || of === undefined) return;
    if (exchange.operation === 'putFiat') changed.set(of, true);
    const shownNumbers = numbers(account);
    if (shownNumbers.length === 0) return;
    const updated = string(account, '/updated_at');
    const young = isYoung(exchange, account);
    for (const [pointer, number] of shownNumbers)
      if (!isMasked(number)) known.set(`${of} ${pointer}`, { number, updated, young });
  };
  return (exchange: Exchange): Judgement => {
    if (exchange.operation !== 'listFiat') {
      learn(exchange);
      return NOT_CONCERNED;
    }
    return each((item, root) => {
      const of = id(member(item, 'id'));
      if (of === undefined) return NOT_CONCERNED;
      return all(
        numbers(item).map(([pointer, found]) => {
          const before = known.get(`${of} ${pointer}`);
          if (!before || isStale(before, item, changed.mayHave(of))) return NOT_CONCERNED;
          const where = `${root}${pointer}`;
          return flawUnless(endsLike(before.number, found), () => otherNumber(where, before.number, found));
        }),
      );
    })(exchange);
  };
}

const HIDING = /[*•·#]{2}|[Xx]{4}/;

/**
 * Judges that an answer about one account masks no part of its numbers. Not concerned with recordings, which may mask
 * numbers themselves.
 */
export function hiddenNumbers(exchange: Exchange): Judgement {
  if (exchange.recorded) return NOT_CONCERNED;
  const account = acceptedBody(exchange);
  const found = account ? numbers(account) : [];
  if (found.length === 0) return account ? NOTHING_TO_JUDGE : NOT_CONCERNED;
  return found
    .filter(([, number]) => HIDING.test(number))
    .map(([where, number]) => ({
      where,
      expected: 'the full number: only lists may mask it',
      actual: shown(number),
    }));
}

/**
 * Whether a number is shown in full, or masked except for its real last four characters. A number of up to four
 * characters may be masked completely.
 */
function endsLike(real: string, found: string): boolean {
  const last = real.slice(-4);
  if (found === real || (real.length <= 4 && isHidden(found))) return true;
  const hidden = found.slice(0, found.length - last.length);
  return found.endsWith(last) && !reveals(real.slice(0, -4), hidden);
}

/** Whether the mask reveals digits of the hidden part at their places, counted from the beginning or from the end. */
function reveals(real: string, hidden: string): boolean {
  if (hidden === '') return false;
  if (real.startsWith(hidden)) return true;
  const shows = (a: readonly string[], b: readonly string[]): boolean =>
    b.some((each, index) => /\d/.test(each) && each === a[index] && b.some((other) => other !== each));
  return shows([...real], [...hidden]) || shows([...real].reverse(), [...hidden].reverse());
}

const otherNumber = (where: string, real: string, found: string): Flaw => ({
  where,
  expected: `the number as read, or masked except for the real last four characters ("${real.slice(-4)}")`,
  actual: found.endsWith(real.slice(-4))
    ? 'a number that shows more than the last four characters'
    : `a number that ends in ${shown(found.slice(-4))}`,
});
