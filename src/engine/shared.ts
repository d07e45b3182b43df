import { isWithdrawal, type Operation } from '../contract/operations.ts';
import type { Exchange, Query, RequestInput } from '../model/exchange.ts';
import { member } from '../values/json.ts';
import { Memory } from '../values/memory.ts';
import { FinalPauses } from './final-retries.ts';
import { Schedule } from './schedule.ts';
import { SharedValues } from './shared-values.ts';
import { WriteTurns } from './write-turns.ts';

/** Maximum number of checks that are run again because they ended in an outage of the target. */
const MOST_RETRIED_AFTER_OUTAGE = 20;

/**
 * Returns the key under which the attempts with this number of all checks share the answer to a read. It does not depend
 * on the order of parameters.
 */
export function readKey(
  operation: Operation,
  { path = {}, query = {}, ...rest }: RequestInput,
  attempt: number,
): string {
  return `${operation} ${JSON.stringify({ ...rest, path: inOrder(path), query: inOrder(query) })} ${attempt}`;
}

/** Returns the parameters in the order of their names, each with its values as they are sent. */
const inOrder = (parameters: Query): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.keys(parameters)
      .sort()
      .map((name) => [name, [parameters[name]].flat().map(String)]),
  );

const amountKey = ({ operation, request: { body } }: Exchange): string =>
  JSON.stringify([operation, member(body, 'amount') ?? null, member(body, 'total') ?? null]);

const endOf = ({ startedAt, durationMs }: Exchange): number => startedAt + durationMs;

/** State that all checks of one run share. */
export class Shared {
  /** Operations that answered a request with a server error. */
  readonly erring = new Set<Operation>();
  /** Operations whose withdrawals have different amounts, since the target refuses another one of the same amount. */
  readonly varyingAmounts = new Set<Operation>();
  readonly values = new SharedValues();
  readonly finalPauses = new FinalPauses();
  readonly schedule: Schedule;
  readonly writes: WriteTurns;
  /** When each operation first answered with success. */
  readonly #accepted = new Map<Operation, number>();
  /** When withdrawals of the same amount or total were first answered with success. */
  readonly #acceptedAmounts = new Memory<string, number>();
  /** The response with success of each operation that came last. */
  readonly #latest = new Map<Operation, Exchange>();
  readonly #begun = new Map<string, number>();
  #retriedAfterOutage = 0;

  constructor(schedule = new Schedule(), writes = new WriteTurns(schedule)) {
    this.schedule = schedule;
    this.writes = writes;
  }

  /** Notes a response with success. An audit notes all of them before its first check. */
  noteAccepted(response: Exchange): void {
    const { operation } = response;
    const first = this.#accepted.get(operation) ?? Number.POSITIVE_INFINITY;
    this.#accepted.set(operation, Math.min(first, endOf(response)));
    if (isWithdrawal(operation)) this.#noteAmount(response);
    this.#latest.set(operation, response);
  }

  #noteAmount(response: Exchange): void {
    const key = amountKey(response);
    const first = this.#acceptedAmounts.get(key) ?? Number.POSITIVE_INFINITY;
    this.#acceptedAmounts.set(key, Math.min(first, endOf(response)));
  }

  /**
   * Offers a list that was read before the first check to the first check that would read it. `answer` returns it as the
   * check should see it.
   */
  offerRead({ operation, request: { query } }: Exchange, answer: () => Exchange): void {
    this.values.offer(readKey(operation, { query }, 0), answer);
  }

  /** Returns the response with success that came last. */
  latestAccepted(operation: Operation): Exchange | undefined {
    return this.#latest.get(operation);
  }

  /** Returns whether an operation had accepted a request when this response came. */
  hadAccepted(operation: Operation, response: Exchange): boolean {
    return (this.#accepted.get(operation) ?? Number.POSITIVE_INFINITY) <= endOf(response);
  }

  /** Returns whether its operation had accepted a request for the same amount or total when this response came. */
  hadAcceptedAmount(response: Exchange): boolean {
    return (this.#acceptedAmounts.get(amountKey(response)) ?? Number.POSITIVE_INFINITY) <= endOf(response);
  }

  /** Returns how often `name` was begun before. The parts of a check run one after another under the same name. */
  begin(name: string): number {
    const before = this.#begun.get(name) ?? 0;
    this.#begun.set(name, before + 1);
    return before;
  }

  /**
   * Claims the repetition of a check that ended in an outage. Returns false when none is left: a target may always answer
   * some requests with the status of an outage, so only so many checks are repeated.
   */
  claimRetryAfterOutage(): boolean {
    this.#retriedAfterOutage += 1;
    return this.#retriedAfterOutage <= MOST_RETRIED_AFTER_OUTAGE;
  }
}
