import { isNonEmpty, type NonEmpty } from '../values/non-empty.ts';
import type { Operation } from './operations.ts';

/**
 * How binding a requirement is. `must`: the document states it. `should`: it follows from what a field means, or examples
 * show it, but the document does not state it. `observe`: the document leaves it open; it is recorded, never failed.
 */
export type Level = 'must' | 'should' | 'observe';

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

/** A place in the document: its section, and words that are there to the letter. */
export interface Citation {
  readonly section: string;
  readonly words: string;
}

/** One testable sentence of the document. */
export interface Requirement {
  /** `SUBJECT-CLAIM`; never reused. */
  readonly id: string;
  /** The sentence in our words. */
  readonly title: string;
  readonly level: Level;
  readonly aspect: Aspect;
  readonly operations: NonEmpty<Operation>;
  /** The section of the document that its subject is in. */
  readonly section: string;
  /** Where the document says so, the words that it rests on first. */
  readonly cites: NonEmpty<Citation>;
  /** Who has to keep it, when it is not the target: `client` for what the document demands of requests. */
  readonly party?: 'client';
  /** What the check lets pass on purpose, and why. */
  readonly lenience?: string;
  /** Parameters of its operations, where each of them is a claim of its own. */
  readonly parameters?: Readonly<Partial<Record<Operation, readonly string[]>>>;
  /** Where the row is derived from: a file and a JSON Pointer in it, `schemas/transfer.schema.json#/properties/fee`. */
  readonly from?: string;
}

/** The requirement on those of its operations that are kept; nothing when none is. */
export function onlyOn<R extends Requirement>(requirement: R, keeps: (operation: Operation) => boolean): readonly R[] {
  const operations = requirement.operations.filter(keeps);
  if (operations.length === requirement.operations.length) return [requirement];
  return isNonEmpty(operations) ? [{ ...requirement, operations }] : [];
}

/** What a requirement claims: on each operation, or on each parameter of one. */
export const claimsOf = ({ operations, parameters }: Requirement): readonly string[] =>
  operations.flatMap((operation) => {
    const own = parameters?.[operation];
    return own ? own.map((parameter) => `${operation} ${parameter}`) : [operation];
  });
