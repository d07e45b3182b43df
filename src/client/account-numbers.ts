import { isAccountNumber, isMasked, mask } from '../values/account-number.ts';

/** Most account numbers remembered; the oldest is forgotten first. */
const MOST = 20_000;
const MOST_SPACED = 100;

/** Full account numbers seen so far, so that they can be masked wherever they turn up again. */
export class AccountNumbers {
  readonly #plain = new Set<string>();
  /** Those with blanks or dashes inside, which no run of letters and digits can match. */
  readonly #spaced = new Set<string>();
  #pattern: RegExp | undefined;
  #learnt = 0;

  /** Remembers the values of `account_number` members, at any depth; true when one of them is new. */
  learn(value: unknown): boolean {
    const before = this.#learnt;
    this.#look(value);
    return this.#learnt > before;
  }

  #look(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const each of value) this.#look(each);
    else
      for (const [name, inner] of Object.entries(value)) {
        if (isAccountNumber(name)) this.#remember(inner);
        this.#look(inner);
      }
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
    if (numbers.size > most && oldest !== undefined) numbers.delete(oldest);
  }
}

const quotedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Words are not account numbers: to mask them everywhere would spoil the report. */
const isPlausible = (text: string): boolean =>
  text.length >= 6 && text.length <= 64 && text.replace(/\D/g, '').length >= 4 && !isMasked(text);
