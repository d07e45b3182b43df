import type { Operation } from '../../src/contract/operations.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Ask, Controls, Probing } from '../../src/engine/probing.ts';
import type { RequestInput } from '../../src/model/exchange.ts';
import { definite } from '../../src/values/definite.ts';
import { member } from '../../src/values/json.ts';
import { lastIdentity } from './identities.ts';
import { asking, bodies, minimal, plain, TOO_MANY_PAIRS, takesBody, unknownId } from './requests.ts';

/** A request that breaks a rule: of a body without its required members, of an id that nothing has, or of a limit that is no number. */
function unlawful(p: Probing, operation: Operation, { path, ...input }: RequestInput): RequestInput {
  if (operation === 'putFiat') return { ...(path ? { path } : {}), body: { metadata: TOO_MANY_PAIRS } };
  // What it would move is said all the same: an error of the server counts against the budgets, and nothing said for any amount.
  if (takesBody(operation))
    return { ...input, body: definite({ asset: member(input.body, 'asset'), amount: member(input.body, 'amount') }) };
  return path ? { path: { ...path, id: unknownId(p, 'control') } } : { query: { limit: 'abc' } };
}

/** The plainest addition with somebody else: who is a member may not be added again. */
async function anotherMember(p: Probing): Promise<Ask | undefined> {
  const identity = await lastIdentity(p);
  const { members, ...body } = bodies.addMembers(p);
  const others = members.map((each) => ({ ...each, identity_id: identity }));
  return identity === undefined ? undefined : asking(p, 'addMembers', { ...body, members: others });
}

/** The requests that an error of the server is compared with; none where a fixture is missing, nor for what can be done only once. */
export function controlsOf(p: Probing, operation: Operation): Controls | undefined {
  if (operation === 'affirm') return undefined;
  try {
    const input = minimal(p, operation);
    const own: Ask = takesBody(operation) ? plain(p, operation).ask : { operation, input: () => input };
    const another = operation === 'addMembers' ? { another: () => anotherMember(p) } : {};
    return { plain: own, unlawful: { operation, input: () => unlawful(p, operation, input) }, ...another };
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
