import fc, { type Arbitrary } from 'fast-check';
import { memoLimits } from '../src/contract/constraints/index.ts';
import type { FiatNetwork } from '../src/contract/networks.ts';
import { definite } from '../src/values/definite.ts';
import type { JsonObject } from '../src/values/json.ts';
import { perhaps } from './choice.ts';
import { FIAT_RANGE } from './decimals.ts';
import { amountOrTotal, type EndUserInputs, endUser, type MoneyInputs } from './facets.ts';
import { memos } from './people.ts';
import { type Facet, type Plan, validBodies } from './plan.ts';
import { plainUpTo } from './text.ts';

/** What the generator needs to know of a target. */
export interface Inputs extends EndUserInputs, MoneyInputs {
  readonly profile_id: string;
  /** Accounts to withdraw to. */
  readonly fiat_accounts: readonly Account[];
}

interface Account {
  readonly id: string;
  readonly network: FiatNetwork;
}
function destinationOf({ id, network }: Account): Arbitrary<JsonObject> {
  const limit = memoLimits[network];
  const memo = fc.oneof({ withCrossShrink: true }, plainUpTo(limit), memos(limit));
  return fc
    .record({ fiat_account_id: fc.constant(id), memo: perhaps(memo) })
    .map((members): JsonObject => definite(members));
}
const destination: Facet<Inputs> = {
  members: ['fiat_account_id', 'memo'],
  make: ({ fiat_accounts }) =>
    fiat_accounts.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...fiat_accounts.map(destinationOf)),
  needs: 'fiat_accounts',
};
const money: Facet<Inputs> = {
  members: ['amount', 'total'],
  make: ({ amounts = FIAT_RANGE, fee }) => amountOrTotal(amounts, fee),
};
const plan: Plan<Inputs> = { schema: 'fiat-withdrawal', facets: [destination, money, endUser], beyond: [] };
/** Generates valid bodies of Create Fiat Withdrawal, without ref_id. Shrinks to asset, IDs and the smallest amount. */
export const valid = (inputs: Inputs): Arbitrary<JsonObject> => validBodies(plan, inputs);
