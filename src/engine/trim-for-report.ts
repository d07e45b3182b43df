import { indexOfItemWith, itemIndex, itemsIn, listOfItems } from '../contract/lists.ts';
import type { Body, Exchange } from '../model/exchange.ts';
import type { Json } from '../values/json.ts';

/** Maximum number of characters of a body that a report shows. */
export const LONGEST_SHOWN = 20_000;

/** Of a longer body one character more is kept than is shown, from which the report sees that it was cut. */
const LONG = LONGEST_SHOWN + 1;

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
  const place = itemIndex(where) ?? indexOfItemWith(wanted, items) ?? 0;
  const kept = items.slice(0, place + 1).map((item, i): Json => (i === place ? item : null));
  return { kind: 'json', value: listOfItems(kept), text: beginning };
}
