/** What is known about a run before its first request. */
export interface RunContext {
  /** A short unique id that marks everything the run creates. */
  readonly id: string;
  readonly seed: number;
  /** Number of generated cases for each property. */
  readonly runs: number;
  /**
   * True if the target is on a loopback address and no budget bounds withdrawals: there is no real money and no other user
   * to consider.
   */
  readonly spendsFreely: boolean;
  /** True if the user says that the fixtures are valid and funded: an operation that refuses every valid request fails. */
  readonly strict: boolean;
  /**
   * True if the bank details of the updatable account may be changed: on a loopback address, or if the user named the
   * account. False if withdrawals go to it.
   */
  readonly changesBankDetails: boolean;
  /** The maximum number of items of one list that a probe holds. */
  readonly maxItems: number;
  /** The maximum number of pages of one list that a probe follows. */
  readonly maxPages: number;
}

/** The same in report.json, where `spendsFreely` has an older name. */
export type ReportedContext = Omit<RunContext, 'spendsFreely'> & { readonly loopback: boolean };

/** Returns the context of a run as report.json has it. */
export const reportedContext = ({ id, seed, runs, spendsFreely, ...others }: RunContext): ReportedContext => ({
  id,
  seed,
  runs,
  loopback: spendsFreely,
  ...others,
});

/** Returns the context that report.json tells of. */
export const contextOf = ({ loopback, ...others }: ReportedContext): RunContext => ({
  ...others,
  spendsFreely: loopback,
});
