import type { Flaw } from '../../src/engine/row.ts';
import type { Exchange, SentRequest } from '../../src/model/exchange.ts';

/** A request that a client made, answered or not. */
export type RequestMade = Pick<Exchange, 'operation' | 'request' | 'recorded'>;

/** One way in which a request does not keep to the document: the key of its row, and what is wrong. */
export interface Violation {
  readonly key: string;
  readonly flaw: Flaw;
}

/** A flaw of a request; pointers of failures lead into answers, so that the place is named in words. */
export const flaw = (expected: string, actual: string): Flaw => ({ where: null, expected, actual });

/** A header of a request by its name in lower case. */
export const header = ({ headers }: SentRequest, name: string): string | undefined =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
