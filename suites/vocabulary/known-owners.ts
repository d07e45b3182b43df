import type { ListOperation } from '../../src/contract/operations.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { id, sameId } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { stockedList } from './lists/listing.ts';

/** Owners that executions belong to but do not show. */
export type Owner = 'profile_id' | 'account_id';

/** Maximum number of owners to ask for. */
const MOST = 2;

/** Lists that name owners, with the member that names them. */
const NAMED_IN: Readonly<Record<Owner, readonly (readonly [ListOperation, string])[]>> = {
  profile_id: [
    ['listAccounts', 'profile_id'],
    ['listInstructions', 'profile_id'],
    ['listAddresses', 'profile_id'],
  ],
  account_id: [['listAccounts', 'id']],
};

/** Returns the owners that a list names. Returns none if the list cannot be read, which its own rows report. */
async function namesIn(p: Probing, operation: ListOperation, name: string): Promise<readonly string[]> {
  const items = await unlessInconclusive([], async () => (await stockedList(p, operation)).items);
  return items.flatMap(({ item }) => {
    const found = member(item, name);
    return typeof found === 'string' && found !== '' ? [found] : [];
  });
}

/** Returns whether a list names an owner. */
export async function isListed(p: Probing, owner: Owner, named: string): Promise<boolean> {
  for (const [operation, member] of NAMED_IN[owner])
    if ((await namesIn(p, operation, member)).some((each) => sameId(each, named))) return true;
  return false;
}

/** Returns different known owners, those of the fixtures first: at most `most`, or all that the lists name. */
export async function ownersKnown(p: Probing, owner: Owner, most = MOST): Promise<readonly string[]> {
  const given = [p.fixtures.execution_owner?.[owner], p.fixtures[owner]];
  const found = new Map(given.flatMap((name) => (name === undefined ? [] : [[id(name), name] as const])));
  for (const [operation, member] of NAMED_IN[owner]) {
    if (found.size >= most) break;
    for (const name of await namesIn(p, operation, member)) if (!found.has(id(name))) found.set(id(name), name);
  }
  return [...found.values()].slice(0, most);
}
