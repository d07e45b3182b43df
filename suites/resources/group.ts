import { referred, type Schema, schema } from '../../schemas/index.ts';
import { metadataLimits } from '../../src/contract/constraints/index.ts';
import { definitionOf } from '../../src/contract/operations.ts';
import { type ErrorObject, errorsOf } from '../../src/contract/validation/index.ts';
import type { Check, Group, GroupJudgement } from '../../src/engine/check.ts';
import type { Flaw } from '../../src/engine/judgement.ts';
import { answered, isAccepted } from '../../src/model/exchange.ts';
import { ABSENT, shown } from '../../src/model/outcome.ts';
import { counted } from '../../src/values/counted.ts';
import { at, isArray, isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { onceEach, onceEachItem } from '../../src/values/once-each.ts';
import { isShared } from '../../src/values/parsed.ts';
import { resembles } from '../vocabulary/recognition.ts';
import { mayBeRendered } from '../vocabulary/shapes/renderings.ts';
import { locate } from '../vocabulary/shapes/tree.ts';

/** What a row can check of a place in an answer. */
export type ShapeKind = 'present' | 'value' | 'pairs' | 'key-length' | 'value-kind' | 'value-length';

/** Returns the key for the flaws of one row. Lists share their keys, since they differ only in their items. */
const keyOf = (schemaName: string, memberName: string, kind: ShapeKind): string =>
  `${schemaName.endsWith('-list') ? 'list' : schemaName}/${memberName}/${kind}`;

const ASCII = /^[\0-\x7f]*$/;
/** Maximum number of list items that are searched for optional members. Every item is validated. */
const SAMPLED_ITEMS = 50;

/** Returns one flaw for an answer that is something else, instead of one for each of its members. */
function unrecognised(root: string): GroupJudgement {
  const key = keyOf(root, '', 'value');
  const flaw = {
    where: '',
    expected: `a ${schema(root).title ?? root}`,
    actual: 'an object without most of its required members',
  };
  return { flaws: new Map([[key, [flaw]]]), relevant: new Set([key]), seen: false };
}

/** Whether null counts as absent for a member: the document does not state the types of these members. */
const isAbsent = ({ schema: name, member: own }: { readonly schema: string; readonly member: string }): boolean =>
  own === 'next_page_cursor' || (name === 'fiat-network-instructions' && own === 'status');

/** Whether a value is that of a member which may be absent. Many services write null where the document has no member. */
function isOptional(root: string, where: string): boolean {
  const end = where.lastIndexOf('/');
  const { node } = locate(root, where.slice(0, end));
  const name = where.slice(end + 1);
  return node.properties?.[name] !== undefined && node.required?.includes(name) !== true;
}

interface LocatedFlaw extends Flaw {
  readonly key: string;
}

/** Validates each accepted body once, and files its flaws under the keys of the rows. */
export const shapes: Group = {
  judge(exchange) {
    const body = answered(exchange);
    const root = definitionOf(exchange.operation).answer;
    if (!isAccepted(exchange) || body === undefined) return undefined;
    if (isObject(body) && schema(root).required !== undefined && !resembles(root, body)) return unrecognised(root);
    const found = new Map<string, Map<string | null, Flaw>>();
    for (const { key, ...flaw } of errorsIn(root, body).flatMap((error) => located(root, error, body))) {
      const known = found.get(key) ?? new Map<string | null, Flaw>();
      found.set(key, known);
      if (!known.has(flaw.where)) known.set(flaw.where, flaw);
    }
    const flaws = new Map([...found].map(([key, known]) => [key, [...known.values()]]));
    return { flaws, relevant: present(root, body), seen: seen(root, body) };
  },
};

/** Returns the schema of a list's items; undefined for a schema that is no list. */
function itemSchema(root: string): string | undefined {
  const items = schema(root).properties?.['items']?.items;
  return items && referred(items);
}

/**
 * Returns the validation errors of an answer. An item that occurs in several lists is the same object, and is validated
 * once.
 */
function errorsIn(root: string, body: Json): readonly ErrorObject[] {
  const name = itemSchema(root);
  const items = member(body, 'items');
  if (name === undefined || !isObject(body) || !isArray(items)) return errorsOf(root, body);
  const errors = [...errorsOf(root, { ...body, items: [] })];
  for (const [i, item] of items.entries())
    for (const error of isObject(item) ? itemErrors(name)(item) : errorsOf(name, item))
      errors.push({ ...error, instancePath: `/items/${i}${error.instancePath}` });
  return errors;
}

const bySchema = new Map<string, (item: JsonObject) => readonly ErrorObject[]>();

function itemErrors(name: string): (item: JsonObject) => readonly ErrorObject[] {
  const known = bySchema.get(name) ?? onceEachItem((item: JsonObject) => errorsOf(name, item));
  bySchema.set(name, known);
  return known;
}

/** Makes the check of one kind for a member of an answer, or for the whole object where `memberName` is empty. */
export const shapeCheck = (schemaName: string, memberName: string, kind: ShapeKind): Check => ({
  kind: 'group',
  group: shapes,
  key: keyOf(schemaName, memberName, kind),
});

function located(root: string, error: ErrorObject, body: Json): readonly LocatedFlaw[] {
  const kind = kindOf(error);
  if (kind === undefined) return [];
  const place = locate(root, error.instancePath);
  const missing = kind === 'present' ? String(error.params['missingProperty']) : undefined;
  const where = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`;
  const value = at(body, where);
  if (value === null && isAbsent(place)) return [];
  if (error.keyword === 'enum' && mayBeRendered(place.schema, place.member, value)) return [];
  if (kind === 'value-length' && typeof value === 'string' && !ASCII.test(value)) return [];
  if (kind === 'key-length' && !ASCII.test(String(error.params['propertyName']))) return [];
  const key = keyOf(place.schema, missing ?? place.member, kind);
  const expected = expectation(kind, place.node, place.schema);
  return [
    {
      key,
      where,
      expected: value === null && isOptional(root, where) ? `${expected}, or no such member` : expected,
      actual: missing === undefined ? found(kind, value, error) : ABSENT,
    },
  ];
}

/** Describes the value that was found, with its count where something is counted. */
function found(kind: ShapeKind, value: Json | undefined, { params }: ErrorObject): string {
  if (kind === 'key-length') return `a key of ${String(params['propertyName']).length} characters`;
  if (kind === 'value-length' && typeof value === 'string') return `${value.length} characters: ${shown(value)}`;
  if (kind === 'pairs' && params['limit'] !== 0 && isObject(value))
    return `${counted(Object.keys(value).length, 'pair')}: ${shown(value)}`;
  return shown(value);
}

/** Returns the kind of check that an error fails, or undefined for an error that only accompanies another one. */
function kindOf({ keyword, schemaPath }: ErrorObject): ShapeKind | undefined {
  if (schemaPath.includes('/anyOf/') || schemaPath.includes('propertyNames/')) return undefined;
  const under = schemaPath.includes('/additionalProperties');
  if (under) return keyword === 'maxLength' ? 'value-length' : 'value-kind';
  if (keyword === 'anyOf') return undefined;
  if (keyword === 'required') return 'present';
  if (keyword === 'maxProperties') return 'pairs';
  return keyword === 'propertyNames' ? 'key-length' : 'value';
}

/** Returns the phrase after "expected". */
function expectation(kind: ShapeKind, node: Schema, schemaName: string): string {
  const section = schema(schemaName)['x-section'];
  if (kind === 'present') return `present: it is required (${section})`;
  if (kind === 'pairs') return node.maxProperties === 0 ? 'an empty object' : `at most ${node.maxProperties} pairs`;
  if (kind === 'key-length') return `keys of at most ${metadataLimits.key} characters`;
  if (kind === 'value-length') return `at most ${metadataLimits.value} characters`;
  if (kind === 'value-kind') return schemaName === 'metadata' ? 'a string' : 'a string or an integer';
  return valueExpectation(node);
}

const FORMATS: Readonly<Record<string, string>> = {
  decimal: 'a decimal number in a string',
  'date-time': 'an RFC 3339 or ISO 8601 timestamp',
  uuid: 'a UUID',
};

function valueExpectation(node: Schema): string {
  if (node.enum) return `one of ${node.enum.join(', ')}`;
  if (node.format) return FORMATS[node.format] ?? node.format;
  const article = /^[aeiou]/.test(String(node.type)) ? 'an' : 'a';
  return `${article} ${String(node.type)}`;
}

/** The keys to look for in a value of one schema. Computed once, since every item of every list needs them. */
interface Outline {
  readonly own: string;
  readonly ofObjects: readonly string[];
  readonly members: readonly MemberOutline[];
}

interface MemberOutline {
  readonly name: string;
  /** The key for its presence, if it is required; undefined if it may be absent. */
  readonly required: string | undefined;
  readonly value: string;
  readonly inner: string | undefined;
  readonly items: string | undefined;
}

const outlines = new Map<string, Outline>();

function outlineOf(name: string): Outline {
  const known = outlines.get(name);
  if (known) return known;
  const { properties = {}, required } = schema(name);
  const made = {
    own: keyOf(name, '', 'value'),
    ofObjects: (['pairs', 'key-length', 'value-kind', 'value-length'] as const).map((kind) => keyOf(name, '', kind)),
    members: Object.entries(properties).map(([key, node]) => ({
      name: key,
      required: required?.includes(key) ? keyOf(name, key, 'present') : undefined,
      value: keyOf(name, key, 'value'),
      inner: referred(node),
      items: node.items && referred(node.items),
    })),
  };
  outlines.set(name, made);
  return made;
}

/** Returns the keys of all that an answer holds, so that rows whose member never occurred can be told apart. */
function present(name: string, value: Json | undefined, found = new Set<string>()): ReadonlySet<string> {
  if (value === undefined || value === null) return found;
  const { own, ofObjects, members } = outlineOf(name);
  found.add(own);
  if (!isObject(value)) return found;
  for (const key of ofObjects) found.add(key);
  for (const each of members) {
    const inner = member(value, each.name);
    if (each.required !== undefined) found.add(each.required);
    if (inner === undefined) continue;
    found.add(each.value);
    if (each.inner !== undefined) present(each.inner, inner, found);
    if (each.items !== undefined) presentItems(each.items, inner, found);
  }
  return found;
}

const keysBySchema = new Map<string, (item: JsonObject) => ReadonlySet<string>>();

function presentItems(name: string, list: Json, found: Set<string>): void {
  if (!isArray(list)) return;
  for (const item of list.slice(0, SAMPLED_ITEMS)) presentItem(name, item, found);
}

/** Does the same for an item of a list, once for an item that occurs again as the same object. */
function presentItem(name: string, item: Json, found: Set<string>): void {
  if (!isObject(item) || !isShared(item)) {
    present(name, item, found);
    return;
  }
  const keysOf = keysBySchema.get(name) ?? onceEach((each: JsonObject) => present(name, each));
  keysBySchema.set(name, keysOf);
  for (const key of keysOf(item)) found.add(key);
}

/**
 * Whether an answer is recognisable: an object with a known member and, for a list, at least one such item. Only then
 * does a missing optional member count as lawfully absent.
 */
function seen(name: string, value: Json): boolean {
  const properties = schema(name).properties ?? {};
  if (!isObject(value)) return false;
  if (properties['items']) {
    const items = member(value, 'items');
    const item = referred(properties['items'].items ?? {});
    return isArray(items) && item !== undefined && items.some((each) => seen(item, each));
  }
  return name === 'empty' || Object.keys(properties).some((key) => member(value, key) !== undefined);
}
