import { referred, type Schema, schema } from '../../../schemas/index.ts';
import { type Operation, operationNames, operations } from '../../../src/contract/operations.ts';
import { stepsOf } from '../../../src/values/json.ts';

/** A place in the schemas: a schema by name, or one member of it. */
export interface SchemaPlace {
  readonly schema: string;
  /** Empty for the schema itself. */
  readonly member: string;
  readonly node: Schema;
}

/** Returns the nodes one level below a schema: its members, and the items of its arrays. */
function below(node: Schema): readonly Schema[] {
  const members = Object.values(node.properties ?? {});
  return [...members, ...members.flatMap(({ items }) => (items ? [items] : []))];
}

/** Returns the names of the schemas that an answer with the given schema can hold, that schema first. */
function reach(name: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const node of below(schema(name))) {
    const next = referred(node);
    if (next !== undefined) reach(next, seen);
  }
  return seen;
}

const reached = new Map(operationNames.map((operation) => [operation, reach(operations[operation].answer)]));

/** The schemas that occur in answers, in the order of the operations. */
export const answerSchemas: readonly string[] = [...new Set([...reached.values()].flatMap((names) => [...names]))];

/** Returns the operations whose answers can hold the schema. */
export const operationsWith = (name: string): readonly Operation[] =>
  operationNames.filter((operation) => reached.get(operation)?.has(name));

function step(place: SchemaPlace, key: string): SchemaPlace | undefined {
  const node = place.node.items && /^\d+$/.test(key) ? place.node.items : place.node.properties?.[key];
  if (!node) return undefined;
  const next = referred(node);
  if (next !== undefined) return { schema: next, member: '', node: schema(next) };
  return { schema: place.schema, member: place.node.items ? place.member : key, node };
}

/**
 * Returns the place that an instance path leads to from the root of an answer, as far as the schemas describe the path.
 */
export function locate(root: string, instancePath: string): SchemaPlace {
  const start: SchemaPlace = { schema: root, member: '', node: schema(root) };
  return stepsOf(instancePath).reduce((place, key) => step(place, key) ?? place, start);
}
