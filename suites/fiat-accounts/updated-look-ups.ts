import { failure } from '../../src/engine/failure.ts';
import { blockedBy, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import type { Json } from '../../src/values/json.ts';
import { string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { losesWithout } from '../vocabulary/lists/gaps.ts';
import { createdAround } from '../vocabulary/lists/instants.ts';
import { MOST_TURNED } from '../vocabulary/lists/listing.ts';
import { accountOf, plain, updatable } from '../vocabulary/requests.ts';

/**
 * Returns filters that select an account as the list shows it: by its ref_id, and by its creation. One request has both,
 * since neither may leave the account out.
 */
export function filtersFor(account: Json): Query {
  const ref = string(account, '/ref_id');
  return { ...(ref ? { ref_ids: [ref] } : {}), ...createdAround(account) };
}

/**
 * Demands that filters select an account that can be read, now or some seconds later. Holds if they are refused, or if
 * they have more pages than are read.
 */
const selects = (p: Probing, id: string, query: Query, update: Exchange) => (): Promise<readonly Failure[]> =>
  unlessInconclusive(
    [],
    () =>
      p.eventually(async () => {
        const { items, pages } = await p.list('listFiat', query, { maxPages: MOST_TURNED });
        const last = pages.at(-1);
        const isFound = items.some(({ text }) => text !== undefined && sameId(text, id));
        if (isFound || !last || cursorOf(last) !== undefined) return [];
        if (!(await p.answerTo(accountOf({ id }))).isAccepted) return [];
        if (pages.length > 1 && (await losesWithout(p, Object.keys(query))))
          throw blockedBy('LIST-NO-GAP', 'paging loses accounts, and the updated one may be one of them');
        const expected = `the account ${id}, which was updated and can be read`;
        return [failure(last, { where: '/items', expected, actual: 'it is missing' }, [update])];
      }),
    ['refused'],
  );

/**
 * Demands on loopback that the filter by ids and, in ascending order, those by ref_id and by creation time select the
 * account which this run has updated, if the list had it before.
 */
export async function foundAfterUpdate(p: Probing): Promise<readonly Failure[]> {
  await p.adapt('putFiat');
  const id = updatable(p);
  const update = await p.twin(plain(p, 'putFiat'));
  const known = p.run.spendsFreely ? (await p.known('listFiat')).items : [];
  const account = known.find(({ text }) => text !== undefined && sameId(text, id));
  if (!account) return [];
  const others = filtersFor(account.item);
  return firstFailures(
    selects(p, id, { ids: [id] }, update),
    ...(Object.keys(others).length > 0 ? [selects(p, id, { ...others, order: 'ASC' }, update)] : []),
  );
}
