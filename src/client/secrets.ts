import type { TargetConfiguration } from '../settings/target/configuration.ts';
import { inOtherCase } from './token-case.ts';

/**
 * Name of the variable that replaces a secret: with `$ACCESS_TOKEN`, a shown command runs where that variable is set.
 */
export type SecretName = string;

/** The name of the run's token. */
export const TOKEN: SecretName = 'ACCESS_TOKEN';

export interface Secret {
  readonly name: SecretName;
  readonly value: string;
}

/** Returns all secrets of a configuration. */
export function secretsOf({
  credentials,
  proxies,
  gateway,
}: Pick<TargetConfiguration, 'credentials' | 'proxies' | 'gateway'>): readonly Secret[] {
  const passwords = [proxies?.http, proxies?.https].flatMap((url) => (url ? passwordsIn(url) : []));
  const shielded = [...gateway.secrets, ...passwords.map((value): Secret => ({ name: 'PROXY_PASSWORD', value }))];
  if (credentials.kind === 'token') return [{ name: TOKEN, value: credentials.token }, ...shielded];
  const { clientId, clientSecret } = credentials;
  const encodings = [(text: string) => text, form, escaped];
  const pairs = encodings.map((encode) => `${encode(clientId)}:${encode(clientSecret)}`);
  const basic = pairs.map((pair): Secret => ({ name: 'CLIENT_SECRET', value: base64(pair) }));
  return [{ name: 'CLIENT_SECRET', value: clientSecret }, ...basic, ...shielded];
}

/** Returns the password of a URL as written, and decoded. */
function passwordsIn(url: string): readonly string[] {
  const { password } = new URL(url);
  return [password, new URLSearchParams(`p=${password.replaceAll('+', '%2B')}`).get('p') ?? password];
}

const form = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
/** Encodes a text as a form does, with every sign escaped. */
const escaped = (text: string): string =>
  form(text).replace(/[*._-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const base64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '');
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

/**
 * Returns what a text looks like inside the base64 of a longer one, such as a whole header: a digit has 6 bits, so it
 * depends on how many bytes of a group of three come before. Digits that the surroundings decide too are cut off.
 */
const insideBase64 = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  });

/** Minimum length of a secret; shorter ones would match inside ordinary words. */
const SHORTEST = 4;
/** Below this length, a secret matches only as a whole word. */
const WORD = 8;
/** From this length on, {@link FRAGMENT} characters from the beginning or end of a secret are enough to match. */
const FRAGMENTED = 24;
const FRAGMENT = 12;

/** A secret as it may be written, with the name that replaces it. */
interface Spelling {
  readonly text: string;
  readonly name: SecretName;
  /** Its number in the order in which spellings were added. */
  readonly order: number;
}

/** Longest first, so that the pair of a Basic header is replaced before the secret inside it; then the earliest. */
const precedes = (a: Spelling, b: Spelling): boolean =>
  a.text.length === b.text.length ? a.order < b.order : a.text.length > b.text.length;

/** Returns the index of the first of some sorted entries that does not precede `spelling`. */
function placeOf<T>(sorted: readonly T[], spelling: Spelling, spellingIn: (entry: T) => Spelling): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const entry = sorted[middle];
    if (entry !== undefined && precedes(spellingIn(entry), spelling)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Adds a spelling to sorted ones. */
const insert = (sorted: Spelling[], spelling: Spelling): unknown =>
  sorted.splice(placeOf(sorted, spelling, itself), 0, spelling);

/** Removes a spelling from sorted ones that include it. */
const remove = (sorted: Spelling[], spelling: Spelling): unknown => sorted.splice(placeOf(sorted, spelling, itself), 1);

const itself = (spelling: Spelling): Spelling => spelling;

/** Spellings that have the same fragment at their beginning or end. */
interface Group {
  readonly fragment: string;
  /** In order. */
  readonly spellings: Spelling[];
  /** The first of them. */
  readonly first: Spelling;
}

const firstOf = ({ first }: Group): Spelling => first;

/** Groups of spellings by a fragment of them, in the order of their first spellings. */
class Groups {
  readonly #byFragment = new Map<string, Group>();
  readonly #sorted: Group[] = [];

  [Symbol.iterator](): Iterator<Group> {
    return this.#sorted.values();
  }

  add(fragment: string, spelling: Spelling): void {
    const group = this.#byFragment.get(fragment) ?? { fragment, spellings: [], first: spelling };
    insert(group.spellings, spelling);
    if (this.#byFragment.has(fragment)) this.#move(group);
    else this.#put(group);
  }

  delete(fragment: string, spelling: Spelling): void {
    const group = this.#byFragment.get(fragment);
    if (!group) return;
    remove(group.spellings, spelling);
    this.#move(group);
  }

  #put(group: Group): void {
    this.#byFragment.set(group.fragment, group);
    this.#sorted.splice(placeOf(this.#sorted, group.first, firstOf), 0, group);
  }

  /** Moves a group if its first spelling is another one now, and drops it if it has none. */
  #move(group: Group): void {
    const [first] = group.spellings;
    if (first === group.first) return;
    this.#sorted.splice(placeOf(this.#sorted, group.first, firstOf), 1);
    this.#byFragment.delete(group.fragment);
    if (first) this.#put({ ...group, first });
  }
}

