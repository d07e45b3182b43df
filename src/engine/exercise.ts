import { isRead, type Operation, sharesOneObject } from '../contract/operations.ts';
import { isAccepted } from '../model/exchange.ts';
import type { Failure, InconclusiveCause, Outcome, Replay } from '../model/outcome.ts';
import { isTemporary } from '../values/http-status.ts';
import type { NonEmpty } from '../values/non-empty.ts';
import { type Attempt, type CheckContext, inconclusive, makeAttempt } from './attempt.ts';
import {
  type AttemptKind,
  CONFIRMATION,
  FINAL_RETRY,
  FIRST_ATTEMPT,
  LATER_RETRY,
  RETRY,
  SLOW_RETRIES,
  UNDISTURBED_ATTEMPTS,
} from './attempt-kinds.ts';
import { type Active, type CheckPart, casesOf } from './check.ts';
import { mayBeDecidedLater, RETRIED_PARTS, type Undecided, unlessRefusedAlike } from './final-retries.ts';
import { nothingToSend } from './inconclusive.ts';
import { flaky, intermittent } from './intermittent.ts';
import { type Evidence, evidenceOf } from './proof.ts';
import { activeChecks, type Row } from './row.ts';
import type { World } from './world.ts';

/**
 * Runs the checks of a row that send requests, on one operation. A failure is confirmed by running the check once more.
 * If the failure does not come back, the check is tried twice more with no other one under way: the outcome is `fails` if
 * it comes back then, and `flaky` if not. Throws errors of the suite itself. With `replay`, properties run only that case;
 * with `part`, only those checks run.
 */
export function exercise(
  row: Row,
  operation: Operation,
  world: World,
  { replay, part }: { readonly replay?: Replay | undefined; readonly part?: CheckPart | undefined } = {},
): Promise<Outcome> {
  return world.shared.schedule.underWay(() =>
    exerciseChecks(activeChecks(row, part), { row, operation, world, replay }, firstOutcome),
  );
}

/** Exercises a row that was left undecided once more, after all others. */
export async function retryFinally({ row, operation, refusals }: Undecided, world: World): Promise<Outcome> {
  let outcome: Outcome | undefined;
  const context = { row, operation, world };
  const finalOutcome: OutcomeOf = (check, on) => outcomeOfRetries(check, on, refusals);
  for (const part of RETRIED_PARTS.filter((each) => activeChecks(row, each).length > 0))
    outcome = await afterPart(part, outcome, () =>
      world.shared.schedule.underWay(() => exerciseChecks(activeChecks(row, part), context, finalOutcome)),
    );
  return outcome ?? inconclusive(nothingToSend());
}

/**
 * Returns whether a further part of a row's checks may find more than the parts before. Closing checks also run where
 * nothing was decided, or a failure did not come back.
 */
const mayFindMore = (before: Outcome | undefined, part: CheckPart | undefined): boolean =>
  before === undefined ||
  before.kind === 'holds' ||
  (part === 'closing' && (before.kind === 'flaky' || before.kind === 'inconclusive'));

/** Returns the outcome of all parts so far: only a failure replaces one that was not decided. */
const outcomeWith = (before: Outcome | undefined, now: Outcome): Outcome =>
  before === undefined || before.kind === 'holds' || now.kind === 'fails' ? now : before;

/**
 * Returns the outcome of all parts of a row's checks so far, including `part`. Calls `exercised` for the outcome of that
 * part, unless the parts `before` leave nothing for it to find. The fixed part is the first one.
 */
export async function afterPart(
  part: CheckPart | undefined,
  before: Outcome | undefined,
  exercised: () => Promise<Outcome>,
): Promise<Outcome> {
  const earlier = part === undefined || part === 'fixed' ? undefined : before;
  return earlier && !mayFindMore(earlier, part) ? earlier : outcomeWith(earlier, await exercised());
}

/**
 * Returns the outcome of the first attempt. If it is undecided because of a conflict or a lock (409, 423), a broken
 * connection or an outage (502, 503, 504), runs the check again with no other request of the run in flight, and returns
 * that outcome. After another conflict about an object that checks take turns on, waits and tries once more.
 */
async function firstOutcome(check: Active, context: CheckContext): Promise<Outcome> {
  const { world, operation } = context;
  const attempt = await makeAttempt(check, context, FIRST_ATTEMPT);
  const { shared } = world;
  const isUndecided = isLockedOut(attempt) || (attempt.outcome.kind === 'inconclusive' && attempt.cutOff === 'write');
  if (!isUndecided && !(isInOutage(attempt) && shared.claimRetryAfterOutage())) return attempt.outcome;
  return shared.schedule.undisturbed(async () => {
    const again = await makeAttempt(check, context, RETRY);
    const mayEnd = sharesOneObject(operation) && again.last && shared.hadAccepted(operation, again.last);
    if (!isLockedOut(again) || !mayEnd) return again.outcome;
    await world.pause(LOCKED_MS);
    return (await makeAttempt(check, context, LATER_RETRY)).outcome;
  });
}

/** Makes an attempt that shares nothing with attempts that were undecided. */
function makeFinalAttempt(check: Active, context: CheckContext, which: AttemptKind): Promise<Attempt> {
  context.world.shared.values.forgetFailed();
  return makeAttempt(check, context, which);
}

/**
 * Retries a check after all others. While it is undecided, waits and tries again with longer rests after its writes. Rests
 * that were long enough are kept for the next check.
 */
