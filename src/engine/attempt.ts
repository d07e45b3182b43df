import { isRead, type Operation, sharesOneObject } from '../contract/operations.ts';
import type { Exchange, Recorded } from '../model/exchange.ts';
import type { Outcome, Replay } from '../model/outcome.ts';
import { definite } from '../values/definite.ts';
import type { AttemptKind } from './attempt-kinds.ts';
import type { Active } from './check.ts';
import { Conflicted, Inconclusive, nothingToSend } from './inconclusive.ts';
import { flaky } from './intermittent.ts';
import { Prober } from './prober.ts';
import { Refuted } from './refuted.ts';
import { isCutOff } from './repeated-writes.ts';
import type { Row } from './row.ts';
import { Unanswered } from './sender.ts';
import type { World } from './world.ts';

/** The row and the operation whose checks run, and what they run with. */
export interface CheckContext {
  readonly row: Row;
  readonly operation: Operation;
  readonly world: World;
  readonly replay?: Replay | undefined;
}

/** An attempt at a check. */
export interface Attempt {
  readonly outcome: Outcome;
  /** The last response. */
  readonly last: Exchange | undefined;
  /** Whether a write met a conflict or a lock each time that it was sent. */
  readonly isConflicted: boolean;
  /** Whether a request that must be refused was refused with a conflict or a lock. */
  readonly wasRefusedByConflict: boolean;
  /** Whether the attempt ended because the connection of a read or a write broke. */
  readonly cutOff: 'read' | 'write' | undefined;
}

/** Makes an attempt at a check of the row. Throws errors of the suite itself. */
export function makeAttempt(
  check: Active,
  { row, operation, world, replay }: CheckContext,
  which: AttemptKind,
): Promise<Attempt> {
  const prober = new Prober(world, row.id, operation, { attempt: which, replay, generated: check.generated });
  const act = async (): Promise<Attempt> => {
    const { outcome, isConflicted, cutOff } = await conclude(() => runCheck(check, prober));
    const { last, wasRefusedByConflict } = prober;
    return { outcome, last, isConflicted: isConflicted || prober.isConflicted, wasRefusedByConflict, cutOff };
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

/** Converts what a check throws when a response decides it, or when it cannot be decided, into an outcome. */
async function conclude(act: () => Promise<Outcome>): Promise<Omit<Attempt, 'last' | 'wasRefusedByConflict'>> {
  const ended = { isConflicted: false, cutOff: undefined };
  try {
    return { ...ended, outcome: await act() };
  } catch (error) {
    if (error instanceof Refuted) return { ...ended, outcome: { kind: 'fails', failures: error.failures } };
    if (!(error instanceof Inconclusive)) throw error;
    return {
      outcome: inconclusive(error),
      isConflicted: error instanceof Conflicted,
      cutOff: error instanceof Unanswered ? cutOffIn(error.exchange) : undefined,
    };
  }
}

/** Returns the outcome of a check that found out nothing. */
export const inconclusive = ({ cause, reason, need, blockedBy, refusal }: Inconclusive): Outcome => ({
  kind: 'inconclusive',
  cause,
  reason,
  ...definite({ need, blockedBy, refusal }),
});
