import fc, { type Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../src/values/json.ts';
import { without } from './choice.ts';
import { metadataLimits, ofKeyLength, ofPairCount, ofValueLength } from './metadata.ts';
import { type Claim, type NearMiss, setting, type Variation, varied } from './near-miss.ts';
import { alternatives, facetOf, having, isId, membersOf, type Plan } from './plan.ts';
import { closedSet, referred, requestSchema, resolved } from './schema-values.ts';
import { plain } from './text.ts';

const claiming = <G>(variation: Variation<G>, claim: Claim, observeOnly = false): NearMiss<G> => ({
  ...variation,
  claim,
  observeOnly,
});
/** A near-miss whose twin has the member: the variant has it changed. */
function changed<G extends object>(
  plan: Plan<G>,
  [name, member]: readonly [name: string, member: string],
  change: (value: Json, twin: JsonObject) => Json,
): Variation<G> {
  const { make, needs } = facetOf(plan, member);
  return {
    name,
    member,
    applies: (ground) => make(ground) !== undefined,
    ...(needs === undefined ? {} : { needs }),
    make: (body, ground) =>
      having(plan, member, body, ground).map((twin) => ({
        twin,
        variant: { ...twin, [member]: change(twin[member] ?? null, twin) },
      })),
  };
}
/** Each required member left out. */
function lacking<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  const { required = [] } = requestSchema(plan.schema);
  return required.map((member) =>
    claiming(
      varied<JsonObject>(`without ${member}`, member, (twin) => without(twin, member)),
      'required',
    ),
  );
}
/** Values that real sets of this kind hold and the document's do not; the first that is outside is taken. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  asset: ['EUR', 'GBP'],
  crypto_network: ['DOGECOIN', 'RIPPLE'],
  conversion_target_asset: ['EUR', 'GBP'],
  order: ['SIDEWAYS'],
  order_by: ['AMOUNT'],
};
/** A value outside a closed set. */
export const outside = (member: string, values: readonly string[]): string =>
  [...(OUTSIDE[member] ?? []), 'OUTSIDE', `OUTSIDE_${values.length}`].find((value) => !values.includes(value)) ?? '';
