import type { Body, Exchange } from '../model/exchange.ts';
import { isObject, type Json } from '../values/json.ts';

/** Characters from which on a body is long, and of which no more is kept. */
const LONG = 20_001;

/**
 * What is kept of an exchange behind a failure: of a long body its beginning, and of its items the offending one in its
 * place. Thousands of failures must not hold thousands of long bodies.
 */
export function trimForReport(exchange: Exchange, where: string | null): Exchange {
  const { body } = exchange.response;
  if (body.kind !== 'json' || body.text.length <= LONG) return exchange;
  return { ...exchange, response: { ...exchange.response, body: shortened(body, where) } };
}

function shortened({ value, text }: Extract<Body, { kind: 'json' }>, where: string | null): Body {
  // A slice alone would hold the whole text behind it.
  const beginning = Buffer.from(text.slice(0, LONG), 'utf16le').toString('utf16le');
  const items = isObject(value) ? value['items'] : undefined;
  if (!Array.isArray(items)) return { kind: 'json', value: null, text: beginning };
  const place = Number(/^\/items\/(\d+)/.exec(where ?? '')?.[1] ?? 0);
  const kept: Json[] = items.slice(0, place + 1).map((item: Json, i) => (i === place ? item : null));
  return { kind: 'json', value: { items: kept }, text: beginning };
}
