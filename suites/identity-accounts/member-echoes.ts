import { type Flaw, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { groupBy } from '../../src/values/group-by.ts';
import { type Id, id } from '../../src/values/id.ts';
import { isArray, isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, answeredObject, objects } from '../vocabulary/answers.ts';
import { memberObjects } from '../vocabulary/identities.ts';

const sentMembers = ({ request }: Exchange): readonly JsonObject[] => memberObjects(member(request.body, 'members'));

const identityOf = (each: Json): Id | undefined => id(member(each, 'identity_id'));

/** Whether members have a wrong shape, which the shape rows judge. */
export const isMalformed = (members: Json | undefined): boolean =>
  members !== undefined &&
  (!isArray(members) ||
    members.some((each) => !isObject(each) || typeof (member(each, 'identity_id') ?? '') !== 'string'));

const hasRoles = (found: JsonObject, roles: Json | undefined): boolean => {
  const answered = member(found, 'roles');
  const named = isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
  return named.length === 0 || (isArray(answered) && named.every((role) => answered.includes(role)));
};

/** Whether a member of a request names its identity as text. How another type is answered is not stated. */
const isNamed = (each: JsonObject): boolean => typeof member(each, 'identity_id') === 'string';

/** Identities that were listed with an account or added to it. Adding one of them again need not change its roles. */
class FormerMembers {
  readonly #listed = new Memory<Id, ReadonlySet<Id | undefined>>();
  readonly #added = new Memory<string, true>();

  list(exchange: Exchange): void {
    for (const { item } of objects(exchange)) {
      const [account, members] = [id(member(item, 'id')), member(item, 'members')];
      if (account !== undefined && isArray(members))
        this.#listed.set(account, new Set(memberObjects(members).map(identityOf)));
    }
  }

  add(account: Id | undefined, sent: JsonObject): void {
    this.#added.set(`${account} ${identityOf(sent)}`, true);
  }

  /** True if the account was listed without this identity, which was not added since. */
  isNew(account: Id | undefined, sent: JsonObject): boolean {
    const listed = account === undefined ? undefined : this.#listed.get(account);
    const isKnown = this.#added.mayHave(`${account} ${identityOf(sent)}`);
    return listed !== undefined && !listed.has(identityOf(sent)) && !isKnown;
  }
}

/**
 * Makes the state of a sequence: the answer has each member that was sent, with its roles if the identity was no member
 * before.
 */
export function echoesMembers() {
  const former = new FormerMembers();
  return (exchange: Exchange): Judgement => {
    if (exchange.operation === 'listAccounts') {
      former.list(exchange);
      return NOT_CONCERNED;
    }
    const account = id(member(exchange.request.body, 'account_id'));
    const sent = sentMembers(exchange).map((each) => ({ each, isNew: former.isNew(account, each) }));
    for (const { each } of sent) former.add(account, each);
    const members = member(acceptedBody(exchange), 'members');
    if (!answeredObject(exchange) || sent.length === 0 || isMalformed(members)) return NOT_CONCERNED;
    const shownAs = groupBy(memberObjects(members), identityOf);
    return sent.flatMap(({ each, isNew }): readonly Flaw[] => {
      if (!isNamed(each)) return [];
      const found = shownAs.get(identityOf(each)) ?? [];
      if (found.some((one) => !isNew || hasRoles(one, member(each, 'roles')))) return [];
      return [{ where: '/members', expected: `${shown(each)} among the members`, actual: shown(members) }];
    });
  };
}
