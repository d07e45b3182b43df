import type { Handler } from './call.ts';
import { decision, only } from './decision.ts';
import { defined, type Fields, without } from './problem.ts';

/** A member whose JSON type is not checked, and whether the answer shows it as sent or as text. */
interface Loose {
  readonly name: string;
  readonly answered: 'as it was sent' | 'as text';
}

const WITHDRAWALS = ['fiatWithdrawal', 'cryptoWithdrawal'];
const CREATIONS = [...WITHDRAWALS, 'createAddress'];

const asSent = (name: string): readonly Loose[] => [{ name, answered: 'as it was sent' }];
const asText = (name: string): Loose => ({ name, answered: 'as text' });

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
  },
  latitudes: {
    'types/numbers-are-text': ['memo', 'ref_id', 'identity_id', 'account_id', 'balance_asset'].map(asText),
  },
  protects: ['TRANSFER-*-STRING', 'DEPOSIT-ADDRESS-*-STRING', '*-ECHO', 'DA-LISTED-WHOLE'],
});

const isWrong = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'string' || Array.isArray(value);

/** Returns the member as read: a number becomes its text, and metadata of a wrong type count as missing. */
const read = (name: string, value: unknown): unknown =>
  name === 'metadata' ? undefined : typeof value === 'number' ? String(value) : value;

/** Carries out an operation with members of a wrong type. */
export const loosely =
  (handle: Handler): Handler =>
  async (call) => {
    const { body } = call;
    const taken = call.choices.of(loose).filter(({ name }) => isWrong(body[name]));
    if (taken.length === 0) return handle(call);
    const others = taken.reduce<Fields>((rest, { name }) => without(rest, name), body);
    const texts = Object.fromEntries(taken.map(({ name }) => [name, read(name, body[name])]));
    const sent = taken.filter(({ answered }) => answered === 'as it was sent');
    const answer = await handle({ ...call, body: defined({ ...others, ...texts }) });
    return { ...answer, ...Object.fromEntries(sent.map(({ name }) => [name, body[name]])) };
  };