/** A value outside the set of each member that has a closed one; and a listed value in lower case. */
function unlisted<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  return membersOf(plan).flatMap(([member, node]) => {
    const values = closedSet(node);
    if (!values) return [];
    const other = outside(member, values);
    const lower = (value: Json): Json => String(value).toLowerCase();
    return [
      claiming(
        changed(plan, [`${member} ${other}`, member], () => other),
        'enum',
      ),
      claiming(changed(plan, [`${member} in lower case`, member], lower), 'enum', true),
    ];
  });
}
/** Both, and neither, of the members of which exactly one is given. */
function notExactlyOne<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  const [first, second] = alternatives(plan);
  if (first === undefined || second === undefined) return [];
  const neither = varied<JsonObject>(`neither ${first} nor ${second}`, first, (twin) => without(twin, first, second));
  const both: Variation<G> = {
    name: `both ${first} and ${second}`,
    member: second,
    applies: () => true,
    make: (twin, ground) => {
      const missing = Object.hasOwn(twin, first) ? second : first;
      const bare = without(twin, first, second);
      const values = having(plan, missing, bare, ground).map((made) => made[missing] ?? null);
      return values.map((value) => ({ twin, variant: { ...twin, [missing]: value } }));
    },
  };
  return [claiming(both, 'one-of'), claiming(neither, 'one-of')];
}
/** A near-miss whose twin has the member at its limit. */
function atLimit(name: string, member: string, pairs: Arbitrary<readonly [at: Json, over: Json]>): NearMiss<object> {
  const make: Variation<object>['make'] = (body) =>
    pairs.map(([at, over]) => ({ twin: { ...body, [member]: at }, variant: { ...body, [member]: over } }));
  return claiming({ name, member, applies: () => true, make }, 'limit');
}
const EXTRA = 'one_pair_too_many_for_the_limit';
/** Metadata of one pair, one character of a key, and one of a value too many. */
function overMetadata(member: string): readonly NearMiss<object>[] {
  const { pairs, key, value } = metadataLimits;
  const only = (object: JsonObject): readonly [name: string, value: Json] => {
    const [[name, held] = ['', '']] = Object.entries(object);
    return [name, held ?? ''];
  };
  return [
    atLimit(
      `${member} of ${pairs + 1} pairs`,
      member,
      ofPairCount(pairs).map((at): [Json, Json] => [at, { ...at, [EXTRA]: 'a' }]),
    ),
    atLimit(
      `${member} key of ${key + 1}`,
      member,
      ofKeyLength(key).map((at): [Json, Json] => [at, { [`${only(at)[0]}x`]: only(at)[1] }]),
    ),
    atLimit(
      `${member} value of ${value + 1}`,
      member,
      ofValueLength(value).map((at): [Json, Json] => [at, { [only(at)[0]]: `${String(only(at)[1])}x` }]),
    ),
  ];
}
/** One more than each limit that the schema states. */
function overLimit<G extends object>(plan: Plan<G>, except: readonly string[]): readonly NearMiss<G>[] {
  return membersOf(plan).flatMap(([member, node]) => {
    if (except.includes(member)) return [];
    if (referred(node) === 'metadata') return overMetadata(member);
    const { maxLength } = resolved(node);
    if (maxLength === undefined) return [];
    const texts = plain(maxLength).map((at): [string, string] => [at, `${at}x`]);
    return [atLimit(`${member} of ${maxLength + 1}`, member, texts)];
  });
}
/** What is sent in place of a value of each JSON type, by the name of what it is. */
const OTHER_TYPES: Readonly<Record<string, Readonly<Record<string, (value: Json) => Json>>>> = {
  string: { number: (value) => Number(value) || 1, boolean: () => true, array: (value) => [value] },
  object: { string: () => 'a', array: () => [] },
  array: { string: () => 'a', object: () => ({}) },
  integer: { string: String },
  number: { string: String },
  boolean: { string: String },
};
/** Each member as another JSON type. */
function retyped<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  return membersOf(plan).flatMap(([member, node]) => {
    const { type } = resolved(node);
    const others = Object.entries(OTHER_TYPES[typeof type === 'string' ? type : ''] ?? {});
    return others.map(([other, retype]) =>
      claiming(changed(plan, [`${member} as ${other}`, member], retype), 'type', true),
    );
  });
}
/** Each member null. */
function nulled<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  return membersOf(plan).map(([member]) =>
    claiming(
      changed(plan, [`${member} null`, member], () => null),
      'null',
      true,
    ),
  );
}
/** Arrays that must not be empty, empty; and empty strings. */
function emptied<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  return membersOf(plan).flatMap(([member, node]) => {
    const { type, minItems = 0 } = resolved(node);
    if (type === 'string')
      return [
        claiming(
          changed(plan, [`${member} ""`, member], () => ''),
          'empty',
          true,
        ),
      ];
    return type === 'array' && minItems > 0 ? [claiming(setting(`${member} []`, member, []), 'empty')] : [];
  });
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An id that names nothing, of the same look as the one it stands for. */
const strangers = (like: Json): Arbitrary<string> =>
  UUID.test(String(like))
    ? fc.uuid({ version: 4 })
    : fc.nat({ max: 999_999 }).map((number) => `UNKNOWN${String(number).padStart(9, '0')}`);
/** An id that the target does not hold in place of each that it does. */
function unknown<G extends object>(plan: Plan<G>): readonly NearMiss<G>[] {
  return membersOf(plan)
    .filter(([member]) => isId(member))
    .map(([member]) => {
      const known = changed(plan, [`unknown ${member}`, member], (value) => value);
      const make: Variation<G>['make'] = (body, ground) =>
        having(plan, member, body, ground).chain((twin) =>
          strangers(twin[member] ?? '').map((id) => ({ twin, variant: { ...twin, [member]: id } })),
        );
      return claiming({ ...known, make }, 'unknown-id');
    });
}
/**
 * The near-misses that follow from the schema of a body: a member that a schema gains is covered without another line.
 * `except` names members whose limit depends on more than the schema says.
 */
export const nearMissesOf = <G extends object>(
  plan: Plan<G>,
  except: readonly string[] = [],
): readonly NearMiss<G>[] => [
  ...lacking(plan),
  ...unlisted(plan),
  ...notExactlyOne(plan),
  ...overLimit(plan, except),
  ...emptied(plan),
  ...unknown(plan),
  ...retyped(plan),
  ...nulled(plan),
];
