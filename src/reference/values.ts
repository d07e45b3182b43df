/** Decimals are exact integers in units of 10^-18. */
const SCALE = 18;
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,18}))?$/;

/** Returns the units of a plain decimal without sign, or undefined. */
export function units(text: unknown): bigint | undefined {
  const parts = typeof text === 'string' ? DECIMAL.exec(text) : null;
  return parts ? BigInt((parts[1] ?? '') + (parts[2] ?? '').padEnd(SCALE, '0')) : undefined;
}

/** Returns plain notation without trailing zeros. */
export function plain(value: bigint): string {
  if (value < 0n) return `-${plain(-value)}`;
  const digits = value.toString().padStart(SCALE + 1, '0');
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`.replace(/\.?0+$/, '');
}

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/i;

const MOST_KNOWN = 50_000;
const known = new Map<string, bigint | undefined>();

/**
 * Returns the nanoseconds since the epoch of an RFC 3339 timestamp, or undefined. Keeps results, because lists compare
 * the same timestamps repeatedly.
 */
export function nanoseconds(text: unknown): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  const found = known.get(text);
  if (found !== undefined || known.has(text)) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const read = readMoment(text);
  known.set(text, read);
  return read;
}

function readMoment(text: string): bigint | undefined {
  const parts = MOMENT.exec(text.toUpperCase());
  const start = parts ? Date.parse(`${parts[1]}${parts[3]}`) : Number.NaN;
  return parts && !Number.isNaN(start)
    ? BigInt(start) * 1_000_000n + BigInt((parts[2] ?? '').padEnd(9, '0'))
    : undefined;
}

/** Returns a pseudo-random generator that always gives the same sequence for a seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a UUID drawn from a generator. */
export function uuid(next: () => number): string {
  let hex = '';
  for (let digit = 0; digit < 32; digit += 1) hex += '0123456789abcdef'.charAt(next() * 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
