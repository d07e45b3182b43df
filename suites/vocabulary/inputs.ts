import { type AmountRange, CRYPTO_RANGE, FIAT_RANGE, sum } from '../../generators/decimals.ts';
import type { EndUserInputs } from '../../generators/facets.ts';
import type {
  accountMembers,
  cryptoWithdrawal,
  depositAddress,
  fiatAccountUpdate,
  fiatWithdrawal,
  listQuery,
  sandboxDeposit,
} from '../../generators/index.ts';
import { listFilterOf } from '../../src/contract/lists.ts';
import { fiatNetworks } from '../../src/contract/networks.ts';
import { definitionOf, type ListOperation } from '../../src/contract/operations.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { answered } from '../../src/model/exchange.ts';
import { compare, formatDecimal, roundedUp, ZERO } from '../../src/values/decimal.ts';
import { type Instant, instant, MILLISECOND } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { amount } from './answers.ts';
import { stockedList } from './lists/listing.ts';
import { bodies, plainAnswer, profile } from './requests.ts';
import { PLACES } from './totals.ts';

/** Inputs of the generators: ids of the target, fees that it charges and times of its data. */

const endUserInputs = ({ fixtures: { identity_id, account_id } }: Probing): EndUserInputs =>
  identity_id === undefined || account_id === undefined ? {} : { identity_id, account_id };

/** Returns the fee of a plain withdrawal, rounded up to the decimal places that requests use. Ignores a negative fee. */
async function feeOf(p: Probing, operation: keyof typeof PLACES): Promise<{ readonly fee?: string }> {
  const fee = amount(answered(await plainAnswer(p, operation)), '/fee');
  return fee && compare(fee, ZERO) >= 0 ? { fee: formatDecimal(roundedUp(fee, PLACES[operation])) } : {};
}

/** Moves the usual range of amounts up, to begin at the target's least amount. */
function rangeFrom(least: string, { to, digits }: AmountRange): AmountRange {
  return { from: least, to: sum(least, to), digits: Math.max(digits, least.split('.')[1]?.length ?? 0) };
}

export async function fiatInputs(p: Probing): Promise<fiatWithdrawal.Inputs> {
  const fiat_accounts = fiatNetworks.flatMap((network) => {
    const id = p.fixtures.fiat_accounts?.[network]?.[0];
    return id === undefined ? [] : [{ id, network }];
  });
  const { fiat_amount } = p.fixtures;
  return {
    profile_id: profile(p),
    fiat_accounts,
    ...endUserInputs(p),
    ...(fiat_amount === undefined ? {} : { amounts: rangeFrom(fiat_amount, FIAT_RANGE) }),
    ...(await feeOf(p, 'fiatWithdrawal')),
  };
}

/**
 * Returns the inputs for crypto withdrawals. Invents addresses only on loopback, since money that is sent to one is
 * lost.
 */
export async function cryptoInputs(p: Probing): Promise<cryptoWithdrawal.Inputs> {
  const { crypto_destinations = [] } = p.fixtures;
  const least = crypto_destinations.find(({ amount }) => amount !== undefined)?.amount;
  return {
    profile_id: profile(p),
    crypto_destinations,
    ...(p.run.spendsFreely ? { invented: 'main' as const } : {}),
    ...endUserInputs(p),
    ...(least === undefined ? {} : { amounts: rangeFrom(least, CRYPTO_RANGE) }),
    ...(await feeOf(p, 'cryptoWithdrawal')),
  };
}

export const addressInputs = (p: Probing): depositAddress.Inputs => ({ profile_id: profile(p), ...endUserInputs(p) });

export const depositInputs = (p: Probing): sandboxDeposit.Inputs => ({ memo_id: bodies.sandboxDeposit(p).memo_id });

export const memberInputs = (p: Probing): accountMembers.Inputs => {
  const { account_id, members } = bodies.addMembers(p);
  return { account_id, identity_ids: members.map(({ identity_id }) => identity_id) };
};

/** Returns the inputs for updates. On another host, updates do not change bank details. */
export const updateInputs = ({ run }: Probing): fiatAccountUpdate.Inputs =>
  run.spendsFreely ? { network: 'wire' } : {};

const MOST_VALUES = 40;

/** Returns values and times of the newest known items. Times are distinguished to the millisecond. */
export async function listInputs(p: Probing, operation: ListOperation): Promise<listQuery.Inputs> {
  const items = (await stockedList(p, operation)).items.slice(0, MOST_VALUES).map(({ item }) => item);
  const texts = (name: string): readonly string[] =>
    items.flatMap((item) => {
      const value = member(item, name);
      return typeof value === 'string' && value !== '' && !value.includes(',') ? [value] : [];
    });
  const times = (name: string): readonly Instant[] => texts(name).flatMap((value) => instant(value) ?? []);
  const valuesOf = (name: string): readonly string[] => {
    const filter = listFilterOf(operation, name);
    return filter?.by === 'set' || filter?.by === 'value' ? texts(filter.member) : [];
  };
  const named = Object.keys(definitionOf(operation).query).map((name) => [name, valuesOf(name)] as const);
  return {
    values: Object.fromEntries(named),
    moments: { created_at: times('created_at'), updated_at: times('updated_at'), executed_at: times('executed_at') },
    finest: MILLISECOND,
  };
}
