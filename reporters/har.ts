import { Buffer } from 'node:buffer';
import {
  type EntryLine,
  type OwnEntry,
  type OwnMembers,
  type OwnResponseMembers,
  PART_OF_BODY,
  type RecordedEntry,
} from '../src/model/har.ts';
import { purposeText } from '../src/model/purpose.ts';
import type { Report } from '../src/model/report.ts';
import type { ReportedRequest, ReportedResponse } from '../src/model/reported.ts';
import { visible } from '../src/values/escape.ts';
import { flagFor } from '../src/values/flag.ts';
import { PRODUCT } from '../src/values/product.ts';

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Bounds and settings of exchanges.har. */
export interface HarOptions {
  /** Version of this tool, for `log.creator`. */
  readonly version: string;
  /** Maximum size of the file in bytes; 50,000,000 by default. */
  readonly mostBytes?: number;
  /** The requirements that each exchange shows to fail, by exchange number. Such exchanges are kept before others. */
  readonly failing?: ReadonlyMap<number, readonly string[]>;
  /** Called with one sentence about what was left out, when something was. */
  readonly onDropped?: (sentence: string) => void;
}

/** Maximum size of exchanges.har in bytes. */
export const MOST_HAR_BYTES = 50_000_000;
/** Space for the end of the file and the comment about what was left out. */
const TAIL = 1_000;
/** The share of the file that ordinary exchanges may fill when others have precedence. */
const ORDINARY = 0.75;

const pairs = (record: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(record).map(([name, value]) => ({ name, value }));

const header = (headers: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? '';

const textOf = (body: ReportedResponse['body'], mimeType: string): string =>
  typeof body === 'string' && !/json/i.test(mimeType) ? body : JSON.stringify(body);

function queryOf(url: string): readonly Pair[] {
  const start = url.indexOf('?');
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start))].map(([name, value]) => ({ name, value }));
}

function requestOf({ method, url, headers, body }: ReportedRequest): object {
  const mimeType = header(headers, 'content-type') || 'application/json';
  const text = body === undefined ? undefined : textOf(body, mimeType);
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: queryOf(url),
    ...(text === undefined ? {} : { postData: { mimeType, params: [], text } }),
    headersSize: -1,
    bodySize: text === undefined ? 0 : Buffer.byteLength(text),
  };
}

/** With `isText`, a body that is a text is the body as it was received, whatever its media type says. */
function responseOf({ status, headers, body, cut }: ReportedResponse, isText = false): object {
  const mimeType = header(headers, 'content-type') || 'x-unknown';
  const isAsReceived = typeof body === 'string' && (isText || cut);
  const text = body === undefined ? '' : isAsReceived ? body : textOf(body, mimeType);
  const size = Buffer.byteLength(text);
  const content = { size, mimeType, text, ...(cut ? { comment: PART_OF_BODY } : {}) };
  const line = { status, statusText: '', httpVersion: 'HTTP/1.1', cookies: [], headers: pairs(headers) };
  return { ...line, content, redirectURL: header(headers, 'location'), headersSize: -1, bodySize: -1 };
}

const NO_RESPONSE = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown', text: '' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

/** Returns the members that `audit` needs in addition to those of HAR. */
function auditing({ asked, read, hidden }: RecordedEntry): Partial<OwnMembers> {
  const { path = {}, query = {}, credentials = 'token', elsewhere } = asked ?? {};
  return {
    ...(Object.keys(path).length > 0 ? { _path: path } : {}),
    ...(Object.keys(query).length > 0 ? { _query: query } : {}),
    ...(credentials === 'token' ? {} : { _credentials: credentials }),
    ...(elsewhere ? { _elsewhere: true } : {}),
    ...(read ? { _body: read.kind } : {}),
    ...(read?.reason === undefined ? {} : { _unreadable: read.reason }),
    ...(read?.bound === undefined ? {} : { _bound: flagFor(read.bound) }),
    ...(hidden ? { _hidden: hidden } : {}),
  };
}

/** Returns one exchange as a HAR 1.2 entry. Only the wait for the answer is measured, not the phases around it. */
export function harEntry(entry: RecordedEntry): EntryLine {
  return { id: entry.id, text: visible(JSON.stringify(membersOf(entry))) };
}

