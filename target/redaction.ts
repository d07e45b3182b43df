import { isObject, type Json } from '../model/json.ts';

const MOST_NUMBERS = 20_000;
const SHORTEST_NUMBER = 6;

/** The one place where secrets are taken out of what is shown: tokens, client secrets, full account numbers. */
export class Redaction {
  readonly #secrets = new Set<string>();
  readonly #numbers = new Set<string>();

  /** From now on this text is shown nowhere, nor its base64 and URL-encoded spellings. */
  learn(secret: string): void {
    if (secret.length < 4) return;
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      this.#secrets.add(spelling);
  }

  /** Remembers the account numbers of a body, so that they are masked wherever they turn up. */
  notice(value: Json | undefined): void {
    if (Array.isArray(value)) for (const each of value) this.notice(each);
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (
          name === 'account_number' &&
          typeof inner === 'string' &&
          inner.length >= SHORTEST_NUMBER &&
          this.#numbers.size < MOST_NUMBERS
        )
          this.#numbers.add(inner);
        else this.notice(inner);
      }
    }
  }

  /** The text without secrets. */
  text(given: string): string {
    let shown = given;
    for (const secret of this.#secrets) shown = shown.replaceAll(secret, '$ACCESS_TOKEN');
    if (this.#numbers.size === 0) return shown;
    return shown.replace(/[0-9A-Za-z]{6,}/g, (word) => (this.#numbers.has(word) ? mask(word) : word));
  }

  /** A JSON value without secrets, in its texts and in the names of its members. */
  json<T>(value: T): T {
    return JSON.parse(this.text(JSON.stringify(value)), (name, inner: unknown) =>
      name === 'account_number' && typeof inner === 'string' ? mask(inner) : inner,
    ) as T;
  }
}

/** All but the last four characters masked. */
const mask = (number: string): string =>
  number.length < SHORTEST_NUMBER ? number : `${'X'.repeat(number.length - 4)}${number.slice(-4)}`;
