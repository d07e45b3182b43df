import { indexOfItemWith, itemIndex, itemsIn } from '../../contract/lists.ts';
import { LONGEST_SHOWN } from '../../engine/trim-for-report.ts';
import type { Exchange, SentRequest } from '../../model/exchange.ts';
import { type Failure, saysAbsent } from '../../model/outcome.ts';
import { recordedText } from '../../model/places.ts';
import type { ReportedFailure, ReportedRequest, ReportedResponse, ReportedStep } from '../../model/reported.ts';
import { definite } from '../../values/definite.ts';
import { readable } from '../../values/json.ts';
import { curls } from './curl.ts';

/** Describes a failure in one sentence: where, what was expected, what was found. */
export function message(failure: Failure): string {
  const { where, expected, actual } = failure;
  if (where === null) return `expected ${expected}; got ${actual}`;
  return saysAbsent(failure)
    ? `\`${readable(where)}\` is missing; expected ${expected}`
    : `\`${readable(where)}\`: expected ${expected}; got ${actual}`;
}

/** Returns the prefix of what was found in a recording: `calls.har, entry 12: `. */
const placed = ({ recorded }: Exchange): string => (recorded ? `${recordedText(recorded)}: ` : '');

/** Maximum number of exchanges before the deciding one that a report shows: the first, and the last ones. */
const MOST_STEPS = 5;

/** Converts a failure to its form in reports, with the deciding exchange and those before it. */
export function reportedFailure(failure: Failure): ReportedFailure {
  const deciding = failure.exchanges.at(-1);
  if (!deciding) throw new Error(`a failure of ${failure.operation} names no exchange`);
  const before = failure.exchanges.slice(0, -1);
  const shown = before.length > MOST_STEPS ? [...before.slice(0, 1), ...before.slice(1 - MOST_STEPS)] : before;
  const commands = curls([...shown, deciding].map(({ request }) => request));
  const steps = shown.map((each, i) => reportedStep(each, failure.item, commands[i] ?? ''));
  const where = placeOf(deciding, failure);
  return {
    message: `${placed(deciding)}${message(failure)}`,
    operation: failure.operation,
    where: failure.where,
    expected: failure.expected,
    actual: failure.actual,
    curl: commands.at(-1) ?? '',
    request: reportedRequest(deciding.request),
    response: reportedResponse(deciding, where),
    ...(steps.length > 0 ? { steps } : {}),
    exchanges: failure.exchanges.map(({ id }) => id),
    ...requestedBy(failure.exchanges),
    ...(deciding.recorded ? { recorded: deciding.recorded } : {}),
    ...(failure.replay ? { replay: failure.replay } : {}),
  };
}

/** Returns the requirements whose checks sent the requests, each once. */
function requestedBy(exchanges: readonly Exchange[]): Pick<ReportedFailure, 'requested_by'> {
  const ids = exchanges.flatMap(({ purpose }) => (purpose.kind === 'requirement' ? [purpose.id] : []));
  return ids.length > 0 ? { requested_by: [...new Set(ids)] } : {};
}

const reportedRequest = ({ method, url, headers, body }: SentRequest): ReportedRequest => ({
  method,
  url,
  headers,
  ...definite({ body }),
});

function reportedStep(exchange: Exchange, item: string | undefined, curl: string): ReportedStep {
  const where = itemPlace(exchange, item);
  const { id, operation, request } = exchange;
  return {
    exchange: id,
    operation,
    where: where ?? null,
    curl,
    request: reportedRequest(request),
    response: reportedResponse(exchange, where ?? null),
  };
}

/** Returns the pointer that the deciding response is cut around: that of the failure, or of the item it is about. */
function placeOf(exchange: Exchange, { where, item }: Failure): string | null {
  const precise = where !== null && where !== '' && where !== '/items';
  return precise ? where : (itemPlace(exchange, item) ?? where);
}

/** Returns the pointer of the list item that has the given value among its members. */
function itemPlace({ response: { body } }: Exchange, value: string | undefined): string | undefined {
  const items = body.kind === 'json' ? itemsIn(body.value) : undefined;
  const index = items && indexOfItemWith(value, items);
  return index === undefined ? undefined : `/items/${index}`;
}

/** Returns the response. A long list is cut to the offending item, another long body to its beginning. */
function reportedResponse({ response }: Exchange, where: string | null): ReportedResponse {
  const { status, headers, body } = response;
  if (body.kind === 'empty') return { status, headers };
  if (body.kind === 'unreadable')
    return { status, headers, body: body.text.slice(0, LONGEST_SHOWN), cut: body.text.length > LONGEST_SHOWN };
  if (body.text.length <= LONGEST_SHOWN) return { status, headers, body: body.value };
  const items = itemsIn(body.value);
  if (!items) return { status, headers, body: body.text.slice(0, LONGEST_SHOWN), cut: true };
  const first = itemIndex(where) ?? 0;
  return { status, headers, body: { items: items.slice(first, first + 1) }, cut: true, first_item: first };
}
