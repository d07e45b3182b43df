import { type Schema, schema } from '../../schemas/index.ts';
import { constraints, type Measure } from '../../src/contract/constraints/index.ts';
import type { Citation } from '../../src/contract/requirement.ts';
import type { NonEmpty } from '../../src/values/non-empty.ts';
import type { ShapeKind } from './group.ts';

/** The statement for each schema whose members the document does not describe in a table. */
const PROSE: Readonly<Record<string, string>> = {
  'max-rent-exceeded': 'whose value has message (string) and destination_address (string)',
  'status-details': 'Supported key: max_rent_exceeded',
  'crypto-network': 'CryptoNetwork values (a blockchain transmitting cryptocurrencies)',
  metadata: 'object of client-specified string key/value pairs',
  'instruction-metadata': 'Metadata of an instruction may carry client keys with string or integer values.',
  address: 'country, address1, address2, city, province, zip_code (all strings).',
  'routing-details':
    'RoutingDetails: routing_number_type (enum; ABA is the value in use), routing_number (string), bank_name (string), bank_address (Address).',
  wire: 'wire: account_number (string), fiat_account_owner_address (Address), routing_details (RoutingDetails), intermediary_routing_details (RoutingDetails).',
  cbit: 'cbit: wallet_address (string).',
  'dbs-act': 'dbs_act: account_number (string).',
  cubix: 'cubix: account_id (string).',
  scb: 'scb: account_number (string).',
  'person-details': 'person_details {first_name string, last_name string}',
  'institution-details': 'institution_details {name string}',
  'fiat-account-owner':
    'fiat_account_owner: person_details {first_name string, last_name string} and/or institution_details {name string}.',
  'fiat-network-instructions': 'fiat_network_instructions has one member per network:',
  'deposit-instructions': '| fiat_network_instructions | object | Contains wire (as in 2.2)',
  'account-member':
    'AccountMember: identity_id (string), type (enum; BENEFICIAL_OWNER is a value in use), roles (enum[]; values in use: BENEFICIAL_OWNER, FINANCIAL_ADVISOR, AUTHORIZED_USER), id (string, assigned by the service).',
  'account-members': 'Response: account_id (string) and members (each with identity_id, roles, and the assigned id).',
  leg: 'Leg: id (string), direction (string; DELIVER is the value in use), asset (string), amount (string).',
  empty: 'Response: an empty JSON object.',
  list: 'Response: items (FiatAccount[]), next_page_cursor (string).',
};

/** Returns the subject of a schema. All lists are one subject, since they differ only in their items. */
export const subjectOf = (name: string): string => (name.endsWith('-list') ? 'list' : name);

/** The statement that an answer is such a resource. */
const RESPONSES: Readonly<Record<string, Citation>> = {
  transfer: { section: '2.1', words: 'Returned by Create Fiat Withdrawal and Create Crypto Withdrawal.' },
  'fiat-account': { section: '4.1', words: 'Response: FiatAccount (2.2).' },
  'fiat-deposit-instruction': { section: '4.6', words: 'Response: items (FiatDepositInstruction[])' },
  'deposit-address': { section: '4.9', words: 'Response: DepositAddress (2.4).' },
  account: { section: '4.8', words: 'Response: items (Account[])' },
  execution: { section: '4.12', words: 'Response: items (Execution[])' },
  'quote-execution': { section: '4.13', words: 'Response: QuoteExecution (2.7).' },
  'settlement-transaction': { section: '4.14', words: 'Response: SettlementTransaction (2.8)' },
};

const inTable = (words: string, ...sections: readonly string[]): readonly Citation[] =>
  sections.map((section) => ({ section, words }));

