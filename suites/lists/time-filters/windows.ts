import { isLowerBound, isUpperBound } from '../../../src/contract/lists.ts';
import type { Comparison } from '../../../src/contract/operations.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Query } from '../../../src/model/exchange.ts';
import { type Instant, timestamp } from '../../../src/values/instant.ts';
import { ascending } from '../../vocabulary/lists/made-filters.ts';
import { AFTER_ALL, BEFORE_ALL } from '../../vocabulary/lists/rules.ts';

/** The opposite bound of a time window. */
export interface OtherEnd {
  readonly comparison: Comparison;
  readonly written: string;
}

/** Returns the opposite bound of a window, at `end` or beyond all items; undefined for eq, which has none. */
export function otherEndOf(comparison: Comparison, end?: Instant): OtherEnd | undefined {
  if (comparison === 'eq') return undefined;
  const written = end === undefined ? undefined : timestamp(end);
  return isUpperBound(comparison)
    ? { comparison: 'gte', written: written ?? BEFORE_ALL }
    : { comparison: 'lt', written: written ?? AFTER_ALL };
}

/**
 * Filters that are also tried in a window, with an opposite bound; generated cases try the others as the budgets allow.
 */
const WINDOWED: readonly string[] = ['created_at.lt', 'created_at.gt'];

/**
 * Whether a filter is also tried in a window. On another host only one filter on one list is, since lists usually share
 * code; walks there use windows that end with created_at.lt.
 */
export const isWindowed = (p: Probing, parameter: string): boolean =>
  p.run.spendsFreely ? WINDOWED.includes(parameter) : parameter === 'created_at.gt' && p.operation === 'listFiat';

/** Returns the order in which clients read what is new, if the filter is a lower bound. */
export const oldestFirst = (p: Probing, comparison: Comparison): Query =>
  isLowerBound(comparison) ? ascending(p) : {};
