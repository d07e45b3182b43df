import type { Schedule } from '../../engine/schedule.ts';
import type { Fixtures, SettlementState } from '../../model/fixtures.ts';
import type { RunPart } from '../../model/report.ts';

/** Makes a settlement transaction of a state when those of the fixtures are used up. Returns undefined if it cannot. */
export type TransactionProvider = (state: SettlementState) => Promise<string | undefined>;

/** Returns the key of the transactions that a check took in a state. */
export const takenKey = (state: SettlementState, madeFor: string): string => `${state} ${madeFor}`;

/** Returns those that any check took in a state. */
export const takenIn = (state: SettlementState, taken: RunPart['taken']): readonly string[] =>
  Object.entries(taken).flatMap(([key, ids]) => (key.startsWith(takenKey(state, '')) ? ids : []));

/** Rotates the list so that it starts at another position. */
const rotated = <T>(list: readonly T[], by: number): T[] => {
  const start = by % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
};

/** The settlement transactions that checks take: first those of the fixtures, then those that a provider makes. */
export class Transactions {
  /** Those that checks took, by state and check. */
  readonly taken: Record<string, string[]> = {};
  readonly #pools = new Map<SettlementState, string[]>();
  readonly #schedule: Schedule;
  readonly #provide: TransactionProvider | undefined;
  readonly #hasEnded: () => boolean;

  /** `hasEnded` says whether nothing may be sent any more, so that no transaction is made for nothing. */
  constructor(schedule: Schedule, provide: TransactionProvider | undefined, hasEnded: () => boolean) {
    this.#schedule = schedule;
    this.#provide = provide;
    this.#hasEnded = hasEnded;
  }

  /** Holds those of the fixtures, from position `turn` on. */
  fill({ settlement_transactions = {} }: Fixtures, turn: number): void {
    for (const [state, ids] of Object.entries(settlement_transactions))
      this.#pools.set(state as SettlementState, rotated(ids, turn));
  }

  async take(state: SettlementState, madeFor: string): Promise<string | undefined> {
    const id = this.#pools.get(state)?.shift() ?? (await this.#provided(state));
    const key = takenKey(state, madeFor);
    if (id !== undefined) this.taken[key] = [...(this.taken[key] ?? []), id];
    return id;
  }

  /** Asks the provider for another transaction, one caller at a time. */
  #provided(state: SettlementState): Promise<string | undefined> {
    return this.#schedule.exclusively('fixtures', async () => {
      const waiting = this.#pools.get(state)?.shift();
      return waiting ?? (this.#hasEnded() ? undefined : await this.#provide?.(state));
    });
  }
}
