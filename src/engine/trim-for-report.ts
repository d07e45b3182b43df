import { itemIndex, itemsIn, listOfItems } from '../contract/lists.ts';
import type { Body, Exchange } from '../model/exchange.ts';
import { isObject, type Json } from '../values/json.ts';

/** A body with more characters than this is long. Only its beginning, up to this length, is kept. */
const LONG = 20_001;

/**
 * Returns what is kept of an exchange in a failure: of a long body its beginning, and of its items only the offending
 * one, at its index. Thousands of failures must not hold thousands of long bodies.
 */
export function trimForReport(exchange: Exchange, where: string | null, item?: string): Exchange {
  const { body } = exchange.response;
  if (body.kind !== 'json' || body.text.length <= LONG) return exchange;
  return { ...exchange, response: { ...exchange.response, body: shortened(body, where, item) } };
}

function shortened({ value, text }: Extract<Body, { kind: 'json' }>, where: string | null, wanted?: string): Body {
  // A slice alone would keep the whole text in memory.
  const beginning = Buffer.from(text.slice(0, LONG), 'utf16le').toString('utf16le');
  const items = itemsIn(value);
  if (!items) return { kind: 'json', value: null, text: beginning };
  const named = items.findIndex((item) => isObject(item) && Object.values(item).includes(wanted));
  const place = itemIndex(where ?? '') ?? Math.max(0, named);
  const kept = items.slice(0, place + 1).map((item, i): Json => (i === place ? item : null));
  return { kind: 'json', value: listOfItems(kept), text: beginning };
}
