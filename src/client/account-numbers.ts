import { isAccountNumber, isMasked, mask } from '../values/account-number.ts';
import { member } from '../values/json.ts';
import { isShared } from '../values/parsed.ts';

/** Most account numbers remembered; the oldest is forgotten first. */
const MOST = 20_000;
const MOST_SPACED = 100;
/** Most of the last ones that are kept in order. */
const MOST_LATEST = 200;

/** Full account numbers seen so far, so that they can be masked wherever they turn up again. */
export class AccountNumbers {
  readonly #plain = new Set<string>();
  /** Those with blanks or dashes inside, which no run of letters and digits can match. */
  readonly #spaced = new Set<string>();
  #pattern: RegExp | undefined;
  /** The plain ones that were learnt last, in order; what was shown before them is compared with them only. */
  readonly #latest: string[] = [];
  #learnt = 0;
  /** Items of lists that were looked at: they come again and again. */
  #looked = new WeakSet<object>();

  /** Remembers the values of `account_number` members, at any depth. */
  learn(value: unknown): void {
    this.#look(value);
  }

  /** How many were learnt so far. */
  get learnt(): number {
    return this.#learnt;
  }

  /** Whether a text may hold a number that was learnt after so many. */
  mayHold(text: string, learnt: number): boolean {
    const later = this.#learnt - learnt;
    if (later === 0) return false;
    return later > this.#latest.length || this.#latest.slice(-later).some((number) => text.includes(number));
  }

  #look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const each of value) this.#lookOnce(each);
    else
      for (const name of Object.keys(value)) {
        const inner = member(value, name);
        if (isAccountNumber(name)) this.#remember(inner);
        this.#look(inner);
      }
  }

  #lookOnce(item: unknown): void {
    if (typeof item !== 'object' || item === null || this.#looked.has(item)) return;
    if (isShared(item)) this.#looked.add(item);
    this.#look(item);
  }

  /** Masks every remembered number that is in the text with no digit beside it. */
  masked(text: string): string {
    const shown = this.#spaced.size === 0 ? text : text.replace(this.#spacedPattern(), mask);
    if (this.#plain.size === 0) return shown;
    // A percent-encoded sign is none of the letters and digits beside it.
    return shown.replace(/%[0-9A-Fa-f]{2}|[0-9A-Za-z]{6,}/g, (run) =>
      this.#plain.has(run)
        ? mask(run)
        : run.replace(/\d{6,}/g, (digits) => (this.#plain.has(digits) ? mask(digits) : digits)),
    );
  }

  /** One expression for all of them, the longest first. */
  #spacedPattern(): RegExp {
    const longestFirst = [...this.#spaced].sort((a, b) => b.length - a.length);
    this.#pattern ??= new RegExp(longestFirst.map((each) => each.replace(/[^0-9A-Za-z]/g, quotedUnit)).join('|'), 'g');
    return this.#pattern;
  }

  #remember(value: unknown): void {
    const number = typeof value === 'number' ? String(value) : value;
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

/** Words are not account numbers: to mask them everywhere would spoil the report. */
const isPlausible = (text: string): boolean =>
  text.length >= 6 && text.length <= 64 && text.replace(/\D/g, '').length >= 4 && !isMasked(text);
