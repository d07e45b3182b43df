import type { Operation } from '../contract/operations.ts';
import { isSuccess, NO_ANSWER } from '../values/http-status.ts';
import type { Json } from '../values/json.ts';
import type { Purpose } from './purpose.ts';

/**
 * The credentials of a request: the run's token as Bearer, or a form that must be refused: no header, another header,
 * the run's token under another scheme, with a suffix, or without its last `cut` characters, an `unsigned` JSON Web
 * Token (RFC 7519, 6) with the claims of the run's token, or the token with letters in the `otherCase`.
 */
export type Credentials =
  | 'token'
  | 'none'
  | { readonly header: string }
  | { readonly scheme: string; readonly suffix?: string; readonly cut?: number }
  | { readonly unsigned: true }
  | { readonly otherCase: true };

/** One value of a query parameter. Lists are written in the format of `--array-format`. */
export type QueryValue = string | number | boolean | readonly string[];

/** The query parameters of a request by name. */
export type Query = Readonly<Record<string, QueryValue>>;

/** A request as a probe describes it, before it is sent. */
export interface RequestInput {
  /** Values of the path parameters by name. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: Json;
  /** Text that is sent instead of the body, for bodies that must not be JSON. */
  readonly text?: string;
  readonly credentials?: Credentials;
  /**
   * True if the request goes to a path that the interface does not have, instead of the operation's own. No rule judges
   * the response.
   */
  readonly elsewhere?: true;
}

/** A request as it was sent, or as a recording shows it. */
export interface SentRequest {
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Lower-case names of the headers that the user adds to every request. */
  readonly gateway?: readonly string[];
  /** True if the connection uses a client certificate. */
  readonly certificate?: true;
  /** Values of the path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters. A list parameter has all its values, however they were written. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The JSON body; undefined if there was none or it could not be read. */
  readonly body: Json | undefined;
  /** Why the body could not be read as JSON. */
  readonly unread?: string;
  /** The text that was sent instead of a JSON body, in a request made by this tool. */
  readonly text?: string;
  readonly credentials: Credentials;
  /** True if the interface does not have the path. */
  readonly elsewhere?: true;
}

/** The position of an exchange in a recording. */
export interface RecordedPlace {
  readonly file: string;
  /** Number of the entry or line, from 1. */
  readonly entry: number;
}

/**
 * The body of a response: JSON, empty, or unreadable with the reason why it is not JSON. If a huge body was `cut`,
 * `text` is only its beginning, and so is each long string in `value`.
 */
export type Body =
  | { readonly kind: 'json'; readonly value: Json; readonly text: string; readonly cut?: true }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string; readonly bound?: BodyBound };

/** Settings that bound what the run reads of a body. A body beyond a bound is not read, so nothing is known about it. */
export const bodyBounds = ['maxResponseBytes', 'maxDecompressedBytes', 'maxJsonDepth'] as const;

export type BodyBound = (typeof bodyBounds)[number];

/** A response as it was received. */
export interface Response {
  readonly status: number;
  /** Header names are in lower case. Repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Length of the body in bytes as received. */
  readonly bytes: number;
}

/** What an exchange of a run was made for, and its number there. Both are the same when the run is replayed. */
export interface RequestPlace {
  /** The attempt, case or shared value that it was made for. */
  readonly madeFor: string;
  /**
   * Number of the request among those to its operation with the same `madeFor`, from 1. Retries of a request share it.
   */
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
  readonly purpose: Purpose;
  /** Set for exchanges that this tool made. */
  readonly place?: RequestPlace;
  /** Where the exchange was read from; missing if it was observed live. */
  readonly recorded?: RecordedPlace;
}

/** One request and its response, with timing. */
export interface Exchange extends Common {
  readonly response: Response;
}

/** A request that got no complete response. `lost` gives the reason in one sentence. */
export interface LostExchange extends Common {
  readonly lost: string;
  /** True if the request was never sent, or this tool aborted it. */
  readonly isUnsent: boolean;
  /** How far its connection came, if no further than this: none was established, or nothing was answered on it. */
  readonly connection?: 'none' | 'silent';
}

/** A request, with or without a response. */
export type Recorded = Exchange | LostExchange;

/** Returns whether a request got a response. */
export const isAnswered = (recorded: Recorded): recorded is Exchange => 'response' in recorded;

/** Converts a lost exchange to the form that HAR uses: status 0, an empty body, and the reason in `x-lost`. */
export const unanswered = ({ lost, isUnsent: _, connection: __, ...common }: LostExchange): Exchange => ({
  ...common,
  response: { status: NO_ANSWER, headers: { 'x-lost': lost }, body: { kind: 'empty' }, bytes: 0 },
});

/** Returns whether the target accepted the request: any 2xx, whatever else is wrong with the response. */
export const isAccepted = ({ response }: Exchange): boolean => isSuccess(response.status);

/** Returns the JSON value of the response's body, or undefined if it is not JSON. */
export const answered = ({ response }: Exchange): Json | undefined =>
  response.body.kind === 'json' ? response.body.value : undefined;
