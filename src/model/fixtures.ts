import type { FiatNetwork } from '../contract/networks.ts';

/** States of a settlement transaction (2.8). */
export type SettlementState = 'PENDING' | 'AFFIRMED' | 'SETTLED' | 'EXPIRED' | 'CANCELLED';

/** What the target must already hold and the interface cannot create. Every member is optional. */
export interface Fixtures {
  readonly profile_id?: string;
  readonly identity_id?: string;
  readonly account_id?: string;
  /** An identity that is not yet a member of `account_id`. Discovered in lists if not given. */
  readonly new_member_identity_id?: string;
  /** Identities that are not members of `account_id`. Checks may add each of them once. */
  readonly new_member_identity_ids?: readonly string[];
  /** True if withdrawals and deposit addresses must name the end user. */
  readonly third_party?: boolean;
  readonly order_id?: string;
  /** A profile and an account whose executions are listed. No list shows the owner of an execution. */
  readonly execution_owner?: { readonly profile_id?: string; readonly account_id?: string };
  readonly memo_id?: string;
  /**
   * Accounts that withdrawals may go to, by network. A run does not update them, except one on a loopback target that
   * lists no other account.
   */
  readonly fiat_accounts?: Partial<Readonly<Record<FiatNetwork, readonly string[]>>>;
  /** The owners of accounts in `fiat_accounts` by account, as lists show them. Not part of the fixtures file. */
  readonly fiat_account_owners?: Readonly<Record<string, EndUser>>;
  /** An amount of USD that is large enough to withdraw. */
  readonly fiat_amount?: string;
  /** An account that a run may update; it must not be in `fiat_accounts`. Discovered in lists if not given. */
  readonly updatable_fiat_account_id?: string;
  readonly deleted_fiat_account_id?: string;
  readonly crypto_destinations?: readonly CryptoDestination[];
  readonly quote_executions?: readonly { readonly profile_id: string; readonly id: string }[];
  readonly settlement_transactions?: Partial<Readonly<Record<SettlementState, readonly string[]>>>;
}

/** A member of the fixtures, or a part of one. */
export type FixturePath =
  | keyof Fixtures
  | `fiat_accounts.${FiatNetwork}`
  | `settlement_transactions.${SettlementState}`;

/** Returns the steps of a path: the member, and its part if the path names one. */
export const stepsOf = (path: FixturePath): readonly [member: string, part?: string] => {
  const [member = path, part] = path.split('.');
  return part === undefined ? [member] : [member, part];
};

/** The end user of a third-party integration (1). */
export interface EndUser {
  readonly identity_id: string;
  readonly account_id: string;
}

/** The amount of a crypto asset that is withdrawn to a destination without an amount of its own. */
export const CRYPTO_AMOUNT = '0.0001';

/** A destination that crypto withdrawals may go to. */
export interface CryptoDestination {
  readonly asset: string;
  readonly crypto_network: string;
  readonly destination_address: string;
  /** An amount that is large enough to withdraw. */
  readonly amount?: string;
}
