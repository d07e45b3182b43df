import type { Operation } from '../contract/operations.ts';
import type { Json } from '../values/json.ts';

/**
 * How a request presents itself: with the run's token as Bearer, or in a way that must be refused: without the header, with
 * a header of the probe's own, or with the run's token under another scheme, with letters after it or cut by so many.
 */
export type Credentials =
  | 'token'
  | 'none'
  | { readonly header: string }
  | { readonly scheme: string; readonly suffix?: string; readonly cut?: number };

/** One value of a query parameter; lists are serialised as `--array-format` says. */
export type QueryValue = string | number | boolean | readonly string[];

/** A request as a probe asks for it, before it is put on the wire. */
export interface RequestInput {
  /** Values of the path's parameters, in the path's own names. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: Json;
  /** What is sent in place of the body, where that must be no JSON. */
  readonly text?: string;
  readonly credentials?: Credentials;
  /** True for a path that is none of the interface's, in place of the operation's own: no rule judges what it is answered. */
  readonly elsewhere?: true;
}

/** A request as it went out, or as a recording shows it. */
export interface SentRequest {
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of the headers that the user adds to every request, in lower case. */
  readonly gateway?: readonly string[];
  /** True where the connection has a client certificate. */
  readonly certificate?: true;
  /** Values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters; a list parameter has all its values, whatever their serialisation. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The JSON body; undefined when there was none, or none that could be read. */
  readonly body: Json | undefined;
  /** Why a body that was there could not be read as JSON. */
  readonly unread?: string;
  /** Such a body, of a request that this tool made. */
  readonly text?: string;
  readonly credentials: Credentials;
  /** True where the path is none of the interface's. */
  readonly elsewhere?: true;
}

/** Where an exchange is in a recording. */
export interface RecordedPlace {
  readonly file: string;
  /** Number of the entry or line, from 1. */
  readonly entry: number;
}

/**
 * The body of a response: JSON, nothing, or something else with the reason why it is not JSON. Of a huge one that was `cut`, `text` is
 * the beginning, and so is each long text within `value`.
 */
export type Body =
  | { readonly kind: 'json'; readonly value: Json; readonly text: string; readonly cut?: true }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string };

export interface Response {
  readonly status: number;
  /** Header names in lower case; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Length of the body in bytes, as it came over the wire. */
  readonly bytes: number;
}

/** What an exchange of a run was made for, and its number within that: the same when the run is made again. */
export interface Place {
  /** The attempt, case or shared thing that it was made for. */
  readonly madeFor: string;
  /** Number among the requests to its operation that were made for the same, from 1; attempts at one request share it. */
  readonly number: number;
}

interface Common {
  /** Number of the exchange in its run or recording, from 1. */
  readonly id: number;
  readonly operation: Operation;
  readonly request: SentRequest;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** The requirement whose probe made it, or what else it was made for. */
  readonly purpose: string;
  /** Of an exchange that this tool made. */
  readonly place?: Place;
  /** Where it was read from; nothing when it was seen as it happened. */
  readonly recorded?: RecordedPlace;
}

/** One request and its response, with timing. */
export interface Exchange extends Common {
  readonly response: Response;
}

/** A request that got no whole response: why, in one sentence. */
export interface LostExchange extends Common {
  readonly lost: string;
  /** True where the request never went on the wire, or was cut by us. */
  readonly isUnsent?: true;
}

export type Recorded = Exchange | LostExchange;

export const isAnswered = (recorded: Recorded): recorded is Exchange => 'response' in recorded;

/** A lost exchange as HAR writes one: with status 0 and an empty body, and why in `x-lost`. */
export const unanswered = ({ lost, isUnsent: _, ...common }: LostExchange): Exchange => ({
  ...common,
  response: { status: 0, headers: { 'x-lost': lost }, body: { kind: 'empty' }, bytes: 0 },
});

/** True for any 2xx: the target accepted the request, whatever else is wrong with the answer. */
export const isAccepted = ({ response }: Exchange): boolean => response.status >= 200 && response.status < 300;

/** The JSON value of the response's body; undefined when it is not JSON. */
export const answered = ({ response }: Exchange): Json | undefined =>
  response.body.kind === 'json' ? response.body.value : undefined;
