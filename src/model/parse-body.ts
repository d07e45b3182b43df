import { flagFor } from '../values/flag.ts';
import { isArray, isObject, type Json } from '../values/json.ts';
import { parsed, TooDeep } from '../values/parsed.ts';
import type { Body, BodyBound } from './exchange.ts';

/** Maximum number of characters that are kept of a body that is not JSON, so that a reader can recognise it. */
const KEPT = 65_536;

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

/**
 * Reads bytes as JSON in UTF-8. Bytes that are none, or in which values are nested deeper than `depth`, make an unreadable
 * body, with a reason.
 */
export function parseBody(bytes: Buffer, depth: number): Body {
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
      isDeep ? beyond('maxJsonDepth', `nested deeper than ${depth} levels`) : { reason: 'the body is not JSON' },
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
  if (isArray(value)) return value.map((each) => withShortTexts(each, false));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, each = null]): [string, Json] => [
    name,
    isOutermost && typeof each === 'string' ? each : withShortTexts(each, false),
  ]);
  return Object.fromEntries(entries);
}

/** Why a body could not be read, and the bound that it exceeds if that is why. */
export type Unread = Pick<Extract<Body, { kind: 'unreadable' }>, 'reason' | 'bound'>;

/** Describes a body that exceeds a bound. */
export const beyond = (bound: BodyBound, size: string): Unread => ({
  reason: `the body is ${size} (${flagFor(bound)})`,
  bound,
});

/** Makes an unreadable body, of which only the beginning is kept. */
export function unreadable(bytes: Buffer, unread: Unread): Body {
  return { ...unread, kind: 'unreadable', text: bytes.subarray(0, KEPT).toString('utf8') };
}
