import type { Json, JsonObject } from '../../values/json.ts';
import type { NonEmpty } from '../../values/non-empty.ts';
import type { FiatNetwork } from '../networks.ts';
import type { Operation } from '../operations.ts';
import type { Citation } from '../requirement.ts';

/** The parts of a request that constraints are about. A list parameter has all its values. */
export interface RequestParts {
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: Json | undefined;
}

/** How a request breaks a constraint: what was expected, and what was found, as the value itself or in words. */
export type Breach = { readonly expected: string } & ({ readonly actual: string } | { readonly value: Json });

/** Makes a text of exactly `length` ASCII characters. */
type Fill = (length: number) => string;

/** A body just beyond a constraint and its twin, which differs only in that. Both are made from any valid body. */
export interface BoundaryCase {
  /** Describes the variant: `a memo of 101 characters`. */
  readonly what: string;
  readonly variant: (body: JsonObject, fill?: Fill) => JsonObject;
  /** A twin at the limit, with its description. Without it, the valid body is the twin. */
  readonly at?: { readonly what: string; readonly twin: (body: JsonObject, fill?: Fill) => JsonObject };
}

/** A cell of the coverage table of an operation. `in` returns whether a request reaches it. */
export interface Cell {
  readonly kind: 'parameter' | 'field' | 'value' | 'boundary';
  readonly name: string;
  readonly in: (request: RequestParts) => boolean;
}

interface Stated<Kind extends string> {
  readonly operation: Operation;
  readonly kind: Kind;
  /** The body member or query parameter that it is about; empty for all of them. */
  readonly member: string;
  /** Where the document states it: first the definition, then the table of limits (8). */
  readonly cites: NonEmpty<Citation>;
  /** Where it is derived from: a file, and a JSON Pointer or a name in it. */
  readonly from: string;
  /** Returns whether the request has what the constraint is about. */
  readonly concerns: (request: RequestParts) => boolean;
  /** Returns how a client's request breaks it; empty if it does not. */
  readonly broken: (request: RequestParts) => readonly Breach[];
  /** Bodies that break it, smallest first. Empty for query parameters, whose values depend on the target. */
  readonly cases: readonly BoundaryCase[];
  readonly cells: readonly Cell[];
}

export type Required = Stated<'required'>;
export type NotEmpty = Stated<'not-empty'>;
/** Exactly one of two members must be given. */
export type OneOf = Stated<'one-of'>;
/** JSON types and formats of a body, of its metadata, or of the query. */
export type Typed = Stated<'type'> & { readonly of: 'body' | 'metadata' | 'query' };
/** The value must be one of an enum. */
export type Listed = Stated<'listed'> & {
  readonly of: 'body' | 'query';
  readonly values: readonly string[];
  /** Values that such enums have elsewhere, but not in the document. One of them begins like a listed value. */
  readonly outside: NonEmpty<string>;
};
/** What an upper limit counts. */
export type Measure = 'pairs' | 'key' | 'value' | 'characters' | 'values' | 'number';
export type AtMost = Stated<'at-most'> & {
  readonly of: Measure;
  readonly limit: number;
  /**
   * The network of the fiat account that the limit applies to. Requests do not show the network, so clients are not
   * judged by this limit.
   */
  readonly network?: FiatNetwork;
};

/** What the document demands of requests of one operation, stated once. */
export type Constraint = Required | NotEmpty | OneOf | Typed | Listed | AtMost;
