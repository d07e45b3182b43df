import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../src/values/json.ts';
import { perhaps, present } from './choice.ts';
import { FIAT_RANGE } from './decimals.ts';
import { nearMissesOf } from './derived-near-misses.ts';
import { amountOrTotal, type EndUserGround, endUser, type MoneyGround } from './facets.ts';
import { awkwardMetadata, openMetadata } from './metadata.ts';
import { type NearMiss, settings, type Variation } from './near-miss.ts';
import { amountVariations, drawing, unknownMember } from './open-variations.ts';
import { memos } from './people.ts';
import { type Facet, lawfulBodies, type Plan } from './plan.ts';
import { requestSchema } from './schema-values.ts';
import { awkward, hostileText, plain, plainUpTo } from './text.ts';

const LONGEST_MEMO = requestSchema('fiat-withdrawal').properties?.['memo']?.maxLength ?? 500;
/** The longest memo of each network in characters (4.4, 8); CBIT has the maximum of all. */
export const memoLimits = {
  wire: 100,
  cubix: 40,
  dbs_act: 100,
  scb: 140,
  cbit: LONGEST_MEMO,
} as const satisfies Readonly<Record<string, number>>;

/** A network of fiat accounts (2.2). */
export type Network = keyof typeof memoLimits;

/** What is known of a target that fiat withdrawals are made on. */
export interface Ground extends EndUserGround, MoneyGround {
  readonly profile_id: string;
  /** Accounts that withdrawals may go to. */
  readonly fiat_accounts: readonly Account[];
}

interface Account {
  readonly id: string;
  readonly network: Network;
}
function destinationOf({ id, network }: Account): Arbitrary<JsonObject> {
  const limit = memoLimits[network];
  const memo = fc.oneof({ withCrossShrink: true }, plainUpTo(limit), memos(limit));
  return fc.record({ fiat_account_id: fc.constant(id), memo: perhaps(memo) }).map(present);
}
const destination: Facet<Ground> = {
  members: ['fiat_account_id', 'memo'],
  make: ({ fiat_accounts }) =>
    fiat_accounts.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...fiat_accounts.map(destinationOf)),
  needs: 'fiat_accounts',
};
const money: Facet<Ground> = {
  members: ['amount', 'total'],
  make: ({ amounts = FIAT_RANGE, fee }) => amountOrTotal(amounts, fee),
};
const plan: Plan<Ground> = { schema: 'fiat-withdrawal', facets: [destination, money, endUser], beyond: [] };
/** Bodies of Create Fiat Withdrawal that keep every rule, without ref_id. Shrinks to asset, ids and the smallest amount. */
export const lawful = (ground: Ground): Arbitrary<JsonObject> => lawfulBodies(plan, ground);
/** A memo of one character more than an account of that network takes; its twin has one of exactly as many. */
function longMemo(network: Network): NearMiss<Ground> {
  const limit = memoLimits[network];
  const on = ({ fiat_accounts }: Ground): readonly Account[] =>
    fiat_accounts.filter((each) => each.network === network);
  return {
    name: `memo of ${limit + 1} on ${network}`,
    member: 'memo',
    claim: 'limit',
    observeOnly: false,
    applies: (ground) => on(ground).length > 0,
    needs: `fiat_accounts.${network}`,
    make: (body, ground) =>
      fc.tuple(fc.constantFrom(...on(ground)), plain(limit)).map(([{ id }, memo]) => {
        const twin = { ...body, fiat_account_id: id, memo };
        return { twin, variant: { ...twin, memo: `${memo}x` } };
      }),
  };
}
const networks = Object.keys(memoLimits) as readonly Network[];
/** Requests wrong in exactly one way. */
export const nearMisses: readonly NearMiss<Ground>[] = [...nearMissesOf(plan, ['memo']), ...networks.map(longMemo)];
/** Requests of which the document does not say whether they are accepted. */
export const observed: readonly Variation<Ground>[] = [
  drawing('metadata that naive code damages', 'metadata', () => awkwardMetadata()),
  drawing('a memo that naive code damages', 'memo', () => awkward(Math.min(...Object.values(memoLimits)))),
  ...settings('memo', hostileText),
  ...settings('metadata', openMetadata),
  ...amountVariations(plan),
  unknownMember(),
];
