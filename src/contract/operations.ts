/** How a filter compares the time of an item with its bound (4.15). */
export type Comparison = 'lt' | 'lte' | 'eq' | 'gte' | 'gt';

/** What a list filter compares, and which items it selects (4.3 to 4.12, 4.15). */
export type ListFilter =
  /** Items whose time in this member compares with the bound. */
  | { readonly by: 'time'; readonly member: string; readonly comparison: Comparison }
  /** Items whose member has one of the values. */
  | { readonly by: 'set'; readonly member: string }
  /** Items whose member has the value. */
  | { readonly by: 'value'; readonly member: string }
  /** Items of an owner that they do not show. */
  | { readonly by: 'owner'; readonly owner: 'profile_id' | 'account_id' }
  /** Items that are not after the one with this ID. */
  | { readonly by: 'since' };

/** The type of a query parameter, with its limits if the document states them, and what it compares if it filters. */
export type Parameter = ParameterType & { readonly filter?: ListFilter };

type ParameterType =
  | { readonly kind: 'string' }
  | { readonly kind: 'strings'; readonly most: number }
  | { readonly kind: 'date-time' }
  | { readonly kind: 'integer'; readonly default?: number; readonly most?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly default: string };

/** One of the 14 operations of section 4. */
export interface OperationDefinition {
  readonly method: 'GET' | 'PUT' | 'POST';
  /** Appended to `{base_url}/v2`; `{name}` marks a path parameter. */
  readonly path: string;
  readonly section: string;
  readonly title: string;
  readonly query: Readonly<Record<string, Parameter>>;
  /** Name of the request body's schema, if the operation takes a body. */
  readonly body?: string;
  /** Name of the response's schema. */
  readonly answer: string;
  /**
   * True if all requests of a run concern one object of the target: the account that is updated, or the transaction
   * that is affirmed. The rows of such an operation are exercised one after another, and by one shard.
   */
  readonly sharesOneObject?: true;
}

const text = { kind: 'string' } as const;

const byTime = (member: string, comparison: Comparison) =>
  ({ kind: 'date-time', filter: { by: 'time', member, comparison } }) as const;

const bySet = <M extends string>(member: M) => ({ kind: 'strings', most: 100, filter: { by: 'set', member } }) as const;

const byValue = (member: string) => ({ kind: 'string', filter: { by: 'value', member } }) as const;

const byOwner = <O extends 'profile_id' | 'account_id'>(owner: O) =>
  ({ kind: 'string', filter: { by: 'owner', owner } }) as const;

/** The filters that take a set of values (4.3, 4.6, 4.10). */
export const filtersBySet = {
  ids: bySet('id'),
  ref_ids: bySet('ref_id'),
  profile_ids: bySet('profile_id'),
  identity_ids: bySet('identity_id'),
  account_ids: bySet('account_id'),
} as const satisfies Record<string, Parameter>;

const { ids, ref_ids, profile_ids, identity_ids, account_ids } = filtersBySet;

/** Page sizes where the document states them (4.3, 4.6, 4.10, 8). */
export const page = { kind: 'integer', default: 100, most: 1000 } as const;
const order = { kind: 'enum', values: ['DESC', 'ASC'], default: 'DESC' } as const;
const orderBy = { kind: 'enum', values: ['CREATED_AT'], default: 'CREATED_AT' } as const;

const created = {
  'created_at.lt': byTime('created_at', 'lt'),
  'created_at.lte': byTime('created_at', 'lte'),
  'created_at.eq': byTime('created_at', 'eq'),
  'created_at.gte': byTime('created_at', 'gte'),
  'created_at.gt': byTime('created_at', 'gt'),
} as const;

const updated = {
  'updated_at.lt': byTime('updated_at', 'lt'),
  'updated_at.lte': byTime('updated_at', 'lte'),
  'updated_at.eq': byTime('updated_at', 'eq'),
  'updated_at.gte': byTime('updated_at', 'gte'),
  'updated_at.gt': byTime('updated_at', 'gt'),
} as const;

