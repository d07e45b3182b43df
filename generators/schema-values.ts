import fc, { type Arbitrary } from 'fast-check';
import { referred, resolved, type Schema, schema } from '../schemas/index.ts';
import { definite } from '../src/values/definite.ts';
import type { Json, JsonObject } from '../src/values/json.ts';
import { among, perhaps } from './choice.ts';
import { amounts, FIAT_RANGE } from './decimals.ts';
import { meanings } from './meanings.ts';
import { metadata } from './metadata.ts';
import { plainUpTo } from './text.ts';
import { instants, spell, spellings } from './timestamps.ts';

const TEXT_LENGTH = 35;
const LONGEST_TEXT = 500;

const strings: Readonly<Record<string, () => Arbitrary<string>>> = {
  decimal: () => amounts(FIAT_RANGE),
  'date-time': () => fc.tuple(instants(), spellings()).map(([moment, spelling]) => spell(moment, spelling)),
  uuid: () => fc.uuid({ version: 4 }),
};

function stringsOf({ format = '', maxLength = TEXT_LENGTH }: Schema): Arbitrary<string> {
  return strings[format]?.() ?? plainUpTo(Math.min(maxLength, LONGEST_TEXT));
}

/** Generates non-empty lists: of distinct values when the values are known, otherwise of any values. */
function arraysOf({ items = {} }: Schema): Arbitrary<Json> {
  const known = resolved(items).enum ?? items.examples;
  if (known) return fc.subarray([...known], { minLength: 1 });
  return fc.array(valuesOf(items), { minLength: 1, maxLength: 3 });
}

/** Generates valid values of a member from its schema: enum values, examples, formats, limits, nested objects. */
export function valuesOf(node: Schema): Arbitrary<Json> {
  const name = referred(node);
  if (name === 'metadata' || name === 'instruction-metadata') return metadata();
  if (name !== undefined && schema(name).type === 'object') return objectsOf(name);
  const { type, ...rest } = resolved(node);
  const known = rest.enum ?? rest.examples;
  if (known) return among(known);
  switch (typeof type === 'string' ? type : type?.find((each) => each !== 'null')) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.nat({ max: 1000 });
    case 'array':
      return arraysOf(rest);
    case 'object':
      return fc.constant({});
    default:
      return stringsOf(rest);
  }
}

/** Generates valid objects of a nested schema. Shrinks towards the required members. */
function objectsOf(name: string): Arbitrary<JsonObject> {
  const { always = [], never = [], some = false, values = {} } = meanings[name] ?? {};
  const { required = [], properties = {} } = schema(name);
  const named = Object.entries(properties).filter(([member]) => !never.includes(member));
  const members = named.map(([member, node]) => {
    const made: Arbitrary<Json> = values[member] ?? valuesOf(node);
    return [member, always.includes(member) || required.includes(member) ? made : perhaps(made)] as const;
  });
  const objects = fc.record<JsonObject>(Object.fromEntries(members)).map((members): JsonObject => definite(members));
  return some ? objects.filter((object) => Object.keys(object).length > 0) : objects;
}
