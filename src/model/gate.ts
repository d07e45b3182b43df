import type { Operation } from '../contract/operations.ts';
import type { Change } from './comparison.ts';

/** A known failure that a pipeline lives with until a date: it still runs, and is still shown. */
export interface Waiver {
  /** Id of the requirement that does not hold. */
  readonly requirement: string;
  /** The one operation that is meant; all operations of the requirement when it is left out. */
  readonly operation?: Operation;
  readonly reason: string;
  /** The last day, in UTC, on which the waiver is in force: `2026-12-31`. */
  readonly expires: string;
  /** Where the repair is followed. */
  readonly link?: string;
}

/** `in_force`: excuses a failure. `expired` and `unneeded` are errors. `untried`: the run did not get to what it excuses. */
export type WaiverState = 'in_force' | 'expired' | 'unneeded' | 'untried';

/** A waiver as a run found it. */
export interface JudgedWaiver extends Waiver {
  readonly state: WaiverState;
}

/** The weakest level whose failures close the gate. */
export type FailOn = 'must' | 'should';

/** What became worse, and what better, since the report that a pipeline takes as its baseline. */
export interface AgainstBaseline {
  readonly started_at: string;
  readonly worse: readonly Change[];
  readonly healed: readonly Change[];
}

/**
 * What a pipeline makes of a report. The verdict says what the target does; the gate says whether the pipeline goes on:
 * `passes` (exit code 0), `fails` (1), `incomplete` (3), `aborted` (4).
 */
export interface Gate {
  readonly outcome: 'passes' | 'fails' | 'incomplete' | 'aborted';
  readonly fail_on: FailOn;
  readonly allow_incomplete: boolean;
  /** A sentence for each thing that closes the gate, or that was waived. */
  readonly reasons: readonly string[];
  readonly waivers: readonly JudgedWaiver[];
  readonly baseline?: AgainstBaseline;
}

/** Whether a waiver is about an operation. */
export const covers = ({ operation }: Waiver, on: Operation): boolean => operation === undefined || operation === on;

/** The waiver in force for a requirement on one of its operations. */
export const waiverOf = (
  waivers: readonly JudgedWaiver[],
  id: string,
  operation: Operation,
): JudgedWaiver | undefined =>
  waivers.find((each) => each.state === 'in_force' && each.requirement === id && covers(each, operation));
