import { KEPT_FAILURES, type Tally } from '../model/facts.ts';
import type { Failure } from '../model/outcome.ts';
import { byClarity, type ShownRequests } from './clarity.ts';

/** A tally that can still grow. */
export interface OpenTally extends Tally {
  judged: number;
  relevant: number;
  failed: number;
  readonly failures: Failure[];
  blockedBy?: readonly string[];
}

const shownBy = ({ operation, exchanges }: Failure): ShownRequests => ({
  operation,
  requests: exchanges.map(({ request }) => request),
});

const compare = (a: Failure, b: Failure): number => byClarity(shownBy(a), shownBy(b));

/** Adds a failure if it is among the clearest. `kept` makes what is kept of it. */
export function keepFailure({ failures }: OpenTally, failure: Failure, kept: (failure: Failure) => Failure): void {
  const last = failures.length < KEPT_FAILURES ? undefined : failures.at(-1);
  if (last && compare(failure, last) >= 0) return;
  failures.push(kept(failure));
  failures.sort(compare).splice(KEPT_FAILURES);
}

/**
 * Notes what a response broke that a row could not judge. Only requirements that every such response so far has broken
 * block the row.
 */
export function narrowBlockedBy(tally: OpenTally, broken: readonly string[]): void {
  if (tally.blockedBy?.length === 0) return;
  tally.blockedBy = tally.blockedBy?.filter((id) => broken.includes(id)) ?? broken;
}
