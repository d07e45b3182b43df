import { type Decision, decision, inId, only } from '../decision.ts';
import { type Fields, isFields, without } from '../problem.ts';
import { withMissingPart } from './missing-parts.ts';
import { ANSWERS, type Member, operationsWith, RESOURCES } from './resources.ts';
import { eachResource } from './visit.ts';

/** Returns the body that an operation sends, given the lawful one. */
export type Shaped = (operation: string, body: Fields) => unknown;

/** A value outside each enum that breaks no other requirement. */
const OUTSIDE: Readonly<Record<string, string>> = { type: 'ACH_WITHDRAWAL', market: 'ETHGBP', side: 'HOLD' };

/** Wrong values by type: the words in the fault's name, and what makes the wrong value from the right one. */
const WRONG: Readonly<Record<string, Readonly<Record<string, (value: unknown, name: string) => unknown>>>> = {
  string: { 'a-number': () => 42 },
  decimal: { 'a-number': (value) => Number(value ?? 1), 'with-its-currency': (value) => `${String(value ?? 1)} USD` },
  'date-time': {
    'milliseconds-since-1970': (value) => Date.parse(String(value ?? '2025-01-06T08:00:00Z')),
    'without-time-zone': (value) => String(value ?? '2025-01-06T08:00:00Z').replace(/Z$/, ''),
  },
  uuid: { 'not-one': () => 'account-1' },
  enum: { 'another-value': (_, name) => OUTSIDE[name] ?? 'UNHEARD_OF' },
  object: { 'a-string': () => 'none' },
  array: { 'a-string': (value) => String(value) },
  boolean: { 'a-word': (value) => (value ? 'yes' : 'no') },
};

type Entry = readonly [name: string, change: Shaped, on: readonly string[]];

/** Returns the body with the added resource, or the original body when adding left no object. */
const whole = (found: unknown, body: Fields): Fields => (isFields(found) ? found : body);

const altered =
  (kind: string, change: (fields: Fields) => unknown): Shaped =>
  (operation, body) =>
    eachResource(operation, whole(withMissingPart[kind]?.(operation, body), body), kind, change);

const isList = (operation: string): boolean => ANSWERS[operation]?.list === true;

/** Returns the faults that leave a member out. If both lists and single answers contain it, each has its own fault. */
function missing(id: string, kind: string, name: string): readonly Entry[] {
  const on = operationsWith(kind);
  const [lists, reads] = [on.filter(isList), on.filter((operation) => !isList(operation))];
  const drop = altered(kind, (fields) => without(fields, name));
  const everywhere: Entry = [`${id}-PRESENT/left-out`, drop, on];
  if (lists.length === 0 || reads.length === 0) return [everywhere];
  return [
    [`${id}-PRESENT/left-out-in-lists`, drop, lists],
    [`${id}-PRESENT/left-out-in-single-answers`, drop, reads],
  ];
}

/**
 * Members whose wrong values are separate faults on some operations, because other requirements depend on them: the
 * words in the fault's name (empty for the usual ones), and the operations.
 */
const APART: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'TRANSFER-FIAT-ACCOUNT-ID': { '': ['cryptoWithdrawal'], 'not-one-of-fiat-withdrawals': ['fiatWithdrawal'] },
  'TRANSFER-TYPE': { '': ['fiatWithdrawal'], 'another-value-of-crypto-withdrawals': ['cryptoWithdrawal'] },
  'ACCOUNT-MEMBER-ID': { '': ['listAccounts'], 'a-number-of-new-members': ['addMembers'] },
};

function mistyped(id: string, kind: string, { name, type }: Member): readonly Entry[] {
  const wrong = Object.entries(WRONG[type] ?? {});
  const shownIn = Object.entries(APART[id] ?? { '': operationsWith(kind) });
  return wrong.flatMap(([what, value]) =>
    shownIn.map(
      ([apart, on]): Entry => [
        `${id}-${inId(type)}/${apart || what}`,
        altered(kind, (fields) => ({ ...fields, [name]: value(fields[name], name) })),
        on,
      ],
    ),
  );
}

const notAnObject = (kind: string): Entry => [
  `${inId(kind)}-OBJECT/a-string`,
  altered(kind, () => 'none'),
  operationsWith(kind),
];

function entriesOf(kind: string): readonly Entry[] {
  const members = RESOURCES[kind]?.members ?? [];
  return [
    notAnObject(kind),
    ...members.flatMap((member) => {
      const id = `${inId(kind)}-${inId(member.name)}`;
      const list = ['members', 'legs'].includes(member.name) ? { ...member, type: 'array' } : member;
      return [...(member.required ? missing(id, kind, member.name) : []), ...mistyped(id, kind, list)];
    }),
  ];
}

/** Faults that each break the presence, type, enum or format of one member (section 2). */
export const shapeFaults: readonly { readonly section: string; readonly decision: Decision<Shaped> }[] = Object.entries(
  RESOURCES,
).map(([kind, { section }]) => ({
  section,
  decision: decision<Shaped>({ section, on: operationsWith(kind) }, (_, body) => body, {
    faults: Object.fromEntries(entriesOf(kind).map(([name, change, on]) => [name, only(on, change)])),
  }),
}));
