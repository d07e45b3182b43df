/** What the scripts of the proof exchange. */
import type { Operation } from '../../dist/src/contract/operations.js';
import type { RowResult } from '../../dist/src/engine/results.js';
import type { Row as SuiteRow } from '../../dist/src/engine/row.js';

export type Row = SuiteRow;
export type Results = readonly RowResult[];

/** A service with one fault. As `remote` it is tried within the budgets of a target on another host. */
export interface FaultTarget {
  readonly kind: 'fault' | 'remote';
  readonly name: string;
  readonly section: string;
  readonly on: readonly string[];
  /** The requirement that must catch it, and the operations on which it must. */
  readonly due: string;
  readonly dueOn: readonly Operation[];
  readonly faults: readonly string[];
  /** Whether only a service with all its accounts shows it. */
  readonly whole: boolean;
}

/** A service with a latitude, which must not be accused. */
export interface LatitudeTarget {
  readonly kind: 'latitude';
  readonly name: string;
  readonly section: string;
  readonly on: readonly string[];
  readonly latitudes: readonly string[];
  readonly whole: boolean;
}

/** A service with several latitudes. */
export interface CombinationTarget {
  readonly kind: 'combination';
  readonly name: string;
  readonly latitudes: readonly string[];
}

/** The service as it is. */
export interface LawfulTarget {
  readonly kind: 'lawful';
  readonly name: string;
  readonly whole: true;
}

/** A server that answers every request alike. */
export interface NullTarget {
  readonly kind: 'null';
  readonly name: string;
  readonly nullTarget: string;
}

/** The suite without one kind of a requirement's checks, which some of its faults must show. */
export interface LossTarget {
  readonly kind: 'loss';
  readonly name: string;
  readonly due: string;
  /** What is left out: `ID:kind`. */
  readonly left: string;
  /** What else is left out in a run on the traffic of others. */
  readonly probes: readonly string[];
  readonly losing: readonly FaultTarget[];
}

export type Target = FaultTarget | LatitudeTarget | CombinationTarget | LawfulTarget | NullTarget | LossTarget;

/** A target that a run is made against; members that it lacks are undefined. */
export type RunTarget = Partial<
  Pick<FaultTarget, 'faults' | 'due'> & Pick<LatitudeTarget, 'latitudes' | 'whole'> & Pick<NullTarget, 'nullTarget'>
> & {
  readonly kind?: Target['kind'];
  /** The only requirements of the run. */
  readonly only?: readonly string[];
  /** Cases of each property. */
  readonly runs?: string;
};

/** How a target is tried, in each thread. */
export interface Options {
  readonly seed: number;
  /** What is left out of the suite: `ID`, `ID:rule` or `ID:probe`. */
  readonly without: readonly string[];
  /** Whether each fault is tried with the whole suite. */
  readonly whole?: boolean;
}

/** What a run against a service without faults allows, within the budgets of a target on another host. */
export interface Allowances {
  /** Cases of the properties that want more, by requirement and operation. */
  readonly cases: Readonly<Record<string, number>>;
  readonly unexercised: readonly string[];
  readonly requests: number;
  readonly withdrawals: number;
}

/** What a target shows. Which members there are depends on its kind. */
export interface Found {
  /** Why it could not be tried. */
  readonly broken?: string;
  readonly failed?: readonly string[];
  readonly caughtOn?: readonly Operation[];
  readonly passed?: readonly string[];
  readonly unexercised?: readonly string[];
  readonly verdict?: string;
  readonly requests?: number;
  readonly withdrawals?: number;
  readonly milliseconds?: number;
  /** Why the run ended early. */
  readonly stopped?: string | undefined;
  /** Whether the whole suite was run. */
  readonly whole?: boolean;
  /** The fault that is missed without the checks that were left out. */
  readonly lost?: string;
}

export interface Judgement {
  readonly ok: boolean;
  /** What was found, in words. */
  readonly what: string;
  readonly cause?: string;
}

export interface Finding {
  readonly target: Target;
  readonly found: Found;
  readonly judgement: Judgement;
}
