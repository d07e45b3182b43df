import { isWithdrawal, type Operation } from '../contract/operations.ts';
import { keyOf } from '../model/facts.ts';

/** What is left of the budgets. */
export interface Left {
  readonly withdrawals: number;
  readonly requests: number;
}

/** A row whose cases are generated, on one operation. */
export interface GeneratedCases {
  readonly id: string;
  readonly operation: Operation;
}

/** A case sends at most its request and the twin of it. */
const REQUESTS_EACH = 2;

/** The share of each of several, which are as even as whole numbers can be. */
function shares(amount: number, among: readonly GeneratedCases[]): ReadonlyMap<string, number> {
  if (!Number.isFinite(amount)) return new Map();
  const most = Math.max(0, Math.floor(amount));
  const even = Math.floor(most / Math.max(1, among.length));
  const over = most % Math.max(1, among.length);
  return new Map(among.map(({ id, operation }, index) => [keyOf(id, operation), even + (index < over ? 1 : 0)]));
}

/**
 * Spreads what the fixed requests left of the budgets evenly over the properties whose cases are generated. Of a withdrawal, a
 * case costs at most one where the target keeps every rule.
 */
export class Ration {
  readonly #withdrawals: ReadonlyMap<string, number>;
  readonly #requests: ReadonlyMap<string, number>;
  readonly #reduced = new Map<string, readonly [allowed: number, wanted: number]>();

  constructor(left: Left, properties: readonly GeneratedCases[]) {
    this.#requests = shares(left.requests / REQUESTS_EACH, properties);
    this.#withdrawals = shares(
      left.withdrawals,
      properties.filter(({ operation }) => isWithdrawal(operation)),
    );
  }

  /** Cases that a property may have, of those that it wants. */
  cases(wanted: number, id: string, operation: Operation): number {
    const key = keyOf(id, operation);
    const allowed = Math.min(wanted, this.#withdrawals.get(key) ?? wanted, this.#requests.get(key) ?? wanted);
    if (allowed < wanted) this.#reduced.set(`${id} on ${operation}`, [allowed, wanted]);
    return allowed;
  }

  /** One sentence, where a property had fewer cases than it wanted. */
  note(): readonly string[] {
    if (this.#reduced.size === 0) return [];
    const each = [...this.#reduced].map(([name, [allowed, wanted]]) => `${name} ${allowed} of ${wanted}`);
    return [`the budgets left room for fewer generated cases, which changes no verdict: ${each.join(', ')}`];
  }
}
