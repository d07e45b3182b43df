import { metadataLimits } from '../../src/contract/constraints/index.ts';
import type { Tagged } from '../../src/contract/lists.ts';
import { isCreation, isWithdrawal, type Operation } from '../../src/contract/operations.ts';
import type { Answer, Ask, Probing, Twin } from '../../src/engine/probing.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import { answered, type RequestInput } from '../../src/model/exchange.ts';
import { type FiatNetwork, fiatNetworks } from '../../src/model/fixtures.ts';
import { decimal, plus, roundedUp, text, times } from '../../src/values/decimal.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { amount } from './answers.ts';

/** Amounts that a run moves when a check does not depend on the amount: tiny, and within the caps of sandboxes. */
const FIAT_AMOUNT = '0.50';
export const CRYPTO_AMOUNT = '0.0001';
/** A deposit that is only simulated moves nothing: more than the least amount that a sandbox may have. */
const SANDBOX_AMOUNT = '10.50';
/** The same where that is too small. */
export const LARGE_SANDBOX_AMOUNT = '10000.50';

/** A UUID that names nothing on the target: of the run's own making, so that two runs never share one. */
export function unknownId(p: Probing, name = ''): string {
  const hex = [0, 1, 2, 3]
    .map((part) => seedOf(p.run.id, p.operation, name, part).toString(16).padStart(8, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/** A fiat account of that network to withdraw to. */
export const fiatAccount = (p: Probing, network: FiatNetwork): string =>
  p.fixture(`fiat_accounts.${network}`, ({ fiat_accounts }) => fiat_accounts?.[network]?.[0]);

/** Any fiat account to withdraw to. */
export const anyFiatAccount = (p: Probing): string =>
  p.fixture('fiat_accounts.wire', ({ fiat_accounts }) =>
    fiatNetworks.map((network) => fiat_accounts?.[network]?.[0]).find((id) => id !== undefined),
  );

export const profile = (p: Probing): string => p.fixture('profile_id', ({ profile_id }) => profile_id);

/** The end user of a third-party integration, when the fixtures name one with an account. */
export const endUser = (p: Probing): { readonly identity_id: string; readonly account_id: string } => ({
  identity_id: p.fixture('identity_id', ({ identity_id }) => identity_id),
  account_id: p.fixture('account_id', ({ account_id }) => account_id),
});

/** The same, as far as the fixtures name one. */
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

/** An identity to add to the account; the end user's own where no other is known. */
const newMember = (p: Probing): string =>
  p.fixture('identity_id', ({ new_member_identity_id, identity_id }) => new_member_identity_id ?? identity_id);

/** Roles in use (2.5), of which a service may not give all to everybody: the first that it gives a new member is the usual one. */
export const ROLES = ['AUTHORIZED_USER', 'FINANCIAL_ADVISOR', 'BENEFICIAL_OWNER'] as const;

/** The roles of a new member: one that the target is known to give, or else the first. */
export const usualRoles = ({ adapted }: Probing): readonly Json[] => {
  const roles = adapted?.['roles'];
  return Array.isArray(roles) ? roles : [ROLES[0]];
};

/** A role other than the usual one. */
export const otherRole = (p: Probing): Json => ROLES.find((role) => !usualRoles(p).includes(role)) ?? ROLES[0];

/** The network that deposit addresses are made on: Ethereum, unless withdrawals go only over others. */
function depositNetwork({ fixtures }: Probing): string {
  const networks = (fixtures.crypto_destinations ?? []).map(({ crypto_network }) => crypto_network);
  return networks.includes('ETHEREUM') ? 'ETHEREUM' : (networks[0] ?? 'ETHEREUM');
}

/** Metadata that have to be refused. */
export const TOO_MANY_PAIRS = Object.fromEntries(
  Array.from({ length: metadataLimits.pairs + 1 }, (_, index) => [`pair_${index}`, 'x']),
);

/**
 * The key under which updates leave what they are known by. It is one for all: nothing says whether an update replaces metadata
 * or adds to it, and an account has six pairs at most.
 */
export const NOTE = 'run';

/** The amount that requests are known to be accepted with, where the usual one is refused. */
const adaptedAmount = ({ adapted }: Probing): string | undefined => {
  const amount = adapted?.['amount'];
  return typeof amount === 'string' ? amount : undefined;
};

/** The smallest lawful bodies, without ref_id; ids come from the fixtures. */
export const bodies = {
  putFiat: () => ({ metadata: { [NOTE]: 'conformance' } }),
  fiatWithdrawal: (p) => ({
    asset: 'USD',
    fiat_account_id: anyFiatAccount(p),
    profile_id: profile(p),
    amount: p.fixtures.fiat_amount ?? FIAT_AMOUNT,
  }),
  cryptoWithdrawal: (p) => {
    const destination = p.fixture('crypto_destinations', ({ crypto_destinations }) => crypto_destinations?.[0]);
    return { profile_id: profile(p), ...destination, amount: destination.amount ?? CRYPTO_AMOUNT };
  },
  sandboxDeposit: (p) => ({
    amount: adaptedAmount(p) ?? p.fixtures.fiat_amount ?? SANDBOX_AMOUNT,
    asset: 'USD',
    memo_id: p.fixture('memo_id', ({ memo_id }) => memo_id),
    fiat_network_instructions: p.adapted?.['fiat_network_instructions'] ?? { wire: WIRE },
  }),
  createAddress: (p) => ({ profile_id: profile(p), crypto_network: depositNetwork(p) }),
  addMembers: (p) => ({
    account_id: p.fixture('account_id', ({ account_id }) => account_id),
    members: [{ identity_id: newMember(p), roles: usualRoles(p) }],
  }),
} as const satisfies Partial<Record<Operation, (p: Probing) => JsonObject>>;

export type BodyOperation = keyof typeof bodies;

/** True for operations whose requests carry a body. */
export const takesBody = (operation: Operation): operation is BodyOperation => operation in bodies;

/**
 * A request of a body operation with the given body; where the operation takes them, with a fresh ref_id, and with the end
 * user that a third-party integration must name.
 */
export function asking(p: Probing, operation: BodyOperation, body: JsonObject): Ask {
  const path = operation === 'putFiat' ? { path: { id: updatable(p) } } : {};
  if (!isCreation(operation)) return { operation, input: () => ({ ...path, body }) };
  const whole = p.fixtures.third_party === true ? { ...endUser(p), ...body } : body;
  return { operation, input: () => ({ body: lengthened(p.tagged(whole), body['ref_id']) }) };
}

/**
 * The body with its ref_id as long as one that was given, which says how long it is to be and nothing else: with a letter of
 * either case, so that a target which folds them shows.
 */
const lengthened = (body: Tagged<JsonObject>, given: Json | undefined): JsonObject =>
  typeof given === 'string' ? { ...body, ref_id: `${body.ref_id}-N`.padEnd(given.length, '0') } : body;

/** The smallest body with the run's id in its metadata, by which what it creates can be found again; `note` distinguishes it from others. */
export const marked = (p: Probing, operation: BodyOperation, note = ''): JsonObject => ({
  ...bodies[operation](p),
  metadata: { run: `tc-${p.run.id}${note}` },
});

/** The same for an amount of its own; `note` distinguishes it from others. */
export const markedOfItsOwn = (p: Probing, operation: BodyOperation, note = ''): JsonObject => ({
  ...marked(p, operation, note),
  ...ownAmount(p, operation, note),
});

/** A request without ref_id, marked instead. */
export function withoutRefId(p: Probing, operation: BodyOperation, body: JsonObject): Ask {
  const user = p.fixtures.third_party === true ? endUser(p) : {};
  return { operation, input: () => ({ body: { ...user, ...body } }) };
}

/** Decimal places of the least difference between amounts; more where the fixtures name an amount with more. */
const LEAST_PLACES = { fiatWithdrawal: 2, cryptoWithdrawal: 4 } as const;

/** An amount that no other withdrawal has: without a ref_id, a target may take the same one a moment later for a repetition. */
function ownAmount(p: Probing, operation: BodyOperation, note: string): JsonObject {
  if (!isWithdrawal(operation)) return {};
  const usual = decimal(bodies[operation](p).amount);
  const step = usual && decimal(`0.${'1'.padStart(Math.max(usual.scale, LEAST_PLACES[operation]), '0')}`);
  const steps = decimal(`${2 * p.attempt + (note === '' ? 1 : 2)}`);
  return usual && step && steps ? { amount: text(plus(usual, times(steps, step))) } : {};
}

/** What such a request is answered with, for the usual amount where its own is refused: once for all who ask. */
export const answerWithoutRefId = (p: Probing, operation: BodyOperation): Promise<Answer> =>
  p.once(`without ref_id ${operation} ${p.attempt}`, async () => {
    const own = await p.answerTo(withoutRefId(p, operation, markedOfItsOwn(p, operation)));
    if (own.isAccepted || !isWithdrawal(operation)) return own;
    const usual = await p.answerTo(withoutRefId(p, operation, marked(p, operation)));
    return usual.isAccepted ? usual : own;
  });

/** The smallest lawful request of a body operation, under the key that it is known by as a twin. */
export const plain = (p: Probing, operation: BodyOperation): Twin => {
  const twin = twinOf(p, operation, bodies[operation](p));
  return p.adapted ? twin : { ...twin, key: 'plain' };
};

/** A twin of its own: another lawful request, known by the JSON of its body. */
export const twinOf = (p: Probing, operation: BodyOperation, body: JsonObject): Twin => ({
  key: JSON.stringify(body),
  ask: asking(p, operation, body),
});

/**
 * A fiat account that a run may update: never one that withdrawals go to, since an update may send it back to PENDING. It is
 * found once a run, so that all updates meet the same account.
 */
export function updatable(p: Probing): string {
  return p.fixture('updatable_fiat_account_id', ({ updatable_fiat_account_id }) => updatable_fiat_account_id);
}

/** A PENDING transaction that is not used up: only requests that must be refused may name it. */
const pendingTransaction = (p: Probing): string =>
  p.fixture('settlement_transactions.PENDING', ({ settlement_transactions }) => settlement_transactions?.PENDING?.[0]);

/** The smallest lawful request of any operation. */
export function minimal(p: Probing, operation: Operation): RequestInput {
  switch (operation) {
    case 'getFiat':
      return { path: { id: anyFiatAccount(p) } };
    case 'getQuote':
      return { path: p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.[0]) };
    case 'affirm':
      return { path: { transaction_id: pendingTransaction(p) } };
    case 'putFiat':
    case 'fiatWithdrawal':
    case 'cryptoWithdrawal':
    case 'sandboxDeposit':
    case 'createAddress':
    case 'addMembers':
      return plain(p, operation).ask.input();
    default:
      return {};
  }
}

/** Most decimal places of a total in a request: a fee may have more, and nothing says that a request may have as many. */
export const PLACES = { fiatWithdrawal: 2, cryptoWithdrawal: 8 } as const;

/** A body with `total` in place of `amount`: the fee of a plain withdrawal and the usual amount together, rounded up. */
export async function totalBody<T extends { readonly amount: string }>(
  p: Probing,
  operation: keyof typeof PLACES,
  base: T,
) {
  const { amount: net, ...rest } = base;
  const before = await p.twin('plain', plain(p, operation).ask);
  const fee = amount(answered(before), '/fee');
  const sum = decimal(net);
  if (!fee || !sum) return { ...rest, total: net };
  return { ...rest, total: text(roundedUp(plus(sum, fee), Math.max(PLACES[operation], sum.scale))) };
}

/** A look-up of one fiat account by its id (4.2). */
export const accountOf = (input: { readonly id: string; readonly deleted?: boolean }) => ({
  operation: 'getFiat' as const,
  input: () => ({
    path: { id: input.id },
    ...(input.deleted === undefined ? {} : { query: { include_deleted: input.deleted } }),
  }),
});

/** An account that withdrawals may go to, read once for all that hold another read against it. */
export const plainAccount = (p: Probing): Twin => ({
  key: 'plain',
  ask: { ...accountOf({ id: anyFiatAccount(p) }), isShared: true },
});

/** A request whose body misses its last brace, so that it is not JSON. */
export const cut = (input: RequestInput): RequestInput => ({
  ...input,
  text: JSON.stringify(input.body ?? {}).slice(0, -1),
});
