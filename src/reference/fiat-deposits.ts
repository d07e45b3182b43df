import { credit } from './balances.ts';
import { asked, type Call, type Handler } from './call.ts';
import { countries } from './data/fiat-accounts.ts';
import { type Choices, decision } from './decision.ts';
import type { ListRules } from './lists/list-rules.ts';
import { page } from './lists/page.ts';
import { type Fields, fieldsOf, isFields, optional, Problem } from './problem.ts';
import { absent, demand, listed, oneOf, requiring } from './request-bodies.ts';
import { units } from './values.ts';

const HERE = { section: '4.7', on: ['sandboxDeposit'] };

const required = requiring(
  HERE,
  'SD',
  ['amount', 'asset', 'memo_id', 'fiat_network_instructions'],
  'fiat_account_owner',
);
const assets = listed(HERE, ['USD'], {
  'SD-ASSET-OUTSIDE/accepts-EUR': ['USD', 'EUR'],
  'SD-ASSET-OUTSIDE/accepts-a-part-of-a-name': ['USD', 'US'],
});
const words = decision(HERE, /^$/, {
  faults: {
    'SD-AMOUNT-NOT-DECIMAL/accepts-words': /^[a-z]/i,
    'SD-AMOUNT-NOT-DECIMAL/takes-hexadecimal-digits': /^0x/,
    'SD-AMOUNT-NEGATIVE/accepted': /^-\d/,
  },
});
const digits = decision(HERE, /^/, {
  faults: {
    'SD-AMOUNT-DIGITS/refuses-one-digit': /^(?!\d+\.\d$)/,
    'SD-AMOUNT-DIGITS/counts-places-before-the-point': /^(?!\d\d[1-9])/,
  },
  latitudes: {
    'deposits/below-a-hundred': /^(?!\d{3})/,
    'deposits/from-a-thousand': /^\D|^\d{4}/,
    'deposits/of-two-dollars-at-most': /^(?!0*[2-9]|0*\d\d)|^0*2(?:\.0*)?$/,
  },
  protects: ['SD-*'],
});
/** Amounts that cause a server error. */
const overflowing = decision(HERE, /^$/, { faults: { 'SD-AMOUNT-DIGITS/an-error-from-a-thousand': /^\d{4}/ } });
/** Whether a deposit from an owner is accepted, given the owner of the instruction. */
const owners = decision<(given: unknown, own: unknown) => boolean>(HERE, () => true, {
  faults: {
    'SD-OWNER-ACCEPTED/refused': () => false,
    'SD-OWNER-KINDS/one-kind-only': (given) => Object.keys(Object(given)).length === 1,
    'SD-OWNER-ACCEPTED/no-persons': (given) => 'institution_details' in Object(given),
  },
  latitudes: {
    'deposits/from-the-owner-of-the-instruction': (given, own) => JSON.stringify(given) === JSON.stringify(own),
  },
  protects: ['SD-OWNER-ACCEPTED', 'SD-OWNER-KINDS'],
});
const unknownMemo = decision(HERE, false, {
  latitudes: { 'unknown-memo/accepted': true },
  protects: ['SD-MEMO-UNKNOWN', 'SD-MEMO-ID-REQUIRED'],
});
/** The bank details that an instance may know: those of the instruction, and those of all fiat accounts. */
interface KnownWires {
  readonly own: Fields;
  readonly registered: readonly Fields[];
}

const hasNumberOf =
  (wire: Fields) =>
  (other: Fields): boolean =>
    wire['account_number'] === other['account_number'];

/** Whether a deposit from these bank details is accepted. */
const banks = decision<(wire: Fields, known: KnownWires) => boolean>(HERE, () => true, {
  latitudes: {
    'deposits/only-of-the-account-of-the-instruction': (wire, { own }) => hasNumberOf(wire)(own),
    'deposits/only-from-registered-accounts': (wire, { registered }) => registered.some(hasNumberOf(wire)),
  },
  protects: ['OPERATION-ANSWERED', 'SD-*'],
});

/** Milliseconds after a deposit during which another one is refused. */
const pause = decision(HERE, 0, { latitudes: { 'deposits/one-at-a-time': 60 }, protects: ['SD-*'] });

