import type { ListOperation } from '../../src/contract/operations.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { id } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { known } from './lists/listing.ts';

/** Owners of things that do not show their owner themselves. */
export type Owner = 'profile_id' | 'account_id';

/** Most owners that are asked for. */
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

/** A list that cannot be read names no owners: its own rows say so. */
async function namesIn(p: Probing, operation: ListOperation, name: string): Promise<readonly string[]> {
  const items = await unlessInconclusive([], async () => (await known(p, operation)).items);
  return items.flatMap(({ item }) => {
    const found = member(item, name);
    return typeof found === 'string' && found !== '' ? [found] : [];
  });
}

/** Different owners that are known: those of the fixtures first. */
export async function ownersKnown(p: Probing, owner: Owner): Promise<readonly string[]> {
  const found = new Map([p.fixtures[owner] ?? []].flat().map((name) => [id(name), name]));
  for (const [operation, member] of NAMED_IN[owner]) {
    if (found.size >= MOST) break;
    for (const name of await namesIn(p, operation, member)) if (!found.has(id(name))) found.set(id(name), name);
  }
  return [...found.values()].slice(0, MOST);
}
