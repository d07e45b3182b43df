import type { ListOperation, Operation } from '../../src/contract/operations.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing, Twin } from '../../src/engine/probing.ts';
import { Refuted } from '../../src/engine/refuted.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { listedWires } from './deposits-as-listed.ts';
import { type BodyOperation, bodies, LARGE_SANDBOX_AMOUNT, plain, ROLES, takesBody, twinOf } from './requests.ts';

/** What requests of an operation may have in place of the usual values, and its smallest body with that. */
interface Alternative {
  readonly adapted: JsonObject;
  readonly body: JsonObject;
}

type Alternatives = (p: Probing) => Promise<readonly Alternative[]>;

/** What is tried where the smallest body is refused; operations whose requests never have anything else are missing. */
const ALTERNATIVES: Partial<Readonly<Record<BodyOperation, Alternatives>>> = {
  // A sandbox may know the bank details of its instructions only, and have a least amount.
  sandboxDeposit: async (p) => {
    const wires = (await listedWires(p)).map((wire) => ({ fiat_network_instructions: { wire } }));
    return [...wires, { amount: LARGE_SANDBOX_AMOUNT }].map((adapted) => ({
      adapted,
      body: { ...bodies.sandboxDeposit(p), ...adapted },
    }));
  },
  // An account may have no members of some roles.
  addMembers: async (p) => {
    const { members, ...body } = bodies.addMembers(p);
    return ROLES.slice(1).map((role) => {
      const adapted = { roles: [role] };
      return { adapted, body: { ...body, members: members.map((each) => ({ ...each, ...adapted })) } };
    });
  },
};

/** Lists of what an operation changes: they are read before its first request, so that what it does to the rest can be seen. */
const READ_BEFORE: Partial<Readonly<Record<BodyOperation, ListOperation>>> = {
  putFiat: 'listFiat',
  addMembers: 'listAccounts',
};

/** The smallest request; undefined where a fixture is missing. */
const usual = (p: Probing, operation: BodyOperation): Promise<Twin | undefined> =>
  unlessInconclusive(undefined, () => plain(p, operation), ['fixture']);

/** Whether a request is refused, and not for a fixture or a budget. One that may have been carried out is not tried again: that is thrown. */
async function isRefused(p: Probing, { key, ask }: Twin): Promise<boolean> {
  try {
    await p.twin(key, ask);
    return false;
  } catch (error) {
    if (error instanceof Inconclusive && error.cause !== 'transport') return error.cause === 'refused';
    if (error instanceof Refuted) return false;
    throw error;
  }
}

/** The first alternative that is accepted, once for all checks of the operation. */
const accepted = (p: Probing, operation: BodyOperation, alternatives: Alternatives): Promise<JsonObject | undefined> =>
  p.once(`what ${operation} is accepted with`, async () => {
    for (const { adapted, body } of await alternatives(p))
      if (await p.isAccepted(twinOf(p, operation, body))) return adapted;
    return undefined;
  });

async function adaptation(p: Probing, operation: BodyOperation): Promise<JsonObject | undefined> {
  const [list, alternatives] = [READ_BEFORE[operation], ALTERNATIVES[operation]];
  if (list) await unlessInconclusive(undefined, () => p.known(list));
  if (!alternatives) return undefined;
  const twin = await usual(p, operation);
  return twin && (await isRefused(p, twin)) ? accepted(p, operation, alternatives) : undefined;
}

/** Finds out what requests of an operation have otherwise than usual; undefined for operations whose requests never do. */
export function adaptationOf(p: Probing, operation: Operation): Promise<JsonObject | undefined> | undefined {
  if (!takesBody(operation)) return undefined;
  return operation in ALTERNATIVES || operation in READ_BEFORE ? adaptation(p, operation) : undefined;
}
