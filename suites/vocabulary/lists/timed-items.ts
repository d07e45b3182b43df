import type { ListedItem } from '../../../src/engine/listing.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { sameId } from '../../../src/values/id.ts';
import { type Instant, instant } from '../../../src/values/instant.ts';
import { member } from '../../../src/values/json.ts';
import { knownItems } from './listing.ts';

/** An item with the time that a filter compares. */
export interface TimedItem extends ListedItem {
  readonly time: Instant;
}

/** Whether this run changes the updated_at of an item: it adds members to that account. */
export const isUpdatedHere = (p: Probing, name: string | undefined, { text }: ListedItem): boolean =>
  name === 'updated_at' && sameId(text, p.fixtures.account_id);

/** Returns the items that show a time, with that time. Leaves out those whose time this run changes. */
export const timedOf = (p: Probing, items: readonly ListedItem[], name: string): readonly TimedItem[] =>
  items.flatMap((each) => {
    const time = isUpdatedHere(p, name, each) ? undefined : instant(member(each.item, name));
    return time === undefined ? [] : [{ ...each, time }];
  });

/** Returns the same of the known items. */
export const timedItems = async (p: Probing, name: string): Promise<readonly TimedItem[]> =>
  timedOf(p, await knownItems(p), name);
