import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Body } from '../model/exchange.ts';
import type { Json } from '../model/json.ts';

/** Bounds on what is read of a response. */
export interface BodyBounds {
  readonly maxResponseBytes: number;
  readonly maxJsonDepth: number;
}

const DECODERS = { gzip: gunzipSync, 'x-gzip': gunzipSync, deflate: inflateSync, br: brotliDecompressSync } as const;

/** Decompresses and reads a body; whatever is wrong with it becomes the reason why it is unreadable. */
export function readBody(bytes: Buffer, encoding: string | undefined, bounds: BodyBounds): Body {
  const plain = decompressed(bytes, encoding?.trim().toLowerCase(), bounds.maxResponseBytes);
  if (typeof plain === 'string') return { kind: 'unreadable', text: '', reason: plain };
  if (plain.length === 0) return { kind: 'empty' };
  return parsed(plain, bounds.maxJsonDepth);
}

function decompressed(bytes: Buffer, encoding: string | undefined, most: number): Buffer | string {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return bytes;
  const decode = encoding in DECODERS ? DECODERS[encoding as keyof typeof DECODERS] : undefined;
  if (!decode) return `a body in the content encoding ${encoding}, which was not asked for`;
  try {
    return decode(bytes, { maxOutputLength: most });
  } catch (error) {
    const large = error instanceof RangeError;
    return large ? `a body of more than ${most} bytes when decompressed` : `a body that is not valid ${encoding}`;
  }
}

function parsed(plain: Buffer, maxDepth: number): Body {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    return { kind: 'unreadable', text: plain.toString('latin1', 0, 2_000), reason: 'a body that is not UTF-8' };
  }
  if (tooDeep(text, maxDepth))
    return { kind: 'unreadable', text: text.slice(0, 2_000), reason: `JSON nested deeper than ${maxDepth} levels` };
  try {
    return { kind: 'json', value: JSON.parse(text) as Json, text };
  } catch {
    return { kind: 'unreadable', text: text.slice(0, 20_000), reason: 'a body that is not JSON' };
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether brackets nest deeper than allowed, found without recursion; brackets inside strings do not count. */
function tooDeep(text: string, most: number): boolean {
  let [depth, quoted] = [0, false];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (quoted && code === BACKSLASH) i += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
