import { failure } from '../../src/engine/failure.ts';
import { type Flaw, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { absent, type Failure, shown } from '../../src/model/outcome.ts';
import { type Id, id, sameId } from '../../src/values/id.ts';
import { isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { each, objects } from '../vocabulary/answers.ts';
import { agree, isShown, itemWith } from '../vocabulary/comparisons.ts';
import { lookUpPage } from '../vocabulary/lists/listing.ts';
import { asking, NOTE, updatable } from '../vocabulary/requests.ts';
import { SteadyValues } from '../vocabulary/steady-values.ts';

/** Members that are fixed when an account is created. */
const OF_CREATION = ['created_at', 'ref_id', 'identity_id', 'account_id'] as const;

type OfCreation = readonly (typeof OF_CREATION)[number][];

type Creation = readonly (readonly [name: string, value: Json])[];

const creationOf = (account: JsonObject, names: OfCreation = OF_CREATION): Creation =>
  names.flatMap((name) => {
    const value = member(account, name);
    return isShown(value) ? [[name, value] as const] : [];
  });

/**
 * Makes the state of a sequence that compares each update with the first answer that showed its account. A later answer
 * may come from an update itself, whose time would then be taken for the time of creation.
 */
export function creationKept(names: OfCreation = OF_CREATION) {
  const first = new Memory<Id, Creation>();
  return (exchange: Exchange): Judgement => {
    let judged: Judgement = NOT_CONCERNED;
    for (const { item } of objects(exchange)) {
      const of = id(member(item, 'id'));
      const before = of && first.get(of);
      if (of && !before) first.set(of, creationOf(item, names));
      if (before && exchange.operation === 'putFiat') judged = changesSince(before, item);
    }
    return judged;
  };
}

/** Makes the state of a sequence that compares answers that show the same account. */
export function creationSteady() {
  const known = new SteadyValues(['created_at', 'ref_id']);
  return each((item, root, exchange) => {
    if (known.isLatest(item)) return [];
    const of = id(member(item, 'id'));
    return of === undefined
      ? NOT_CONCERNED
      : known.compare(of, { names: OF_CREATION, read: member }, { item, root }, exchange);
  });
}

const changesSince = (before: Creation, now: JsonObject): readonly Flaw[] =>
  before
    .filter(([name, value]) => isShown(member(now, name)) && !agree(value, member(now, name)))
    .map(([name, value]) => ({
      where: `/${name}`,
      expected: `${shown(value)}, as first answered`,
      actual: shown(member(now, name)),
    }));

/** Returns the updatable account as the list first showed it, or undefined. */
const listedAtFirst = (p: Probing): Promise<JsonObject | undefined> =>
  p.once('the updatable account as it was first listed', async () => {
    const { items } = await p.known('listFiat');
    const found = items.find(({ text }) => sameId(text, updatable(p)))?.item;
    return isObject(found) ? found : undefined;
  });

/**
 * Updates the account, and demands that the list still shows the members from its creation that it showed before.
 * Repeats the list, since it may lag behind.
 */
export async function creationListed(p: Probing): Promise<readonly Failure[]> {
  const before = await listedAtFirst(p);
  const update = await p.sendValid(asking(p, 'putFiat', { metadata: { [NOTE]: p.run.id } }));
  return p.eventually(async () => {
    const id = updatable(p);
    const list = await lookUpPage(p, 'listFiat', id);
    const now = itemWith(list, id);
    const lost = before && now && creationOf(before).find(([name]) => member(now, name) === undefined);
    if (!lost) return [];
    const [name, value] = lost;
    return [failure(list, absent('/items/0', `${name} ${shown(value)}, as before the update`), [update])];
  });
}
