import { decision, only } from '../decision.ts';
import { LISTS, WITHDRAWALS } from '../operation-groups.ts';
import type { Fields } from '../problem.ts';
import { RESOURCES } from './resources.ts';
import type { Shaped } from './shape-faults.ts';
import { eachResource, type Replace } from './visit.ts';

const ALL = [
  'putFiat',
  'getFiat',
  'listFiat',
  'fiatWithdrawal',
  'cryptoWithdrawal',
  'listInstructions',
  'listAccounts',
  'createAddress',
  'listAddresses',
  'addMembers',
  'listExecutions',
  'getQuote',
  'affirm',
];
const ANSWERS = { section: 'Conventions', on: ALL };

const same: Shaped = (_, body) => body;
const everywhere =
  (replace: Replace): Shaped =>
  (operation, body) =>
    eachResource(operation, body, undefined, replace);

/** Rewrites all string members of a type. */
const spelled = (type: string, spell: (text: string) => string): Shaped =>
  everywhere((fields, kind) => {
    const copy = { ...fields };
    for (const { name, type: own } of RESOURCES[kind]?.members ?? [])
      if (own === type && typeof copy[name] === 'string') copy[name] = spell(String(copy[name]));
    return copy;
  });

/** Returns the same instant at an offset of this many minutes. */
function atOffset(text: string, minutes: number): string {
  const [, seconds = '', fraction = ''] = /^(.{19})(\.\d+)?Z$/.exec(text) ?? [];
  if (seconds === '') return text;
  const shifted = new Date(Date.parse(`${seconds}Z`) + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((each) =>
    String(each).padStart(2, '0'),
  );
  return `${shifted}${fraction}${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** Timestamps are RFC 3339 / ISO 8601 strings, so any offset and any number of fractional digits is allowed. */
export const timestamps = decision<Shaped>(ANSWERS, same, {
  latitudes: {
    'timestamps/at-an-offset': spelled('date-time', (text) => atOffset(text, 330)),
    'timestamps/west-of-utc': spelled('date-time', (text) => atOffset(text, -210)),
    'timestamps/zero-offset': spelled('date-time', (text) => text.replace(/Z$/, '+00:00')),
    'timestamps/in-the-basic-format': spelled('date-time', (text) => text.replace(/[-:](?=\d\d)/g, '')),
    'timestamps/zero-offset-without-colon': spelled('date-time', (text) => text.replace(/Z$/, '+0000')),
    'timestamps/with-a-decimal-comma': spelled('date-time', (text) => text.replace('.', ',')),
    'timestamps/without-seconds-that-are-0': spelled('date-time', (text) => text.replace(/:00(?:\.0+)?Z$/, 'Z')),
    'timestamps/offset-in-hours': spelled('date-time', (text) => text.replace(/Z$/, '+00')),
    'timestamps/in-lower-case': spelled('date-time', (text) => text.toLowerCase()),
    'timestamps/coarser-than-they-are-kept': spelled('date-time', (text) => text.replace(/\.\d+/, '')),
    'timestamps/some-with-fewer-digits': spelled('date-time', (text) =>
      text.replace(/\.(\d{2})(\d)\d*(?=Z$)/, (all, digits, last) => (Number(last) % 2 === 0 ? all : `.${digits}`)),
    ),
    'timestamps/nine-digits': spelled('date-time', (text) =>
      text.includes('.')
        ? text.replace(/\.(\d+)Z$/, (_, digits: string) => `.${digits.padEnd(9, '0')}Z`)
        : text.replace(/Z$/, '.000000000Z'),
    ),
  },
  protects: ['*-DATE-TIME', 'CREATED-AT-*', 'UPDATED-AT-*', 'RANGE-*', '*-AFTER-CREATED', 'ORDER-*'],
});
/** Amounts and prices are decimal numbers in strings. */
export const decimals = decision<Shaped>(ANSWERS, same, {
  latitudes: {
    'decimals/trailing-zeros': spelled('decimal', (text) => (text.includes('.') ? `${text}000` : `${text}.000`)),
    'decimals/leading-zeros': spelled('decimal', (text) => (/^\d/.test(text) ? `00${text}` : text)),
    'decimals/without-leading-zero': spelled('decimal', (text) => text.replace(/^0\./, '.')),
  },
  protects: ['*-DECIMAL', 'FW-TOTAL', 'CW-TOTAL', 'QE-AMOUNTS', 'TRANSFER-TOTAL-UNSIGNED'],
});

const keeping = (names: (kind: string) => readonly string[] | undefined): Shaped =>
  everywhere((fields, kind) => {
    const kept = names(kind);
    return kept === undefined
      ? fields
      : Object.fromEntries(Object.entries(fields).filter(([name]) => kept.includes(name)));
  });

/** Returns the members that stay when all optional ones are left out, or undefined when none is required. */
function requiredOf(kind: string): readonly string[] | undefined {
  const required = (RESOURCES[kind]?.members ?? []).filter((member) => member.required).map(({ name }) => name);
  return required.length > 0 ? [...required, 'settled_at'] : undefined;
}

const IDS = ['id', 'execution_id', 'account_id', 'members', 'identity_id', 'roles', 'executed_at', 'created_at'];
const UNTABLED = ['fiat-deposit-instruction', 'account', 'execution'];

/** Fields not marked required may be absent. */
export const optional = decision<Shaped>(ANSWERS, same, {
  latitudes: {
    'members/only-required': keeping(requiredOf),
    'members/only-ids-and-times': keeping((kind) => (UNTABLED.includes(kind) ? IDS : undefined)),
    'members/only-ids-of-executions': keeping((kind) => (kind === 'execution' ? ['execution_id'] : undefined)),
    'members/transfer-minimal': only(WITHDRAWALS, keeping(requiredOf)),
    'members/instructions-without-times': everywhere(({ created_at, ...fields }, kind) =>
      kind === 'fiat-deposit-instruction' ? fields : { ...fields, ...(created_at === undefined ? {} : { created_at }) },
    ),
    'members/no-ref-ids-in-answers': everywhere(({ ref_id, ...fields }, kind) =>
      RESOURCES[kind]?.members.some(({ name, required }) => name === 'ref_id' && !required)
        ? fields
        : { ...fields, ...(ref_id === undefined ? {} : { ref_id }) },
    ),
    'members/no-metadata-in-answers': everywhere(({ metadata: _, ...fields }) => fields),
    'members/listed-without-identities': only(
      ['listAccounts'],
      everywhere((fields, kind) => {
        const { identity_id: _, ...rest } = fields;
        return kind === 'account-member' ? rest : fields;
      }),
    ),
  },
  protects: {
    'members/only-required': ['*-STRING', '*-ECHO', 'DA-LOOK-UP-BY-*'],
    'members/only-ids-and-times': ['FIAT-DEPOSIT-INSTRUCTION-*', 'ACCOUNT-*', 'EXECUTION-*'],
    'members/only-ids-of-executions': ['EXECUTION-*', 'RANGE-*', 'SINCE-EXECUTION-ID', 'FILTER-ORDER-ID'],
    'members/transfer-minimal': ['TRANSFER-*-STRING', 'FW-*-ECHO', 'CW-*-ECHO'],
    'members/listed-without-identities': ['AM-*', 'ACCOUNT-KEEPS-MEMBERS', 'FILTER-IDENTITY-ID'],
    'members/instructions-without-times': ['FIAT-DEPOSIT-INSTRUCTION-OBJECT', 'CREATED-AT-*', 'ORDER-*', 'LIST-NO-GAP'],
    'members/no-ref-ids-in-answers': [
      'FW-REF-ID-ECHO',
      'CW-REF-ID-ECHO',
      'DA-REF-ID-ECHO',
      'FILTER-REF-IDS',
      'DA-LOOK-UP-BY-REF-ID',
    ],
    'members/no-metadata-in-answers': ['METADATA-ECHO', 'FA-UPDATE-METADATA', 'DA-LOOK-UP-BY-ID', 'DA-LISTED-WHOLE'],
  },
});

const EXTRA = { x_extra: { more: [1, 2, { deep: null }] }, '': 0, 'with space': 'ß' };

/** Counts the resources that were given a different extra member each. */
let served = 0;

function numbered(): Fields {
  served += 1;
  return { x_request: `request-${served}` };
}

/** Unknown members are allowed. */
export const unknown = decision<Shaped>(ANSWERS, same, {
  latitudes: {
    'answer/unknown-members': (operation, body) =>
      everywhere((fields, kind) => (RESOURCES[kind]?.members.length === 0 ? fields : { ...fields, ...EXTRA }))(
        operation,
        body,
      ),
    'answer/unknown-members-that-change': (operation, body) =>
      everywhere((fields, kind) => (RESOURCES[kind]?.members.length === 0 ? fields : { ...fields, ...numbered() }))(
        operation,
        body,
      ),
    'answer/unknown-members-of-lists': only(
      LISTS,
      (_, body): Fields => ({ ...body, total_count: 3, previous_page_cursor: null }),
    ),
  },
  protects: {
    'answer/unknown-members': ['*-OBJECT', 'METADATA-CLIENT-ONLY', 'FA-GET-AGREES-WITH-LIST'],
    'answer/unknown-members-that-change': [
      'FA-GET-AGREES-WITH-LIST',
      'LIST-READ-TWICE',
      'QE-UNCHANGED',
      'DA-LOOK-UP-BY-ID',
    ],
    'answer/unknown-members-of-lists': ['LIST-OBJECT', 'LIST-ITEMS-NAMED'],
  },
});

/** The document does not show the inner structure of auto_conversion and secondary_status (2.1). */
export const inner = decision<Shaped>({ section: '2.1', on: WITHDRAWALS }, same, {
  latitudes: {
    'secondary-status/with-a-reason': (_, body) => ({ ...body, secondary_status: { code: 'REVIEW', since: 7 } }),
    'secondary-status/left-out': (_, { secondary_status: __, ...body }) => body,
    'auto-conversion/filled-on-fiat': only(['fiatWithdrawal'], (_, body) => ({
      ...body,
      auto_conversion: { rate: '1.0', from: { asset: 'USD' } },
    })),
    'auto-conversion/left-out': (_, { auto_conversion: __, ...body }) => body,
  },
  protects: {
    'secondary-status/with-a-reason': ['TRANSFER-SECONDARY-STATUS-OBJECT'],
    'secondary-status/left-out': ['TRANSFER-SECONDARY-STATUS-OBJECT'],
    'auto-conversion/filled-on-fiat': ['TRANSFER-AUTO-CONVERSION-OBJECT', 'CW-AUTO-CONVERSION'],
    'auto-conversion/left-out': ['TRANSFER-AUTO-CONVERSION-OBJECT', 'CW-AUTO-CONVERSION'],
  },
});
