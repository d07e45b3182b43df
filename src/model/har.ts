import type { Operation } from '../contract/operations.ts';
import { type Json, member } from '../values/json.ts';
import type { Body, BodyBound, Credentials } from './exchange.ts';
import type { Purpose } from './purpose.ts';
import type { ReportedRequest, ReportedResponse } from './reported.ts';

/** The file of the recorded exchanges in the folder of a report. */
export const RECORDING_FILE = 'exchanges.har';

/** The comment of a HAR content of which only a part was kept. */
export const PART_OF_BODY = 'only a part of the body';

/** The members that this tool adds to an entry of exchanges.har. HAR 1.2 reserves names that begin with `_` for them. */
export interface OwnMembers {
  /** The number of the exchange. It is the first member, so that a line shows it without being parsed. */
  readonly _id: number;
  readonly _operation: Operation;
  /** The attempt, case or shared value that the exchange was made for, and its number there. */
  readonly _made_for?: string | undefined;
  readonly _number?: number | undefined;
  readonly _purpose?: string;
  /** How the request was described, beyond its method and URL. */
  readonly _path?: Readonly<Record<string, string>>;
  readonly _query?: Readonly<Record<string, readonly string[]>>;
  readonly _credentials?: Credentials;
  readonly _elsewhere?: true;
  /** How the body of the response was read, why it could not be, and the flag of the bound that it exceeds. */
  readonly _body?: Body['kind'];
  readonly _unreadable?: string;
  readonly _bound?: string;
  /** The places of masked account numbers in both bodies. */
  readonly _hidden?: { readonly request?: object; readonly response?: object };
  /** The requirements that the exchange was made for or shows to fail. */
  readonly _requirements: readonly string[];
  /** In merged exchanges: the index of the shard, from 0. */
  readonly _part?: number;
}

/** The members that this tool adds to the `response` of an entry if there was none. */
export interface OwnResponseMembers {
  /** Why there is no response. */
  readonly _error: string;
  /** True if the request was never sent, or this tool aborted it. */
  readonly _unsent?: true;
}

/** An entry as this tool writes it: its own members and those of HAR. */
export type OwnEntry = OwnMembers & { readonly comment: string; readonly [name: string]: unknown };

/** One exchange with secrets removed, from which an entry of `exchanges.har` is written. */
export interface RecordedEntry {
  readonly id: number;
  readonly operation: Operation;
  readonly purpose: Purpose;
  /** The attempt, case or shared value that it was made for, and its number among the requests to that operation. */
  readonly made_for?: string;
  readonly number?: number;
  /** How the request was described, beyond its method and URL. */
  readonly asked?: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, readonly string[]>>;
    readonly credentials: Credentials;
    readonly elsewhere?: true;
  };
  /** How the response's body was read, why it could not be, and the bound of the run that it exceeds. */
  readonly read?: {
    readonly kind: Body['kind'];
    readonly reason?: string;
    readonly bound?: BodyBound;
  };
  /** The places of masked account numbers in both bodies. */
  readonly hidden?: { readonly request?: object; readonly response?: object };
  readonly started_at: string;
  readonly duration_ms: number;
  readonly request: ReportedRequest;
  readonly response: ReportedResponse | null;
  /** Why there is no response. */
  readonly lost?: string;
  /** True if the request was never sent, or this tool aborted it. */
  readonly unsent?: true;
}

/** A HAR entry as written to the file, on one line. */
export interface EntryLine {
  /** The number of the exchange. */
  readonly id: number;
  readonly text: string;
}

/** Returns a member that this tool adds to entries. */
export const ownMember = (entry: unknown, name: keyof OwnMembers): Json | undefined => member(entry, name);

/** Returns a member that this tool adds to responses. */
export const ownOfResponse = (response: unknown, name: keyof OwnResponseMembers): Json | undefined =>
  member(response, name);

/** Returns the line that stands for an exchange of which nothing but its number was kept. */
export const leftOutLine = (id: number): string =>
  JSON.stringify({ _id: id, comment: 'left out' } satisfies Partial<OwnEntry>);

/** Returns the number of the exchange whose entry is on this line, or undefined if the line holds no entry. */
export function idOfLine(line: string): number | undefined {
  const id = /^\{"_id":(\d+),/.exec(line)?.[1];
  return id === undefined ? undefined : Number(id);
}
