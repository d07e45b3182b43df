/** What is known of a run before its first request. */
export interface RunFacts {
  /** Short unique id that tags everything the run creates. */
  readonly id: string;
  readonly seed: number;
  /** Cases per property. */
  readonly runs: number;
  /** True when the target is on a loopback address: no real money, no other users to be polite to. */
  readonly loopback: boolean;
  /** Whether the user says that the fixtures are valid and funded: a lawful request that is refused each time then fails. */
  readonly strict: boolean;
  /** Whether bank details of the account to update may be changed: on a loopback address, or where the user named the account. */
  readonly changesBankDetails: boolean;
  /** Most items of one list that a probe holds. */
  readonly maxItems: number;
  /** Most pages that a probe follows. */
  readonly maxPages: number;
}
