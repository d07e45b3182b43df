import type { Row } from '../../engine/row.ts';
import type { Citation, Requirement } from '../../model/requirement.ts';
import { type Schema, schema } from '../../schemas/index.ts';
import { type Claim, keyOf, shapes } from './group.ts';
import { answerSchemas, operationsWith, target } from './tree.ts';

/** Words of the document for the members of schemas that it does not give as a table. */
const PROSE: Readonly<Record<string, string>> = {
  'max-rent-exceeded': 'whose value has message (string) and destination_address (string)',
  'status-details': 'Supported key: max_rent_exceeded',
  'crypto-network': 'CryptoNetwork values (a blockchain transmitting cryptocurrencies)',
  metadata: 'object of client-specified string key/value pairs',
  'instruction-metadata': 'Metadata of an instruction may carry client keys with string or integer values.',
  address: 'country, address1, address2, city, province, zip_code (all strings).',
  'routing-details': 'RoutingDetails: routing_number_type',
  wire: 'wire: account_number (string)',
  cbit: 'cbit: wallet_address (string).',
  'dbs-act': 'dbs_act: account_number (string).',
  cubix: 'cubix: account_id (string).',
  scb: 'scb: account_number (string).',
  'person-details': 'person_details {first_name string, last_name string}',
  'institution-details': 'institution_details {name string}',
  'fiat-account-owner': 'fiat_account_owner: person_details',
  'fiat-network-instructions': 'fiat_network_instructions has one member per network:',
  'deposit-instructions': '| fiat_network_instructions | object | Contains wire (as in 2.2)',
  'account-member': 'AccountMember: identity_id (string)',
  'account-members': 'Response: account_id (string) and members (each with identity_id, roles, and the assigned id).',
  leg: 'Leg: id (string), direction (string;',
  empty: 'Response: an empty JSON object.',
  list: 'next_page_cursor (string).',
};

/** Lists are one subject: they differ by their items alone. */
const subjectOf = (name: string): string => (name.endsWith('-list') ? 'list' : name);

const upper = (name: string): string => name.replaceAll('_', '-').toUpperCase();

/** Where the document says that an answer is such a resource. */
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

/** Further places that say the same, by the id of the row. */
const ALSO: Readonly<Record<string, readonly Citation[]>> = {
  'METADATA-OBJECT': ['2.1', '2.2', '2.4', '2.5', '2.7', '4.4', '4.5'].map((section) => ({
    section,
    words: '| metadata | object |',
  })),
  'FIAT-ACCOUNT-OWNER-OBJECT': [{ section: '2.2', words: '| fiat_account_owner | object |' }],
  'TRANSFER-STATUS-ENUM': [{ section: '3', words: '| Transfer | PENDING, COMPLETED, FAILED |' }],
  'FIAT-ACCOUNT-STATUS-ENUM': [{ section: '3', words: '| FiatAccount | PENDING, APPROVED, REJECTED |' }],
  'FIAT-DEPOSIT-INSTRUCTION-STATUS-STRING': [{ section: '3', words: '| FiatDepositInstruction | VALID |' }],
  'SETTLEMENT-TRANSACTION-STATUS-ENUM': [
    { section: '3', words: '| SettlementTransaction | PENDING, AFFIRMED, SETTLED, EXPIRED, CANCELLED |' },
  ],
};

/** What the conventions say of every member of a kind. */
function conventional(id: string, claim: Claim): readonly Citation[] {
  const words =
    claim === 'present'
      ? 'Fields marked required are always present in responses.'
      : CONVENTIONS.find(([ending]) => id.endsWith(ending))?.[1];
  return words === undefined ? [] : [{ section: 'Conventions', words }];
}

const CONVENTIONS: readonly (readonly [ending: string, words: string])[] = [
  ['-DATE-TIME', 'Timestamps are RFC 3339 / ISO 8601 strings'],
  ['-UUID', 'IDs are strings; where a UUID is stated the string is a UUID.'],
  ['-DECIMAL', 'Amounts and prices are decimal numbers carried as strings.'],
];

const cite = (name: string, member: string): Citation => {
  const response = member === '' ? RESPONSES[name] : undefined;
  return response ?? { section: schema(name)['x-section'] ?? '2', words: PROSE[subjectOf(name)] ?? `| ${member} |` };
};

function kindOf(node: Schema): string {
  if (node.enum) return 'ENUM';
  return upper(node.format ?? String(node.type));
}

