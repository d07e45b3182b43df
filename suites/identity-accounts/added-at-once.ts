import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { isArray } from '../../src/values/json.ts';
import { accountsNow, hasIdentity, membersIn, membersPlace, twoIdentities } from '../vocabulary/identities.ts';
import { eventuallyUpdated } from '../vocabulary/kept-answers.ts';
import { asking, bodies, plainAnswer, usualRoles } from '../vocabulary/requests.ts';

/**
 * Adds two members on loopback in two simultaneous requests, and demands that those are listed whose requests were
 * accepted. Either request may be refused. Holds where too few identities are known.
 */
export async function addedAtOnce(p: Probing): Promise<readonly Failure[]> {
  await plainAnswer(p, 'addMembers');
  const identities = p.run.spendsFreely ? await twoIdentities(p) : [];
  const { account_id } = bodies.addMembers(p);
  const add = (identity_id: string): Ask => ({
    ...asking(p, 'addMembers', { account_id, members: [{ identity_id, roles: usualRoles(p) }] }),
    isConcurrent: true,
  });
  const answers = await Promise.all(identities.map((each) => p.answerTo(add(each))));
  const due = identities.filter((_, index) => answers[index]?.isAccepted);
  if (due.length === 0) return [];
  let isKept = false;
  const look = async (): Promise<readonly Failure[]> => {
    const list = await accountsNow(p);
    const listed = membersIn(list.items, account_id);
    const lost = isArray(listed) ? due.filter((identity) => !hasIdentity(listed, identity)) : [];
    const [missing] = lost;
    // A list without either of them may be an answer from before.
    isKept = lost.length === due.length;
    if (missing === undefined) return [];
    const expected = `${missing} among the members of ${account_id}, which two simultaneous requests added`;
    const both = answers.map(({ exchange }) => exchange);
    const { page, where } = membersPlace(list, account_id);
    return [failure(page, { where, expected, actual: 'no such member', item: account_id }, both)];
  };
  return eventuallyUpdated(p, look, () => isKept);
}
