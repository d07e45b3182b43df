import { decision, only } from '../decision.ts';
import { type Fields, isFields, without } from '../problem.ts';
import { ANSWERS } from './resources.ts';
import type { Shaped } from './shape-faults.ts';
import { eachResource } from './visit.ts';

const LISTS = ['listFiat', 'listInstructions', 'listAccounts', 'listAddresses', 'listExecutions'];
const METADATA = { section: '2.1', on: ['listAccounts', 'getQuote', 'getFiat'] };
const WITHDRAWALS = ['fiatWithdrawal', 'cryptoWithdrawal'];

const same: Shaped = (_, body) => body;
const metadataOf =
  (change: (pairs: Fields) => unknown): Shaped =>
  (operation, body) =>
    eachResource(operation, body, 'metadata', change);
const items =
  (change: (items: readonly unknown[]) => Fields): Shaped =>
  (_, body) => ({ ...without(body, 'items'), ...change(body['items'] as readonly unknown[]) });

const pairs = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`note_${i}`, 'of the service']));

/** Metadata of answers (2.1). */
export const metadataShape = decision<Shaped>(METADATA, same, {
  faults: {
    'METADATA-PAIRS/seven': only(
      ['listAccounts'],
      metadataOf((own) => ({ ...pairs(7), ...own })),
    ),
    'METADATA-KEY-LENGTH/101-characters': only(
      ['getQuote'],
      metadataOf((own) => ({ ...own, ['k'.repeat(101)]: 'v' })),
    ),
    'METADATA-VALUE-LENGTH/101-characters': only(
      ['listAccounts'],
      metadataOf((own) => ({ ...own, k: 'v'.repeat(101) })),
    ),
    'METADATA-VALUE-STRING/a-number': only(
      ['getQuote'],
      metadataOf((own) => ({ ...own, k: 7 })),
    ),
    'METADATA-VALUE-STRING/null': only(
      ['listAccounts'],
      metadataOf((own) => ({ ...own, k: null })),
    ),
  },
});

/** The frame of a list (4.3 and alike). */
export const listShape = decision<Shaped>({ section: '4.3', on: LISTS }, same, {
  faults: {
    'LIST-OBJECT/an-array': (_, body) => body['items'],
    'LIST-ITEMS-ARRAY/an-object': items((all) => ({ items: { ...all } })),
    'LIST-ITEMS-PRESENT/left-out-when-empty': items((all) => (all.length > 0 ? { items: all } : {})),
    'LIST-ITEMS-PRESENT/named-data': only(
      ['listExecutions'],
      items((all) => ({ data: all })),
    ),
    'LIST-NOT-EMPTY/an-empty-object-for-accounts': only(['listFiat'], () => ({})),
    'LIST-NOT-EMPTY/nothing-for-addresses': only(['listAddresses'], () => ({ items: [] })),
    'LIST-NOT-EMPTY/left-out-for-identity-accounts': only(['listAccounts'], () => ({ next_page_cursor: '' })),
    'LIST-NEXT-PAGE-CURSOR-STRING/a-number': (_, body) => ({ ...body, next_page_cursor: 2 }),
  },
});

const WRAPPED: Shaped = (_, body) => ({ data: body });

/** Answers that are not what they should be as a whole. */
export const wholeShape = decision<Shaped>({ section: '4', on: ['sandboxDeposit', 'getQuote', ...WITHDRAWALS] }, same, {
  faults: {
    'EMPTY-OBJECT/an-array': only(['sandboxDeposit'], () => []),
    'EMPTY-NO-MEMBERS/an-id': only(['sandboxDeposit'], () => ({ id: '1' })),
    'TRANSFER-OBJECT/wrapped-in-data': only(WITHDRAWALS, WRAPPED),
    'QUOTE-EXECUTION-OBJECT/wrapped-in-data': only(['getQuote'], WRAPPED),
  },
});

/** A required ID without text. */
const blank =
  (name: string): Shaped =>
  (operation, body) =>
    eachResource(operation, body, ANSWERS[operation]?.kind, (own) => ({ ...own, [name]: '' }));

const ADDRESSES = ['createAddress', 'listAddresses'];

/** Required IDs (Conventions). */
export const idShape = decision<Shaped>(
  { section: 'Conventions', on: [...WITHDRAWALS, ...ADDRESSES, 'getQuote', 'affirm'] },
  same,
  {
    faults: {
      'REQUIRED-ID-NOT-EMPTY/of-the-customer': only([...WITHDRAWALS, ...ADDRESSES], blank('customer_id')),
      'REQUIRED-ID-NOT-EMPTY/of-the-quote': only(['getQuote'], blank('quote_id')),
      'REQUIRED-ID-NOT-EMPTY/of-the-source-profile': only(['affirm'], blank('source_profile_id')),
    },
  },
);

/** Values of crypto_network (2.1). */
export const networkShape = decision<Shaped>({ section: '2.1', on: ['cryptoWithdrawal', 'listAddresses'] }, same, {
  faults: {
    'CRYPTO-NETWORK-ENUM/another-value': only(['listAddresses'], (operation, body) =>
      eachResource(operation, body, 'deposit-address', (each) => ({ ...each, crypto_network: 'DOGECOIN' })),
    ),
    'CRYPTO-NETWORK-ENUM/in-lower-case': only(['listAddresses'], (operation, body) =>
      eachResource(operation, body, 'deposit-address', (each) => ({
        ...each,
        crypto_network: String(each['crypto_network']).toLowerCase(),
      })),
    ),
  },
});

/** Metadata of an instruction: client keys with string or integer values (2.2). */
export const instructionShape = decision<Shaped>({ section: '2.2', on: ['listInstructions'] }, same, {
  faults: {
    'INSTRUCTION-METADATA-VALUE/an-object': (operation, body) =>
      eachResource(operation, body, 'instruction-metadata', (own) => ({ ...own, nested: {} })),
    'CUSTOMER-OF-PROFILE/the-profile-itself-in-instructions': (operation, body) =>
      eachResource(operation, body, 'fiat-deposit-instruction', (each) => ({
        ...each,
        customer_id: each['profile_id'],
      })),
    'OWNER-NAMED/an-empty-owner-of-instructions': (operation, body) =>
      eachResource(operation, body, 'deposit-instructions', (each) => ({ ...each, fiat_account_owner: {} })),
    'INSTRUCTION-METADATA-PAIRS/seven': (operation, body) =>
      eachResource(operation, body, 'instruction-metadata', (own) => ({ ...pairs(7), ...own })),
    'INSTRUCTION-METADATA-KEY-LENGTH/101-characters': (operation, body) =>
      eachResource(operation, body, 'instruction-metadata', (own) => ({ ...own, ['k'.repeat(101)]: 'v' })),
    'INSTRUCTION-METADATA-VALUE-LENGTH/101-characters': (operation, body) =>
      eachResource(operation, body, 'instruction-metadata', (own) => ({ ...own, k: 'v'.repeat(101) })),
    'INSTRUCTION-METADATA-VALUE/a-fraction': (operation, body) =>
      eachResource(operation, body, 'instruction-metadata', (own) => ({ ...own, share: 0.5 })),
  },
});

const ABUSE = { max_rent_exceeded: { message: 'suspected abuse', destination_address: 'x' } };

/** The members that a lawful answer does not have, so that their shape can be broken: a transfer cancelled for abuse. */
export const abused = (body: Fields): Fields =>
  isFields(body['status_details']) ? body : { ...body, status: 'FAILED', status_details: ABUSE };
