import { readBack } from '../contract/array-formats.ts';
import { definitionOf, type Operation, operationNames, operations, VERSION_PREFIX } from '../contract/operations.ts';
import { isSecretName, LEFT_OUT } from '../values/secret-name.ts';

/** A request that belongs to the interface. */
export interface Recognised {
  readonly operation: Operation;
  /** `{base_url}`: the part of the URL before `/v2`. */
  readonly base: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, readonly string[]>>;
}

const escaped = (text: string): string => text.replace(/[.+?^$()|[\]\\]/g, '\\$&');

const forms = operationNames.map((operation) => {
  const path = escaped(operations[operation].path).replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { operation, form: new RegExp(`^(?<base_path>.*)${VERSION_PREFIX}${path}$`) };
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `ids`, `ids[]` and `ids[3]` name the same list, because the document does not state how lists are serialised. */
const listName = (name: string): string => name.replace(/\[\d*\]$/, '');

/** Returns the query of an operation, with all values of each list parameter. */
function queryOf(operation: Operation, search: URLSearchParams): Recognised['query'] {
  const known = definitionOf(operation).query;
  const values = new Map<string, string[]>();
  for (const [given, value] of search) {
    const name = known[listName(given)]?.kind === 'strings' ? listName(given) : given;
    const all = values.get(name) ?? [];
    all.push(isSecretName(given) ? LEFT_OUT : value);
    values.set(name, all);
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, known[name]?.kind === 'strings' ? readBack(all) : all]),
  );
}

interface Match {
  readonly operation: Operation;
  /** The path before `/v2`. */
  readonly prefix: string;
  /** The values of the path, still encoded. */
  readonly path: Readonly<Record<string, string>>;
}

function matched(method: string, pathname: string): Match | undefined {
  for (const { operation, form } of forms) {
    if (operations[operation].method !== method.toUpperCase()) continue;
    const groups = form.exec(pathname)?.groups;
    if (!groups) continue;
    const { base_path: prefix = '', ...path } = groups;
    return { operation, prefix, path };
  }
  return undefined;
}

/** Returns the parts of an address of HTTP; undefined for any other text. */
function addressOf(url: string): URL | undefined {
  if (!URL.canParse(url)) return undefined;
  const address = new URL(url);
  return /^https?:$/.test(address.protocol) ? address : undefined;
}

/** Whether a request belongs to the interface, under any base URL. */
export function isRecognised(method: string, url: string): boolean {
  const address = addressOf(url);
  return address !== undefined && matched(method, address.pathname) !== undefined;
}

/** Finds the operation of a request, under any base URL or only the given one. Returns undefined for other requests. */
export function recognise(method: string, url: string, only?: string): Recognised | undefined {
  const address = addressOf(url);
  if (!address) return undefined;
  const match = matched(method, address.pathname);
  if (!match) return undefined;
  const { operation, prefix, path } = match;
  const base = `${address.origin}${prefix}`;
  if (only !== undefined && base !== only) return undefined;
  const names = Object.entries(path).map(([name, value]) => [name, decoded(value)]);
  return { operation, base, path: Object.fromEntries(names), query: queryOf(operation, address.searchParams) };
}
