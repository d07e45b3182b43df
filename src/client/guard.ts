import { isRead, isWithdrawal, type Operation } from '../contract/operations.ts';
import type { Recorded, RequestInput } from '../model/exchange.ts';
import type { TargetConfiguration, Writes } from '../settings/configuration.ts';
import { Budget, type BudgetLimits, type Spending, type Withheld } from './budget.ts';
import { settlementOf, withdrawalOf } from './withdrawal.ts';

/** Leave to send one request. */
export interface Permit {
  readonly withheld: false;
  /** Call it once with the outcome of the request; undefined when that is not known. */
  settle(recorded: Recorded | undefined): void;
}

export type GuardConfiguration = BudgetLimits & Pick<TargetConfiguration, 'writes'>;

/** Holds back what the user did not allow: every write without leave to write, and withdrawals beyond the budget. */
export class Guard {
  readonly #writes: Writes;
  readonly #budget: Budget;

  constructor(configuration: GuardConfiguration) {
    this.#writes = configuration.writes;
    this.#budget = new Budget(configuration);
  }

  /** Decides before anything is sent whether a request may be. */
  async admit(operation: Operation, input: RequestInput): Promise<Permit | Withheld> {
    const refusal = isRead(operation) ? undefined : refusals[this.#writes];
    if (refusal) return refusal;
    if (!isWithdrawal(operation)) return FREE;
    const reserved = await this.#budget.reserve(withdrawalOf(operation, input));
    if (reserved.withheld) return reserved;
    return { withheld: false, settle: (recorded) => reserved.settle(settlementOf(recorded)) };
  }

  /** Withdrawals that may still be accepted. */
  get withdrawalsLeft(): number {
    return this.#budget.left;
  }

  /** What was withdrawn so far, or may have been. */
  spending(): Spending {
    return this.#budget.spending();
  }

  /** The budget of each asset with which the same is sent. */
  needed(): Spending['amounts'] {
    return this.#budget.needed();
  }
}

const FREE: Permit = { withheld: false, settle: () => undefined };

const refusals: Readonly<Record<Writes, Withheld | undefined>> = {
  allowed: undefined,
  'read-only': {
    withheld: true,
    reason: 'the run is read-only, and this operation changes something (--read-only)',
    provide: 'a run without --read-only',
  },
  'not-allowed': {
    withheld: true,
    reason: 'this operation changes something, and the target is not a loopback address',
    provide: '--allow-writes',
  },
};