/** Milliseconds after a deposit during which one of the same amount with the same memo is taken for the same. */
const alike = decision(HERE, 0, {
  latitudes: { 'deposits/none-alike-within-three-seconds': 3_000 },
  protects: ['SD-*'],
});

/** Returns the order of a list that does not show creation times, given the requested one. */
const hidden = decision<((order: string | undefined) => string) | undefined>(
  { section: '4.15', on: ['listInstructions'] },
  undefined,
  {
    faults: {
      'ORDER-DEFAULT-DESC/oldest-first-where-no-times-show': (order) => order ?? 'ASC',
      'ORDER-DESC/oldest-first-where-no-times-show': (order) => (order === 'DESC' ? 'ASC' : (order ?? 'DESC')),
      'ORDER-ASC/newest-first-where-no-times-show': (order) => (order === 'ASC' ? 'DESC' : (order ?? 'DESC')),
    },
  },
);

const RULES: ListRules = {
  sets: ['ids', 'ref_ids'],
  times: ['created_at'],
  ordered: true,
  by: 'created_at',
  bounded: true,
};

/** List Fiat Deposit Instructions (4.6). */
export const listInstructions: Handler = (call) => {
  const { choices, store, query } = call;
  const turned = choices.of(hidden);
  if (!turned) return page(call, store.instructions, RULES);
  const found = page(
    { ...call, query: { ...query, order: [turned(asked(call, 'order'))] } },
    store.instructions,
    RULES,
  );
  const items = (found['items'] as readonly Fields[]).map(({ created_at: _, ...shown }) => shown);
  return { ...found, items };
};

/** Initiate Sandbox Fiat Deposit (4.7). */
export const sandboxDeposit: Handler = (call) => {
  demand(call, required);
  const { choices, store, body } = call;
  demandAmount(call);
  oneOf(call, 'asset', optional(body, 'asset') ?? 'USD', assets);
  if (!absent(body, 'fiat_network_instructions') && !isFields(body['fiat_network_instructions']))
    throw new Problem(400, 'fiat_network_instructions is an object');
  const memo = optional(body, 'memo_id');
  const known = memo === undefined || store.instructions.some((each) => each['memo_id'] === memo);
  if (!known && !choices.of(unknownMemo)) throw new Problem(404, 'there is no such memo');
  const own = store.instructions.find((each) => each['memo_id'] === memo);
  demandBank(choices, wireOf(body), own && { own: wireOf(own), registered: store.fiat.map(wireOf) });
  const { fiat_account_owner: ownOwner } = fieldsOf(own?.['fiat_network_instructions']);
  if (!absent(body, 'fiat_account_owner') && !choices.of(owners)(body['fiat_account_owner'], ownOwner))
    throw new Problem(400, 'unknown fiat_account_owner');
  const [last, now] = [Number(store.notes.get('deposited') ?? 0), Date.now()];
  if (now - last < choices.of(pause)) throw new Problem(423, 'another deposit is in progress');
  const same = `deposited ${memo} ${units(body['amount'])}`;
  if (now - Number(store.notes.get(same) ?? 0) < choices.of(alike)) throw new Problem(409, 'a deposit was made twice');
  store.notes.set(same, now);
  store.notes.set('deposited', now);
  credit(call, own?.['profile_id'], body['amount']);
  return {};
};

/** Throws Problem for an amount that this instance does not accept. */
function demandAmount({ choices, body }: Call): void {
  const text = String(body['amount']);
  if (choices.of(overflowing).test(text)) throw new Problem(500, 'the amount is out of range');
  if (!choices.of(digits).test(text)) throw new Problem(400, 'amount has too many digits');
  if (!absent(body, 'amount') && units(body['amount']) === undefined && !choices.of(words).test(text))
    throw new Problem(400, 'amount is a decimal number');
}

const wireOf = (of: Fields): Fields => fieldsOf(fieldsOf(of['fiat_network_instructions'])['wire']);

/** Throws Problem for bank details that this instance does not accept. */
function demandBank(choices: Choices, wire: Fields, known: KnownWires | undefined): void {
  const { country } = fieldsOf(wire['fiat_account_owner_address']);
  if (country !== undefined && !choices.of(countries).taken.test(String(country)))
    throw new Problem(400, 'the country has two letters');
  if (known && !choices.of(banks)(wire, known)) throw new Problem(400, 'not an account that is known');
}