async function outcomeOfRetries(check: Active, context: CheckContext, refusals: ReadonlySet<string>): Promise<Outcome> {
  const { world } = context;
  const { finalPauses, writes } = world.shared;
  const attempted = async (which: AttemptKind): Promise<Outcome> =>
    unlessRefusedAlike((await makeFinalAttempt(check, context, which)).outcome, refusals);
  let outcome = await attempted(FINAL_RETRY);
  for (const which of SLOW_RETRIES) {
    if (!mayBeDecidedLater(outcome) || !finalPauses.take()) return outcome;
    await world.pause(FINAL_PAUSE_MS);
    writes.restAtLeast(which.restMs);
    outcome = await attempted(which);
  }
  if (!mayBeDecidedLater(outcome)) return outcome;
  finalPauses.wasInVain();
  writes.restAtLeast(0);
  return outcome;
}

/** Deposits are credited, and limits of a service on what it accepts in some time end, within seconds on a sandbox. */
const FINAL_PAUSE_MS = 5_000;

/** A service may lock an account for some seconds after an update that it examines. */
const LOCKED_MS = 4_000;

/** Whether an attempt is undecided because of a conflict or a lock. */
const isLockedOut = ({ outcome, isConflicted }: Attempt): boolean =>
  outcome.kind === 'inconclusive' && outcome.cause === 'refused' && isConflicted;

/**
 * Whether an attempt is undecided and ended with a status of an outage, or with a read whose connection broke each time
 * that the client repeated it.
 */
const isInOutage = ({ outcome, cutOff, last }: Attempt): boolean =>
  outcome.kind === 'inconclusive' &&
  outcome.cause === 'transport' &&
  (cutOff === 'read' || (last !== undefined && isTemporary(last.response.status)));

/** Makes the first attempts at a check. */
type OutcomeOf = (check: Active, context: CheckContext) => Promise<Outcome>;

/** Exercises checks, each by `outcomeOf`, which makes its first attempts. */
async function exerciseChecks(
  checks: readonly Active[],
  context: CheckContext,
  outcomeOf: OutcomeOf,
): Promise<Outcome> {
  let outcome: Outcome = { kind: 'holds' };
  let unsteady: Outcome | undefined;
  const fixed = activeChecks(context.row, 'fixed');
  const hasFixed = fixed.length > 0;
  for (const check of checks) {
    // What the fixed requests showed holds, even if the budgets leave no room for generated cases.
    if (hasFixed && hasNoCase(check, context)) continue;
    outcome = await outcomeOf(check, context);
    if (outcome.kind === 'fails') outcome = await confirmFailure(check, context, outcome.failures);
    // So it does if the budgets are used up before a generated case is concluded.
    if (outcome.kind === 'inconclusive' && hasFixed && !fixed.includes(check)) outcome = { kind: 'holds' };
    if (outcome.kind === 'flaky') unsteady ??= outcome;
    else if (outcome.kind !== 'holds') return outcome;
  }
  return unsteady ?? outcome;
}

/** Whether the budgets leave room for none of the generated cases of a check. Then they need not be made. */
const hasNoCase = ({ generated }: Active, { row, operation, world, replay }: CheckContext): boolean =>
  generated !== undefined &&
  replay === undefined &&
  world.cases(casesOf(world.run.runs, generated), row.id, operation) === 0;

/**
 * Whether a failure did not come back in an attempt. An attempt that decided nothing does not show this, and neither does
 * one in which a write was refused with a conflict: that it was accepted before may be the cause.
 */
function hasPassed([{ operation, exchanges }]: NonEmpty<Failure>, attempt: Attempt): boolean {
  const deciding = exchanges.at(-1);
  const wasAccepted = deciding !== undefined && isAccepted(deciding) && !isRead(operation);
  const { kind } = attempt.outcome;
  return (kind === 'holds' || kind === 'flaky') && !(wasAccepted && attempt.wasRefusedByConflict);
}

async function confirmFailure(check: Active, context: CheckContext, failures: NonEmpty<Failure>): Promise<Outcome> {
  const again = { ...context, replay: failures[0].replay ?? context.replay };
  const { schedule } = context.world.shared;
  const second = await schedule.undisturbed(() => makeAttempt(check, again, CONFIRMATION));
  if (mayHaveAnotherCause(failures, second.outcome)) return second.outcome;
  // A question that is answered at the second attempt was refused at the first one by chance.
  if (second.outcome.kind === 'observed') return second.outcome;
  if (!hasPassed(failures, second)) return { kind: 'fails', failures };
  return schedule.undisturbed(async () => {
    const held = [second.last];
    for (const which of UNDISTURBED_ATTEMPTS) {
      const attempt = await makeAttempt(check, again, which);
      const { outcome, last } = attempt;
      if (outcome.kind === 'fails') return { kind: 'fails', failures: intermittent(outcome.failures, failures, held) };
      // The run has ended meanwhile, so nothing shows whether the failure would have come back.
      if (outcome.kind === 'inconclusive' && outcome.cause === 'budget') return outcome;
      if (hasPassed(failures, attempt)) held.push(last);
    }
    return flaky(failures, held);
  });
}

/** For a failure that was decided by such a response: the cause of an inconclusive repetition that may explain both. */
const MAY_HAVE_ANOTHER_CAUSE: Readonly<Partial<Record<Evidence, InconclusiveCause>>> = {
  unanswered: 'transport',
  refused: 'refused',
  doubtful: 'refused',
};

/**
 * Returns whether the failure and its repetition may have the same cause: connections broke both times, or the repetition
 * had a valid request refused in the same way.
 */
function mayHaveAnotherCause([{ exchanges }]: NonEmpty<Failure>, second: Outcome): boolean {
  const last = exchanges.at(-1);
  if (last === undefined || second.kind !== 'inconclusive') return false;
  return MAY_HAVE_ANOTHER_CAUSE[evidenceOf(last.response.status)] === second.cause;
}
