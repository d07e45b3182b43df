import { cryptoNetworks } from '../../generators/index.ts';
import { fiatNetworks } from '../../src/contract/networks.ts';
import type { ListOperation, Operation } from '../../src/contract/operations.ts';
import type { Twin } from '../../src/engine/ask.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { Refuted } from '../../src/engine/refuted.ts';
import type { Adaptation } from '../../src/engine/world.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { string } from './answers.ts';
import { listedWires, wiresOfAccounts } from './deposits-as-listed.ts';
import {
  accountOwner,
  asking,
  type BodyOperation,
  bodies,
  endUserKnown,
  plain,
  ROLES,
  takesBody,
  twinOf,
} from './requests.ts';
import { DEPOSITED_MS } from './tolerances.ts';

/** Amounts of a sandbox deposit to try where the usual one is too small or too large. */
const SANDBOX_AMOUNTS = ['10000.50', '100.50', '1000', '1', '0.50'];

/** Number of known bank details that are tried together with each of these amounts. */
const MOST_WIRES = 3;

/** An adaptation, and the smallest body with it. */
interface Alternative extends Adaptation {
  readonly body: JsonObject;
  /** Sends what the target may need before it accepts the body, and returns whether it accepts the body then. */
  readonly prepared?: () => Promise<boolean>;
}

type Alternatives = (p: Probing) => Promise<readonly Alternative[]>;

/** Replaces members of the smallest body. */
const replacing = (p: Probing, operation: BodyOperation, members: JsonObject): Alternative => ({
  members,
  body: { ...bodies[operation](p), ...members },
});

/**
 * Returns the same alternatives with an end user: the integration may be for third parties only (1). Names the owner of
 * the fiat account, if one is known, as requests for third parties do, and then the end user of the fixtures.
 */
function naming(p: Probing, ...others: readonly Alternative[]): readonly Alternative[] {
  const { third_party } = p.fixtures;
  const user = endUserKnown(p);
  if (third_party === false || Object.keys(user).length === 0) return [];
  return others.flatMap(({ members, fixtures, body }) => {
    const owner = accountOwner(p, body);
    const named = { members, fixtures: { ...fixtures, third_party: true } };
    const byUser = { ...named, members: owner ? { ...members, ...user } : members, body: { ...body, ...user } };
    if (third_party === true) return owner ? [byUser] : [];
    return [...(owner ? [{ ...named, body: { ...body, ...owner } }] : []), byUser];
  });
}

/**
 * Amounts to try where the usual one may be less than the minimum. Those after a deposit are others, since an answer to a
 * valid request is asked for once a run. Other hosts have little to spend.
 */
const LARGER = {
  USD: ['1.50', '5.50', '10.50', '100'],
  afterDeposit: ['2', '6', '20', '200'],
  crypto: ['0.001', '0.01', '0.1', '1'],
} as const;

const larger = (p: Probing, of: keyof typeof LARGER): readonly string[] =>
  LARGER[of].slice(0, p.run.spendsFreely ? 4 : 1);

const largerFiat = (p: Probing, of: 'USD' | 'afterDeposit'): readonly Alternative[] =>
  p.fixtures.fiat_amount === undefined
    ? larger(p, of).map((amount) => ({
        members: {},
        fixtures: { fiat_amount: amount },
        body: { ...bodies.fiatWithdrawal(p), amount },
      }))
    : [];

/**
 * Deposits to the profile, and returns whether the usual withdrawal is accepted then: without a deposit, the balance of
 * a sandbox may be empty (1).
 */
async function fundedBy(p: Probing, body: JsonObject): Promise<boolean> {
  const deposit = { ...bodies.sandboxDeposit(p), ...(await adaptation(p, 'sandboxDeposit'))?.members };
  for (const amount of SANDBOX_AMOUNTS)
    if ((await p.answerTo(asking(p, 'sandboxDeposit', { ...deposit, amount }))).isAccepted) {
      const withdrawal = asking(p, 'fiatWithdrawal', body);
      const answer = await p.until(
        () => p.answerTo(withdrawal),
        ({ isAccepted }) => isAccepted,
        DEPOSITED_MS,
      );
      return answer.isAccepted;
    }
  return false;
}

/** Alternatives after a deposit: the usual withdrawal, and the larger ones, which the balance had not allowed. */
const funded = (p: Probing): readonly Alternative[] => {
  const body = bodies.fiatWithdrawal(p);
  const isPossible = p.verifies('sandboxDeposit') && p.fixtures.memo_id !== undefined;
  return isPossible ? [{ members: {}, body, prepared: () => fundedBy(p, body) }, ...largerFiat(p, 'afterDeposit')] : [];
};

