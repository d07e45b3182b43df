import type { BudgetName } from '../model/need.ts';
import type { Withheld } from '../model/outcome.ts';
import type { Withdrawn } from '../model/reported.ts';
import { allowance } from '../settings/target/allowance.ts';
import type { TargetConfiguration } from '../settings/target/configuration.ts';
import { countOfShard } from '../settings/target/shard.ts';
import { compare, type Decimal, formatDecimal, larger, minus, plus, ZERO } from '../values/decimal.ts';
import { flagFor } from '../values/flag.ts';
import type { Settlement, Withdrawal } from './withdrawal.ts';

/** Room in the budget for one withdrawal, taken before it is sent. Call `settle` exactly once. */
export interface Reservation {
  readonly withheld: false;
  settle(settlement: Settlement): void;
}

export type BudgetLimits = Pick<TargetConfiguration, 'maxWithdrawals' | 'maxAmount' | 'shard'>;

/** The amount of an asset that a run needs. */
export interface NeededAmount {
  readonly amount: Decimal;
  /** Whether it was also withdrawn to crypto networks: this decides the limit of an asset that has none of its own. */
  readonly onCrypto: boolean;
}

/** The amounts spent and reserved of one asset. */
interface Account {
  readonly onCrypto: boolean;
  readonly spent: Decimal;
  readonly reserved: Decimal;
  /** The largest amount that a refused withdrawal had reserved. One with an unreadable amount takes what is left. */
  readonly refused: Decimal;
  /** The largest fee that was added to an amount. */
  readonly fee: Decimal;
  readonly open: number;
}

const EMPTY: Account = { onCrypto: false, spent: ZERO, reserved: ZERO, refused: ZERO, fee: ZERO, open: 0 };

/**
 * Keeps withdrawals within `--max-withdrawals` and `--max-amount`, and decides before sending. A withdrawal counts with
 * the requested amount, or with the `total` of the answer when that is larger. Fees are added to an amount, so an amount
 * reserves room for the largest fee of its asset so far; the first fee is not known before its answer. A withdrawal with
 * an unreadable amount reserves all that is left of its asset while it is in flight, and keeps it unless it is refused.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #most: number;
  readonly #accounts = new Map<string, Account>();
  #settled = 0;
  #open = 0;
  #waiting: (() => void)[] = [];

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
    this.#most =
      limits.maxWithdrawals === null ? Number.POSITIVE_INFINITY : countOfShard(limits.maxWithdrawals, limits.shard);
  }

  /** Reserves room for a withdrawal. Waits when only withdrawals in flight leave no room for it. */
  async reserve(withdrawal: Withdrawal): Promise<Reservation | Withheld> {
    for (;;) {
      const taken = this.#taken(withdrawal);
      if (taken !== 'later') return taken;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Returns how many more withdrawals may be accepted. */
  get left(): number {
    return Math.max(0, this.#most - this.#settled - this.#open);
  }

  /** What was withdrawn so far, or may have been. */
  get withdrawn(): Withdrawn {
    const amounts = [...this.#accounts].map(([asset, { spent, reserved }]) => [
      asset,
      formatDecimal(plus(spent, reserved)),
    ]);
    return { withdrawals: this.#settled + this.#open, amounts: Object.fromEntries(amounts) };
  }

  /** Returns the budget per asset that allows the same requests in any order: refused withdrawals need room as well. */
  needed(): ReadonlyMap<string, NeededAmount> {
    const accounts = [...this.#accounts].map(([asset, { onCrypto, spent, reserved, refused }]) => {
      const needed: NeededAmount = { amount: plus(plus(spent, reserved), refused), onCrypto };
      return [asset, needed] as const;
    });
    return new Map(accounts);
  }

  #taken(withdrawal: Withdrawal): Reservation | Withheld | 'later' {
    if (this.#settled >= this.#most) return this.#exhausted('maxWithdrawals', `${this.#most} withdrawals`);
    const { asset, quantity } = withdrawal;
    const { maxAmount, shard } = this.#limits;
    const account = this.#accounts.get(asset) ?? EMPTY;
    const cap = allowance(withdrawal, maxAmount, shard);
    const isRoom = this.#open + this.#settled < this.#most;
    if (!cap) return isRoom ? this.#opened(withdrawal, quantity ?? ZERO) : 'later';
    const left = minus(cap, account.spent);
    const wanted = quantity === undefined ? left : withdrawal.isBeforeFee ? plus(quantity, account.fee) : quantity;
    if (compare(wanted, left) > 0 || compare(left, ZERO) <= 0) {
      return this.#exhausted('maxAmount', `${formatDecimal(cap)} ${asset.slice(0, 20)}`);
    }
    const fits = compare(plus(account.reserved, wanted), left) <= 0 && isRoom;
    return fits && (quantity || account.open === 0) ? this.#opened(withdrawal, wanted) : 'later';
  }

  #exhausted(budget: BudgetName, value: string): Withheld {
    const shard = this.#limits.shard ? ' of this shard' : '';
    const reason = `the request would exceed the budget${shard} of ${value} (${flagFor(budget)})`;
    return { withheld: true, reason, need: { budget } };
  }

  #opened(withdrawal: Withdrawal, room: Decimal): Reservation {
    this.#open += 1;
    const { asset } = withdrawal;
    const account = this.#accounts.get(asset) ?? EMPTY;
    this.#accounts.set(asset, {
      ...account,
      onCrypto: account.onCrypto || withdrawal.onCrypto,
      reserved: plus(account.reserved, room),
      open: account.open + 1,
    });
    let settled = false;
    return {
      withheld: false,
      settle: (settlement) => {
        if (!settled) this.#settle(withdrawal, room, settlement);
        settled = true;
      },
    };
  }

  #settle({ asset, quantity, isBeforeFee }: Withdrawal, room: Decimal, settlement: Settlement): void {
    const isRefused = settlement.kind === 'refused';
    const account = this.#accounts.get(asset) ?? EMPTY;
    const { spent, reserved, refused, fee, open } = account;
    const total = settlement.kind === 'moved' ? settlement.total : undefined;
    // Where the amount or the total cannot be read, all of the room may have been used.
    const moved = (quantity && total && larger(quantity, total)) || room;
    const added = isBeforeFee && quantity && total ? minus(total, quantity) : ZERO;
    this.#accounts.set(asset, {
      ...account,
      spent: isRefused ? spent : plus(spent, moved),
      reserved: minus(reserved, room),
      refused: isRefused && quantity ? (larger(room, refused) ?? room) : refused,
      fee: larger(fee, added) ?? fee,
      open: open - 1,
    });
    this.#open -= 1;
    if (!isRefused) this.#settled += 1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
