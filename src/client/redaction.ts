import { isAccountNumber, mask, maskedMembers, maskNumber } from '../values/account-number.ts';
import { isObject, type Json, type JsonObject } from '../values/json.ts';
import { Memory } from '../values/memory.ts';
import { isShared } from '../values/parsed.ts';
import { AccountNumbers } from './account-numbers.ts';
import { type Secret, SecretFinder, type SecretName, TOKEN } from './secrets.ts';

/** Maximum number of secrets obtained during the run that are kept; those whose last occurrence is oldest are dropped first. */
const MOST_OBTAINED = 200;
/** Maximum length of texts that are cached, and maximum number of them. */
const SHORT = 100;
const MOST_SHOWN = 20_000;
/** Maximum number of cached items: items that appear again do so soon. */
const MOST_ITEMS = 2_000;

/** A text or item with its redacted form, and the number of account numbers known then. */
interface Shown<T> {
  readonly text: string;
  readonly shown: T;
  learnt: number;
}

/** Redacts every output, so that no token, client secret or full account number appears in it. */
export class Redaction {
  readonly #obtained = new Map<string, Secret>();
  readonly #numbers = new AccountNumbers();
  /** Short texts redacted before: names of members, IDs and timestamps appear again and again. */
  readonly #texts = new Memory<string, Shown<string>>(MOST_SHOWN);
  /** Items of lists redacted before, which appear again as the same objects. */
  readonly #items = new Memory<object, Shown<unknown>>(MOST_ITEMS);
  readonly #finder: SecretFinder;

  constructor(secrets: readonly Secret[] = []) {
    this.#finder = new SecretFinder(secrets);
  }

  /** Adds a secret that was obtained during the run. One that is obtained again becomes the latest. */
  learn(value: string, name: SecretName = TOKEN): void {
    const known = this.#obtained.get(value);
    const secret = known ?? { value, name };
    this.#obtained.delete(value);
    this.#obtained.set(value, secret);
    if (known) return;
    this.#finder.add(secret);
    const [oldest] = this.#obtained.values();
    if (this.#obtained.size > MOST_OBTAINED && oldest) {
      this.#obtained.delete(oldest.value);
      this.#finder.delete(oldest);
    }
    this.#texts.clear();
    this.#items.clear();
  }

  /** Adds the account numbers of a request or response, which are masked from now on. */
  notice(value: Json | undefined): void {
    this.#numbers.learn(value);
  }

  /** Replaces secrets anywhere in a text, in every usual encoding, even when only their beginning or end is there. */
  text(given: string): string {
    if (given.length > SHORT) return this.#replaced(given);
    const known = this.#still(this.#texts.get(given));
    if (known) return known.shown;
    const shown = this.#replaced(given);
    this.#texts.set(given, { text: given, shown, learnt: this.#numbers.learnt });
    return shown;
  }

  /** Returns the cached redaction, unless the text may contain a number that was learnt since. */
  #still<T>(known: Shown<T> | undefined): Shown<T> | undefined {
    if (known === undefined || this.#numbers.mayHold(known.text, known.learnt)) return undefined;
    known.learnt = this.#numbers.learnt;
    return known;
  }

  #replaced(given: string): string {
    return this.#numbers.masked(maskedMembers(this.#finder.replaced(given)));
  }

  /**
   * Redacts every string and member name of a JSON value. Values of `account_number` keep their type and their last four
   * characters, and cookies are left out.
   */
  json<T>(value: T): T {
    return this.#redacted(value, false) as T;
  }

  #redacted(value: unknown, isNumber: boolean): unknown {
    if (typeof value === 'string') return isNumber ? mask(value) : this.text(value);
    if (typeof value === 'number') return isNumber ? maskNumber(value) : value;
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

/** Sets an own member, even one named `__proto__`. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

const isCookie = (name: string): boolean => /^(set-)?cookie2?$/i.test(name);
