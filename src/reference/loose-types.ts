import type { Handler } from './call.ts';
import { decision, only } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { defined, type Fields, without } from './problem.ts';

/** A member that may have another JSON type, and whether the answer shows it as sent or as text. */
interface Loose {
  readonly name: string;
  /** The only other type that is taken. */
  readonly only?: 'numbers' | 'lists';
  readonly answered: 'as it was sent' | 'as text';
}

const CREATIONS = [...WITHDRAWALS, 'createAddress'];

const asSent = (name: string): readonly Loose[] => [{ name, answered: 'as it was sent' }];
const listAsSent = (name: string): readonly Loose[] => [{ name, only: 'lists', answered: 'as it was sent' }];
const numberAsText = (name: string): Loose => ({ name, only: 'numbers', answered: 'as text' });
const listAsText = (name: string): Loose => ({ name, only: 'lists', answered: 'as text' });

/** Members in which a list of one text is read as that text, as some languages do. */
const JOINED = ['memo', 'ref_id', 'balance_asset', 'destination_address', 'asset', 'crypto_network'];

/**
 * Members whose type is not checked. The document does not show how a wrong type is answered (7.4), but states the
 * types in answers.
 */
const loose = decision<readonly Loose[]>({ section: '2.1', on: CREATIONS }, [], {
  faults: {
    'TRANSFER-MEMO-STRING/as-it-was-sent': only(WITHDRAWALS, asSent('memo')),
    'TRANSFER-REF-ID-STRING/as-it-was-sent': only(WITHDRAWALS, asSent('ref_id')),
    'TRANSFER-IDENTITY-ID-STRING/as-it-was-sent': only(WITHDRAWALS, asSent('identity_id')),
    'TRANSFER-ACCOUNT-ID-STRING/as-it-was-sent': only(WITHDRAWALS, asSent('account_id')),
    'TRANSFER-AMOUNT-DECIMAL/as-it-was-sent': only(WITHDRAWALS, asSent('amount')),
    'TRANSFER-TOTAL-DECIMAL/as-it-was-sent': only(WITHDRAWALS, asSent('total')),
    'TRANSFER-BALANCE-ASSET-STRING/as-it-was-sent': only(['cryptoWithdrawal'], asSent('balance_asset')),
    'METADATA-OBJECT/as-it-was-sent': asSent('metadata'),
    'DEPOSIT-ADDRESS-REF-ID-STRING/as-it-was-sent': only(['createAddress'], asSent('ref_id')),
    'DEPOSIT-ADDRESS-IDENTITY-ID-STRING/as-it-was-sent': only(['createAddress'], asSent('identity_id')),
    'DEPOSIT-ADDRESS-ACCOUNT-ID-STRING/as-it-was-sent': only(['createAddress'], asSent('account_id')),
    'TRANSFER-MEMO-STRING/a-list-as-it-was-sent': only(WITHDRAWALS, listAsSent('memo')),
    'TRANSFER-REF-ID-STRING/a-list-as-it-was-sent': only(WITHDRAWALS, listAsSent('ref_id')),
    'TRANSFER-ASSET-STRING/a-list-as-it-was-sent': only(WITHDRAWALS, listAsSent('asset')),
    'TRANSFER-BALANCE-ASSET-STRING/a-list-as-it-was-sent': only(['cryptoWithdrawal'], listAsSent('balance_asset')),
    'TRANSFER-DESTINATION-ADDRESS-STRING/a-list-as-it-was-sent': only(
      ['cryptoWithdrawal'],
      listAsSent('destination_address'),
    ),
    'DEPOSIT-ADDRESS-REF-ID-STRING/a-list-as-it-was-sent': only(['createAddress'], listAsSent('ref_id')),
  },
  latitudes: {
    'types/numbers-are-text': ['memo', 'ref_id', 'identity_id', 'account_id', 'balance_asset'].map(numberAsText),
    'types/lists-of-one-text-are-text': [...JOINED, 'conversion_target_asset'].map(listAsText),
  },
  protects: ['TRANSFER-*-STRING', 'DEPOSIT-ADDRESS-*-STRING', '*-ECHO', 'DA-LISTED-WHOLE'],
});

/** Whether a value may stand for the member. */
function isTaken(value: unknown, { only: taken }: Loose): boolean {
  if (taken === 'lists') return Array.isArray(value);
  return typeof value === 'number' || (taken === undefined && (typeof value === 'string' || Array.isArray(value)));
}

/** Returns the member as read: it becomes its text, and metadata of a wrong type count as missing. */
const read = (name: string, value: unknown): unknown => (name === 'metadata' ? undefined : String(value));

/** Carries out an operation with members of a wrong type. */
export const loosely =
  (handle: Handler): Handler =>
  async (call) => {
    const { body } = call;
    const taken = call.choices.of(loose).filter((each) => isTaken(body[each.name], each));
    if (taken.length === 0) return handle(call);
    const others = taken.reduce<Fields>((rest, { name }) => without(rest, name), body);
    const texts = Object.fromEntries(taken.map(({ name }) => [name, read(name, body[name])]));
    const sent = taken.filter(({ answered }) => answered === 'as it was sent');
    const answer = await handle({ ...call, body: defined({ ...others, ...texts }) });
    return { ...answer, ...Object.fromEntries(sent.map(({ name }) => [name, body[name]])) };
  };