function membersOf(entry: RecordedEntry): OwnEntry {
  const { id, operation, purpose, made_for, number, started_at, duration_ms } = entry;
  const { request, read, response, lost } = entry;
  const made = purposeText(purpose);
  return {
    _id: id,
    _operation: operation,
    ...(made_for === undefined ? {} : { _made_for: made_for, _number: number, _purpose: made, ...auditing(entry) }),
    _requirements: purpose.kind === 'requirement' ? [purpose.id] : [],
    startedDateTime: started_at,
    time: duration_ms,
    request: requestOf(request),
    response: response ? responseOf(response, read?.kind === 'unreadable') : { ...NO_RESPONSE, ...lostMembers(entry) },
    cache: {},
    timings: { send: 0, wait: duration_ms, receive: 0 },
    comment: `${made}${lost === undefined ? '' : `; no response: ${lost}`}`,
  };
}

const lostMembers = ({ lost, unsent }: RecordedEntry): OwnResponseMembers => ({
  _error: lost ?? 'no response',
  ...(unsent ? { _unsent: true } : {}),
});

/** Adds to an entry the requirements that its exchange shows to fail. */
export function withFailures(line: EntryLine, failing: readonly string[]): EntryLine {
  if (failing.length === 0) return line;
  const { id, text } = line;
  const entry: OwnEntry = JSON.parse(text);
  const shown = `it shows the failure of ${failing.join(', ')}`;
  const _requirements = [...new Set([...entry._requirements, ...failing])];
  return { id, text: visible(JSON.stringify({ ...entry, _requirements, comment: `${entry.comment}; ${shown}` })) };
}

interface Tally {
  written: number;
  firstDropped: number | undefined;
  dropped: number;
  droppedKept: number;
}

function commentOf({ written, dropped, droppedKept, firstDropped }: Tally, most: number, reserves: boolean): string {
  if (dropped === 0) return `All ${written} exchanges.`;
  const behind = droppedKept === 0 ? 'none of them shows a failure' : `${droppedKept} of them show failures`;
  const reserved = reserves ? ', of which a quarter is reserved for exchanges that show failures' : '';
  const all = `${dropped} of ${written + dropped} exchanges were left out to stay within ${most} bytes${reserved}`;
  return `${all}, starting with number ${firstDropped}; ${behind}.`;
}

/** Returns the requirements that each exchange shows to fail, for `failing`. */
export function exchangesBehindFailures({ requirements }: Pick<Report, 'requirements'>): ReadonlyMap<number, string[]> {
  const shown = new Map<number, string[]>();
  for (const { id, failures } of requirements)
    for (const exchange of new Set(failures.flatMap(({ exchanges }) => exchanges)))
      shown.set(exchange, [...(shown.get(exchange) ?? []), id]);
  return shown;
}

/**
 * Yields `exchanges.har` (HAR 1.2) in pieces, one exchange at a time. Each entry has the number of its exchange in
 * `_id`, and in `_requirements` what it was made for and what it shows to fail; its comment says the same. The file
 * never exceeds `mostBytes` by more than the size of an empty file. `log.comment`, at its end, says what was left out.
 */
export async function* harFile(
  entries: AsyncIterable<EntryLine> | Iterable<EntryLine>,
  options: HarOptions,
): AsyncGenerator<string, void> {
  const { version, mostBytes = MOST_HAR_BYTES, failing = new Map<number, string[]>() } = options;
  const room = mostBytes - TAIL;
  const ordinary = failing.size > 0 ? room * ORDINARY : room;
  const tally: Tally = { written: 0, firstDropped: undefined, dropped: 0, droppedKept: 0 };
  const creator = { name: PRODUCT, version };
  const start = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"pages":[],"entries":[`;
  let bytes = Buffer.byteLength(start);
  let full = false;
  yield start;
  for await (const entry of entries) {
    const kept = failing.has(entry.id);
    const text = `${tally.written > 0 ? ',' : ''}\n${entry.text}`;
    const after = bytes + Buffer.byteLength(text);
    full ||= !kept && after > ordinary;
    if (kept ? after <= room : !full) {
      bytes = after;
      tally.written += 1;
      yield text;
      continue;
    }
    tally.dropped += 1;
    tally.droppedKept += Number(kept);
    tally.firstDropped ??= entry.id;
  }
  const comment = commentOf(tally, mostBytes, failing.size > 0);
  if (tally.dropped > 0) options.onDropped?.(comment);
  yield `\n],"comment":${JSON.stringify(comment)}}}\n`;
}
