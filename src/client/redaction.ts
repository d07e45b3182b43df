import { isAccountNumber, mask, maskedMembers } from '../values/account-number.ts';
import { isObject, type Json } from '../values/json.ts';
import { Memory } from '../values/memory.ts';
import { AccountNumbers } from './account-numbers.ts';
import { type Secret, SecretFinder, type SecretName } from './secrets.ts';

/** Tokens kept that were obtained during the run; those that were renewed long ago go first. */
const MOST_TOKENS = 200;
/** Characters of texts that are remembered, and how many of them. */
const SHORT = 100;
const MOST_SHOWN = 20_000;

/** The one place that every output passes: no token, client secret or full account number comes out of it. */
export class Redaction {
  readonly #given: readonly Secret[];
  readonly #obtained = new Map<string, SecretName>();
  readonly #numbers = new AccountNumbers();
  /** Short texts shown before: names of members, ids and timestamps come again and again. */
  readonly #shown = new Memory<string, string>(MOST_SHOWN);
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
    this.#shown.clear();
  }

  /** Learns the account numbers of a request or response, to be masked in all that follows. */
  notice(value: Json | undefined): void {
    if (this.#numbers.learn(value)) this.#shown.clear();
  }

  /** Replaces secrets anywhere, in every usual spelling, also when only their beginning or end is there. */
  text(given: string): string {
    if (given.length > SHORT) return this.#replaced(given);
    const known = this.#shown.get(given);
    if (known !== undefined) return known;
    const shown = this.#replaced(given);
    this.#shown.set(given, shown);
    return shown;
  }

  #replaced(given: string): string {
    return this.#numbers.masked(maskedMembers(this.#finder.replaced(given)));
  }

  /**
   * The same for every string and member name of a JSON value; values of `account_number` keep their last four, and
   * cookies are left out.
   */
  json<T>(value: T): T {
    return redacted(value, (given) => this.text(given), false) as T;
  }
}

type Text = (given: string) => string;

function redacted(value: unknown, text: Text, isNumber: boolean): unknown {
  if (typeof value === 'string') return isNumber ? mask(value) : text(value);
  if (typeof value === 'number') return isNumber ? mask(String(value)) : value;
  if (Array.isArray(value)) return value.map((each) => redacted(each, text, isNumber));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (inner === undefined) return [];
    return [[text(name), isCookie(name) ? '(left out)' : redacted(inner, text, isNumber || isAccountNumber(name))]];
  });
  return Object.fromEntries(members);
}

const isCookie = (name: string): boolean => /^(set-)?cookie2?$/i.test(name);