/** Destinations whose amount the fixtures name keep it. */
function largerCrypto(p: Probing): readonly Alternative[] {
  const { crypto_destinations = [] } = p.fixtures;
  if (crypto_destinations[0] === undefined || crypto_destinations[0].amount !== undefined) return [];
  return larger(p, 'crypto').map((amount) => ({
    members: {},
    fixtures: { crypto_destinations: crypto_destinations.map((each) => ({ amount, ...each })) },
    body: { ...bodies.cryptoWithdrawal(p), amount },
  }));
}

/** Alternatives to try when the smallest body is refused. Operations without alternatives are left out. */
const ALTERNATIVES: Partial<Readonly<Record<BodyOperation, Alternatives>>> = {
  // A network may be closed at the time, or for this profile.
  fiatWithdrawal: async (p) => [
    ...naming(p, replacing(p, 'fiatWithdrawal', {})),
    ...fiatNetworks
      .flatMap((network) => p.fixtures.fiat_accounts?.[network]?.[0] ?? [])
      .slice(1)
      .map((fiat_account_id) => replacing(p, 'fiatWithdrawal', { fiat_account_id })),
    ...largerFiat(p, 'USD'),
    ...naming(p, ...largerFiat(p, 'USD')),
    ...funded(p),
  ],
  cryptoWithdrawal: async (p) => [
    ...naming(p, replacing(p, 'cryptoWithdrawal', {})),
    ...(p.fixtures.crypto_destinations ?? []).slice(1).map((other) => replacing(p, 'cryptoWithdrawal', { ...other })),
    ...largerCrypto(p),
    ...naming(p, ...largerCrypto(p)),
  ],
  createAddress: async (p) => {
    const { items } = await p.known('listAddresses');
    const listed = items.flatMap(({ item }) => string(item, '/crypto_network') ?? []);
    const networks = [...new Set([...listed, ...cryptoNetworks])];
    return [
      ...naming(p, replacing(p, 'createAddress', {})),
      ...networks.map((crypto_network) => replacing(p, 'createAddress', { crypto_network })),
    ];
  },
  // A sandbox may accept only the bank details of its instructions or accounts, or have a least or a greatest amount.
  sandboxDeposit: async (p) => {
    const known = [...(await listedWires(p)), ...(await wiresOfAccounts(p))];
    const wires = known.map((wire) => ({ fiat_network_instructions: { wire } }));
    const amounts = SANDBOX_AMOUNTS.map((amount) => ({ amount }));
    const both = amounts.flatMap((amount) => wires.slice(0, MOST_WIRES).map((wire) => ({ ...wire, ...amount })));
    return [...wires, ...amounts, ...both].map((members) => replacing(p, 'sandboxDeposit', members));
  },
  // A service may not allow some roles for an account, or the identity of another account as a member.
  addMembers: async (p) => {
    const { members } = bodies.addMembers(p);
    const named = p.fixtures.new_member_identity_ids?.at(-1);
    const others = named === undefined ? [] : ROLES.map((role) => ({ identity_id: named, roles: [role] }));
    return [...ROLES.slice(1).map((role) => ({ roles: [role] })), ...others].map((adapted) => ({
      ...replacing(p, 'addMembers', { members: members.map((each) => ({ ...each, ...adapted })) }),
      members: adapted,
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
async function isRefused(p: Probing, twin: Twin): Promise<boolean> {
  try {
    await p.twin(twin);
    return false;
  } catch (error) {
    if (error instanceof Inconclusive) return error.cause === 'refused';
    if (error instanceof Refuted) return false;
    throw error;
  }
}

/** Returns the first alternative that is accepted, once a run for all checks of the operation. */
const accepted = (p: Probing, operation: BodyOperation, alternatives: Alternatives): Promise<Adaptation | undefined> =>
  p.once(`what ${operation} is accepted with`, async () => {
    for (const { body, prepared, ...adaptation } of await alternatives(p))
      if (await (prepared?.() ?? p.isAccepted(twinOf(p, operation, body)))) return adaptation;
    return undefined;
  });

async function adaptation(p: Probing, operation: BodyOperation): Promise<Adaptation | undefined> {
  const [list, alternatives] = [READ_BEFORE[operation], ALTERNATIVES[operation]];
  if (list) await unlessInconclusive(undefined, () => p.known(list));
  if (!alternatives) return undefined;
  const twin = await usual(p, operation);
  return twin && (await isRefused(p, twin)) ? accepted(p, operation, alternatives) : undefined;
}

/**
 * Returns what requests of an operation must have instead of the usual members and fixtures, if anything. Returns
 * undefined at once for operations that need no preparation.
 */
export function adaptationOf(p: Probing, operation: Operation): Promise<Adaptation | undefined> | undefined {
  if (!takesBody(operation)) return undefined;
  return operation in ALTERNATIVES || operation in READ_BEFORE ? adaptation(p, operation) : undefined;
}
