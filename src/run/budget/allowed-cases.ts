import type { Operation } from '../../contract/operations.ts';
import { keyOf } from '../../model/facts.ts';
import { PLANNED_REQUESTS } from '../../settings/declarations.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { spendsFreely } from '../../settings/target/allowance.ts';
import { type GeneratedCases, type Left, Ration } from './ration.ts';

/**
 * Number of the planned requests that are reserved for retries and for the reads at the end, which take more pages if a target
 * has short ones. On another host, few requests remain for generated cases, and some properties have nothing else.
 */
export const RESERVED = { loopback: 40, remote: 9 } as const;

/** Returns how many more requests generated cases may fill this run up to, after `sent` ones. */
export function plannedAfter(sent: number, { target, fillsUp }: Pick<RunSettings, 'target' | 'fillsUp'>): number {
  const host = spendsFreely(target) ? 'loopback' : 'remote';
  const planned = fillsUp ? PLANNED_REQUESTS[host] / (target.shard?.of ?? 1) : Number.POSITIVE_INFINITY;
  return planned - sent - RESERVED[host];
}

/** How many generated cases each property of a run may have: all that it wants, until what is left is rationed. */
export class AllowedCases {
  /** The number for each property that wanted more. */
  readonly fewer: Record<string, number> = {};
  #ration: Ration | undefined;

  /** Spreads what is left of the budgets over properties. Called when only generated cases remain. */
  ration(left: Left, properties: readonly GeneratedCases[], seed: number): void {
    this.#ration = new Ration(left, properties, seed);
  }

  of(wanted: number, id: string, operation: Operation): number {
    const allowed = this.#ration?.cases(id, operation) ?? wanted;
    if (allowed < wanted) this.fewer[keyOf(id, operation)] = allowed;
    return allowed;
  }

  /** Returns a note on cases that the budgets left out. */
  note(): readonly string[] {
    return this.#ration?.note() ?? [];
  }
}
