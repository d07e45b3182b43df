import { trafficRows } from '../../suites/index.ts';
import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import { Judge, type Violation } from '../engine/judge.ts';
import type { Body, Exchange } from '../model/exchange.ts';
import { parseBody } from '../model/parse-body.ts';
import { recognise } from '../recordings/recognise.ts';
import { message } from '../run/report/report-failure.ts';
import { Settings } from '../settings/settings.ts';
import { now } from '../values/clock.ts';
import { type Headers, joinedHeaders } from '../values/headers.ts';
import type { NonEmpty } from '../values/non-empty.ts';

/** Headers in the forms that clients use: those of `fetch`, pairs, or an object as in Node's `http`. */
export type HeadersToVerify =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A request and its response, as an HTTP client in a test has them. */
export interface ExchangeToVerify {
  readonly request: {
    readonly method: string;
    /** The whole URL with any base URL, or only its path, starting with `/`. */
    readonly url: string | URL;
    readonly headers?: HeadersToVerify;
    /** The JSON body as a value, or its text or bytes. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: HeadersToVerify;
    /** The JSON body as a value, or its text or bytes; omitted if there was none. */
    readonly body?: unknown;
  };
}

/** A requirement that does not hold. */
export interface Breach {
  readonly id: string;
  /** The requirement's sentence. */
  readonly title: string;
  /** The section of the document. */
  readonly section: string;
  readonly level: Exclude<Level, 'observe'>;
  /** Who has to meet the requirement: the service, or the client that made the request. */
  readonly party: 'target' | 'client';
  /** JSON Pointer into the body; null if the whole is meant. */
  readonly where: string | null;
  readonly expected: string;
  readonly actual: string;
  /** A sentence that combines the members above. */
  readonly message: string;
}

/** The result of judging an exchange. `other`: it belongs to none of the 14 operations. */
export type Verification =
  | { readonly kind: 'holds'; readonly operation: Operation }
  | { readonly kind: 'broken'; readonly operation: Operation; readonly breaches: NonEmpty<Breach> }
  | { readonly kind: 'other' };

/** The base URL for paths without one. */
const SOMEWHERE = 'http://localhost';

/** The headers that are assumed if none are given, so that they are not judged. */
const ASSUMED_HEADERS: Headers = { 'content-type': 'application/json' };

function headersOf(given: HeadersToVerify | undefined): Headers {
  if (given === undefined) return ASSUMED_HEADERS;
  if (Symbol.iterator in given) return joinedHeaders(given as Iterable<readonly [string, string]>);
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return joinedHeaders(known.map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Maximum nesting depth of a body, as in a run. */
const DEPTH = new Settings([]).orDefault('maxJsonDepth');

/** Reads a body that is given as text, as bytes, or as a value that was already parsed. Throws TypeError. */
function bodyOf(given: unknown, of: 'request' | 'response'): Body {
  const bytes = Buffer.from(
    given instanceof Uint8Array ? given : typeof given === 'string' ? given : written(given, of),
  );
  if (bytes.length === 0) return { kind: 'empty' };
  const body = parseBody(bytes, DEPTH);
  if (body.kind !== 'unreadable' || body.bound === undefined) return body;
  throw new TypeError(`the body of the ${of} is nested deeper than ${DEPTH} levels: it cannot be judged`);
}

/** Writes a parsed body as JSON again; nothing if there was none. */
function written(value: unknown, of: string): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    throw new TypeError(`the body of the ${of} cannot be written as JSON: give its text instead`, { cause: error });
  }
}

/** Returns the whole URL. Throws TypeError. */
function hrefOf(url: string | URL): string {
  try {
    return new URL(url, SOMEWHERE).href;
  } catch (error) {
    throw new TypeError('the url of the request is no URL: give a whole one, or a path that begins with /', {
      cause: error,
    });
  }
}

/** Refuses what JavaScript may give in place of an exchange. Throws TypeError. */
function demandWhole({ request, response }: Partial<ExchangeToVerify>): void {
  if (typeof request?.method !== 'string')
    throw new TypeError('request.method of the exchange must be a string such as "GET"');
  if (typeof response?.status !== 'number')
    throw new TypeError('response.status of the exchange must be a number such as 200');
}

function exchangeOf(given: ExchangeToVerify, id: number): Exchange | undefined {
  demandWhole(given);
  const { request, response } = given;
  const href = hrefOf(request.url);
  const known = recognise(request.method, href);
  if (!known) return undefined;
  const sent = bodyOf(request.body, 'request');
  const body = bodyOf(response.body, 'response');
  const headers = headersOf(response.headers);
  return {
    id,
    operation: known.operation,
    purpose: { kind: 'traffic', what: 'verifyExchange' },
    startedAt: now(),
    durationMs: 0,
    // As in a recording, a missing Authorization header may have been left out.
    recorded: { file: 'verifyExchange', entry: id },
    request: {
      method: request.method.toUpperCase(),
      url: href,
      headers: headersOf(request.headers),
      path: known.path,
      query: known.query,
      body: sent.kind === 'json' ? sent.value : undefined,
      ...(sent.kind === 'unreadable' ? { unread: sent.reason } : {}),
      credentials: 'token',
    },
    response: {
      status: response.status,
      headers,
      body,
      bytes: body.kind === 'empty' ? 0 : Buffer.byteLength(body.text),
    },
  };
}

const breach = ({ row, failure }: Violation): Breach => ({
  id: row.id,
  title: row.title,
  section: row.section,
  level: row.level === 'must' ? 'must' : 'should',
  party: row.party ?? 'target',
  where: failure.where,
  expected: failure.expected,
  actual: failure.actual,
  message: `${row.id}: ${message(failure)}`,
});

/** Judges exchanges in the order in which they are given, including rules that concern several of them. */
export class Verifier {
  readonly #judge = new Judge(trafficRows);
  #count = 0;

  /**
   * Judges one exchange. A repeated list item or a status that goes backwards is reported on the later exchange. Throws
   * TypeError if the method or the status is missing, the url is no URL, or a body cannot be written as JSON or is nested
   * deeper than 64 levels.
   */
  verify(given: ExchangeToVerify): Verification {
    this.#count += 1;
    const exchange = exchangeOf(given, this.#count);
    if (!exchange) return { kind: 'other' };
    const [first, ...more] = this.#judge.take(exchange).map(breach);
    const { operation } = exchange;
    return first ? { kind: 'broken', operation, breaches: [first, ...more] } : { kind: 'holds', operation };
  }
}

/** Judges one exchange by every rule that needs no other exchange. Throws TypeError as {@link Verifier.verify} does. */
export const verifyExchange = (exchange: ExchangeToVerify): Verification => new Verifier().verify(exchange);