/** Finds secrets in text, in all their encodings, complete or cut off at either end. */
export class SecretFinder {
  /** The spellings of each secret. */
  readonly #known = new Map<Secret, readonly Spelling[]>();
  /** All spellings in order. */
  readonly #whole: Spelling[] = [];
  readonly #heads = new Groups();
  readonly #tails = new Groups();
  #count = 0;

  constructor(secrets: readonly Secret[]) {
    for (const secret of secrets) this.add(secret);
  }

  /** Finds a further secret. Tokens come all the time, so the spellings of the others stay as they are. */
  add(secret: Secret): void {
    if (this.#known.has(secret)) return;
    const own = spellingsOf(secret).map((text) => this.#numbered(text, secret.name));
    this.#known.set(secret, own);
    for (const spelling of own) {
      insert(this.#whole, spelling);
      if (spelling.text.length < FRAGMENTED) continue;
      this.#heads.add(spelling.text.slice(0, FRAGMENT), spelling);
      this.#tails.add(spelling.text.slice(-FRAGMENT), spelling);
    }
  }

  #numbered(text: string, name: SecretName): Spelling {
    this.#count += 1;
    return { text, name, order: this.#count };
  }

  /** Finds a secret no more. */
  delete(secret: Secret): void {
    for (const spelling of this.#known.get(secret) ?? []) {
      remove(this.#whole, spelling);
      if (spelling.text.length < FRAGMENTED) continue;
      this.#heads.delete(spelling.text.slice(0, FRAGMENT), spelling);
      this.#tails.delete(spelling.text.slice(-FRAGMENT), spelling);
    }
    this.#known.delete(secret);
  }

  /** Returns the text with each secret replaced by its name. */
  replaced(text: string): string {
    let shown = text;
    for (const { text: spelling, name } of this.#whole) {
      if (shown.includes(spelling)) shown = shown.replaceAll(wherever(spelling), () => `$${name}`);
    }
    for (const { fragment, spellings } of this.#heads) shown = withoutHeads(shown, fragment, spellings);
    for (const { fragment, spellings } of this.#tails) shown = withoutTails(shown, fragment, spellings);
    return shown;
  }
}

/**
 * Returns the secret as it is, percent-encoded, form-encoded, escaped for JSON and in base64, also as part of a longer
 * text, and the token as it is sent in the other case.
 */
function spellingsOf({ value, name }: Secret): readonly string[] {
  if (value.length < SHORTEST) return [];
  const percent = encodeURIComponent(value);
  const quoted = JSON.stringify(value).slice(1, -1);
  const lower = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const inBase64 = [base64(value), ...insideBase64(value)];
  const coded = [...inBase64, ...inBase64.map(urlSafe), ...(name === TOKEN ? [inOtherCase(value)] : [])];
  return [...new Set([value, percent, lower, form(value), quoted, value.replaceAll('/', '\\/'), ...coded])];
}

function wherever(spelling: string): string | RegExp {
  if (spelling.length >= WORD) return spelling;
  return new RegExp(`(?<![0-9A-Za-z])${spelling.replace(/[^0-9A-Za-z]/g, '\\$&')}(?![0-9A-Za-z])`, 'g');
}

/** Replaces text that begins like a secret, as far as it matches. */
function withoutHeads(text: string, head: string, spellings: readonly Spelling[]): string {
  const pieces: string[] = [];
  let shown = 0;
  for (let from = text.indexOf(head); from >= 0; from = text.indexOf(head, shown)) {
    const [length, name] = longestMatch(spellings, (spelling, n) => text[from + n] === spelling[n]);
    pieces.push(text.slice(shown, from), `$${name}`);
    shown = from + length;
  }
  return shown === 0 ? text : pieces.join('') + text.slice(shown);
}

/** Replaces text that ends like a secret, as far back as it matches. */
function withoutTails(text: string, tail: string, spellings: readonly Spelling[]): string {
  const pieces: string[] = [];
  let shown = 0;
  for (let from = text.indexOf(tail); from >= 0; from = text.indexOf(tail, shown)) {
    const end = from + FRAGMENT;
    const [length, name] = longestMatch(
      spellings,
      (spelling, n) => end - n > shown && text[end - n - 1] === spelling.at(-n - 1),
    );
    pieces.push(text.slice(shown, end - length), `$${name}`);
    shown = end;
  }
  return shown === 0 ? text : pieces.join('') + text.slice(shown);
}

function longestMatch(
  spellings: readonly Spelling[],
  same: (spelling: string, n: number) => boolean,
): readonly [number, SecretName] {
  let best: readonly [number, SecretName] = [FRAGMENT, TOKEN];
  for (const { text: spelling, name } of spellings) {
    let length = FRAGMENT;
    while (length < spelling.length && same(spelling, length)) length += 1;
    if (length >= best[0]) best = [length, name];
  }
  return best;
}
