import type { QueryValue } from '../src/model/exchange.ts';

/** The query parameters of a list request. */
export type Query = Readonly<Record<string, QueryValue>>;
