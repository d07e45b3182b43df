/** Header lines as sent: name, value, name, value and so on, in the original order and case. */
export type RawHeaders = readonly string[];

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

/** Returns the lines of raw headers. */
export const lines = (raw: RawHeaders): readonly (readonly [name: string, value: string])[] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);

const named = (raw: RawHeaders, wanted: string): readonly string[] =>
  lines(raw).flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));

/**
 * Returns the headers without the hop-by-hop ones and without those that Connection names; the others are unchanged.
 */
export function endToEnd(raw: RawHeaders): string[] {
  const options = new Set(
    named(raw, 'connection').flatMap((value) => value.split(',').map((each) => each.trim().toLowerCase())),
  );
  return lines(raw).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return OF_ONE_CONNECTION.has(lower) || options.has(lower) ? [] : [name, value];
  });
}

/** Methods whose requests have no body unless their headers say so. */
const BODILESS = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** Returns the headers to forward: with the target's own Host and the framing of the body. */
export function requestHeaders(method: string, raw: RawHeaders, host: string, heldBack: boolean): string[] {
  const kept = lines(endToEnd(raw)).filter(([name]) => {
    const lower = name.toLowerCase();
    return lower !== 'host' && !(heldBack && lower === 'expect');
  });
  const chunked = named(raw, 'transfer-encoding').length > 0;
  const sized = named(raw, 'content-length').length > 0;
  const framing = chunked
    ? ['Transfer-Encoding', 'chunked']
    : sized || BODILESS.has(method)
      ? []
      : ['Content-Length', '0'];
  return ['Host', host, ...kept.flat(), ...framing];
}

/** Whether a request has a body. */
export const hasBody = (raw: RawHeaders): boolean =>
  named(raw, 'transfer-encoding').length > 0 || named(raw, 'content-length').some((length) => Number(length) > 0);
