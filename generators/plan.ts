import fc, { type Arbitrary } from 'fast-check';
import { type Schema, schema } from '../schemas/index.ts';
import { definite } from '../src/values/definite.ts';
import { type Json, type JsonObject, member } from '../src/values/json.ts';
import { perhaps } from './choice.ts';
import { valuesOf } from './schema-values.ts';

/** Members of a body that are made together, because the value of one decides what is lawful for the others. */
export interface Facet<G> {
  readonly members: readonly string[];
  /** Lawful values of the members; undefined when the inputs do not have what it needs. */
  readonly make: (inputs: G) => Arbitrary<JsonObject> | undefined;
  /** What to provide when `make` has not what it takes: a member of the fixtures file. */
  readonly needs?: string;
}

/** How the bodies of one operation are made: members that no facet names are made of their schema only. */
export interface Plan<G> {
  /** Name of the body's schema. */
  readonly schema: string;
  readonly facets: readonly Facet<G>[];
  /** Members that are lawful for some targets or requests only: for observations. */
  readonly beyond: readonly string[];
}

/** Added to each request when it is sent, since it must be fresh. */
const REF_ID = 'ref_id';

/** Members that name something the server holds: taken from the inputs, never invented. */
const isId = (name: string): boolean => name.endsWith('_id');

/** The members of a plan's lawful bodies with their schemas, in the order of the schema. */
const membersOf = <G>(plan: Plan<G>): readonly (readonly [name: string, node: Schema])[] =>
  Object.entries(schema(plan.schema).properties ?? {}).filter(
    ([name]) => name !== REF_ID && !plan.beyond.includes(name),
  );

/** Groups of members of which exactly one is given: amount and total. */
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

/** All facets of a plan: its own, and one for each member that none of them names. */
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
 * Bodies that keep every rule of the document: the required members always, each of the others in half of the cases.
 * Shrinks towards the required members only. Throws when the inputs do not have what a required member needs.
 */
export function lawfulBodies<G extends object>(plan: Plan<G>, inputs: G): Arbitrary<JsonObject> {
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
