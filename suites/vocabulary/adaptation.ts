import { cryptoNetworks } from '../../generators/index.ts';
import type { ListOperation, Operation } from '../../src/contract/operations.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing, Twin } from '../../src/engine/probing.ts';
import { Refuted } from '../../src/engine/refuted.ts';
import { fiatNetworks } from '../../src/model/fixtures.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { string } from './answers.ts';
import { listedWires } from './deposits-as-listed.ts';
import { type BodyOperation, bodies, plain, ROLES, SANDBOX_AMOUNTS, takesBody, twinOf } from './requests.ts';

/** Members that replace the usual ones in requests of an operation, and the smallest body with them. */
interface Alternative {
  readonly adapted: JsonObject;
  readonly body: JsonObject;
}

type Alternatives = (p: Probing) => Promise<readonly Alternative[]>;

/** Replaces members of the smallest body. */
const replacing = (p: Probing, operation: BodyOperation, adapted: JsonObject): Alternative => ({
  adapted,
  body: { ...bodies[operation](p), ...adapted },
});

/** Alternatives to try when the smallest body is refused. Operations without alternatives are left out. */
const ALTERNATIVES: Partial<Readonly<Record<BodyOperation, Alternatives>>> = {
  // A network may be closed at the time, or for this profile.
  fiatWithdrawal: async (p) =>
    fiatNetworks
      .flatMap((network) => p.fixtures.fiat_accounts?.[network]?.[0] ?? [])
      .slice(1)
      .map((fiat_account_id) => replacing(p, 'fiatWithdrawal', { fiat_account_id })),
  cryptoWithdrawal: async (p) =>
    (p.fixtures.crypto_destinations ?? []).slice(1).map((other) => replacing(p, 'cryptoWithdrawal', { ...other })),
  createAddress: async (p) => {
    const { items } = await p.known('listAddresses');
    const listed = items.flatMap(({ item }) => string(item, '/crypto_network') ?? []);
    const networks = [...new Set([...listed, ...cryptoNetworks])];
    return networks.map((crypto_network) => replacing(p, 'createAddress', { crypto_network }));
  },
  // A sandbox may accept only the bank details of its own instructions, or have a least or a greatest amount.
  sandboxDeposit: async (p) => {
    const wires = (await listedWires(p)).map((wire) => ({ fiat_network_instructions: { wire } }));
    const amounts = SANDBOX_AMOUNTS.map((amount) => ({ amount }));
    return [...wires, ...amounts].map((adapted) => replacing(p, 'sandboxDeposit', adapted));
  },
  // A service may not allow some roles for an account, or the identity of another account as a member.
  addMembers: async (p) => {
    const { members } = bodies.addMembers(p);
    const named = p.fixtures.new_member_identity_ids?.at(-1);
    const others = named === undefined ? [] : ROLES.map((role) => ({ identity_id: named, roles: [role] }));
    return [...ROLES.slice(1).map((role) => ({ roles: [role] })), ...others].map((adapted) => ({
      ...replacing(p, 'addMembers', { members: members.map((each) => ({ ...each, ...adapted })) }),
      adapted,
    }));
  },
};

/**
 * The list to read before the first request of an operation that changes its items, so that effects on other items can
 * be detected.
 */
const READ_BEFORE: Partial<Readonly<Record<BodyOperation, ListOperation>>> = {
  putFiat: 'listFiat',
  addMembers: 'listAccounts',
};

/** Returns the smallest request, or undefined when a fixture is missing. */
const usual = (p: Probing, operation: BodyOperation): Promise<Twin | undefined> =>
  unlessInconclusive(undefined, () => plain(p, operation), ['fixture']);

/**
 * Whether a request is refused by the target, not for a fixture or a budget. Not if its answer was lost: it may have
 * been carried out, so no other one is tried.
 */
async function isRefused(p: Probing, { key, ask }: Twin): Promise<boolean> {
  try {
    await p.twin(key, ask);
    return false;
  } catch (error) {
    if (error instanceof Inconclusive) return error.cause === 'refused';
    if (error instanceof Refuted) return false;
    throw error;
  }
}

/** Returns the first alternative that is accepted, once a run for all checks of the operation. */
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

/**
 * Returns the members that requests of an operation must have instead of the usual ones, if any. Returns undefined at
 * once for operations that need no preparation.
 */
export function adaptationOf(p: Probing, operation: Operation): Promise<JsonObject | undefined> | undefined {
  if (!takesBody(operation)) return undefined;
  return operation in ALTERNATIVES || operation in READ_BEFORE ? adaptation(p, operation) : undefined;
}
