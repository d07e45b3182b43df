import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { errorCode } from '../values/error-code.ts';
import type { BodyLimits } from './body-limits.ts';
import type { Body } from './exchange.ts';
import { beyond, parseBody, type Unread, unreadable } from './parse-body.ts';

/** The bytes of a body as received, and whether the body is complete. */
export interface Collected {
  readonly bytes: Buffer;
  readonly whole: boolean;
}

type Decoder = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const rawOrWrapped: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options);

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', (bytes, options) => promisify(gunzip)(bytes, options)],
  ['x-gzip', (bytes, options) => promisify(gunzip)(bytes, options)],
  ['deflate', rawOrWrapped],
  ['br', (bytes, options) => promisify(brotliDecompress)(bytes, options)],
]);

/** Maximum number of nested content codings; more are an attempt to exhaust memory or time. */
const CODINGS = 3;

/**
 * Reads a body: undoes its content coding, decodes UTF-8, parses JSON. A failure makes it unreadable, with a reason.
 */
export async function readBody(collected: Collected, coding: string | undefined, limits: BodyLimits): Promise<Body> {
  const { bytes, whole } = collected;
  if (!whole) return unreadable(bytes, beyond('maxResponseBytes', `longer than ${limits.responseBytes} bytes`));
  if (bytes.length === 0) return { kind: 'empty' };
  const plain = await decompress(bytes, codings(coding), limits.decompressedBytes);
  return plain.kind === 'bytes' ? parseBody(plain.bytes, limits.jsonDepth) : unreadable(bytes, plain);
}

const codings = (header = ''): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity')
    .reverse();

type Decompressed = { readonly kind: 'bytes'; readonly bytes: Buffer } | ({ readonly kind: 'failed' } & Unread);

async function decompress(bytes: Buffer, names: readonly string[], most: number): Promise<Decompressed> {
  if (names.length > CODINGS) return { kind: 'failed', reason: `the body has ${names.length} nested content codings` };
  let plain = bytes;
  for (const name of names) {
    const decoder = decoders.get(name);
    if (!decoder) return { kind: 'failed', reason: `the content coding ${name.slice(0, 40)} was not requested` };
    try {
      plain = await decoder(plain, { maxOutputLength: most });
    } catch (error) {
      return { kind: 'failed', ...brokenCoding(name, error, most) };
    }
  }
  return { kind: 'bytes', bytes: plain };
}

function brokenCoding(name: string, error: unknown, most: number): Unread {
  const code = errorCode(error);
  if (code === 'ERR_BUFFER_TOO_LARGE')
    return beyond('maxDecompressedBytes', `longer than ${most} bytes when decompressed`);
  return code === 'Z_BUF_ERROR'
    ? { reason: `the ${name} body is truncated` }
    : { reason: `the body is not ${name}, although content-encoding says so` };
}
