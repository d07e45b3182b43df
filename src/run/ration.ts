import { isWithdrawal, type Operation } from '../contract/operations.ts';
import { seedOf } from '../engine/seeds.ts';
import { keyOf } from '../model/facts.ts';

/** What is left of the budgets. */
export interface Left {
  readonly withdrawals: number;
  readonly requests: number;
}

/** A property on one operation: the cases that it wants, and the requests that each of them takes at most on a target without faults. */
export interface GeneratedCases {
  readonly id: string;
  readonly operation: Operation;
  readonly wanted: number;
  readonly requests: number;
  /** True where the row has no fixed requests: without a case nothing is known of it. */
  readonly isAlone: boolean;
}

/**
 * Requests that a run fills up with generated cases where nobody says how many cases a property has (`--runs`): as many as a
 * target of others can be asked to bear, and more on a loopback address.
 */
export const PLANNED = { loopback: 1000, remote: 600 } as const;

/** Of them, those that are kept for what a target does not answer at once, and is sent again. */
export const KEPT = 5;

/** Properties named in the note. */
const MOST_NAMED = 5;

/** The same properties, first those that nothing else exercises, in an order that differs between seeds: what is left over goes to others each time. */
const shuffled = (properties: readonly GeneratedCases[], seed: number): readonly GeneratedCases[] => {
  const place = ({ id, operation }: GeneratedCases): number => seedOf(seed, id, operation);
  return [...properties].sort((a, b) => Number(b.isAlone) - Number(a.isAlone) || place(a) - place(b));
};

/** Deals cases round by round, one to each property that wants more, until the budgets have no room for another. */
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
 * Spreads what the fixed requests left of the budgets evenly over the properties whose cases are generated. Of a withdrawal, a
 * case costs at most one where the target keeps every rule.
 */
export class Ration {
  readonly #properties: readonly GeneratedCases[];
  readonly #allowed: ReadonlyMap<string, number>;

  constructor(left: Left, properties: readonly GeneratedCases[], seed: number) {
    this.#properties = properties;
    this.#allowed = dealt(left, shuffled(properties, seed));
  }

  /** Cases that a property may have. */
  cases(id: string, operation: Operation): number {
    return this.#allowed.get(keyOf(id, operation)) ?? 0;
  }

  /** One sentence, where a property had fewer cases than it wanted. */
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
      `the budgets left room for ${all} of ${wanted} generated cases, which changes no verdict: ${each.slice(0, MOST_NAMED).join(', ')}${more}`,
    ];
  }
}
