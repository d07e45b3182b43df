import type { Probing } from '../../src/engine/probing.ts';
import { probe } from '../../src/engine/row.ts';
import { sameId } from '../../src/values/id.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { string } from './answers.ts';
import { changed, smallest } from './demands.ts';
import { profile } from './requests.ts';

/** An end user with an account of another profile than the one that requests name; undefined where no list shows one. */
async function userElsewhere(p: Probing): Promise<JsonObject | undefined> {
  const { items } = await p.known('listAccounts');
  for (const { item } of items) {
    const [account_id, identity_id] = [string(item, '/id'), string(item, '/identity_id')];
    const other = string(item, '/profile_id');
    if (account_id && identity_id && other && !sameId(other, profile(p))) return { account_id, identity_id };
  }
  return undefined;
}

/**
 * For the rule to judge: on loopback, the smallest request for an end user whose account has another profile. It may be refused;
 * where it is accepted, the profile is still the one that was named.
 */
export const forUserElsewhere = probe(async (p) => {
  await p.twin(smallest(p).key, smallest(p).ask);
  const user = p.run.loopback ? await userElsewhere(p) : undefined;
  if (user) await p.answerTo(changed(p, user));
  return [];
});
