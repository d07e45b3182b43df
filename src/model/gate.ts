import type { Operation } from '../contract/operations.ts';
import type { Change } from './comparison.ts';

/** A known failure that a pipeline accepts until a date. It is still exercised and reported. */
export interface Waiver {
  /** Id of the requirement that does not hold. */
  readonly requirement: string;
  /** The only operation it covers; if missing, it covers all operations of the requirement. */
  readonly operation?: Operation;
  readonly reason: string;
  /** The last day, in UTC, on which the waiver is in force: `2026-12-31`. */
  readonly expires: string;
  /** Where the repair is tracked. */
  readonly link?: string;
}

/** Returns the name of a waiver in sentences. It is unique within a file. */
export const nameOfWaiver = ({ requirement, operation }: Waiver): string =>
  operation === undefined ? requirement : `${requirement} on ${operation}`;

/**
 * `in_force`: excuses a failure. `expired` and `unneeded` are errors. `untried`: the run did not exercise what the
 * waiver excuses.
 */
export type WaiverState = 'in_force' | 'expired' | 'unneeded' | 'untried';

/** A waiver and its state in a run. */
export interface JudgedWaiver extends Waiver {
  readonly state: WaiverState;
}

/** The weakest level whose failures make the gate fail. */
export type FailOn = 'must' | 'should';

/** What became worse or better since the baseline report. */
export interface AgainstBaseline {
  readonly started_at: string;
  readonly worse: readonly Change[];
  readonly healed: readonly Change[];
}

/**
 * The decision of a pipeline about a report. The verdict says what the target does; the gate says whether the pipeline
 * passes: `passes` (exit code 0), `fails` (1), `incomplete` (3), `aborted` (4).
 */
export interface Gate {
  readonly outcome: 'passes' | 'fails' | 'incomplete' | 'aborted';
  readonly fail_on: FailOn;
  readonly allow_incomplete: boolean;
  /** One sentence for each thing that makes the gate fail, or that was excused. */
  readonly reasons: readonly string[];
  readonly waivers: readonly JudgedWaiver[];
  readonly baseline?: AgainstBaseline;
}

/** Returns whether a waiver covers an operation. */
export const covers = ({ operation }: Waiver, on: Operation): boolean => operation === undefined || operation === on;

/** Returns the waiver in force for a requirement on an operation. */
export const waiverOf = (
  waivers: readonly JudgedWaiver[],
  id: string,
  operation: Operation,
): JudgedWaiver | undefined =>
  waivers.find((each) => each.state === 'in_force' && each.requirement === id && covers(each, operation));
