import { LISTS } from '../operation-groups.ts';
import type { Fields } from '../problem.ts';
import type { SetName } from './sets.ts';

/** The filters of a list, its order, and whether its page size is stated (8). */
export interface ListRules {
  readonly sets: readonly SetName[];
  /** Filters that take one value, as `parameter: member`. */
  readonly values?: Readonly<Record<string, string>>;
  readonly times: readonly string[];
  /** Whether the list takes order and order_by. */
  readonly ordered: boolean;
  /** The member that holds the instant by which the list is ordered. */
  readonly by: string;
  /** Whether the document states a default and maximum for limit. */
  readonly bounded: boolean;
}

/** Whether an item passes. */
export type Filter = (item: Fields) => boolean;

/** Where 4.15 decides how lists are read. */
export const HERE = { section: '4.15', on: LISTS };
