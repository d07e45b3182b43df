import type { SentRequest } from '../../model/exchange.ts';
import { isObject, type Json, member } from '../../values/json.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

const spelled = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const inQuotes = (text: string): string => text.replaceAll("'", `'\\''`);

/** Quotes a text as one shell word. Control characters become $'…' escapes. */
function quoted(word: string): string {
  if (word.search(CONTROLS) < 0) return `'${inQuotes(word)}'`;
  const plain = word.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `$'${plain.replace(CONTROLS, spelled)}'`;
}

/** Writes JSON with every control character escaped, so that plain quotes can hold it in any shell. */
const jsonText = (value: Json): string => JSON.stringify(value).replace(CONTROLS, spelled);

/** Matches a ref_id that needs no quoting in a shell, a URL or JSON. */
const PLAIN = /^[\w.-]+$/;

/**
 * Matches a ref_id made by this tool, which is a UUID, with or without its last digit. Its last digits are replaced; a
 * suffix after the UUID is kept.
 */
const OWN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)([0-9a-f]{11,12})(.*)$/;

/** Returns shell text for this many random hexadecimal digits, at most 16, on any POSIX system. */
const randomDigits = (count: number): string => `$(od -An -N8 -tx1 /dev/urandom | tr -d ' \\n' | cut -c1-${count})`;

/** Number of digits after a ref_id of another form. */
const DIGITS = 16;

/**
 * Returns shell text for a ref_id like `ref` that is new each time it is pasted. It begins and ends inside single
 * quotes.
 */
function fresh(ref: string): string {
  const own = OWN.exec(ref);
  const [, before = `${ref}-`, digits, after = ''] = own ?? [];
  const [first, last] = [before, after].map((part) => inQuotes(jsonText(part).slice(1, -1)));
  return `${first}'${randomDigits(digits?.length ?? DIGITS)}'${last}`;
}

function refOf({ body }: SentRequest): string | undefined {
  const ref = member(body, 'ref_id');
  return typeof ref === 'string' && ref !== '' ? ref : undefined;
}

/** Counts how many requests name a ref_id in their bodies or URLs. */
const uses = (requests: readonly SentRequest[], ref: string): number =>
  requests.filter((each) => refOf(each) === ref || (PLAIN.test(ref) && each.url.includes(ref))).length;

/** A placeholder for the ref_id. */
const MARK = '(ref_id)';

/** Returns the shell text that replaces a ref_id, or undefined if the ref_id stays as it was. */
type Shell = (ref: string) => string | undefined;

function bodyWord(request: SentRequest, body: Json, shell: Shell): string {
  const ref = refOf(request);
  const made = ref === undefined ? undefined : shell(ref);
  if (made === undefined || !isObject(body)) return quoted(jsonText(body));
  return quoted(jsonText({ ...body, ref_id: MARK })).replace(`"ref_id":"${MARK}"`, () => `"ref_id":"${made}"`);
}

/** The files of the client certificate, by the environment variables of their settings. */
const CERTIFICATE = ['cert', 'key'].map((name) => `--${name} "$CONFORMANCE_${name.toUpperCase()}"`);

/** Matches a variable of the shell, perhaps without some of its last characters: `$NAME`, `${NAME%????}`. */
const VARIABLE = /\$(?:[A-Z_][A-Z0-9_]*|\{[A-Z_][A-Z0-9_]*(?:%\?+)?\})/g;

/** Quotes a text as one shell word in which variables are replaced, and nothing else is run. */
function expanded(word: string): string {
  const plain = (text: string): string => text.replace(/["\\`$]/g, '\\$&');
  const variables = word.match(VARIABLE) ?? [];
  return `"${word
    .split(VARIABLE)
    .map((text, i) => `${plain(text)}${variables[i] ?? ''}`)
    .join('')}"`;
}

/** Matches the token in a displayed header. */
const TOKEN = /\$\{?ACCESS_TOKEN\b/;

function command(request: SentRequest, url: string, shell: Shell): string {
  const { method, headers, gateway = [], certificate, body, text } = request;
  const parts = ['curl', '-sS', '-i', ...(certificate ? CERTIFICATE : [])];
  parts.push(...(method === 'GET' ? [] : ['-X', method]), url);
  const { authorization } = headers;
  if (authorization !== undefined && TOKEN.test(authorization))
    parts.push('-H', expanded(`Authorization: ${authorization}`));
  // With a colon, curl would leave an empty header out.
  else if (authorization === '') parts.push('-H', quoted('Authorization;'));
  else if (authorization !== undefined) parts.push('-H', quoted(`Authorization: ${authorization}`));
  for (const name of gateway) parts.push('-H', expanded(`${name}: ${headers[name]}`));
  if (text !== undefined) parts.push('-H', quoted('Content-Type: application/json'), '--data-raw', quoted(text));
  if (body !== undefined)
    parts.push('-H', quoted('Content-Type: application/json'), '--data-raw', bodyWord(request, body, shell));
  return parts.join(' ');
}

/** Returns the beginning that a ref_id shares with another one which differs only in its last character. */
function stemOf(ref: string, sent: ReadonlySet<string>): string | undefined {
  const stem = ref.slice(0, -1);
  const isSimilar = [...sent].some((each) => each !== ref && each.length === ref.length && each.startsWith(stem));
  return isSimilar && OWN.test(stem) ? stem : undefined;
}

/**
 * Returns requests as shell commands that can be pasted and run in order where ACCESS_TOKEN is set. Each paste sends
 * ref_ids that were never used. Requests that share a ref_id, or all of it but its last character, still do: the first
 * of them sets a shell variable.
 */
export function curls(requests: readonly SentRequest[]): readonly string[] {
  const sent = new Set(requests.flatMap((each) => refOf(each) ?? []));
  const shared = [...sent].filter((ref) => uses(requests, ref) > 1);
  const parts = new Set([...sent].flatMap((ref) => stemOf(ref, sent) ?? (shared.includes(ref) ? ref : [])));
  const variables = new Map([...parts].filter((part) => PLAIN.test(part)).map((part, i) => [part, `ref_${i + 1}`]));
  const unset = new Set(variables.keys());
  const shell: Shell = (ref) => {
    for (const [part, name] of variables) if (ref.startsWith(part)) return `'"$${name}"'${ref.slice(part.length)}`;
    return shared.includes(ref) ? undefined : fresh(ref);
  };
  return requests.map((request) => {
    const named = [...variables].filter(([part]) => refOf(request)?.startsWith(part) || request.url.includes(part));
    const url = named.reduce((word, [part, name]) => word.replaceAll(part, `'"$${name}"'`), quoted(request.url));
    const first = named.filter(([part]) => unset.delete(part));
    const set = first.map(([part, name]) => `${name}='${fresh(part)}'; `).join('');
    return `${set}${command(request, url, shell)}`;
  });
}

/** Returns one request as a command: see {@link curls}. */
export const curl = (request: SentRequest): string => curls([request])[0] ?? '';
