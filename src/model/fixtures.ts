/** Networks of fiat accounts (2.2). */
export const fiatNetworks = ['wire', 'cbit', 'dbs_act', 'cubix', 'scb'] as const;

export type FiatNetwork = (typeof fiatNetworks)[number];

/** States of a settlement transaction (2.8). */
export type SettlementState = 'PENDING' | 'AFFIRMED' | 'SETTLED' | 'EXPIRED' | 'CANCELLED';

/** What the target must already hold and the interface cannot create. Every member is optional. */
export interface Fixtures {
  readonly profile_id?: string;
  readonly identity_id?: string;
  readonly account_id?: string;
  /** An identity that is not a member of `account_id` yet. Found in lists when it is not given. */
  readonly new_member_identity_id?: string;
  /** Identities that are no members of `account_id` and may be added to it by checks, each once. */
  readonly new_member_identity_ids?: readonly string[];
  /** True where withdrawals and deposit addresses must name the end user. */
  readonly third_party?: boolean;
  readonly order_id?: string;
  /** A profile and an account of which executions are listed; no list shows whose one is. */
  readonly execution_owner?: { readonly profile_id?: string; readonly account_id?: string };
  readonly memo_id?: string;
  /** Accounts that withdrawals may go to, by network; never updated by a run. */
  readonly fiat_accounts?: Partial<Readonly<Record<FiatNetwork, readonly string[]>>>;
  /** An amount of USD that is surely not too small to withdraw. */
  readonly fiat_amount?: string;
  /** An account that a run may update: none of `fiat_accounts`. Found in lists when it is not given. */
  readonly updatable_fiat_account_id?: string;
  readonly deleted_fiat_account_id?: string;
  readonly crypto_destinations?: readonly CryptoDestination[];
  readonly quote_executions?: readonly { readonly profile_id: string; readonly id: string }[];
  readonly settlement_transactions?: Partial<Readonly<Record<SettlementState, readonly string[]>>>;
}

/** Where a crypto withdrawal may go. */
export interface CryptoDestination {
  readonly asset: string;
  readonly crypto_network: string;
  readonly destination_address: string;
  /** An amount that is surely not too small to withdraw. */
  readonly amount?: string;
}
