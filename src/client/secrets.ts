import type { TargetConfiguration } from '../settings/target/configuration.ts';
import { onceEach } from '../values/once-each.ts';
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
type Spelling = readonly [text: string, name: SecretName];

/** Finds secrets in text, in all their encodings, complete or cut off at either end. */
export class SecretFinder {
  /** Longest first, so that the pair of a Basic header is replaced before the secret inside it. */
  readonly #whole: readonly Spelling[];
  readonly #heads = new Map<string, Spelling[]>();
  readonly #tails = new Map<string, Spelling[]>();

  constructor(secrets: readonly Secret[]) {
    const all = secrets.flatMap(spellingsOf);
    this.#whole = all.sort(([a], [b]) => b.length - a.length);
    for (const each of all.filter(([spelling]) => spelling.length >= FRAGMENTED)) {
      gather(this.#heads, each[0].slice(0, FRAGMENT), each);
      gather(this.#tails, each[0].slice(-FRAGMENT), each);
    }
  }

  /** Returns the text with each secret replaced by its name. */
  replaced(text: string): string {
    let shown = text;
    for (const [spelling, name] of this.#whole) {
      if (shown.includes(spelling)) shown = shown.replaceAll(wherever(spelling), () => `$${name}`);
    }
    for (const [head, spellings] of this.#heads) shown = withoutHeads(shown, head, spellings);
    for (const [tail, spellings] of this.#tails) shown = withoutTails(shown, tail, spellings);
    return shown;
  }
}

function gather(groups: Map<string, Spelling[]>, key: string, each: Spelling): void {
  const group = groups.get(key);
  if (group) group.push(each);
  else groups.set(key, [each]);
}

/**
 * Returns the secret as it is, percent-encoded, form-encoded, escaped for JSON and in base64, also as part of a longer
 * text, and the token as it is sent in the other case. They are made once, since every new token makes a new finder of all.
 */
const spellingsOf = onceEach(({ value, name }: Secret): readonly Spelling[] => {
  if (value.length < SHORTEST) return [];
  const percent = encodeURIComponent(value);
  const quoted = JSON.stringify(value).slice(1, -1);
  const lower = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const inBase64 = [base64(value), ...insideBase64(value)];
  const coded = [...inBase64, ...inBase64.map(urlSafe), ...(name === TOKEN ? [inOtherCase(value)] : [])];
  const all = new Set([value, percent, lower, form(value), quoted, value.replaceAll('/', '\\/'), ...coded]);
  return [...all].map((spelling) => [spelling, name]);
});

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
  for (const [spelling, name] of spellings) {
    let length = FRAGMENT;
    while (length < spelling.length && same(spelling, length)) length += 1;
    if (length >= best[0]) best = [length, name];
  }
  return best;
}
