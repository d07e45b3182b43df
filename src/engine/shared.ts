import type { Operation } from '../contract/operations.ts';
import { Schedule } from './schedule.ts';
import { SharedValues } from './shared-values.ts';
import { WriteTurns } from './write-turns.ts';

/** Maximum number of checks that are run again because they ended in an outage of the target. */
const MOST_RETRIED_AFTER_OUTAGE = 20;

/** State that all checks of one run share. */
export class Shared {
  /** Operations that accepted a request. */
  readonly accepting = new Set<Operation>();
  /** Operations that answered a request with a server error. */
  readonly erring = new Set<Operation>();
  readonly values = new SharedValues();
  readonly schedule: Schedule;
  readonly writes: WriteTurns;
  readonly #begun = new Map<string, number>();
  #retriedAfterOutage = 0;

  constructor(schedule = new Schedule()) {
    this.schedule = schedule;
    this.writes = new WriteTurns(schedule);
  }

  /** Returns how often `name` was begun before. The parts of a check run one after another under the same name. */
  begin(name: string): number {
    const before = this.#begun.get(name) ?? 0;
    this.#begun.set(name, before + 1);
    return before;
  }

  /**
   * Returns whether a check that ended in an outage may be run again. A target may always answer some requests with the
   * status of an outage, so only so many checks are.
   */
  mayRetryAfterOutage(): boolean {
    this.#retriedAfterOutage += 1;
    return this.#retriedAfterOutage <= MOST_RETRIED_AFTER_OUTAGE;
  }
}