const KINDS: Readonly<Record<string, string>> = {
  DECIMAL: 'a decimal number carried as a string',
  'DATE-TIME': 'an RFC 3339 timestamp',
  UUID: 'a UUID',
  STRING: 'a string',
  OBJECT: 'an object',
  ARRAY: 'an array',
  BOOLEAN: 'a boolean',
};

type Shape = Pick<Requirement, 'id' | 'title'> & {
  readonly member: string;
  readonly claim: Claim;
  readonly level?: Requirement['level'];
};

function memberShapes(name: string, own: Schema, member: string, node: Schema): readonly Shape[] {
  const subject = subjectOf(name);
  const what = `${title(name)}.${member}`;
  const required = own.required?.includes(member)
    ? [
        {
          id: `${upper(subject)}-${upper(member)}-PRESENT`,
          title: `${what} is always present`,
          member,
          claim: 'present' as const,
        },
      ]
    : [];
  if (target(node) !== undefined) return required;
  const kind = kindOf(node);
  const says = node.enum ? `one of its ${node.enum.length} listed values` : (KINDS[kind] ?? kind);
  return [
    ...required,
    { id: `${upper(subject)}-${upper(member)}-${kind}`, title: `${what} is ${says}`, member, claim: 'value' },
  ];
}

const title = (name: string): string => (subjectOf(name) === 'list' ? 'List' : (schema(name).title ?? name));

const METADATA: readonly Shape[] = [
  { id: 'METADATA-OBJECT', title: 'Metadata is an object', member: '', claim: 'value' },
  { id: 'METADATA-PAIRS', title: 'Metadata has at most 6 pairs', member: '', claim: 'pairs' },
  { id: 'METADATA-KEY-LENGTH', title: 'A metadata key has at most 100 characters', member: '', claim: 'key-length' },
  { id: 'METADATA-VALUE-STRING', title: 'A metadata value is a string', member: '', claim: 'value-kind' },
  {
    id: 'METADATA-VALUE-LENGTH',
    title: 'A metadata value has at most 100 characters',
    member: '',
    claim: 'value-length',
  },
];

function shapesOf(name: string): readonly Shape[] {
  const own = schema(name);
  const subject = subjectOf(name);
  if (name === 'metadata') return METADATA;
  if (name === 'crypto-network') {
    return [
      {
        id: 'CRYPTO-NETWORK-ENUM',
        title: 'crypto_network is one of the nine CryptoNetwork values',
        member: '',
        claim: 'value',
      },
    ];
  }
  const object: Shape = {
    id: `${upper(subject)}-OBJECT`,
    title: `${title(name)} is an object`,
    member: '',
    claim: 'value',
  };
  const extra: readonly Shape[] =
    name === 'empty'
      ? [
          {
            id: 'EMPTY-NO-MEMBERS',
            title: 'The answer to a sandbox deposit has no members',
            member: '',
            claim: 'pairs',
          },
        ]
      : name === 'instruction-metadata'
        ? [
            {
              id: 'INSTRUCTION-METADATA-VALUE',
              title: 'Metadata of an instruction has string or integer values',
              member: '',
              claim: 'value-kind',
              level: 'should',
            },
          ]
        : [];
  const members = Object.entries(own.properties ?? {}).flatMap(([member, node]) =>
    memberShapes(name, own, member, node),
  );
  return [object, ...extra, ...members];
}

function rowOf(
  name: string,
  { id, title: sentence, member, claim, level = 'must' }: Shape,
  same: readonly string[],
): Row {
  return {
    id,
    title: sentence,
    level,
    aspect: 'response shape',
    operations: same.flatMap(operationsWith),
    cites: [cite(name, member), ...conventional(id, claim), ...(ALSO[id] ?? [])],
    checks: [{ kind: 'group', group: shapes, key: keyOf(name, member, claim) }],
    ...(leniences[id] === undefined ? {} : { lenience: leniences[id] }),
  };
}

const leniences: Readonly<Record<string, string>> = {
  'LIST-NEXT-PAGE-CURSOR-STRING': 'null is read as absent: how paging ends is not stated',
  'METADATA-KEY-LENGTH': 'judged for ASCII keys alone: the unit of "characters" is not stated',
  'METADATA-VALUE-LENGTH': 'judged for ASCII values alone: the unit of "characters" is not stated',
};

const lists = answerSchemas.filter((name) => subjectOf(name) === 'list');

/** Presence, type, enum and format of every member of every answer: derived from schemas/, one row each. */
export const shapeRows: readonly Row[] = answerSchemas
  .filter((name) => subjectOf(name) !== 'list' || name === lists[0])
  .flatMap((name) => shapesOf(name).map((shape) => rowOf(name, shape, name === lists[0] ? lists : [name])));
