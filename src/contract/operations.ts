/** The type of a query or path parameter, with its limits if the document states them. */
export type Parameter =
  | { readonly kind: 'string' }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'strings'; readonly most: number }
  | { readonly kind: 'date-time' }
  | { readonly kind: 'integer'; readonly standard?: number; readonly most?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly values: readonly string[]; readonly standard: string };

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
const moment = { kind: 'date-time' } as const;
const ids = { kind: 'strings', most: 100 } as const;
/** Page sizes where the document states them (4.3, 4.6, 4.10, 8). */
export const page = { kind: 'integer', standard: 100, most: 1000 } as const;
const order = { kind: 'enum', values: ['DESC', 'ASC'], standard: 'DESC' } as const;
const orderBy = { kind: 'enum', values: ['CREATED_AT'], standard: 'CREATED_AT' } as const;

const created = {
  'created_at.lt': moment,
  'created_at.lte': moment,
  'created_at.eq': moment,
  'created_at.gte': moment,
  'created_at.gt': moment,
} as const;

const updated = {
  'updated_at.lt': moment,
  'updated_at.lte': moment,
  'updated_at.eq': moment,
  'updated_at.gte': moment,
  'updated_at.gt': moment,
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
      ref_ids: ids,
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
    query: { ids, ref_ids: ids, ...created, limit: page, order, page_cursor: text },
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
      identity_id: text,
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
      profile_ids: ids,
      identity_ids: ids,
      ids,
      ref_ids: ids,
      account_ids: ids,
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
      profile_id: text,
      account_id: text,
      order_id: text,
      since_execution_id: text,
      'range.begin': moment,
      'range.end': moment,
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

export type Operation = keyof typeof operations;

/** Every operation name, in the document's order. */
export const operationNames = Object.keys(operations) as readonly Operation[];

/** Returns the facts of an operation with a general query type, for code that handles all operations. */
export const definitionOf = (operation: Operation): OperationDefinition => operations[operation];

/** The version prefix of every path (section 9). */
export const VERSION_PREFIX = '/v2';

export type ListOperation = 'listFiat' | 'listInstructions' | 'listAccounts' | 'listAddresses' | 'listExecutions';

export const listOperations = [
  'listFiat',
  'listInstructions',
  'listAccounts',
  'listAddresses',
  'listExecutions',
] as const satisfies readonly ListOperation[];

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

export type Withdrawal = (typeof withdrawals)[number];

export const isWithdrawal = isOneOf(withdrawals);

/** Operations that create an object with a ref_id. */
export const creations = [...withdrawals, 'createAddress'] as const satisfies readonly Operation[];

export const isCreation = isOneOf(creations);

/** Returns the names of the parameters in an operation's path. */
export const pathParameters = (operation: Operation): readonly string[] =>
  [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
