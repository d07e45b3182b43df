import type { Operation } from '../contract/operations.ts';
import { isAccepted } from '../model/exchange.ts';
import { keyOf } from '../model/facts.ts';
import type { InconclusiveCause, InconclusiveOutcome, Outcome } from '../model/outcome.ts';
import { groupBy } from '../values/group-by.ts';
import { steadyRefusal } from '../values/steady-text.ts';
import type { CheckPart } from './check.ts';
import { refusalOf } from './refusal.ts';
import { activeChecks, type Row } from './row.ts';

/** The parts of a row's checks that are retried. Closing checks come afterwards. */
export const RETRIED_PARTS: readonly CheckPart[] = ['fixed', 'generated'];

/** A row that refusals or an outage left undecided on an operation. */
export interface Undecided {
  readonly row: Row;
  readonly operation: Operation;
  /** How the target refused a request, or else the reason, without what differs from one check to the next. */
  readonly reason: string;
  /** How the target refused valid requests of this and of other undecided checks, in the same form. */
  readonly refusals: ReadonlySet<string>;
}

/** What may pass: funds arrive, limits on what is accepted in some time end, outages end. Others are blocked by these. */
const PASSING: readonly InconclusiveCause[] = ['refused', 'transport', 'blocked'];

/** Whether a check that is undecided may be decided later. */
export const mayBeDecidedLater = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'inconclusive' && PASSING.includes(outcome.cause);

/** Returns how the target refused a request, or else the reason, without what differs from one check to the next. */
const whyOf = ({ refusal, reason }: InconclusiveOutcome): string => steadyRefusal(refusal?.words ?? reason);

/**
 * Returns the outcome of a retried check. A failure by a refusal in the same words as those that left checks undecided is
 * none: the target may refuse any request so for some time after another one.
 */
export function unlessRefusedAlike(outcome: Outcome, refusals: ReadonlySet<string>): Outcome {
  const refused = outcome.kind === 'fails' ? outcome.failures[0].exchanges.at(-1) : undefined;
  if (outcome.kind !== 'fails' || refused === undefined || isAccepted(refused)) return outcome;
  const refusal = refusalOf(refused);
  if (!refusals.has(steadyRefusal(refusal.words))) return outcome;
  const [{ expected, actual }] = outcome.failures;
  return { kind: 'inconclusive', cause: 'refused', reason: `expected ${expected}; got ${actual}, as before`, refusal };
}

const isRetried = (row: Row): boolean =>
  row.level !== 'observe' && RETRIED_PARTS.some((part) => activeChecks(row, part).length > 0);

/**
 * Returns what is to be retried, in groups that have one reason, the largest first. Returns nothing if a must has failed,
 * because the verdict is clear then, or if no must is undecided.
 */
function undecidedIn(rows: readonly Row[], outcomes: Readonly<Record<string, Outcome>>): readonly Undecided[][] {
  const musts = rows.filter(({ level }) => level === 'must');
  const kinds = musts.flatMap(({ id, operations }) => operations.map((each) => outcomes[keyOf(id, each)]));
  if (kinds.some((each) => each?.kind === 'fails') || !kinds.some(mayBeDecidedLater)) return [];
  const refusals = new Set<string>();
  const found = rows.filter(isRetried).flatMap((row) =>
    row.operations.flatMap((operation): readonly Undecided[] => {
      const outcome = outcomes[keyOf(row.id, operation)];
      if (outcome?.kind !== 'inconclusive' || !mayBeDecidedLater(outcome)) return [];
      if (outcome.refusal) refusals.add(whyOf(outcome));
      return [{ row, operation, reason: whyOf(outcome), refusals }];
    }),
  );
  return [...groupBy(found, ({ reason }) => reason).values()]
    .map((group) => [...group])
    .sort((a, b) => b.length - a.length);
}

/** Maximum number of reasons for which a check is retried. */
const MOST_REASONS = 10;

/** By how many the checks of one reason that are undecided again may outnumber those that are decided. */
const MOST_UNDECIDED = 2;

/**
 * Retries the checks that refusals or outages left undecided, one at a time and after all others, and enters the outcomes
 * that are decided. The first checks of a reason show whether the reason has passed: once two more are undecided again
 * than decided, the other checks with that reason are not retried. `retry` returns undefined for a check that cannot be
 * retried any more.
 */
export async function retryUndecided(
  rows: readonly Row[],
  outcomes: Record<string, Outcome>,
  retry: (undecided: Undecided) => Promise<Outcome | undefined>,
): Promise<void> {
  for (const group of undecidedIn(rows, outcomes).slice(0, MOST_REASONS)) {
    let surplus = 0;
    for (const undecided of group) {
      const outcome = await retry(undecided);
      if (outcome === undefined) break;
      const isDecided = outcome.kind !== 'inconclusive';
      if (isDecided) outcomes[keyOf(undecided.row.id, undecided.operation)] = outcome;
      surplus += isDecided ? -1 : 1;
      if (surplus === MOST_UNDECIDED) break;
    }
  }
}

/** Maximum number of pauses in final retries. */
const MOST_PAUSES = 12;

/** The pauses in the final retries of a run: none after one that changed nothing. */
export class FinalPauses {
  #left = MOST_PAUSES;

  /** Returns whether there is a pause left, and takes it. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }

  /** Notes that a check was undecided after a pause too. */
  wasInVain(): void {
    this.#left = 0;
  }
}
