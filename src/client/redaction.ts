import { isAccountNumber, mask, maskedMembers } from '../values/account-number.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { Memory } from '../values/memory.ts';
import { isShared } from '../values/parsed.ts';
import { AccountNumbers } from './account-numbers.ts';
import { type Secret, SecretFinder, type SecretName } from './secrets.ts';

/** Tokens kept that were obtained during the run; those that were renewed long ago go first. */
const MOST_TOKENS = 200;
/** Characters of texts that are remembered, and how many of them. */
const SHORT = 100;
const MOST_SHOWN = 20_000;
/** Items that are remembered: one that is met again was met lately. */
const MOST_ITEMS = 2_000;

/** A text or an item with what is shown of it, and how many account numbers were known then. */
interface Shown<T> {
  readonly text: string;
  readonly shown: T;
  learnt: number;
}

/** The one place that every output passes: no token, client secret or full account number comes out of it. */
export class Redaction {
  readonly #given: readonly Secret[];
  readonly #obtained = new Map<string, SecretName>();
  readonly #numbers = new AccountNumbers();
  /** Short texts shown before: names of members, ids and timestamps come again and again. */
  readonly #texts = new Memory<string, Shown<string>>(MOST_SHOWN);
  /** Items of lists shown before, which are the same objects again. */
  readonly #items = new Memory<object, Shown<unknown>>(MOST_ITEMS);
  #finder: SecretFinder;

  constructor(secrets: readonly Secret[] = []) {
    this.#given = secrets;
    this.#finder = new SecretFinder(secrets);
  }

  /** Learns a secret that was obtained during the run. */
  learn(value: string, name: SecretName = 'ACCESS_TOKEN'): void {
    if (this.#obtained.has(value)) return;
    this.#obtained.set(value, name);
    const [oldest] = this.#obtained.keys();
    if (this.#obtained.size > MOST_TOKENS && oldest !== undefined) this.#obtained.delete(oldest);
    const obtained = [...this.#obtained].map(([known, as]) => ({ value: known, name: as }));
    this.#finder = new SecretFinder([...this.#given, ...obtained]);
    this.#texts.clear();
    this.#items.clear();
  }

  /** Learns the account numbers of a request or response, to be masked in all that follows. */
  notice(value: Json | undefined): void {
    this.#numbers.learn(value);
  }

  /** Replaces secrets anywhere, in every usual spelling, also when only their beginning or end is there. */
  text(given: string): string {
    if (given.length > SHORT) return this.#replaced(given);
    const known = this.#still(this.#texts.get(given));
    if (known) return known.shown;
    const shown = this.#replaced(given);
    this.#texts.set(given, { text: given, shown, learnt: this.#numbers.learnt });
    return shown;
  }

  /** What was shown before, unless a number that was learnt since may be in it. */
  #still<T>(known: Shown<T> | undefined): Shown<T> | undefined {
    if (known === undefined || this.#numbers.mayHold(known.text, known.learnt)) return undefined;
    known.learnt = this.#numbers.learnt;
    return known;
  }

  #replaced(given: string): string {
    return this.#numbers.masked(maskedMembers(this.#finder.replaced(given)));
  }

  /**
   * The same for every string and member name of a JSON value; values of `account_number` keep their last four, and
   * cookies are left out.
   */
  json<T>(value: T): T {
    return this.#redacted(value, false) as T;
  }

  #redacted(value: unknown, isNumber: boolean): unknown {
    if (typeof value === 'string') return isNumber ? mask(value) : this.text(value);
    if (typeof value === 'number') return isNumber ? mask(String(value)) : value;
    if (Array.isArray(value))
      return value.map((each) => (isNumber || !isObject(each) ? this.#redacted(each, isNumber) : this.#item(each)));
    if (!isObject(value)) return value;
    const shown: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const inner = value[name];
      if (inner === undefined) continue;
      const kept = isCookie(name) ? '(left out)' : this.#redacted(inner, isNumber || isAccountNumber(name));
      put(shown, this.text(name), kept);
    }
    return shown;
  }

  #item(item: JsonObject): unknown {
    if (!isShared(item)) return this.#redacted(item, false);
    const known = this.#still(this.#items.get(item));
    if (known) return known.shown;
    const shown = this.#redacted(item, false);
    this.#items.set(item, { text: JSON.stringify(item), shown, learnt: this.#numbers.learnt });
    return shown;
  }
}

/** Sets an own member, also one that would be the prototype. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

const isCookie = (name: string): boolean => /^(set-)?cookie2?$/i.test(name);