/** The statements about the other lists. */
const LISTS: readonly Citation[] = [
  { section: '4.6', words: 'Response: items (FiatDepositInstruction[]), next_page_cursor (string).' },
  { section: '4.8', words: 'Response: items (Account[]), next_page_cursor (string).' },
  { section: '4.10', words: 'Response: items (DepositAddress[]), next_page_cursor.' },
  { section: '4.12', words: 'Response: items (Execution[]), next_page_cursor (string).' },
];

/** Further statements about a schema or one of its members. */
const ALSO: Readonly<Record<string, Readonly<Record<string, readonly Citation[]>>>> = {
  metadata: { '': inTable('| metadata | object |', '2.1', '2.2', '2.4', '2.5', '2.7', '4.4', '4.5') },
  'fiat-account-owner': { '': inTable('| fiat_account_owner | object |', '2.2') },
  'fiat-account-list': { items: LISTS, next_page_cursor: LISTS },
  'crypto-network': { '': inTable('| crypto_network | enum |', '2.1', '2.4', '4.5') },
  'fiat-network-instructions': {
    status: inTable('Examples place status and metadata inside fiat_network_instructions as well', '2.2'),
  },
  transfer: {
    type: inTable('type values: INTERNAL_TRANSFER_DEBIT', '2.1'),
    status: inTable('| Transfer | PENDING, COMPLETED, FAILED |', '3'),
  },
  'fiat-account': { status: inTable('| FiatAccount | PENDING, APPROVED, REJECTED |', '3') },
  'fiat-deposit-instruction': { status: inTable('| FiatDepositInstruction | VALID |', '3') },
  'settlement-transaction': {
    status: inTable('| SettlementTransaction | PENDING, AFFIRMED, SETTLED, EXPIRED, CANCELLED |', '3'),
  },
};

/** The measure of metadata that each kind of check belongs to. */
const MEASURES: Partial<Readonly<Record<ShapeKind, Measure>>> = {
  pairs: 'pairs',
  'key-length': 'key',
  'value-length': 'value',
};

/**
 * Returns the citations of section 8 for a limit that answers share with requests. Metadata of instructions have the
 * limits of all metadata.
 */
function limit(name: string, kind: ShapeKind): readonly Citation[] {
  const found = constraints.find(
    (each) => each.kind === 'at-most' && name.endsWith(each.member) && each.of === MEASURES[kind],
  );
  return found ? found.cites.filter(({ section }) => section === '8') : [];
}

/** What the conventions state about every member with a format. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'Timestamps are RFC 3339 / ISO 8601 strings',
  uuid: 'IDs are strings; where a UUID is stated the string is a UUID.',
  decimal: 'Amounts and prices are decimal numbers carried as strings.',
};

/** Returns what the conventions state about a member. */
function conventional(kind: ShapeKind, member: string, { enum: values, format = '' }: Schema): readonly Citation[] {
  const isPlainId = format === '' && /(?:^|_)id$/.test(member);
  const ofFormat = values === undefined ? FORMATS[isPlainId ? 'uuid' : format] : undefined;
  const words = kind === 'present' ? 'Fields marked required are always present in responses.' : ofFormat;
  return words === undefined ? [] : [{ section: 'Conventions', words }];
}

/** Returns the section of the document that describes the subject of a schema. */
export const sectionOf = (name: string): string =>
  subjectOf(name) === 'list' ? '4.15' : (schema(name)['x-section'] ?? '2');

const place = (name: string, member: string): Citation => {
  const response = member === '' ? RESPONSES[name] : undefined;
  return response ?? { section: schema(name)['x-section'] ?? '2', words: PROSE[subjectOf(name)] ?? `| ${member} |` };
};

/** Returns all citations of a derived row: the statement about the member, the conventions, and further statements. */
export function citations(name: string, member: string, kind: ShapeKind): NonEmpty<Citation> {
  const node = schema(name).properties?.[member] ?? {};
  const also = kind === 'value' ? (ALSO[name]?.[member] ?? []) : limit(name, kind);
  return [place(name, member), ...conventional(kind, member, node), ...also];
}
