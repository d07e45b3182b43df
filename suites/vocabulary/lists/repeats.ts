import { failure } from '../../../src/engine/evidence.ts';
import { itemsOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { itemKey } from './rules.ts';
import { orderly, type Walk } from './walks.ts';

const keysOf = (page: Exchange): readonly string[] => itemsOf(page).flatMap((item) => itemKey(item) ?? []);

/** The pages before one that begins the list anew, which is for LIST-PAGING-ENDS. */
function beforeTurningBack({ pages }: Walk): readonly Exchange[] {
  const [first] = pages.map(keysOf);
  const again = pages.findIndex((page, index) => index > 1 && keysOf(page)[0] === first?.[0]);
  return again < 0 || first?.[0] === undefined ? pages : pages.slice(0, again);
}

function repeated(walk: Walk): readonly Failure[] {
  const met = new Map<string, Exchange>();
  const pages = beforeTurningBack(walk);
  for (const page of pages) {
    const again = keysOf(page).find((key) => met.has(key));
    const before = again === undefined ? undefined : met.get(again);
    if (before) {
      const flaw = {
        where: '/items',
        expected: 'each item once over all pages',
        actual: `${again} on page ${pages.indexOf(before) + 1} and on page ${pages.indexOf(page) + 1} of limit=${walk.reading.limit}`,
      };
      return [failure(page, flaw, [before])];
    }
    for (const key of keysOf(page)) met.set(key, page);
  }
  return [];
}

/** Whether an item comes again in another page of one walk. */
export async function comesAgain(p: Probing): Promise<readonly Failure[]> {
  return (await orderly(p)).map(repeated).find((failures) => failures.length > 0) ?? [];
}