/** The operations of section 4, in the document's order. */
export const operations = {
  putFiat: {
    method: 'PUT',
    path: '/transfer/fiat-accounts/{id}',
    section: '4.1',
    title: 'Update Fiat Account',
    query: {},
    body: 'fiat-account-update',
    answer: 'fiat-account',
    sharesOneObject: true,
  },
  getFiat: {
    method: 'GET',
    path: '/transfer/fiat-accounts/{id}',
    section: '4.2',
    title: 'Get Fiat Account',
    query: { include_deleted: { kind: 'boolean' } },
    answer: 'fiat-account',
  },
  listFiat: {
    method: 'GET',
    path: '/transfer/fiat-accounts',
    section: '4.3',
    title: 'List Fiat Accounts',
    query: {
      ids,
      ref_ids,
      ...created,
      limit: page,
      order,
      order_by: orderBy,
      page_cursor: text,
      include_deleted: { kind: 'boolean' },
    },
    answer: 'fiat-account-list',
  },
  fiatWithdrawal: {
    method: 'POST',
    path: '/transfer/fiat-withdrawals',
    section: '4.4',
    title: 'Create Fiat Withdrawal',
    query: {},
    body: 'fiat-withdrawal',
    answer: 'transfer',
  },
  cryptoWithdrawal: {
    method: 'POST',
    path: '/transfer/crypto-withdrawals',
    section: '4.5',
    title: 'Create Crypto Withdrawal',
    query: {},
    body: 'crypto-withdrawal',
    answer: 'transfer',
  },
  listInstructions: {
    method: 'GET',
    path: '/transfer/fiat-deposit-instructions',
    section: '4.6',
    title: 'List Fiat Deposit Instructions',
    query: { ids, ref_ids, ...created, limit: page, order, page_cursor: text },
    answer: 'fiat-deposit-instruction-list',
  },
  sandboxDeposit: {
    method: 'POST',
    path: '/sandbox/fiat-deposits',
    section: '4.7',
    title: 'Initiate Sandbox Fiat Deposit',
    query: {},
    body: 'sandbox-fiat-deposit',
    answer: 'empty',
  },
  listAccounts: {
    method: 'GET',
    path: '/identity/accounts',
    section: '4.8',
    title: 'List Accounts',
    query: {
      page_cursor: text,
      order,
      order_by: orderBy,
      limit: { kind: 'integer' },
      ...created,
      ...updated,
      identity_id: byValue('identity_id'),
    },
    answer: 'account-list',
  },
  createAddress: {
    method: 'POST',
    path: '/transfer/deposit-addresses',
    section: '4.9',
    title: 'Create Deposit Address',
    query: {},
    body: 'deposit-address-create',
    answer: 'deposit-address',
  },
  listAddresses: {
    method: 'GET',
    path: '/transfer/deposit-addresses',
    section: '4.10',
    title: 'List Deposit Addresses',
    query: {
      profile_ids,
      identity_ids,
      ids,
      ref_ids,
      account_ids,
      ...created,
      limit: page,
      order,
      order_by: orderBy,
      page_cursor: text,
    },
    answer: 'deposit-address-list',
  },
  addMembers: {
    method: 'POST',
    path: '/identity/account-members',
    section: '4.11',
    title: 'Add Account Members',
    query: {},
    body: 'account-members-add',
    answer: 'account-members',
  },
  listExecutions: {
    method: 'GET',
    path: '/executions',
    section: '4.12',
    title: 'List Executions',
    query: {
      profile_id: byOwner('profile_id'),
      account_id: byOwner('account_id'),
      order_id: byValue('order_id'),
      since_execution_id: { kind: 'string', filter: { by: 'since' } },
      'range.begin': byTime('executed_at', 'gte'),
      'range.end': byTime('executed_at', 'lte'),
      page_cursor: text,
      limit: { kind: 'integer' },
    },
    answer: 'execution-list',
  },
  getQuote: {
    method: 'GET',
    path: '/profiles/{profile_id}/quote-executions/{id}',
    section: '4.13',
    title: 'Get Quote Execution',
    query: {},
    answer: 'quote-execution',
  },
  affirm: {
    method: 'PUT',
    path: '/settlement/transactions/{transaction_id}/affirm',
    section: '4.14',
    title: 'Affirm Transaction',
    query: {},
    answer: 'settlement-transaction',
    sharesOneObject: true,
  },
} as const satisfies Record<string, OperationDefinition>;

/** The name of an operation of the interface. */
export type Operation = keyof typeof operations;

/** The name of a query parameter of any operation. */
export type ParameterName = { [O in Operation]: keyof (typeof operations)[O]['query'] }[Operation];

/** Every operation name, in the document's order. */
export const operationNames = Object.keys(operations) as readonly Operation[];

/** Returns the facts of an operation with a general query type, for code that handles all operations. */
export const definitionOf = (operation: Operation): OperationDefinition => operations[operation];

/** The version prefix of every path (section 9). */
export const VERSION_PREFIX = '/v2';

/** Operations that return a list (4.15). */
export const listOperations = [
  'listFiat',
  'listInstructions',
  'listAccounts',
  'listAddresses',
  'listExecutions',
] as const satisfies readonly Operation[];

export type ListOperation = (typeof listOperations)[number];

/** Returns whether all requests of a run concern one object of the target. */
export const sharesOneObject = (operation: Operation): boolean => definitionOf(operation).sharesOneObject === true;

/** Returns whether an operation changes nothing. */
export const isRead = (operation: Operation): boolean => operations[operation].method === 'GET';

/**
 * Returns whether a request may be sent again although it may have been executed. That holds for idempotent methods (RFC
 * 9110, 9.2.2) and for operations that do no harm twice: a member is added once, and a sandbox deposit moves nothing.
 */
export const isRepeatable = (operation: Operation): boolean =>
  definitionOf(operation).method !== 'POST' || operation === 'addMembers' || operation === 'sandboxDeposit';

const isOneOf =
  <O extends Operation>(some: readonly O[]) =>
  (operation: Operation): operation is O =>
    some.some((each) => each === operation);

/** Returns whether the operation is a list. */
export const isList = isOneOf(listOperations);

/** Operations that move money out of a profile. */
export const withdrawals = ['fiatWithdrawal', 'cryptoWithdrawal'] as const satisfies readonly Operation[];

export type WithdrawalOperation = (typeof withdrawals)[number];

/** Returns whether an operation moves money out of a profile. */
export const isWithdrawal = isOneOf(withdrawals);

/** Operations that create an object with a ref_id. */
export const creations = [...withdrawals, 'createAddress'] as const satisfies readonly Operation[];

/** Returns whether an operation creates an object with a ref_id. */
export const isCreation = isOneOf(creations);

/** Returns the names of the parameters in an operation's path. */
export const pathParameters = (operation: Operation): readonly string[] =>
  [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
