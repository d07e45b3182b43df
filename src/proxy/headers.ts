import { type Headers, joinedHeaders } from '../values/headers.ts';

/** One line of headers as sent, and its name in lower case. Lines keep their order. */
export interface HeaderLine {
  readonly name: string;
  readonly lower: string;
  readonly value: string;
}

/** Hop-by-hop headers, which a proxy must not forward (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the lines of raw headers: name, value, name, value and so on. */
export function headerLines(raw: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    lines.push({ name, lower: name.toLowerCase(), value: raw[at + 1] ?? '' });
  }
  return lines;
}

/** Returns raw headers for these lines. */
const raw = (lines: readonly HeaderLine[]): string[] => lines.flatMap(({ name, value }) => [name, value]);

/** Returns the lines that are neither hop-by-hop nor named by Connection. */
function onward(lines: readonly HeaderLine[]): readonly HeaderLine[] {
  const options = new Set(
    lines
      .filter(({ lower }) => lower === 'connection')
      .flatMap(({ value }) => value.split(',').map((each) => each.trim().toLowerCase())),
  );
  return lines.filter(({ lower }) => !OF_ONE_CONNECTION.has(lower) && !options.has(lower));
}

/**
 * Returns the headers without the hop-by-hop ones and without those that Connection names; the others are unchanged.
 */
export const endToEnd = (lines: readonly HeaderLine[]): string[] => raw(onward(lines));

/** Methods whose requests have no body unless their headers say so. */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

const isChunked = ({ lower }: HeaderLine): boolean => lower === 'transfer-encoding';
const isSized = ({ lower }: HeaderLine): boolean => lower === 'content-length';

/** Returns the headers to forward: with the target's own Host and the framing of the body. */
export function requestHeaders(
  method: string,
  lines: readonly HeaderLine[],
  host: string,
  heldBack: boolean,
): string[] {
  const kept = onward(lines).filter(({ lower }) => lower !== 'host' && !(heldBack && lower === 'expect'));
  const framing = lines.some(isChunked)
    ? ['Transfer-Encoding', 'chunked']
    : lines.some(isSized) || BODILESS.has(method)
      ? []
      : ['Content-Length', '0'];
  return ['Host', host, ...raw(kept), ...framing];
}

/** Returns the headers by name, as captures have them. */
export const byName = (lines: readonly HeaderLine[]): Headers =>
  joinedHeaders(lines.map(({ lower, value }) => [lower, value] as const));

/** Whether a request has a body. */
export const hasBody = (lines: readonly HeaderLine[]): boolean =>
  lines.some((line) => isChunked(line) || (isSized(line) && Number(line.value) > 0));
