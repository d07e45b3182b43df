import { trafficRows } from '../../suites/index.ts';
import type { Operation } from '../contract/operations.ts';
import type { Level } from '../contract/requirement.ts';
import { Judge, type Violation } from '../engine/judge.ts';
import type { Body, Exchange } from '../model/exchange.ts';
import { type Headers, joined } from '../recordings/capture.ts';
import { recognise } from '../recordings/recognise.ts';
import { message } from '../run/report-failure.ts';
import { now } from '../values/clock.ts';
import type { Json } from '../values/json.ts';

/** Headers as clients have them: those of `fetch`, pairs, or an object as Node's `http` gives it. */
export type HeadersToVerify =
  | Iterable<readonly [name: string, value: string]>
  | Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** A request and its answer, as any HTTP client of a test has them. */
export interface ExchangeToVerify {
  readonly request: {
    readonly method: string;
    /** The whole URL with any base URL, or its path from `/` on. */
    readonly url: string | URL;
    readonly headers?: HeadersToVerify;
    /** The JSON body, read, or its text. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: HeadersToVerify;
    /** The JSON body, read, or the text as it came; nothing when there was none. */
    readonly body?: unknown;
  };
}

/** One requirement that does not hold. */
export interface Breach {
  readonly id: string;
  /** The sentence. */
  readonly title: string;
  /** Section of the document. */
  readonly section: string;
  readonly level: Exclude<Level, 'observe'>;
  /** Whose requirement it is: the service's, or that of the client who made the request. */
  readonly party: 'target' | 'client';
  /** JSON Pointer into the body; null when the whole is meant. */
  readonly where: string | null;
  readonly expected: string;
  readonly actual: string;
  /** All of it in one sentence. */
  readonly message: string;
}

/** What the rules say of an exchange. `other`: it belongs to none of the 14 operations. */
export type Verification =
  | { readonly kind: 'holds'; readonly operation: Operation }
  | { readonly kind: 'broken'; readonly operation: Operation; readonly breaches: readonly [Breach, ...Breach[]] }
  | { readonly kind: 'other' };

/** Where a path belongs whose base URL is unknown. */
const SOMEWHERE = 'http://localhost';

/** Headers that were not recorded are not judged. */
const ASSUMED_HEADERS: Headers = { 'content-type': 'application/json' };

function headersOf(given: HeadersToVerify | undefined): Headers {
  if (given === undefined) return ASSUMED_HEADERS;
  if (Symbol.iterator in given) return joined(given as Iterable<readonly [string, string]>);
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return joined(known.map(([name, value]) => [name, [value].flat().join(', ')]));
}

/** Text is read as JSON when it is; anything else is a body that was read before. */
function bodyOf(given: unknown): Body {
  if (given === undefined || given === '') return { kind: 'empty' };
  if (typeof given !== 'string') return { kind: 'json', value: given as Json, text: JSON.stringify(given) };
  try {
    return { kind: 'json', value: JSON.parse(given) as Json, text: given };
  } catch {
    return { kind: 'unreadable', text: given, reason: 'a body that is no JSON' };
  }
}

function exchangeOf({ request, response }: ExchangeToVerify, id: number): Exchange | undefined {
  const { href } = new URL(request.url, SOMEWHERE);
  const known = recognise(request.method, href);
  if (!known) return undefined;
  const sent = bodyOf(request.body);
  const body = bodyOf(response.body);
  const headers = headersOf(response.headers);
  return {
    id,
    operation: known.operation,
    purpose: 'verifyExchange',
    startedAt: now(),
    durationMs: 0,
    // As in a recording, an Authorization header that is not there may have been left out.
    recorded: { file: 'verifyExchange', entry: id },
    request: {
      method: request.method.toUpperCase(),
      url: href,
      headers: headersOf(request.headers),
      path: known.path,
      query: known.query,
      body: sent.kind === 'json' ? sent.value : undefined,
      credentials: 'token',
    },
    response: { status: response.status, headers, body, bytes: body.kind === 'empty' ? 0 : body.text.length },
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

/** Holds exchanges against the rules in the order in which they are given: what follows from several is seen too. */
export class Verifier {
  readonly #judge = new Judge(trafficRows);
  #count = 0;

  /** Judges one exchange; a list that repeats an item, or a status that goes back, shows at the later one. */
  verify(given: ExchangeToVerify): Verification {
    this.#count += 1;
    const exchange = exchangeOf(given, this.#count);
    if (!exchange) return { kind: 'other' };
    const [first, ...more] = this.#judge.take(exchange).map(breach);
    const { operation } = exchange;
    return first ? { kind: 'broken', operation, breaches: [first, ...more] } : { kind: 'holds', operation };
  }
}

/** Holds one exchange against every rule that needs no other. */
export const verifyExchange = (exchange: ExchangeToVerify): Verification => new Verifier().verify(exchange);
