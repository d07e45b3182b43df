import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { Body, BodyBound } from '../model/exchange.ts';
import type { Bounds } from '../settings/target/bounds.ts';
import { errorCode } from '../values/error-code.ts';
import { isObject, type Json } from '../values/json.ts';
import { parsed, TooDeep } from '../values/parsed.ts';

/** Maximum number of characters that are kept of a body that is not JSON, so that a reader can recognise it. */
const KEPT = 65_536;

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
  ['br', (bytes, { maxOutputLength = KEPT }) => promisify(brotliDecompress)(bytes, { maxOutputLength })],
]);

/** Maximum number of nested content codings; more are an attempt to exhaust memory or time. */
const CODINGS = 3;

/**
 * Reads a body: undoes its content coding, decodes UTF-8, parses JSON. A failure makes it unreadable, with a reason.
 */
export async function readBody(collected: Collected, coding: string | undefined, bounds: Bounds): Promise<Body> {
  const { bytes, whole } = collected;
  if (!whole) return unreadable(bytes, beyond('--max-response-bytes', `longer than ${bounds.responseBytes} bytes`));
  if (bytes.length === 0) return { kind: 'empty' };
  const plain = await decompress(bytes, codings(coding), bounds.decompressedBytes);
  return plain.kind === 'bytes' ? parse(plain.bytes, bounds.jsonDepth) : unreadable(bytes, plain);
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
    return beyond('--max-decompressed-bytes', `longer than ${most} bytes when decompressed`);
  return code === 'Z_BUF_ERROR'
    ? { reason: `the ${name} body is truncated` }
    : { reason: `the body is not ${name}, although content-encoding says so` };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether a text is JSON, whatever its depth. Text that JSON.parse cannot hold counts as JSON, since it may be. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    return error instanceof RangeError;
  }
}

function parse(bytes: Buffer, depth: number): Body {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return unreadable(bytes, { reason: 'the body is not UTF-8' });
  }
  try {
    return json(parsed(text, depth), text);
  } catch (error) {
    const isDeep = error instanceof TooDeep && isJson(text);
    return unreadable(
      bytes,
      isDeep ? beyond('--max-json-depth', `nested deeper than ${depth} levels`) : { reason: 'the body is not JSON' },
    );
  }
}

/**
 * From this number of characters on, only a part of a JSON body is kept: requirements hold many bodies at once, and the
 * document allows no texts of such a length.
 */
const HUGE = 1_000_000;
/** Characters kept of such a body, which reports show, and of each text in its members. */
const [KEPT_OF_HUGE, KEPT_OF_TEXT] = [24_000, 600];

const json = (value: Json, text: string): Body =>
  text.length <= HUGE
    ? { kind: 'json', value, text }
    : { kind: 'json', value: withShortTexts(value), text: copied(text, KEPT_OF_HUGE), cut: true };

/** Returns the beginning of a text as a copy; a slice would keep the whole text in memory. */
const copied = (text: string, most: number): string => JSON.parse(JSON.stringify(text.slice(0, most)));

/** Cuts long texts to their beginning, except in the outermost object, where a cursor may be. */
function withShortTexts(value: Json, isOutermost = true): Json {
  if (typeof value === 'string') return value.length > KEPT_OF_TEXT ? copied(value, KEPT_OF_TEXT) : value;
  if (Array.isArray(value)) return value.map((each) => withShortTexts(each, false));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each = null]): [string, Json] => [
    name,
    isOutermost && typeof each === 'string' ? each : withShortTexts(each, false),
  ]);
  return Object.fromEntries(entries);
}

/** Why a body could not be read, and the bound that it exceeds if that is why. */
type Unread = Pick<Extract<Body, { kind: 'unreadable' }>, 'reason' | 'bound'>;

const beyond = (bound: BodyBound, size: string): Unread => ({ reason: `the body is ${size} (${bound})`, bound });

function unreadable(bytes: Buffer, unread: Unread): Body {
  return { ...unread, kind: 'unreadable', text: bytes.subarray(0, KEPT).toString('utf8') };
}
