import { isRead, type Operation, sharesOneObject } from '../contract/operations.ts';
import { answered, type Exchange, type Recorded } from '../model/exchange.ts';
import { type Failure, type InconclusiveCause, type Outcome, type Replay, shown } from '../model/outcome.ts';
import { isTemporary } from '../values/http-status.ts';
import { isObject } from '../values/json.ts';
import type { NonEmpty } from '../values/non-empty.ts';
import {
  type AttemptKind,
  CONFIRMATION,
  FINAL_RETRY,
  FIRST_ATTEMPT,
  LAST_RETRY,
  LATER_RETRY,
  RETRY,
  UNDISTURBED_ATTEMPTS,
} from './attempts.ts';
import { mayBeDecidedLater, RETRIED_PARTS } from './final-retries.ts';
import { Conflicted, Inconclusive, nothingToSend } from './inconclusive.ts';
import { Prober } from './prober.ts';
import { type Evidence, evidenceOf } from './proof.ts';
import { Refuted } from './refuted.ts';
import { isCutOff } from './repeated-writes.ts';
import { type Active, activeChecks, type CheckPart, casesOf, type Row } from './row.ts';
import { Unanswered } from './sender.ts';
import type { World } from './world.ts';

/**
 * Runs the probes of a row on one operation. A failure is confirmed by running the probe once more. If the failure does
 * not come back, the probe is tried twice more with no other check under way: the outcome is `fails` if it comes back
 * then, and `flaky` if not. Throws errors of the suite itself. With `replay`, properties run only that case; with
 * `part`, only those checks run.
 */
export function exercise(
  row: Row,
  operation: Operation,
  world: World,
  { replay, part, isFinal }: ExerciseOptions = {},
): Promise<Outcome> {
  return world.shared.schedule.underWay(() =>
    exerciseChecks(row, activeChecks(row, part), { operation, world, replay, isFinal }),
  );
}

interface ExerciseOptions {
  readonly replay?: Replay | undefined;
  readonly part?: CheckPart | undefined;
  /** Whether the checks were left undecided and are retried after all others. */
  readonly isFinal?: boolean | undefined;
}

