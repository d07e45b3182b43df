import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Choices, decision } from '../decision.ts';
import { OPERATIONS } from '../operations.ts';
import { Problem } from '../problem.ts';
import type { Outgoing } from './server.ts';

const HERE = { section: 'Conventions', on: OPERATIONS };

type Encode = (body: string | Buffer) => { readonly name?: string; readonly bytes: string | Buffer };

const plain: Encode = (bytes) => ({ bytes });
/** Compresses at the lowest quality: at the highest one, the service takes most of the time of a run. */
const brotli: Encode = (body) => ({
  name: 'br',
  bytes: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } }),
});
const encoding = decision<Encode>(HERE, plain, {
  latitudes: {
    'transport/gzip': (body) => ({ name: 'gzip', bytes: gzipSync(body) }),
    'transport/brotli': brotli,
  },
  protects: ['SUCCESS-STATUS', 'SUCCESS-JSON', 'SUCCESS-CONTENT-TYPE'],
});
const headers = decision<Readonly<Record<string, string>>>(
  HERE,
  {},
  {
    latitudes: {
      'transport/connection-close': { connection: 'close' },
      'version/in-a-header': { 'api-version': '2.14', 'x-request-id': 'one' },
      'version/deprecated': { deprecation: '@1767225600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
      'rate-limit/headers': { 'ratelimit-limit': '50', 'ratelimit-remaining': '49', 'ratelimit-reset': '1' },
    },
    protects: {
      'transport/connection-close': ['SUCCESS-STATUS', 'SUCCESS-JSON', 'SUCCESS-CONTENT-TYPE'],
      'version/in-a-header': ['VERSION-HEADERS', 'SUCCESS-CONTENT-TYPE'],
      'version/deprecated': ['VERSION-HEADERS', 'SUCCESS-CONTENT-TYPE'],
      'rate-limit/headers': ['RATE-LIMIT'],
    },
  },
);
const delay = decision<(count: number) => number>(HERE, () => 0, {
  latitudes: {
    'transport/slow': () => 15,
    'transport/slow-at-times': (count) => (count % 50 === 0 ? 700 : 0),
  },
  protects: ['SUCCESS-STATUS', 'SUCCESS-JSON', 'SUCCESS-CONTENT-TYPE'],
});
/** Whether a request comes during an outage, which begins when a run is well under way. */
const isInOutage = (count: number): boolean => count > 200 && count <= 240;

/** The document does not show rate limits (8). */
const limits = decision<(count: number) => Problem | undefined>({ ...HERE, section: '8' }, () => undefined, {
  latitudes: {
    'rate-limit/429-with-retry-after': (count) =>
      count % 60 === 0 ? new Problem(429, 'too many requests') : undefined,
    'rate-limit/503-at-times': (count) => (count % 90 === 0 ? new Problem(503, 'try again later') : undefined),
    'failure/500-now-and-then': (count) => (count % 97 === 0 ? new Problem(500, 'internal error') : undefined),
    'failure/503-during-an-outage': (count) => (isInOutage(count) ? new Problem(503, 'try again later') : undefined),
  },
  protects: {
    'rate-limit/429-with-retry-after': ['RATE-LIMIT', '*-REQUIRED', '*-UNKNOWN'],
    'rate-limit/503-at-times': ['RATE-LIMIT', '*-REQUIRED', '*-UNKNOWN'],
    'failure/500-now-and-then': ['NO-SERVER-ERROR', 'OPERATION-ANSWERED'],
    'failure/503-during-an-outage': ['NO-SERVER-ERROR', 'OPERATION-ANSWERED'],
  },
});

/** Connections break now and then. */
const breaks = decision<(count: number) => boolean>(HERE, () => false, {
  latitudes: { 'transport/breaks-now-and-then': (count) => count % 83 === 0 },
  protects: ['*-ONE-OF', '*-REQUIRED', '*-OVER-LIMIT', '*-OVER-MAXIMUM', 'OPERATION-ANSWERED'],
});

/** Delays or refuses a request, or cuts its connection, depending on its number. */
export async function admit(choices: Choices, count: number, hangUp: () => void): Promise<void> {
  if (choices.of(breaks)(count)) hangUp();
  const wait = choices.of(delay)(count);
  if (wait > 0) await pause(wait);
  const refusal = choices.of(limits)(count);
  if (refusal) throw refusal;
}

/** Returns the answer with the encoding and headers of this instance. */
export function send(choices: Choices, { status, headers: own, body }: Outgoing): Outgoing {
  const { name, bytes } = choices.of(encoding)(body);
  const again = status === 429 || status === 503 ? { 'retry-after': '0' } : {};
  const all = { ...own, ...choices.of(headers), ...again, ...(name === undefined ? {} : { 'content-encoding': name }) };
  return { status, headers: all, body: bytes };
}
