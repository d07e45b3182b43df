import { isNonEmpty, type NonEmpty } from '../values/non-empty.ts';
import type { Operation } from './operations.ts';

/** The levels of requirements, the strictest first. */
export const levels = ['must', 'should', 'observe'] as const;

/**
 * How binding a requirement is.
 * - `must`: the document states it.
 * - `should`: it follows from the meaning of a field, or examples show it, but the document does not state it.
 * - `observe`: the document leaves it open. It is recorded and never fails.
 */
export type Level = (typeof levels)[number];

/** The columns of the conformance matrix. */
export const aspects = [
  'authentication',
  'request checks',
  'response shape',
  'semantics',
  'paging',
  'filters',
  'limits',
  'state across',
] as const;

export type Aspect = (typeof aspects)[number];

/** A place in the document: its section, and words that occur there exactly. */
export interface Citation {
  readonly section: string;
  readonly words: string;
}

/** A testable sentence of the document. */
export interface Requirement {
  /** `SUBJECT-CLAIM`; never reused. */
  readonly id: string;
  /** The sentence in this project's words. */
  readonly title: string;
  readonly level: Level;
  readonly aspect: Aspect;
  readonly operations: NonEmpty<Operation>;
  /** The section of the document that describes its subject. */
  readonly section: string;
  /** The places in the document that state it, the most important first. */
  readonly cites: NonEmpty<Citation>;
  /** Who has to meet it, if not the target: `client` for demands on requests. */
  readonly party?: 'client';
  /** What the check lets pass on purpose, and why. */
  readonly lenience?: string;
  /** Parameters of its operations, if each of them is a separate claim. */
  readonly parameters?: Readonly<Partial<Record<Operation, readonly string[]>>>;
  /**
   * Where the row is derived from: a file and a JSON Pointer in it, such as
   * `schemas/transfer.schema.json#/properties/fee`.
   */
  readonly from?: string;
}

/** Narrows a requirement to the operations that `keeps` selects. Returns an empty list if none is left. */
export function onlyOn<R extends Requirement>(requirement: R, keeps: (operation: Operation) => boolean): readonly R[] {
  const operations = requirement.operations.filter(keeps);
  if (operations.length === requirement.operations.length) return [requirement];
  return isNonEmpty(operations) ? [{ ...requirement, operations }] : [];
}

/** Lists the claims of a requirement: one for each operation, or one for each parameter of an operation. */
export const claimsOf = ({ operations, parameters }: Requirement): readonly string[] =>
  operations.flatMap((operation) => {
    const own = parameters?.[operation];
    return own ? own.map((parameter) => `${operation} ${parameter}`) : [operation];
  });
