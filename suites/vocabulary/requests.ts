import { metadataLimits } from '../../src/contract/constraints/index.ts';
import { type FiatNetwork, fiatNetworks } from '../../src/contract/networks.ts';
import { isCreation, isWithdrawal, type ListOperation, type Operation } from '../../src/contract/operations.ts';
import type { Ask, Twin } from '../../src/engine/ask.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import type { Exchange, Query, RequestInput } from '../../src/model/exchange.ts';
import { CRYPTO_AMOUNT } from '../../src/model/fixtures.ts';
import type { Need } from '../../src/model/need.ts';
import { isArray, type Json, type JsonObject } from '../../src/values/json.ts';
import { withRefLike } from './ref-forms.ts';
import { FIAT_AMOUNT, SANDBOX_AMOUNT, withOtherAmount } from './usual-amounts.ts';

/** The path parameters of a quote execution. */
export interface QuotePath {
  readonly profile_id: string;
  readonly id: string;
}

/** Returns a UUID that names nothing on the target. It depends on the run, so that two runs never use the same one. */
export function unknownId(p: Probing, name = ''): string {
  const hex = [0, 1, 2, 3]
    .map((part) => seedOf(p.run.id, p.operation, name, part).toString(16).padStart(8, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** Returns a fiat account of the network to withdraw to. */
export const fiatAccount = (p: Probing, network: FiatNetwork): string =>
  p.fixture(`fiat_accounts.${network}`, ({ fiat_accounts }) => fiat_accounts?.[network]?.[0]);

/** Returns any fiat account to withdraw to. */
export const anyFiatAccount = (p: Probing): string =>
  p.fixture('fiat_accounts.wire', ({ fiat_accounts }) =>
    fiatNetworks.map((network) => fiat_accounts?.[network]?.[0]).find((id) => id !== undefined),
  );

export const profile = (p: Probing): string => p.fixture('profile_id');

/**
 * Returns the end user of a third-party integration. Throws Inconclusive when the fixtures do not name one with an
 * account.
 */
export const endUser = (p: Probing): { readonly identity_id: string; readonly account_id: string } => ({
  identity_id: p.fixture('identity_id'),
  account_id: p.fixture('account_id'),
});

/**
 * Returns the end user whom a body must name in a third-party integration, or nobody elsewhere: the one that the target
 * was found to accept, or the owner of the fiat account that a withdrawal goes to, since a service may refuse to pay to
 * the account of another user.
 */
export function userOf(p: Probing, body: JsonObject): JsonObject {
  if (p.fixtures.third_party !== true) return {};
  const [identity_id, account_id] = [adaptedText(p, 'identity_id'), adaptedText(p, 'account_id')];
  if (identity_id !== undefined && account_id !== undefined) return { identity_id, account_id };
  return { ...(accountOwner(p, body) ?? endUser(p)) };
}

/** Returns the owner of the fiat account that a body names, if it is known. */
export function accountOwner({ fixtures }: Probing, { fiat_account_id: account }: JsonObject) {
  return typeof account === 'string' ? fixtures.fiat_account_owners?.[account] : undefined;
}

/** Returns a body with the end user, where a third-party integration must name one. */
const withUser = (p: Probing, body: JsonObject): JsonObject => ({ ...userOf(p, body), ...body });

/** Returns as much of the end user as the fixtures name. */
export const endUserKnown = ({ fixtures: { identity_id, account_id } }: Probing): JsonObject => ({
  ...(identity_id === undefined ? {} : { identity_id }),
  ...(account_id === undefined ? {} : { account_id }),
});

export const WIRE = {
  account_number: '000123456789',
  fiat_account_owner_address: {
    country: 'USA',
    address1: '1 Main Street',
    city: 'New York',
    province: 'NY',
    zip_code: '10001',
  },
  routing_details: {
    routing_number_type: 'ABA',
    routing_number: '021000021',
    bank_name: 'Example Bank',
    bank_address: { country: 'USA', address1: '2 Bank Street', city: 'New York', province: 'NY', zip_code: '10001' },
  },
};

/** Returns the identity to add to the account: the new member of the fixtures, or else the end user. */
const newMember = (p: Probing): string =>
  adaptedText(p, 'identity_id') ??
  p.fixture('identity_id', ({ new_member_identity_id, identity_id }) => new_member_identity_id ?? identity_id);

/**
 * Roles in use (2.5). A service may not allow each of them for everybody: the first one that it accepts for a new
 * member is the usual one.
 */
export const ROLES = ['AUTHORIZED_USER', 'FINANCIAL_ADVISOR', 'BENEFICIAL_OWNER'] as const;

/** Returns the roles of a new member: those that the target is known to accept, or else the first one. */
export const usualRoles = ({ adapted }: Probing): readonly Json[] => {
  const roles = adapted?.['roles'];
  return isArray(roles) ? roles : [ROLES[0]];
};

/** Returns the roles other than the usual ones. */
export const otherRoles = (p: Probing): readonly Json[] => ROLES.filter((role) => !usualRoles(p).includes(role));

/** Returns a role other than the usual one. */
export const otherRole = (p: Probing): Json => otherRoles(p)[0] ?? ROLES[0];

/** Returns the network for deposit addresses: Ethereum, unless withdrawals use only other networks. */
function depositNetwork({ fixtures }: Probing): string {
  const networks = (fixtures.crypto_destinations ?? []).map(({ crypto_network }) => crypto_network);
  return networks.includes('ETHEREUM') ? 'ETHEREUM' : (networks[0] ?? 'ETHEREUM');
}

/** Metadata with a pair too many, which must be refused. */
export const TOO_MANY_PAIRS = Object.fromEntries(
  Array.from({ length: metadataLimits.pairs + 1 }, (_, index) => [`pair_${index}`, 'x']),
);

/**
 * The metadata key by which updates are recognised. All updates use the same key: the document does not say whether an
 * update replaces metadata or adds to it, and an account has at most six pairs.
 */
export const NOTE = 'run';

/** Returns the text that is known to be accepted where the usual one is refused. */
const adaptedText = ({ adapted }: Probing, name: string): string | undefined => {
  const text = adapted?.[name];
  return typeof text === 'string' ? text : undefined;
};

/** Returns the crypto destination of the fixtures that is known to be accepted, or else the first one. */
function cryptoDestination(p: Probing) {
  const all = p.fixture('crypto_destinations');
  const accepted = all.find(({ destination_address }) => destination_address === adaptedText(p, 'destination_address'));
  return accepted ?? p.fixture('crypto_destinations', () => all[0]);
}

/** The smallest valid bodies, without ref_id and with ids from the fixtures. */
export const bodies = {
  putFiat: () => ({ metadata: { [NOTE]: 'conformance' } }),
  fiatWithdrawal: (p) => ({
    asset: 'USD',
    fiat_account_id: adaptedText(p, 'fiat_account_id') ?? anyFiatAccount(p),
    profile_id: profile(p),
    amount: p.fixtures.fiat_amount ?? FIAT_AMOUNT,
  }),
  cryptoWithdrawal: (p) => {
    const destination = cryptoDestination(p);
    return { profile_id: profile(p), ...destination, amount: destination.amount ?? CRYPTO_AMOUNT };
  },
  sandboxDeposit: (p) => ({
    amount: adaptedText(p, 'amount') ?? p.fixtures.fiat_amount ?? SANDBOX_AMOUNT,
    asset: 'USD',
    memo_id: p.fixture('memo_id'),
    fiat_network_instructions: p.adapted?.['fiat_network_instructions'] ?? { wire: WIRE },
  }),
  createAddress: (p) => ({
    profile_id: profile(p),
    crypto_network: adaptedText(p, 'crypto_network') ?? depositNetwork(p),
  }),
  addMembers: (p) => ({
    account_id: p.fixture('account_id'),
    members: [{ identity_id: newMember(p), roles: usualRoles(p) }],
  }),
} as const satisfies Partial<Record<Operation, (p: Probing) => JsonObject>>;

/** Returns the smallest body of a fiat withdrawal to an account of the network. */
export const withdrawalTo = (p: Probing, network: FiatNetwork) => ({
  ...bodies.fiatWithdrawal(p),
  fiat_account_id: fiatAccount(p, network),
});

export type BodyOperation = keyof typeof bodies;

/** True for operations whose requests carry a body. */
export const takesBody = (operation: Operation): operation is BodyOperation => operation in bodies;

/**
 * Asks for an operation with the given body. Adds a new ref_id to creations, and the end user where a third-party
 * integration must name one. `mayVaryAmount` says that nothing depends on the exact amount of a withdrawal.
 */
export function asking(
  p: Probing,
  operation: BodyOperation,
  body: JsonObject,
  mayVaryAmount = hasUsualAmount(p, operation, body),
): Ask {
  const path = operation === 'putFiat' ? { path: { id: updatable(p) } } : {};
  if (!isCreation(operation)) return { operation, input: () => ({ ...path, body }) };
  const whole = withUser(p, body);
  const made = () => withRefLike(p.tagged(whole), body['ref_id']);
  if (!mayVaryAmount) return { operation, input: () => ({ body: made() }) };
  const input = (isVaried = p.needsOtherAmounts(operation)) => ({
    body: isVaried ? withOtherAmount(p, made()) : made(),
  });
  return { operation, input, mayVaryAmount };
}

/**
 * Whether a body withdraws the usual amount and no total or the other way round, or has both, which must be refused. No
 * check depends on these numbers.
 */
const hasUsualAmount = (p: Probing, operation: BodyOperation, { amount, total }: JsonObject): boolean =>
  isWithdrawal(operation) &&
  (hasNumber(amount) === hasNumber(total) || (amount ?? total) === bodies[operation](p).amount);

const hasNumber = (value: Json | undefined): boolean => value !== undefined && value !== null;

/** Returns the smallest valid request of a body operation as a twin. */
export const plain = (p: Probing, operation: BodyOperation): Twin => {
  const twin = twinOf(p, operation, bodies[operation](p));
  return p.adapted ? twin : { ...twin, key: 'plain' };
};

/** Returns the answer to that request, which is sent once a run. Throws Inconclusive if it is refused. */
export function plainAnswer(p: Probing, operation: BodyOperation): Promise<Exchange> {
  return p.twin(plain(p, operation));
}

/** Returns another valid request as a twin. Its key is the JSON of its body, with the end user that it must name. */
export const twinOf = (p: Probing, operation: BodyOperation, body: JsonObject, mayVaryAmount?: true): Twin => ({
  key: JSON.stringify(isCreation(operation) ? withUser(p, body) : body),
  ask: asking(p, operation, body, mayVaryAmount),
});

/**
 * Returns the fiat account that the run may update: never one that withdrawals go to, since an update may send it back
 * to PENDING. All updates of a run use the same account.
 */
export function updatable(p: Probing): string {
  return p.fixture('updatable_fiat_account_id');
}

/** Returns a PENDING transaction without using it up. Only requests that must be refused may name it. */
const pendingTransaction = (p: Probing): string =>
  p.fixture('settlement_transactions.PENDING', ({ settlement_transactions }) => settlement_transactions?.PENDING?.[0]);

/** Returns the smallest valid request of any operation. */
export function minimal(p: Probing, operation: Operation): RequestInput {
  if (takesBody(operation)) return plain(p, operation).ask.input();
  switch (operation) {
    case 'getFiat':
      return { path: { id: anyFiatAccount(p) } };
    case 'getQuote':
      return { path: p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.[0]) };
    case 'affirm':
      return { path: { transaction_id: pendingTransaction(p) } };
    default:
      return { query: {} };
  }
}

/** Asks for the items of a list that a query selects. */
export const listBy = (operation: ListOperation, query: Query = {}) => ({ operation, input: () => ({ query }) });

/** Asks for a quote execution (4.13). */
export const quoteOf = (path: QuotePath) => ({ operation: 'getQuote' as const, input: () => ({ path: { ...path } }) });

/** Asks to affirm a settlement transaction (4.14). */
export const affirmationOf = (transaction_id: string) => ({
  operation: 'affirm' as const,
  input: () => ({ path: { transaction_id } }),
});

/** Asks for one fiat account by its id (4.2). */
export const accountOf = (input: { readonly id: string; readonly deleted?: boolean }) => ({
  operation: 'getFiat' as const,
  input: () => ({
    path: { id: input.id },
    ...(input.deleted === undefined ? {} : { query: { include_deleted: input.deleted } }),
  }),
});

/** Reads an account that withdrawals may go to, once for all checks that need a twin of their own read. */
export const plainAccount = (p: Probing): Twin => ({
  key: 'plain',
  ask: { ...accountOf({ id: anyFiatAccount(p) }), isShared: true },
});

/** Returns a request whose body lacks its last brace, so that it is not JSON. */
export const cut = (input: RequestInput): RequestInput => ({
  ...input,
  text: JSON.stringify(input.body ?? {}).slice(0, -1),
});

/** The fixture without which an operation has no valid request. */
export const NEEDED: Readonly<Record<Operation, Need>> = {
  putFiat: { fixture: 'updatable_fiat_account_id' },
  getFiat: { fixture: 'fiat_accounts' },
  listFiat: { words: 'ACCESS_TOKEN' },
  fiatWithdrawal: { fixture: 'fiat_accounts' },
  cryptoWithdrawal: { fixture: 'crypto_destinations' },
  listInstructions: { words: 'ACCESS_TOKEN' },
  sandboxDeposit: { fixture: 'memo_id' },
  listAccounts: { words: 'ACCESS_TOKEN' },
  createAddress: { fixture: 'profile_id' },
  listAddresses: { words: 'ACCESS_TOKEN' },
  addMembers: { fixture: 'account_id' },
  listExecutions: { words: 'ACCESS_TOKEN' },
  getQuote: { fixture: 'quote_executions' },
  affirm: { fixture: 'settlement_transactions.PENDING' },
};
