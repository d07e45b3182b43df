import type { Operation } from '../../src/contract/operations.ts';
import type { Ask, Controls } from '../../src/engine/ask.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { RequestInput } from '../../src/model/exchange.ts';
import { definite } from '../../src/values/definite.ts';
import { member } from '../../src/values/json.ts';
import { lastIdentity } from './identities.ts';
import { asking, bodies, minimal, plain, TOO_MANY_PAIRS, takesBody, unknownId } from './requests.ts';

/**
 * Returns a request that breaks a rule: a body without its required members or with too many metadata pairs, an id that
 * does not exist, or a limit that is not a number.
 */
function invalidInput(p: Probing, operation: Operation, { path, ...input }: RequestInput): RequestInput {
  if (operation === 'putFiat') return { ...(path ? { path } : {}), body: { metadata: TOO_MANY_PAIRS } };
  // Keeps asset and amount: a server error counts against the budgets, and a withdrawal without an amount would count
  // as any amount.
  if (takesBody(operation))
    return { ...input, body: definite({ asset: member(input.body, 'asset'), amount: member(input.body, 'amount') }) };
  return path ? { path: { ...path, id: unknownId(p, 'control') } } : { query: { limit: 'abc' } };
}

/**
 * Returns the plainest addition with another identity, since an existing member may be refused; undefined when none is
 * known.
 */
async function anotherMember(p: Probing): Promise<Ask | undefined> {
  const identity = await lastIdentity(p);
  const { members, ...body } = bodies.addMembers(p);
  const others = members.map((each) => ({ ...each, identity_id: identity }));
  return identity === undefined ? undefined : asking(p, 'addMembers', { ...body, members: others });
}

/**
 * Returns the requests that a server error is compared with. Returns undefined where a fixture is missing, and for
 * affirm, which cannot be repeated.
 */
export function controlsOf(p: Probing, operation: Operation): Controls | undefined {
  if (operation === 'affirm') return undefined;
  try {
    const input = minimal(p, operation);
    const own: Ask = takesBody(operation) ? plain(p, operation).ask : { operation, input: () => input };
    const another = operation === 'addMembers' ? { another: () => anotherMember(p) } : {};
    return { plain: own, invalid: { operation, input: () => invalidInput(p, operation, input) }, ...another };
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
