import { isWithdrawal } from '../../src/contract/operations.ts';
import { probe } from '../../src/engine/check.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { sameId } from '../../src/values/id.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { string } from './answers.ts';
import { changed, smallest } from './body-variants.ts';
import { endUserKnown, profile } from './requests.ts';

/** An end user whose account belongs to another profile than the one that requests name. */
interface Elsewhere {
  readonly user: JsonObject;
  readonly profile_id: string;
}

/** Returns such an end user, with the profile. Returns undefined where no list shows one. */
async function accountElsewhere(p: Probing): Promise<Elsewhere | undefined> {
  const { items } = await p.known('listAccounts');
  for (const { item } of items) {
    const [account_id, identity_id] = [string(item, '/id'), string(item, '/identity_id')];
    const other = string(item, '/profile_id');
    if (account_id && identity_id && other && !sameId(other, profile(p)))
      return { user: { account_id, identity_id }, profile_id: other };
  }
  return undefined;
}

/**
 * Sends the smallest request for an end user whose account belongs to another profile, so that the rule can judge it.
 * It may be refused; if it is accepted, the profile is still the one that the request names.
 */
export const forUserElsewhere = probe(async (p) => {
  await p.twin(smallest(p));
  const elsewhere = await accountElsewhere(p);
  if (elsewhere) await p.answerTo(changed(p, elsewhere.user));
  return [];
});

/**
 * Returns a profile, other than the one that requests name, that addresses were created for. Returns undefined where no
 * list shows one.
 */
async function addressedElsewhere(p: Probing): Promise<string | undefined> {
  const { items } = await p.known('listAddresses');
  return items.map(({ item }) => string(item, '/profile_id')).find((each) => each && !sameId(each, profile(p)));
}

const ON_BITCOIN = { crypto_network: 'BITCOIN' };

/**
 * Sends the smallest request for another profile, so that the rule can judge it. It may be refused. Withdraws only on
 * loopback, since the fixtures do not name that profile. Does so for the end user as well, for whom other checks name the
 * usual profile; on another host only for the end user, if there is one.
 */
export const forProfileElsewhere = probe(async (p) => {
  await p.twin(smallest(p));
  if (isWithdrawal(p.operation) && !p.run.spendsFreely) return [];
  const profile_id = (await accountElsewhere(p))?.profile_id ?? (await addressedElsewhere(p));
  if (!profile_id) return [];
  const user = endUserKnown(p);
  const hasUser = Object.keys(user).length > 0;
  if (p.run.spendsFreely || !hasUser) await p.answerTo(changed(p, { profile_id }));
  // On loopback, addresses of other kinds are created too: one kind may be the same for all profiles.
  const isOfOtherKinds = p.run.spendsFreely && p.operation === 'createAddress';
  if (hasUser) await p.answerTo(changed(p, { ...user, profile_id, ...(isOfOtherKinds ? ON_BITCOIN : {}) }));
  if (isOfOtherKinds) await p.answerTo(changed(p, { profile_id, crypto_network: 'SOLANA' }));
  return [];
});
