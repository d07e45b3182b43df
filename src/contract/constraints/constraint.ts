import type { Json, JsonObject } from '../../values/json.ts';
import type { Operation } from '../operations.ts';
import type { Citation } from '../requirement.ts';
import type { Network } from './limits.ts';

/** The parts of a request that constraints are about; a list parameter has all its values. */
export interface RequestParts {
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: Json | undefined;
}

/** In what a request breaks a constraint: what was expected, and the value in its place or words for what is there. */
export type Breach = { readonly expected: string } & ({ readonly actual: string } | { readonly value: Json });

/** Text of exactly so many ASCII characters. */
type Fill = (length: number) => string;

/** A body just beyond a constraint, and its twin, which differs in that only: both made of any lawful body. */
export interface BoundaryCase {
  /** The variant in words: `a memo of 101 characters`. */
  readonly what: string;
  readonly variant: (body: JsonObject, fill?: Fill) => JsonObject;
  /** A twin at the limit, with its words; without one, the lawful body is the twin. */
  readonly at?: { readonly what: string; readonly twin: (body: JsonObject, fill?: Fill) => JsonObject };
}

/** A cell of the coverage table, and how a request is recognised to reach it. */
export interface Cell {
  readonly kind: 'field' | 'value' | 'boundary';
  readonly name: string;
  readonly in: (request: RequestParts) => boolean;
}

interface Stated<Claim extends string> {
  readonly operation: Operation;
  readonly claim: Claim;
  /** The member of the body, or the query parameter, that it is about; empty for all of them. */
  readonly member: string;
  /** Where the document states it; the definition first, the table of limits (8) after it. */
  readonly cites: readonly [Citation, ...Citation[]];
  /** The place it is derived from: a file, and a JSON Pointer or a name in it. */
  readonly from: string;
  /** False for a request that leaves out what it is about. */
  readonly concerns: (request: RequestParts) => boolean;
  /** In what a client's request breaks it; empty when it is kept. */
  readonly broken: (request: RequestParts) => readonly Breach[];
  /** Bodies beyond it, the smallest first; none for query parameters, whose values depend on the target. */
  readonly cases: readonly BoundaryCase[];
  readonly cells: readonly Cell[];
}

export type Required = Stated<'required'>;
export type NotEmpty = Stated<'not-empty'>;
/** Exactly one of two members. */
export type OneOf = Stated<'one-of'>;
/** JSON types and formats of a body, of its metadata, or of the query. */
export type Typed = Stated<'type'> & { readonly of: 'body' | 'metadata' | 'query' };
/** One of a closed set of values. */
export type Listed = Stated<'listed'> & {
  readonly of: 'body' | 'query';
  readonly values: readonly string[];
  /** Values that real sets of this kind hold and the document's does not; one begins as a listed value does. */
  readonly outside: readonly [string, ...string[]];
};
/** What an upper limit counts. */
export type Measure = 'pairs' | 'key' | 'value' | 'characters' | 'values' | 'number';
export type AtMost = Stated<'at-most'> & {
  readonly of: Measure;
  readonly limit: number;
  /** The network of the fiat account that it holds for; no request shows it, so that clients are not judged by it. */
  readonly network?: Network;
};

/** What the document demands of requests of one operation, stated once. */
export type Constraint = Required | NotEmpty | OneOf | Typed | Listed | AtMost;
