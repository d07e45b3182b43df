import { isAccountNumber, isMasked, mask, maskBare, maskNumber } from '../values/account-number.ts';
import { member } from '../values/json.ts';
import { isShared } from '../values/parsed.ts';

/** Maximum number of remembered account numbers; the oldest are forgotten first. */
const MOST = 20_000;
const MOST_SPACED = 100;
/** Maximum number of recent ones that are kept in order. */
const MOST_LATEST = 200;

/** Full account numbers seen so far, which are masked wherever they appear again. */
export class AccountNumbers {
  readonly #plain = new Set<string>();
  /** Numbers with blanks or dashes inside, which a run of letters and digits cannot match. */
  readonly #spaced = new Set<string>();
  #pattern: RegExp | undefined;
  /**
   * The most recent plain numbers, in order; texts that were shown before they were learnt are searched for these only.
   */
  readonly #latest: string[] = [];
  #learnt = 0;
  /** Items of lists that were already searched, since the same items come again and again. */
  #looked = new WeakSet<object>();

  /** Returns how many numbers were learnt so far. */
  get learnt(): number {
    return this.#learnt;
  }

  /** Whether a text may contain a number that was learnt after the first `learnt` ones. */
  mayHold(text: string, learnt: number): boolean {
    const later = this.#learnt - learnt;
    if (later === 0) return false;
    return later > this.#latest.length || this.#latest.slice(-later).some((number) => text.includes(number));
  }

  /** Remembers the values of `account_number` members, at any depth. */
  learn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const each of value) this.#lookOnce(each);
    else
      for (const name of Object.keys(value)) {
        const inner = member(value, name);
        if (isAccountNumber(name)) this.#rememberAll(inner);
        else this.learn(inner);
      }
  }

  /** Remembers a value of the member, and every value inside it: a client may send a list in its place. */
  #rememberAll(value: unknown): void {
    if (typeof value !== 'object' || value === null) this.#remember(value);
    else for (const inner of Object.values(value)) this.#rememberAll(inner);
  }

  #lookOnce(item: unknown): void {
    if (typeof item !== 'object' || item === null || this.#looked.has(item)) return;
    if (isShared(item)) this.#looked.add(item);
    this.learn(item);
  }

  /** Masks every remembered number in the text, unless a digit precedes or follows it. */
  masked(text: string): string {
    const shown = this.#spaced.size === 0 ? text : text.replace(this.#spacedPattern(), mask);
    if (this.#plain.size === 0) return shown;
    // A percent-encoded character counts as neither a letter nor a digit next to it.
    return shown.replace(/%[0-9A-Fa-f]{2}|[0-9A-Za-z]{6,}/g, (run, at: number) =>
      this.#plain.has(run)
        ? isBare(shown, at)
          ? maskBare(run)
          : mask(run)
        : run.replace(/\d{6,}/g, (digits) => (this.#plain.has(digits) ? mask(digits) : digits)),
    );
  }

  /** Returns one pattern for all of them, longest first. */
  #spacedPattern(): RegExp {
    if (this.#pattern) return this.#pattern;
    const longestFirst = [...this.#spaced].sort((a, b) => b.length - a.length);
    this.#pattern = new RegExp(longestFirst.map((each) => each.replace(/[^0-9A-Za-z]/g, quotedUnit)).join('|'), 'g');
    return this.#pattern;
  }

  #remember(value: unknown): void {
    const number = typeof value === 'number' && maskNumber(value) !== value ? String(value) : value;
    if (typeof number !== 'string' || !isPlausible(number)) return;
    const [numbers, most] = /^[0-9A-Za-z]+$/.test(number) ? [this.#plain, MOST] : [this.#spaced, MOST_SPACED];
    if (numbers.has(number)) return;
    numbers.add(number);
    this.#learnt += 1;
    this.#pattern = undefined;
    const [oldest] = numbers;
    if (numbers === this.#spaced) this.#latest.splice(0);
    else if (this.#latest.push(number) > MOST_LATEST) this.#latest.shift();
    if (numbers.size <= most || oldest === undefined) return;
    numbers.delete(oldest);
    this.#looked = new WeakSet();
  }
}

const quotedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Whether the text at this place looks like a value of JSON without quotes. */
const isBare = (text: string, at: number): boolean => /":\s?$/.test(text.slice(Math.max(0, at - 3), at));

/** Words are not account numbers; masking them everywhere would spoil the report. */
const isPlausible = (text: string): boolean =>
  text.length >= 6 && text.length <= 64 && text.replace(/\D/g, '').length >= 4 && !isMasked(text);
