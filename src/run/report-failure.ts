import { recordedText } from '../../reporters/wording.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Failure } from '../model/outcome.ts';
import type { ReportedFailure, ReportedResponse } from '../model/report.ts';
import { member, readable } from '../values/json.ts';
import { curl } from './curl.ts';

/** Characters of a body that a report shows at the most. */
const LONGEST_BODY = 20_000;

/** One sentence: where, what was expected, what was found. */
export function message({ where, expected, actual }: Failure): string {
  if (where !== null && actual === 'absent') return `\`${readable(where)}\` is absent; expected ${expected}`;
  return where === null
    ? `expected ${expected}; got ${actual}`
    : `\`${readable(where)}\`: expected ${expected}; got ${actual}`;
}

/** `calls.har, entry 12: ` before what was found in a recording. */
const placed = ({ recorded }: Exchange): string => (recorded ? `${recordedText(recorded)}: ` : '');

/** A failure as reports show it, with the exchange that decided it. */
export function reportedFailure(failure: Failure): ReportedFailure {
  const deciding = failure.exchanges.at(-1);
  if (!deciding) throw new Error(`a failure of ${failure.operation} names no exchange`);
  const { method, url, headers, body } = deciding.request;
  return {
    message: `${placed(deciding)}${message(failure)}`,
    operation: failure.operation,
    where: failure.where,
    expected: failure.expected,
    actual: failure.actual,
    curl: curl(deciding.request),
    request: { method, url, headers, ...(body === undefined ? {} : { body }) },
    response: reportedResponse(deciding, failure.where),
    exchanges: failure.exchanges.map(({ id }) => id),
    ...(deciding.recorded ? { recorded: deciding.recorded } : {}),
    ...(failure.replay ? { replay: failure.replay } : {}),
  };
}

/** The response; of a long list the offending item alone, of another long body the beginning. */
export function reportedResponse({ response }: Exchange, where: string | null = null): ReportedResponse {
  const { status, headers, body } = response;
  if (body.kind === 'empty') return { status, headers };
  if (body.kind === 'unreadable')
    return { status, headers, body: body.text.slice(0, LONGEST_BODY), cut: body.text.length > LONGEST_BODY };
  if (body.text.length <= LONGEST_BODY) return { status, headers, body: body.value };
  const items = member(body.value, 'items');
  if (!Array.isArray(items)) return { status, headers, body: body.text.slice(0, LONGEST_BODY), cut: true };
  const first = Number(/^\/items\/(\d+)/.exec(where ?? '')?.[1] ?? 0);
  return { status, headers, body: { items: items.slice(first, first + 1) }, cut: true, first_item: first };
}
