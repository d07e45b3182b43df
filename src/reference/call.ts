import type { Store } from './data/store.ts';
import type { Choices } from './decision.ts';
import type { Fields } from './problem.ts';

/** Query parameters as received, each with all its values. */
export type Query = Readonly<Record<string, readonly string[]>>;

/** One authenticated request, as an operation sees it. */
export interface Call {
  /** The faults and latitudes of this instance on this operation. */
  readonly choices: Choices;
  readonly store: Store;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Fields;
}

/** Carries out one operation; throws Problem when it refuses. */
export type Handler = (call: Call) => Fields | Promise<Fields>;

/** Returns the first value of a query parameter, or undefined. */
export const asked = ({ query }: Pick<Call, 'query'>, name: string): string | undefined => query[name]?.[0];
