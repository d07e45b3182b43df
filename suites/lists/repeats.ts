import { facts } from '../../src/contract/operations.ts';
import { failure } from '../../src/engine/evidence.ts';
import { blockedBy, Inconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf, listed } from '../../src/engine/paging.ts';
import type { Listing, Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { after, ask, idsOf, lastPage, listOf, someOf, timeOf } from './listing.ts';
import type { Reading } from './walks.ts';

function repeats(walk: Listing): readonly Failure[] {
  const ids = idsOf(walk);
  const seen = new Set<string>();
  const again = ids.find((id) => seen.size === seen.add(id).size);
  return again === undefined
    ? []
    : [
        failure(lastPage(walk), {
          where: '/items',
          expected: 'each item once over all pages',
          actual: `${again} twice`,
        }),
      ];
}

/** Whether a walk was given a cursor that it had followed before. */
function looped({ pages }: Listing): boolean {
  const cursors = pages.flatMap((page) => cursorOf(page) ?? []);
  return new Set(cursors).size < cursors.length;
}

/** Whether the list got new items at its head since the walk began, which may push others on to the next page. */
async function grew(p: Probing, { items: [head] }: Listing, { order }: Reading): Promise<boolean> {
  const now = itemsOf(await p.accepted(ask(p, { limit: 1, ...(order ? { order } : {}) })))[0];
  return now !== undefined && listed(now).id !== head?.id;
}

/** Pages of one or a few items that are followed: cursors that stand still or step back show within the first. */
const STEPS = 8;

/** The first pages of a list. */
async function begun(p: Probing, reading: Reading): Promise<Listing> {
  const pages = [await p.accepted(ask(p, { ...reading }))];
  for (let page = pages[0]; page && pages.length < STEPS; ) {
    const cursor = cursorOf(page);
    if (cursor === undefined || itemsOf(page).length === 0) break;
    page = await after(p, { ...reading }, cursor);
    pages.push(page);
  }
  return { items: pages.flatMap(itemsOf).map(listed), pages, complete: false };
}

/** Walks until nothing new comes in meanwhile: nothing says that pages hold still while items are added. */
async function repeatedWhileStill(
  p: Probing,
  reading: Reading,
  read: (p: Probing, reading: Reading) => Promise<Listing>,
): Promise<readonly Failure[]> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const walk = await read(p, reading);
    const failures = repeats(walk);
    if (failures.length === 0) return [];
    if (read === whole && looped(walk))
      throw blockedBy('LIST-PAGING-ENDS', 'the last cursor leads back, so that items come again');
    if (!(await grew(p, walk, reading))) return failures;
    await p.pause(300);
  }
  throw new Inconclusive('other', 'items were added to the list whenever it was read');
}

/** The first pages from the oldest on; pages that leave that order, or tell none, are for LIST-CURSOR-KEEPS-ORDER. */
async function rising(p: Probing, reading: Reading): Promise<Listing> {
  const walk = await begun(p, reading);
  const times = walk.items.flatMap((item) => timeOf(item) ?? []);
  const strays = times.some((time, index) => time < (times[index - 1] ?? time));
  return strays || new Set(times).size < 2 ? { ...walk, items: [] } : walk;
}

const whole = (p: Probing, reading: Reading): Promise<Listing> => p.list(listOf(p), { ...reading });

/** Whether an item comes again, in the whole list and where its first pages are as small as they can be. */
export async function comesAgain(p: Probing): Promise<readonly Failure[]> {
  const large = await repeatedWhileStill(p, { limit: await someOf(p) }, whole);
  if (large.length > 0) return large;
  const single = await repeatedWhileStill(p, { limit: 1 }, begun);
  return single.length > 0 || !('order' in facts(p.operation).query)
    ? single
    : repeatedWhileStill(p, { limit: 2, order: 'ASC' }, rising);
}
