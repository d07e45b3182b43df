import { failure } from '../../src/engine/failure.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { instant } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import {
  ask,
  expectEmpty,
  expectListed,
  filteredPage,
  knownItems,
  missingOn,
  selectsNothing,
} from '../vocabulary/lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL } from '../vocabulary/lists/rules.ts';
import { unknownId } from '../vocabulary/requests.ts';

/** Whether no execution shows executed_at: no member of 2.6 is marked required. */
export const areUndated = async (p: Probing): Promise<boolean> =>
  (await knownItems(p)).every(({ item }) => instant(member(item, 'executed_at')) === undefined);

/**
 * Demands that a bound on one side of all executions selects all of them, and that one on the other side selects none.
 */
export async function leavesAllOrNone(p: Probing, parameter: 'range.begin' | 'range.end'): Promise<readonly Failure[]> {
  const [all, none] = parameter === 'range.begin' ? [BEFORE_ALL, AFTER_ALL] : [AFTER_ALL, BEFORE_ALL];
  const left = expectEmpty(
    await p.sendValid(ask(p, { [parameter]: none })),
    `all executions are outside ${parameter}=${none}`,
  );
  return left.length > 0
    ? left
    : expectListed(p, { [parameter]: all }, await knownItems(p), `all executions are inside ${parameter}=${all}`);
}

/**
 * Demands that since_execution_id leaves something out for at least one of two executions: whatever "after" means, they
 * cannot both be the last.
 */
export async function leavesSomeOut(p: Probing): Promise<readonly Failure[]> {
  const items = await knownItems(p, 2);
  const given = [...items.slice(0, 1), ...items.slice(-1)].map(({ text = '' }) => text);
  const pages = [];
  for (const since_execution_id of given) {
    const page = await filteredPage(p, { since_execution_id });
    if (await missingOn(p, page, items)) return [];
    pages.push(page);
  }
  const [page, ...others] = pages.reverse();
  if (!page) throw new Inconclusive('other', 'no execution was requested');
  const expected = `a list without the executions after ${given[0]}, or after ${given.at(-1)}`;
  return [failure(page, { where: '/items', expected, actual: 'both lists contain every execution' }, others)];
}

/**
 * Demands that an order that does not exist selects no execution. Throws Inconclusive unless the order of the fixtures
 * selects some: executions do not show their order.
 */
export async function leavesThoseOfAnOrder(p: Probing): Promise<readonly Failure[]> {
  const { order_id } = p.fixtures;
  const missing = (reason: string): Inconclusive =>
    new Inconclusive('fixture', reason, { need: { fixture: 'order_id' } });
  const left = await selectsNothing(p, { order_id: unknownId(p) }, 'no order has this ID');
  if (left.length > 0) return left;
  if (order_id === undefined) throw missing('no execution shows its order_id');
  const page = await filteredPage(p, { order_id });
  if (itemsOf(page).length === 0)
    throw missing('no execution shows its order_id, and the order of the fixtures selects none');
  return [];
}