/** Exercises a row that was left undecided once more, after all others. */
export async function retryFinally(row: Row, operation: Operation, world: World): Promise<Outcome> {
  let outcome: Outcome | undefined;
  for (const part of RETRIED_PARTS.filter((each) => activeChecks(row, each).length > 0))
    outcome = await afterPart(part, outcome, () => exercise(row, operation, world, { part, isFinal: true }));
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
async function firstOutcome(check: Active, row: Row, place: CheckContext): Promise<Outcome> {
  const { world, operation } = place;
  const attempt = await makeAttempt(check, row, place, FIRST_ATTEMPT);
  const { shared } = world;
  const isUndecided = isLockedOut(attempt) || (attempt.outcome.kind === 'inconclusive' && attempt.cutOff === 'write');
  if (!isUndecided && !(isInOutage(attempt) && shared.claimRetryAfterOutage())) return attempt.outcome;
  return shared.schedule.undisturbed(async () => {
    const again = await makeAttempt(check, row, place, RETRY);
    const mayEnd = sharesOneObject(operation) && again.last && shared.hadAccepted(operation, again.last);
    if (!isLockedOut(again) || !mayEnd) return again.outcome;
    await world.pause(LOCKED_MS);
    return (await makeAttempt(check, row, place, LATER_RETRY)).outcome;
  });
}

/** Makes an attempt that shares nothing with attempts that were undecided. */
function makeFinalAttempt(check: Active, row: Row, place: CheckContext, which: AttemptKind): Promise<Attempt> {
  place.world.shared.values.forgetFailed();
  return makeAttempt(check, row, place, which);
}

/** Retries a check after all others. If it is undecided again, waits and tries once more. */
async function finalOutcome(check: Active, row: Row, place: CheckContext): Promise<Outcome> {
  const { world } = place;
  const { outcome } = await makeFinalAttempt(check, row, place, FINAL_RETRY);
  if (!mayBeDecidedLater(outcome) || !world.shared.finalPauses.take()) return outcome;
  await world.pause(FINAL_PAUSE_MS);
  const last = await makeFinalAttempt(check, row, place, LAST_RETRY);
  if (mayBeDecidedLater(last.outcome)) world.shared.finalPauses.wasInVain();
  return last.outcome;
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

/** What a check is run on and with. */
interface CheckContext {
  readonly operation: Operation;
  readonly world: World;
  readonly replay?: Replay | undefined;
  readonly isFinal?: boolean | undefined;
}

/** Returns the outcome of a check; a failure is confirmed. */
async function confirmedOutcome(check: Active, row: Row, place: CheckContext): Promise<Outcome> {
  const outcome = await (place.isFinal ? finalOutcome : firstOutcome)(check, row, place);
  return outcome.kind === 'fails' ? confirmFailure(check, row, place, outcome.failures) : outcome;
}

async function exerciseChecks(row: Row, checks: readonly Active[], place: CheckContext): Promise<Outcome> {
  let outcome: Outcome = { kind: 'holds' };
  let unsteady: Outcome | undefined;
  const fixed = activeChecks(row, 'fixed');
  const hasFixed = fixed.length > 0;
  for (const check of checks) {
    // What the fixed requests showed holds, even if the budgets leave no room for generated cases.
    if (hasFixed && hasNoCase(check, row, place)) continue;
    outcome = await confirmedOutcome(check, row, place);
    // The same if they are used up before a case is concluded.
    if (outcome.kind === 'inconclusive' && hasFixed && !fixed.includes(check)) outcome = { kind: 'holds' };
    if (outcome.kind === 'flaky') unsteady ??= outcome;
    else if (outcome.kind !== 'holds') return outcome;
  }
  return unsteady ?? outcome;
}

/** Whether the budgets leave room for none of the generated cases of a check. Then they need not be made. */
const hasNoCase = ({ generated }: Active, { id }: Row, { operation, world, replay }: CheckContext): boolean =>
  generated !== undefined &&
  replay === undefined &&
  world.cases(casesOf(world.run.runs, generated), id, operation) === 0;

/** An attempt at a check. */
interface Attempt {
  readonly outcome: Outcome;
  /** The last response. */
  readonly last: Exchange | undefined;
  /** Whether a write met a conflict or a lock each time that it was sent. */
  readonly isConflicted: boolean;
  /** Whether the attempt ended because the connection of a read or a write broke. */
  readonly cutOff: 'read' | 'write' | undefined;
}

function makeAttempt(
  check: Active,
  row: Row,
  { operation, world, replay }: CheckContext,
  which: AttemptKind,
): Promise<Attempt> {
  const prober = new Prober(world, row.id, operation, { attempt: which, replay, generated: check.generated });
  const act = async (): Promise<Attempt> => {
    const { outcome, isConflicted = prober.isConflicted, cutOff } = await conclude(() => runCheck(check, prober));
    return { outcome, last: prober.last, isConflicted, cutOff };
  };
  // No check of another row may change the object meanwhile.
  return sharesOneObject(operation) ? world.shared.schedule.exclusively(operation, act) : act();
}

async function runCheck(check: Active, prober: Prober): Promise<Outcome> {
  await prober.adapt(prober.operation);
  if (check.kind === 'question') return { kind: 'observed', answer: await check.ask(prober) };
  const [first, ...more] = await check.run(prober);
  if (first) return { kind: 'fails', failures: [first, ...more] };
  const { unsteady } = prober;
  if (unsteady) return flaky([unsteady.failure], [unsteady.answer]);
  return prober.asked > 0 ? { kind: 'holds' } : inconclusive(nothingToSend());
}

const cutOffIn = (exchange: Recorded): Attempt['cutOff'] =>
  isCutOff(exchange) ? (isRead(exchange.operation) ? 'read' : 'write') : undefined;

async function conclude(act: () => Promise<Outcome>): Promise<Pick<Attempt, 'outcome'> & Partial<Attempt>> {
  try {
    return { outcome: await act() };
  } catch (error) {
    if (error instanceof Refuted) return { outcome: { kind: 'fails', failures: error.failures } };
    if (!(error instanceof Inconclusive)) throw error;
    return {
      outcome: inconclusive(error),
      cutOff: error instanceof Unanswered ? cutOffIn(error.exchange) : undefined,
      ...(error instanceof Conflicted ? { isConflicted: true } : {}),
    };
  }
}

const inconclusive = ({ cause, reason, need, blockedBy, refusal }: Inconclusive): Outcome => ({
  kind: 'inconclusive',
  cause,
  reason,
  ...(need === undefined ? {} : { need }),
  ...(blockedBy === undefined ? {} : { blockedBy }),
  ...(refusal === undefined ? {} : { refusal }),
});

/** Whether a failure did not come back in an attempt. An attempt that decided nothing does not show this. */
const hasHeld = ({ kind }: Outcome): boolean => kind === 'holds' || kind === 'flaky';

async function confirmFailure(
  check: Active,
  row: Row,
  { replay: given, ...place }: CheckContext,
  failures: NonEmpty<Failure>,
): Promise<Outcome> {
  const again = { ...place, replay: failures[0].replay ?? given };
  const second = await place.world.shared.schedule.undisturbed(() => makeAttempt(check, row, again, CONFIRMATION));
  if (mayHaveAnotherCause(failures, second.outcome)) return second.outcome;
  // A question that is answered at the second attempt was refused at the first one by chance.
  if (second.outcome.kind === 'observed') return second.outcome;
  if (!hasHeld(second.outcome)) return { kind: 'fails', failures };
  return place.world.shared.schedule.undisturbed(async () => {
    const held = [second.last];
    for (const which of UNDISTURBED_ATTEMPTS) {
      const { outcome, last } = await makeAttempt(check, row, again, which);
      if (outcome.kind === 'fails') return { kind: 'fails', failures: notAlways(outcome.failures, failures, held) };
      // The run has ended meanwhile, so nothing shows whether the failure would have come back.
      if (outcome.kind === 'inconclusive' && outcome.cause === 'budget') return outcome;
      if (hasHeld(outcome)) held.push(last);
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

const present = (exchanges: readonly (Exchange | undefined)[]): readonly Exchange[] =>
  exchanges.flatMap((exchange) => exchange ?? []);

/** Returns the members of a request body that another one does not have. Only some requests of a check have a ref_id. */
function membersBeside(exchange: Exchange | undefined, other: Exchange | undefined): readonly string[] {
  const [body, without] = [exchange?.request.body, other?.request.body];
  return isObject(body) && isObject(without)
    ? Object.keys(body).filter((name) => name !== 'ref_id' && !(name in without))
    : [];
}

/**
 * Makes the failure of a check that failed, held, and failed again. It shows the responses of all attempts, and names the
 * members of the request on which the failure depends, if the check held in smaller requests.
 */
function notAlways(
  [last, ...more]: NonEmpty<Failure>,
  [first]: NonEmpty<Failure>,
  held: readonly (Exchange | undefined)[],
): NonEmpty<Failure> {
  const beside = membersBeside(last.exchanges.at(-1), held.at(-1));
  const when =
    beside.length > 0
      ? `only beside ${beside.join(', ')}: passed without`
      : `intermittent: failed, passed ${times(held)}, failed again`;
  const actual = `${last.actual} (${when})`;
  return [{ ...last, actual, exchanges: [...first.exchanges, ...present(held), ...last.exchanges] }, ...more];
}

const TIMES = ['once', 'twice', 'three times'] as const;

/** Returns how often something happened, in words. */
const times = ({ length }: readonly unknown[]): string => TIMES[length - 1] ?? `${length} times`;

/** Makes the outcome of a check whose failure did not come back. It shows the responses of all attempts. */
function flaky([first, ...more]: NonEmpty<Failure>, held: readonly (Exchange | undefined)[]): Outcome {
  const answer = (exchange: Exchange | undefined): string =>
    exchange
      ? `answered ${exchange.response.status} ${shown(answered(exchange))} (exchange ${exchange.id})`
      : 'no response';
  const reason = `failed once and passed ${times(held)} when repeated: expected ${first.expected}; got ${first.actual}, ${answer(first.exchanges.at(-1))}; then ${answer(held[0])}`;
  return {
    kind: 'flaky',
    reason,
    failures: [{ ...first, exchanges: [...present(held), ...first.exchanges] }, ...more],
  };
}
