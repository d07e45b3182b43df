import { message } from '../cli/report-failure.ts';
import { Judge, type Violation } from '../engine/judge.ts';
import type { Body, Exchange } from '../model/exchange.ts';
import type { Json } from '../model/json.ts';
import type { Operation } from '../model/operations.ts';
import type { Level } from '../model/requirement.ts';
import { trafficRows } from '../suites/index.ts';
import { recognise } from '../traffic/recognise.ts';

/** A request and its answer, as any HTTP client of a test has them. */
export interface ExchangeToVerify {
  readonly request: {
    readonly method: string;
    /** The whole URL; any base URL. */
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** The JSON body, read. */
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
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

const lowered = (headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

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
  const known = recognise(request.method, request.url);
  if (!known) return undefined;
  const sent = bodyOf(request.body);
  const body = bodyOf(response.body);
  const headers = lowered(response.headers);
  return {
    id,
    operation: known.operation,
    purpose: 'verifyExchange',
    startedAt: Date.now(),
    durationMs: 0,
    request: {
      method: request.method.toUpperCase(),
      url: request.url,
      headers: lowered(request.headers),
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
  section: row.cites[0].section,
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
