import { isRead, isWithdrawal, type Operation } from '../contract/operations.ts';
import type { Recorded, RequestInput } from '../model/exchange.ts';
import type { Withheld } from '../model/outcome.ts';
import type { Withdrawn } from '../model/reported.ts';
import type { TargetConfiguration, Writes } from '../settings/target/configuration.ts';
import { Budget, type BudgetLimits, type NeededAmount } from './budget.ts';
import { settlementOf, withdrawalOf } from './withdrawal.ts';

/** Permission to send one request. */
export interface Permit {
  readonly withheld: false;
  /** Call it once with the outcome of the request, or with undefined when the outcome is unknown. */
  settle(recorded: Recorded | undefined): void;
}

export type GuardConfiguration = BudgetLimits & Pick<TargetConfiguration, 'writes'>;

/** Withholds what the user did not allow: writes without permission, and withdrawals beyond the budget. */
export class Guard {
  readonly #writes: Writes;
  readonly #budget: Budget;

  constructor(configuration: GuardConfiguration) {
    this.#writes = configuration.writes;
    this.#budget = new Budget(configuration);
  }

  /** Decides whether a request may be sent, before anything is sent. */
  async admit(operation: Operation, input: RequestInput): Promise<Permit | Withheld> {
    const refusal = isRead(operation) ? undefined : refusals[this.#writes];
    if (refusal) return refusal;
    if (!isWithdrawal(operation)) return FREE;
    const reserved = await this.#budget.reserve(withdrawalOf(operation, input));
    if (reserved.withheld) return reserved;
    return { withheld: false, settle: (recorded) => reserved.settle(settlementOf(recorded)) };
  }

  /** Returns how many more withdrawals may be accepted. */
  get withdrawalsLeft(): number {
    return this.#budget.left;
  }

  /** What was withdrawn so far, or may have been. */
  get withdrawn(): Withdrawn {
    return this.#budget.withdrawn;
  }

  /** Returns the budget per asset that allows the same requests. */
  needed(): ReadonlyMap<string, NeededAmount> {
    return this.#budget.needed();
  }
}

const FREE: Permit = { withheld: false, settle: () => undefined };

const refusals: Readonly<Record<Writes, Withheld | undefined>> = {
  allowed: undefined,
  'read-only': {
    withheld: true,
    reason: 'the run is read-only (--read-only), and this operation changes data',
    need: { words: 'a run without --read-only' },
  },
  'not-allowed': {
    withheld: true,
    reason: 'this operation changes data, and the target is not a loopback address',
    need: { words: '--allow-writes' },
  },
};
