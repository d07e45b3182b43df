import { failure } from '../../../src/engine/evidence.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { type Flaw, type Judgement, NOT_CONCERNED } from '../../../src/engine/row.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { type Id, id, sameId } from '../../../src/values/id.ts';
import { isObject, type Json, type JsonObject, member } from '../../../src/values/json.ts';
import { Memory } from '../../../src/values/memory.ts';
import { objects } from '../answers.ts';
import { agree, itemWith } from '../comparisons.ts';
import { pageHolding } from '../lists/listing.ts';
import { asking, NOTE, updatable } from '../requests.ts';

/** Members that were settled when the account was made. */
const OF_CREATION = ['created_at', 'ref_id', 'identity_id', 'account_id'] as const;

type OfCreation = readonly (typeof OF_CREATION)[number][];

type Creation = readonly (readonly [name: string, value: Json])[];

const creationOf = (account: JsonObject, names: OfCreation = OF_CREATION): Creation =>
  names.flatMap((name) => {
    const value = member(account, name);
    return value === undefined ? [] : [[name, value] as const];
  });

/** Accounts that are remembered at most. */
const MOST = 10_000;

/**
 * Holds an update against the first answer that showed its account: one from shortly before may come from an update itself,
 * and then the time of that update would pass for the time of creation.
 */
export function creationKept(names: OfCreation = OF_CREATION) {
  const first = new Memory<Id, Creation>(MOST);
  return (exchange: Exchange): Judgement => {
    let judged: Judgement = NOT_CONCERNED;
    for (const { item } of objects(exchange)) {
      const of = id(member(item, 'id'));
      const before = of && first.get(of);
      if (of && !before) first.set(of, creationOf(item, names));
      if (before && exchange.operation === 'putFiat') judged = changed(before, item);
    }
    return judged;
  };
}

const changed = (before: Creation, now: JsonObject): readonly Flaw[] =>
  before
    .filter(([name, value]) => member(now, name) !== undefined && !agree(value, member(now, name)))
    .map(([name, value]) => ({
      where: `/${name}`,
      expected: `${shown(value)}, as it was first answered`,
      actual: shown(member(now, name)),
    }));

/** The account that a run may change as the list showed it before it was updated, as far as that is known. */
const listedAtFirst = (p: Probing): Promise<JsonObject | undefined> =>
  p.once('the updatable account as it was first listed', async () => {
    const { items } = await p.known('listFiat');
    const found = items.find(({ text }) => sameId(text, updatable(p)))?.item;
    return isObject(found) ? found : undefined;
  });

/** Updates an account, and demands that the list still shows of its creation what it showed before; it may lag behind. */
export async function creationListed(p: Probing): Promise<readonly Failure[]> {
  const before = await listedAtFirst(p);
  const update = await p.accepted(asking(p, 'putFiat', { metadata: { [NOTE]: p.run.id } }));
  return p.eventually(async () => {
    const id = updatable(p);
    const first = await p.accepted({ operation: 'listFiat', input: () => ({ query: { ids: [id] } }) });
    const list = await pageHolding(p, first, id);
    const now = itemWith(list, id);
    const lost = before && now && creationOf(before).find(([name]) => member(now, name) === undefined);
    if (!lost) return [];
    const [name, value] = lost;
    const flaw = { where: '/items/0', expected: `${name} ${shown(value)}, as before the update`, actual: 'absent' };
    return [failure(list, flaw, [update])];
  });
}
