/** A member of a resource, as in the tables of section 2. */
export interface Member {
  readonly name: string;
  /** One of string, decimal, date-time, uuid, enum, object, array and boolean, or the name of another resource. */
  readonly type: string;
  readonly required: boolean;
}

export interface Resource {
  readonly section: string;
  readonly members: readonly Member[];
}

const member = (text: string): Member => {
  const [name = '', type = ''] = text.replace('!', '').split(':');
  return { name, type, required: text.endsWith('!') };
};

const resource = (section: string, members: string): Resource => ({
  section,
  members: members === '' ? [] : members.split(/\s+/).map(member),
});

/** Section 2 with one resource per entry: `member:type`, with `!` when required. A type may name another resource. */
export const RESOURCES: Readonly<Record<string, Resource>> = {
  transfer: resource(
    '2.1',
    'id:string! customer_id:string! profile_id:string! amount:decimal! total:decimal! fee:decimal! asset:string! direction:enum! type:enum! status:enum! created_at:date-time! updated_at:date-time! identity_id:string ref_id:string balance_asset:string metadata:metadata destination_address:string crypto_network:crypto-network crypto_tx_hash:string crypto_tx_index:string account_id:string auto_conversion:object group_id:string fiat_account_id:uuid secondary_status:object notional_value:decimal memo:string status_details:status-details',
  ),
  'status-details': resource('2.1', 'max_rent_exceeded:max-rent-exceeded'),
  'max-rent-exceeded': resource('2.1', 'message:string destination_address:string'),
  'fiat-account': resource(
    '2.2',
    'id:id! fiat_network_instructions:fiat-network-instructions! status:enum! created_at:date-time! ref_id:string identity_id:string account_id:string fiat_account_owner:fiat-account-owner metadata:metadata updated_at:date-time',
  ),
  'fiat-account-owner': resource('2.2', 'person_details:person-details institution_details:institution-details'),
  'person-details': resource('2.2', 'first_name:string last_name:string'),
  'institution-details': resource('2.2', 'name:string'),
  'fiat-network-instructions': resource(
    '2.2',
    'wire:wire cbit:cbit dbs_act:dbs-act cubix:cubix scb:scb status:string metadata:instruction-metadata',
  ),
  wire: resource(
    '2.2',
    'account_number:string fiat_account_owner_address:address routing_details:routing-details intermediary_routing_details:routing-details',
  ),
  cbit: resource('2.2', 'wallet_address:string'),
  'dbs-act': resource('2.2', 'account_number:string'),
  cubix: resource('2.2', 'account_id:string'),
  scb: resource('2.2', 'account_number:string'),
  address: resource(
    '2.2',
    'country:string address1:string address2:string city:string province:string zip_code:string',
  ),
  'routing-details': resource(
    '2.2',
    'routing_number_type:string routing_number:string bank_name:string bank_address:address',
  ),
  'instruction-metadata': resource('2.2', ''),
  metadata: resource('2.1', ''),
  'fiat-deposit-instruction': resource(
    '2.3',
    'id:string profile_id:string customer_id:string ref_id:string status:string memo_id:string fiat_network_instructions:deposit-instructions',
  ),
  'deposit-instructions': resource(
    '2.3',
    'wire:wire fiat_account_owner:fiat-account-owner metadata:instruction-metadata',
  ),
  'deposit-address': resource(
    '2.4',
    'id:id! profile_id:string! customer_id:string! crypto_network:crypto-network! address:string! conversion_target_asset:enum! created_at:date-time! identity_id:string ref_id:string metadata:metadata account_id:string compatible_crypto_networks:array',
  ),
  account: resource(
    '2.5',
    'id:string identity_id:string description:string admin_disabled:boolean user_disabled:boolean metadata:metadata ref_id:string members:account-member created_at:date-time updated_at:date-time summary_status:string profile_id:string type:string',
  ),
  'account-member': resource('2.5', 'identity_id:string type:string roles:array id:string'),
  'account-members': resource('4.11', 'account_id:string members:account-member'),
  execution: resource(
    '2.6',
    'execution_id:string order_id:string executed_at:date-time market:string side:string amount:decimal price:decimal commission:decimal commission_asset:string rebate:decimal rebate_asset:string gross_trade_amount:decimal',
  ),
  'quote-execution': resource(
    '2.7',
    'id:id! profile_id:string! quote_id:string! status:enum! market:enum! side:enum! price:decimal! base_amount:decimal! base_asset:string! quote_amount:decimal! quote_asset:string! created_at:date-time! ref_id:string settled_at:date-time metadata:metadata identity_id:string account_id:string recipient_profile_id:string',
  ),
  'settlement-transaction': resource(
    '2.8',
    'id:string! ref_id:string! settlement_window_start:date-time! settlement_window_end:date-time! source_profile_id:string! target_profile_id:string! legs:leg! status:enum! created_at:date-time! updated_at:date-time!',
  ),
  leg: resource('2.8', 'id:string direction:string asset:string amount:decimal'),
};

/** The kind of resource that each operation returns, and whether it returns a list of them (4). */
export const ANSWERS: Readonly<Record<string, { readonly kind: string; readonly list: boolean }>> = {
  putFiat: { kind: 'fiat-account', list: false },
  getFiat: { kind: 'fiat-account', list: false },
  listFiat: { kind: 'fiat-account', list: true },
  fiatWithdrawal: { kind: 'transfer', list: false },
  cryptoWithdrawal: { kind: 'transfer', list: false },
  listInstructions: { kind: 'fiat-deposit-instruction', list: true },
  sandboxDeposit: { kind: 'empty', list: false },
  listAccounts: { kind: 'account', list: true },
  createAddress: { kind: 'deposit-address', list: false },
  listAddresses: { kind: 'deposit-address', list: true },
  addMembers: { kind: 'account-members', list: false },
  listExecutions: { kind: 'execution', list: true },
  getQuote: { kind: 'quote-execution', list: false },
  affirm: { kind: 'settlement-transaction', list: false },
};

/** Returns the kinds of resource that an answer of this kind may contain, including itself. */
function reach(kind: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  seen.add(kind);
  for (const { type } of RESOURCES[kind]?.members ?? []) if (RESOURCES[type] && !seen.has(type)) reach(type, seen);
  return seen;
}

/** Returns the operations whose answers may contain a resource. */
export const operationsWith = (kind: string): readonly string[] =>
  Object.keys(ANSWERS).filter((operation) => reach(ANSWERS[operation]?.kind ?? '').has(kind));
