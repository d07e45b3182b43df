import { compare, type Decimal, decimal, magnitude, minus, plus, text, ZERO } from '../model/decimal.ts';
import type { RequestInput } from '../model/exchange.ts';
import { member } from '../model/json.ts';
import type { Missing } from '../model/outcome.ts';

/** A part of the budget that a request under way holds. */
export interface Reservation {
  readonly asset: string;
  readonly amount: Decimal;
}

/** Most of one crypto asset that a run may move where a limit in fiat says nothing: sandboxes cap single withdrawals near it. */
const CRYPTO_CAPS: Readonly<Record<string, string>> = { BTC: '0.01', ETH: '0.05', BCH: '0.05', LTC: '0.5', SOL: '0.5' };
const FIAT = new Set(['USD', 'EUR', 'SGD']);

/** Keeps withdrawals inside `--max-withdrawals` and `--max-amount`, decided before sending and safe under concurrency. */
export class Budget {
  readonly #maxWithdrawals: number;
  readonly #maxAmount: Decimal | undefined;
  readonly #spent = new Map<string, Decimal>();
  #count = 0;

  constructor(maxWithdrawals: number | undefined, maxAmount: string | undefined) {
    this.#maxWithdrawals = maxWithdrawals ?? Number.POSITIVE_INFINITY;
    this.#maxAmount = decimal(maxAmount);
  }

  /** Sets aside what a withdrawal may move at the most, refused or not; a word on what to raise when it does not fit. */
  reserve(input: RequestInput): Reservation | Missing {
    if (this.#count >= this.#maxWithdrawals) {
      return { reason: `the budget of ${this.#maxWithdrawals} withdrawals is used up`, provide: '--max-withdrawals' };
    }
    const asset = String(member(input.body, 'asset') ?? 'USD');
    const amount = ['amount', 'total']
      .map((name) => decimal(String(member(input.body, name) ?? '')))
      .reduce<Decimal>((most, each) => (each && compare(magnitude(each), most) > 0 ? magnitude(each) : most), ZERO);
    const cap = this.#cap(asset);
    const spent = plus(this.#spent.get(asset) ?? ZERO, amount);
    if (cap && compare(spent, cap) > 0)
      return { reason: `the budget of ${text(cap)} ${asset} is used up`, provide: '--max-amount' };
    this.#count += 1;
    this.#spent.set(asset, spent);
    return { asset, amount };
  }

  /** Gives back what a refused request held: nothing was moved. */
  release({ asset, amount }: Reservation): void {
    this.#count -= 1;
    this.#spent.set(asset, minus(this.#spent.get(asset) ?? ZERO, amount));
  }

  #cap(asset: string): Decimal | undefined {
    if (!this.#maxAmount || FIAT.has(asset)) return this.#maxAmount;
    const own = decimal(CRYPTO_CAPS[asset]);
    return own && compare(own, this.#maxAmount) < 0 ? own : this.#maxAmount;
  }
}
