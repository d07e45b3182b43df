import { type Exchange, isAccepted } from '../model/exchange.ts';
import type { Failure } from '../model/outcome.ts';
import { definite } from '../values/definite.ts';
import { evidenceOf } from './proof.ts';
import { trimForReport } from './trim-for-report.ts';

/** Makes a failure that is decided by `exchange`; `before` are the exchanges it was compared with. */
export function failure(
  exchange: Exchange,
  flaw: Pick<Failure, 'expected' | 'actual' | 'item'> & Partial<Pick<Failure, 'where'>>,
  before: readonly Exchange[] = [],
): Failure {
  const { where = null, expected, actual, item } = flaw;
  return {
    operation: exchange.operation,
    where,
    expected,
    actual,
    exchanges: [...before.map((each) => trimForReport(each, null, item)), trimForReport(exchange, where, item)],
    ...definite({ item }),
  };
}

/** Returns whether a failure is a server error (5xx) on an operation that accepted another request. */
export function showsServerError({ operation, exchanges }: Failure): boolean {
  const deciding = exchanges.at(-1);
  return (
    deciding !== undefined &&
    evidenceOf(deciding.response.status) === 'error' &&
    exchanges.some((each) => each.operation === operation && isAccepted(each))
  );
}
