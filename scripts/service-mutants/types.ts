/** What the scripts of the mutants of services exchange. */

/** One piece of a source replaced. */
export interface Mutant {
  readonly of: string;
  /** Where it is, whatever lines are above: the text of its line, its column there, and what it becomes. */
  readonly key: string;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** What is tried: keys of a sample, of so many mutants in code that requests reach. */
export interface Sample {
  readonly seed: number;
  readonly commit: string;
  readonly pool: number;
  readonly keys: readonly string[];
}

/** A requirement that does not hold, or was not exercised. */
export interface Shown {
  readonly id: string;
  readonly level: string;
  readonly status?: string;
  readonly operation?: string | null | undefined;
  readonly message?: string | null | undefined;
}

export interface Verdict {
  readonly verdict: string;
  readonly failures: readonly Shown[];
}

/** A function of a source that was reached, or a range in it: the first one is the whole function. */
interface Reached {
  readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
}

/** What is reached as the implementation starts, and later by requests. */
export interface Coverage {
  readonly atStart: readonly Reached[];
  readonly later: readonly Reached[];
}

/** What the run of a mutant shows. */
export interface Found extends Partial<Verdict> {
  /** Why it could not be tried. */
  readonly broken?: string;
  readonly reason?: string | undefined;
  readonly unexercised?: readonly Shown[];
  readonly requests?: number;
  readonly milliseconds?: number;
  readonly coverage?: Coverage;
  /** What a run with --strict found, of a mutant that leaves the run incomplete. */
  readonly strict?: Verdict;
}

/** How the run of a mutant ended, and what the mutant is. */
export interface Judgement {
  readonly end: string;
  readonly kind: string;
  readonly reason?: string | undefined;
}

export interface Judged extends Judgement {
  readonly mutant: string;
}
