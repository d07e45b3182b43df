import { isLowerBound, isUpperBound } from '../../../src/contract/lists.ts';
import type { Comparison } from '../../../src/contract/operations.ts';
import type { ListedItem } from '../../../src/engine/listing.ts';
import { itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { firstFailures } from '../../vocabulary/body-variants.ts';
import { divided, expectOneSide } from '../../vocabulary/lists/hidden-times.ts';
import { ask, expectEmpty, expectListed, filteredPage } from '../../vocabulary/lists/listing.ts';
import { boundOf } from '../../vocabulary/lists/made-filters.ts';
import { AFTER_ALL, BEFORE_ALL, inclusive, MEANING } from '../../vocabulary/lists/rules.ts';
import { isWindowed, oldestFirst, otherEndOf } from './windows.ts';

const TIME_ZERO = '1970-01-01T00:00:00Z';

/**
 * Demands what a bound between items, or bounds before and after all items, should select, for lists whose items do not
 * show the time (2.3 has none).
 */
export async function withoutTimes(
  p: Probing,
  name: string,
  comparison: Comparison,
  items: readonly ListedItem[],
): Promise<readonly Failure[]> {
  const parts = name === 'created_at' && comparison !== 'eq' ? await divided(p) : undefined;
  if (!parts) return beyondAll(p, name, comparison, items);
  const parameter = `${name}.${comparison}`;
  const own = { [parameter]: boundOf(comparison, parts.bound) };
  const selecting = (query: Query, implied?: Query) => (): Promise<readonly Failure[]> =>
    expectOneSide(p, parts, comparison, { query, implied });
  const end = isWindowed(p, parameter) ? otherEndOf(comparison) : undefined;
  const order = p.run.spendsFreely ? oldestFirst(p, comparison) : {};
  if (!end) return selecting(own, order)();
  const looser = { [`${name}.${inclusive(comparison)}`]: comparison === 'lt' ? AFTER_ALL : BEFORE_ALL };
  const window = { [`${name}.${end.comparison}`]: end.written, ...own };
  return firstFailures(selecting(own), selecting(window, { ...looser, ...order }));
}

/**
 * Whether items have the time zero, as those without a time may: a bound of a year later then divides them as they are
 * listed, and none is before the time zero.
 */
async function areOfTimeZero(p: Probing, name: string): Promise<boolean> {
  const found = async (comparison: Comparison, bound: string): Promise<number | undefined> => {
    const { isAccepted, exchange } = await p.answerTo(ask(p, { [`${name}.${comparison}`]: bound }));
    return isAccepted ? itemsOf(exchange).length : undefined;
  };
  const isNoneOutside = (await found('lt', TIME_ZERO)) === 0 && (await found('gte', BEFORE_ALL)) === 0;
  return isNoneOutside && ((await found('lt', BEFORE_ALL)) ?? 0) > 0;
}

/** Demands what bounds before and after all items should select. */
async function beyondAll(
  p: Probing,
  name: string,
  comparison: Comparison,
  items: readonly ListedItem[],
): Promise<readonly Failure[]> {
  const widest = isLowerBound(comparison) ? BEFORE_ALL : AFTER_ALL;
  // A service may take the time zero for no bound.
  const lowest = isUpperBound(comparison) ? TIME_ZERO : BEFORE_ALL;
  for (const bound of [lowest, AFTER_ALL]) {
    const query = { [`${name}.${comparison}`]: bound };
    const isWidest = bound === widest && comparison !== 'eq';
    // Some items may never have been updated, and a filter by updated_at does not select those.
    if (isWidest && name === 'updated_at') continue;
    const failures = isWidest
      ? await expectListed(p, query, items, `every ${name} is ${MEANING[comparison]} ${bound}`)
      : expectEmpty(await filteredPage(p, query), `no ${name} is ${MEANING[comparison]} ${bound}`);
    if (failures.length > 0) return (await areOfTimeZero(p, name)) ? [] : failures;
  }
  return [];
}
