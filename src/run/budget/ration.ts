import { isWithdrawal, type Operation } from '../../contract/operations.ts';
import { seedOf } from '../../engine/seeds.ts';
import { keyOf } from '../../model/facts.ts';

/** What is left of the budgets. */
export interface Left {
  readonly withdrawals: number;
  readonly requests: number;
}

/**
 * The generated cases of a property on one operation. `requests` is the maximum number of requests for each case on a
 * target without faults.
 */
export interface GeneratedCases {
  readonly id: string;
  readonly operation: Operation;
  readonly wanted: number;
  readonly requests: number;
  /** True if the row has no fixed requests, so that without a case nothing is known about it. */
  readonly isAlone: boolean;
}

/** Maximum number of properties that the note names. */
const MOST_NAMED = 5;

/**
 * Orders properties: first those whose row has no fixed requests, then in an order that depends on the seed, so that
 * leftover cases go to different properties in each run.
 */
const shuffled = (properties: readonly GeneratedCases[], seed: number): readonly GeneratedCases[] => {
  const place = ({ id, operation }: GeneratedCases): number => seedOf(seed, id, operation);
  return [...properties].sort((a, b) => Number(b.isAlone) - Number(a.isAlone) || place(a) - place(b));
};

/** Deals cases in rounds, one to each property that wants more, until the budgets have no room. */
function dealt(left: Left, properties: readonly GeneratedCases[]): ReadonlyMap<string, number> {
  const allowed = new Map<string, number>();
  let { withdrawals, requests } = left;
  const most = Math.max(0, ...properties.map(({ wanted }) => wanted));
  for (let round = 1; round <= most; round += 1) {
    for (const each of properties.filter(({ wanted }) => wanted >= round)) {
      const moved = isWithdrawal(each.operation) ? 1 : 0;
      if (moved > withdrawals || each.requests > requests) continue;
      withdrawals -= moved;
      requests -= each.requests;
      const key = keyOf(each.id, each.operation);
      allowed.set(key, (allowed.get(key) ?? 0) + 1);
    }
  }
  return allowed;
}

/**
 * Spreads what the fixed requests left of the budgets evenly over the properties with generated cases. A case on a
 * withdrawal operation costs at most one withdrawal on a correct target.
 */
export class Ration {
  readonly #properties: readonly GeneratedCases[];
  readonly #allowed: ReadonlyMap<string, number>;

  constructor(left: Left, properties: readonly GeneratedCases[], seed: number) {
    this.#properties = properties;
    this.#allowed = dealt(left, shuffled(properties, seed));
  }

  /** Returns the number of cases that a property may have. */
  cases(id: string, operation: Operation): number {
    return this.#allowed.get(keyOf(id, operation)) ?? 0;
  }

  /** Returns one sentence if properties got fewer cases than they wanted. */
  note(): readonly string[] {
    const had = (each: GeneratedCases): number => this.cases(each.id, each.operation);
    const fewer = this.#properties.filter((each) => had(each) < each.wanted);
    if (fewer.length === 0) return [];
    const [all, wanted] = [this.#properties.map(had), this.#properties.map((each) => each.wanted)].map((counts) =>
      counts.reduce((sum, count) => sum + count, 0),
    );
    const each = fewer.map(
      (property) => `${property.id} on ${property.operation} ${had(property)} of ${property.wanted}`,
    );
    const more = each.length > MOST_NAMED ? `, and ${each.length - MOST_NAMED} more` : '';
    return [
      `${all} of ${wanted} generated cases fit into the budgets of the run; no verdict depends on them: ${each.slice(0, MOST_NAMED).join(', ')}${more}`,
    ];
  }
}
