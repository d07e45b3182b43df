import fc, { type Arbitrary } from 'fast-check';
import { type Schema, schema } from '../schemas/index.ts';
import { definite } from '../src/values/definite.ts';
import { type Json, type JsonObject, member } from '../src/values/json.ts';
import { perhaps } from './choice.ts';
import { valuesOf } from './schema-values.ts';

/** Members of a body that are generated together, because the value of one decides what is valid for the others. */
export interface Facet<G> {
  readonly members: readonly string[];
  /** Generates valid values of the members, or returns undefined when the inputs lack what it needs. */
  readonly make: (inputs: G) => Arbitrary<JsonObject> | undefined;
  /** The member of the fixtures file to provide when `make` lacks its input. */
  readonly needs?: string;
}

/** How the bodies of one operation are generated. Members without a facet get values from their schema. */
export interface Plan<G> {
  /** Name of the body's schema. */
  readonly schema: string;
  readonly facets: readonly Facet<G>[];
  /** Members that are valid only for some targets or requests; observations use them. */
  readonly beyond: readonly string[];
}

/** Added when a request is sent, because each request needs a fresh one. */
const REF_ID = 'ref_id';

/** Whether a member names something that the server holds. Such values come from the inputs and are never invented. */
const isId = (name: string): boolean => name.endsWith('_id');

/** Returns the members of a plan's valid bodies with their schemas, in the order of the schema. */
const membersOf = <G>(plan: Plan<G>): readonly (readonly [name: string, node: Schema])[] =>
  Object.entries(schema(plan.schema).properties ?? {}).filter(
    ([name]) => name !== REF_ID && !plan.beyond.includes(name),
  );

/** Returns the members of which exactly one must be given: amount and total. */
const alternatives = <G>(plan: Plan<G>): readonly string[] =>
  (schema(plan.schema).oneOf ?? []).flatMap(({ required }) => required ?? []);

function derived<G extends object>(name: string, node: Schema): Facet<G> {
  const named = (value: Arbitrary<Json>): Arbitrary<JsonObject> => value.map((each) => ({ [name]: each }));
  if (!isId(name)) return { members: [name], make: () => named(valuesOf(node)) };
  const make = (inputs: G): Arbitrary<JsonObject> | undefined => {
    const id = member(inputs, name);
    return id === undefined ? undefined : named(fc.constant(id));
  };
  return { members: [name], make, needs: name };
}

/** Returns all facets of a plan: its own, and one for each other member. */
function facetsOf<G extends object>(plan: Plan<G>): readonly Facet<G>[] {
  const covered = new Set(plan.facets.flatMap(({ members }) => members));
  const rest = membersOf(plan).filter(([name]) => !covered.has(name));
  return [...plan.facets, ...rest.map(([name, node]) => derived<G>(name, node))];
}

function ordered<G>(plan: Plan<G>, parts: readonly (JsonObject | undefined)[]): JsonObject {
  const whole: JsonObject = Object.assign({}, ...parts);
  const names = Object.keys(schema(plan.schema).properties ?? {});
  return definite(Object.fromEntries(names.map((name) => [name, whole[name]])));
}

/**
 * Generates valid bodies: required members always, and each other member in half of the cases. Shrinks towards the
 * required members only. Throws when the inputs lack what a required member needs.
 */
export function validBodies<G extends object>(plan: Plan<G>, inputs: G): Arbitrary<JsonObject> {
  const required = [...(schema(plan.schema).required ?? []), ...alternatives(plan)];
  const parts = facetsOf(plan).flatMap((facet) => {
    const needed = facet.members.some((name) => required.includes(name));
    const values = facet.make(inputs);
    if (needed && !values)
      throw new Error(`${plan.schema} cannot be made without ${facet.needs ?? facet.members.join(', ')}`);
    return values ? [needed ? values : perhaps(values)] : [];
  });
  return fc.tuple(...parts).map((made) => ordered(plan, made));
}
