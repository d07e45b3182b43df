import fc, { type Arbitrary } from 'fast-check';
import * as g from '../../generators/index.ts';
import { type Constraint, constraints, memoLimits } from '../../src/contract/constraints/index.ts';
import type { FiatNetwork } from '../../src/contract/networks.ts';
import type { JsonObject } from '../../src/values/json.ts';

const PROFILE = '5fc6d191-193c-4e28-94fa-656bbdbdfaad';
const IDENTITY = '8a398cb6-4e3b-4868-9cea-a1c567856e68';

const inputs = {
  profile_id: PROFILE,
  identity_id: IDENTITY,
  account_id: PROFILE,
  memo_id: 'MEMOABCD',
  fee: '0.25',
  fiat_accounts: (Object.keys(memoLimits) as FiatNetwork[]).map((network) => ({
    id: `account on ${network}`,
    network,
  })),
  crypto_destinations: [],
  invented: 'main' as const,
  identity_ids: [PROFILE, IDENTITY],
  network: 'wire',
};

/** One kind of request with everything that it takes. */
interface Request {
  readonly schema: string;
  readonly lawful: Arbitrary<JsonObject>;
}

/** The five request bodies and the update, from inputs that have everything. */
export const requests: Readonly<Record<string, Request>> = {
  fiatWithdrawal: {
    schema: 'fiat-withdrawal',
    lawful: g.fiatWithdrawal.valid(inputs),
  },
  cryptoWithdrawal: {
    schema: 'crypto-withdrawal',
    lawful: g.cryptoWithdrawal.valid({ ...inputs, fee: '0.0000223' }),
  },
  createAddress: {
    schema: 'deposit-address-create',
    lawful: g.depositAddress.valid(inputs),
  },
  sandboxDeposit: {
    schema: 'sandbox-fiat-deposit',
    lawful: g.sandboxDeposit.valid(inputs),
  },
  addMembers: {
    schema: 'account-members-add',
    lawful: g.accountMembers.valid(inputs),
  },
  putFiat: {
    schema: 'fiat-account-update',
    lawful: g.fiatAccountUpdate.valid(inputs),
  },
};

/** The constraints of an operation that bodies can be beyond. */
export const breakable = (operation: string): readonly Constraint[] =>
  constraints.filter((each) => each.operation === operation && each.cases.length > 0);

/** A constraint in words that are its own among those of its operation. */
export const named = (constraint: Constraint): string =>
  [constraint.kind, constraint.member, constraint.cases[0]?.what, constraint.from].join(' ');

export const sampled = <T>(values: Arbitrary<T>, numRuns = 200, seed = 5): readonly T[] =>
  fc.sample(values, { numRuns, seed });
