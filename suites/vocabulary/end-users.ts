import type { Operation } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { type Check, combining, probe, rule } from '../../src/engine/check.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { ListedItem } from '../../src/engine/listing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { sameId } from '../../src/values/id.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { echo, ofNoOtherUser, string } from './answers.ts';
import { carrierOf, changed } from './body-variants.ts';
import { memberObjects } from './identities.ts';
import { bodies, endUser, plain } from './requests.ts';

/** The statement about requests for end users. */
export const END_USERS =
  '1: Customers that integrate on behalf of their own end users identify the end user with identity_id and account_id on requests.';

type EndUser = ReturnType<typeof endUser>;

/** An end user of a list, and the fiat account to withdraw to if it has to be the user's own. */
type ListedUser = EndUser & { readonly fiat_account_id?: string };

/** Maximum number of listed end users to try. */
const MOST = 3;

/** Returns the owner of a fiat account, together with the account. */
function listedOwner({ item }: ListedItem): readonly ListedUser[] {
  const [fiat_account_id, identity_id, account_id] = ['/id', '/identity_id', '/account_id'].map((at) =>
    string(item, at),
  );
  const isUsable = member(item, 'status') === 'APPROVED';
  return isUsable && fiat_account_id && identity_id && account_id ? [{ fiat_account_id, identity_id, account_id }] : [];
}

/** Returns the primary identity of an account of the profile. */
function listedPrimary(p: Probing, { item }: ListedItem): readonly ListedUser[] {
  const [account_id, identity_id] = [string(item, '/id'), string(item, '/identity_id')];
  const profile = string(item, '/profile_id') ?? p.fixtures.profile_id;
  return account_id && identity_id && sameId(profile, p.fixtures.profile_id) ? [{ identity_id, account_id }] : [];
}

/**
 * Returns changes that name end users of lists. A service may withdraw fiat money of an end user only to an account that
 * this user owns. The account that is updated is left out.
 */
async function listedUsers(p: Probing): Promise<readonly ListedUser[]> {
  const { items } = await p.known(p.operation === 'fiatWithdrawal' ? 'listFiat' : 'listAccounts');
  const found = items.flatMap((each) =>
    p.operation === 'fiatWithdrawal' ? listedOwner(each) : listedPrimary(p, each),
  );
  return found
    .filter(({ fiat_account_id }) => !sameId(fiat_account_id, p.fixtures.updatable_fiat_account_id))
    .slice(0, MOST);
}

/** Whether a request that names an end user of a list is accepted, tried once per attempt for all checks. */
export const takesListedUser = (p: Probing): Promise<boolean> =>
  p.oncePerAttempt(`a listed end user of ${p.operation}`, async () => {
    for (const listed of await listedUsers(p)) if ((await p.answerTo(changed(p, listed))).isAccepted) return true;
    return false;
  });

/**
 * Returns the end user's account with the identity of another member: one that the list shows, or else the one that this
 * run adds. Returns undefined where there is none.
 */
async function otherMember(p: Probing, { account_id, identity_id }: EndUser): Promise<EndUser | undefined> {
  const { items } = await p.known('listAccounts');
  const account = items.find(({ text }) => text !== undefined && sameId(text, account_id))?.item;
  const listed = memberObjects(member(account, 'members')).flatMap((each) => string(each, '/identity_id') ?? []);
  const isAdded = await p.isAccepted(plain(p, 'addMembers'));
  const added = isAdded ? bodies.addMembers(p).members.map((each) => each.identity_id) : [];
  const other = [...listed, ...added].find((each) => !sameId(each, identity_id));
  return other === undefined ? undefined : { account_id, identity_id: other };
}

/** Returns a member of another account of the profile who is not its primary identity, or undefined. */
async function otherAccountsMember(p: Probing, { account_id }: EndUser): Promise<EndUser | undefined> {
  const { items } = await p.known('listAccounts');
  for (const account of items) {
    const [user] = listedPrimary(p, account);
    if (user === undefined || sameId(user.account_id, account_id)) continue;
    const members = memberObjects(member(account.item, 'members')).flatMap(
      (each) => string(each, '/identity_id') ?? [],
    );
    const other = members.find((each) => !sameId(each, user.identity_id));
    if (other !== undefined) return { account_id: user.account_id, identity_id: other };
  }
  return undefined;
}

/** A request that was answered with a server error. */
interface Erring {
  readonly ask: Ask;
  readonly exchange: Exchange;
}

/**
 * Names an end user with another account and another identity than the usual one, and not the primary one of the account:
 * in one request, or else in one for each. Adds those that meet a server error to `erring`.
 */
async function namesAnother(p: Probing, own: EndUser, erring: Erring[]): Promise<boolean> {
  const accepts = async (each: JsonObject | undefined): Promise<boolean> => {
    if (each === undefined) return false;
    const ask = changed(p, { ...each });
    const { isAccepted, evidence, exchange } = await p.answerTo(ask);
    if (evidence === 'error') erring.push({ ask, exchange });
    return isAccepted;
  };
  // Fiat money goes only to accounts that the end user owns.
  const isFree = p.operation !== 'fiatWithdrawal';
  if (isFree && (await accepts(await otherAccountsMember(p, own)))) return true;
  const isMemberAccepted = await accepts(await unlessInconclusive(undefined, () => otherMember(p, own)));
  const user = (await listedUsers(p)).find((each) => !sameId(each.account_id, own.account_id));
  return (await accepts(user)) || isMemberAccepted;
}

/**
 * Names another end user on loopback, and then none, once for all checks. The last answer shows whether the service
 * confuses requests. Returns the requests that met a server error.
 */
export const namesOthers = (p: Probing, own: EndUser): Promise<readonly Erring[]> =>
  p.once(`other end users of ${p.operation}`, async () => {
    const erring: Erring[] = [];
    if (!p.run.spendsFreely) return erring;
    if (await unlessInconclusive(false, () => namesAnother(p, own, erring))) await p.answerTo(changed(p, {}));
    return erring;
  });

/**
 * A check that sends a request which names the end user, so that the rule can judge the answer. Names users of lists if
 * the service refuses that of the fixtures. On loopback names other users first.
 */
const namesEndUser: Check = combining(
  'demanded',
  async (p) => [endUser(p)],
  probe(async (p) => {
    const own = endUser(p);
    await namesOthers(p, own);
    if (await carrierOf(p, own)) return [];
    try {
      await p.sendValid(changed(p, own));
    } catch (error) {
      if (!(error instanceof Inconclusive) || error.cause !== 'refused') throw error;
      if (!(await takesListedUser(p))) throw error;
    }
    return [];
  }),
);

/** Makes the checks that the answer to a creation repeats a member that names the end user. */
export const echoesUser = (operation: Operation, name: keyof EndUser) =>
  [rule(echo(name, sameId)), ofNoOtherUser(operation, name), namesEndUser] as const;
