import { decision, only } from '../decision.ts';
import { LISTS, WITHDRAWALS } from '../operation-groups.ts';
import { type Fields, fieldsOf, isFields, without } from '../problem.ts';
import { answeredOf } from './missing-parts.ts';
import { operationsWith } from './resources.ts';
import type { Shaped } from './shape-faults.ts';
import { eachResource } from './visit.ts';

const METADATA = { section: '2.1', on: operationsWith('metadata') };

const same: Shaped = (_, body) => body;
const metadataOf = (change: (pairs: Fields) => unknown): Shaped =>
  answeredOf((own) => ({ ...own, metadata: change(fieldsOf(own['metadata'])) }));
const items =
  (change: (items: readonly unknown[]) => Fields): Shaped =>
  (_, body) => ({ ...without(body, 'items'), ...change(body['items'] as readonly unknown[]) });

const pairs = (count: number): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`note_${i}`, 'of the service']));

/** Adds one pair to metadata that have fewer than six. */
const withOneMore =
  (key: string, value: unknown) =>
  (own: Fields): Fields =>
    Object.keys(own).length < 6 ? { ...own, [key]: value } : own;

/** Metadata in answers (2.1); resources without any are given some. */
export const metadataShape = decision<Shaped>(METADATA, same, {
  faults: {
    'METADATA-PAIRS/seven': metadataOf((own) => ({ ...pairs(7), ...own })),
    'METADATA-KEY-LENGTH/101-characters': metadataOf(withOneMore('k'.repeat(101), 'v')),
    'METADATA-VALUE-LENGTH/101-characters': metadataOf(withOneMore('noted', 'v'.repeat(101))),
    'METADATA-VALUE-STRING/a-number': metadataOf(withOneMore('noted', 7)),
    'METADATA-VALUE-STRING/null': metadataOf(withOneMore('noted', null)),
  },
});

/** The object around the items of a list (4.3 and the other lists). */
export const listShape = decision<Shaped>({ section: '4.3', on: LISTS }, same, {
  faults: {
    'LIST-OBJECT/an-array': (_, body) => body['items'],
    'LIST-ITEMS-ARRAY/an-object': items((all) => ({ items: { ...all } })),
    'LIST-ITEMS-NAMED/data': items((all) => ({ data: all })),
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

/** Answers whose top-level shape is wrong. */
export const wholeShape = decision<Shaped>({ section: '4', on: ['sandboxDeposit', 'getQuote', ...WITHDRAWALS] }, same, {
  faults: {
    'EMPTY-OBJECT/an-array': only(['sandboxDeposit'], () => []),
    'EMPTY-NO-MEMBERS/an-id': only(['sandboxDeposit'], () => ({ id: '1' })),
    'TRANSFER-OBJECT/wrapped-in-data': only(WITHDRAWALS, WRAPPED),
    'QUOTE-EXECUTION-OBJECT/wrapped-in-data': only(['getQuote'], WRAPPED),
  },
});

/** Sets a required ID to the empty string. */
const blank = (name: string): Shaped => answeredOf((own) => ({ ...own, [name]: '' }));

const ADDRESSES = ['createAddress', 'listAddresses'];

/** Required IDs, which must not be empty (Conventions). */
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

const ofNetwork = (change: (network: unknown) => unknown): Shaped =>
  answeredOf((own) => ({ ...own, crypto_network: change(own['crypto_network']) }));

/** The customer_id of listed deposit addresses (2.4). */
export const customerShape = decision<Shaped>({ section: '2.4', on: ['listAddresses'] }, same, {
  faults: {
    'CUSTOMER-OF-PROFILE/another-of-each-in-lists': answeredOf((own) => ({ ...own, customer_id: own['id'] })),
  },
});

/** Values of crypto_network (2.1). */
export const networkShape = decision<Shaped>({ section: '2.1', on: operationsWith('crypto-network') }, same, {
  faults: {
    'CRYPTO-NETWORK-ENUM/another-value': only(
      ['listAddresses'],
      ofNetwork(() => 'DOGECOIN'),
    ),
    'CRYPTO-NETWORK-ENUM/in-lower-case': only(
      ['listAddresses'],
      ofNetwork((network) => String(network).toLowerCase()),
    ),
    'CRYPTO-NETWORK-ENUM/another-value-of-a-new-address': only(
      ['createAddress'],
      ofNetwork(() => 'DOGECOIN'),
    ),
    'CRYPTO-NETWORK-ENUM/another-value-of-crypto-withdrawals': only(
      ['cryptoWithdrawal'],
      ofNetwork(() => 'DOGECOIN'),
    ),
    'CRYPTO-NETWORK-ENUM/another-value-of-fiat-withdrawals': only(
      ['fiatWithdrawal'],
      ofNetwork(() => 'SWIFT'),
    ),
  },
});

/** The updated_at of fiat accounts and identity accounts (2.2, 2.5). */
export const timeShape = decision<Shaped>(
  { section: '2.2', on: ['putFiat', 'getFiat', 'listFiat', 'listAccounts'] },
  same,
  {
    faults: {
      'TIMES-NOT-AHEAD/accounts-updated-in-2999': answeredOf((own) => ({
        ...own,
        updated_at: '2999-01-01T00:00:00Z',
      })),
    },
  },
);

/** Fiat deposit instructions (2.3). */
export const instructionShape = decision<Shaped>({ section: '2.3', on: ['listInstructions'] }, same, {
  faults: {
    'CUSTOMER-OF-PROFILE/another-of-each-instruction': answeredOf((own) => ({ ...own, customer_id: own['id'] })),
    'OWNER-NAMED/an-empty-owner-of-instructions': (operation, body) =>
      eachResource(operation, body, 'deposit-instructions', (each) => ({ ...each, fiat_account_owner: {} })),
  },
});

/** Changes the metadata inside fiat_network_instructions; instructions without any are given some. */
const innerMetadata = (change: (pairs: Fields) => unknown): Shaped =>
  answeredOf((own) => {
    const inner = own['fiat_network_instructions'];
    if (!isFields(inner)) return own;
    const metadata = change(fieldsOf(inner['metadata']));
    return { ...own, fiat_network_instructions: { ...inner, metadata } };
  });

/** Metadata inside fiat_network_instructions, whose values are strings or integers (2.2). */
export const innerMetadataShape = decision<Shaped>(
  { section: '2.2', on: operationsWith('instruction-metadata') },
  same,
  {
    faults: {
      'INSTRUCTION-METADATA-VALUE/an-object': innerMetadata((own) => ({ ...own, nested: {} })),
      'INSTRUCTION-METADATA-VALUE/a-fraction': innerMetadata((own) => ({ ...own, share: 0.5 })),
      'INSTRUCTION-METADATA-PAIRS/seven': innerMetadata((own) => ({ ...pairs(7), ...own })),
      'INSTRUCTION-METADATA-KEY-LENGTH/101-characters': innerMetadata((own) => ({ ...own, ['k'.repeat(101)]: 'v' })),
      'INSTRUCTION-METADATA-VALUE-LENGTH/101-characters': innerMetadata((own) => ({ ...own, k: 'v'.repeat(101) })),
    },
  },
);
