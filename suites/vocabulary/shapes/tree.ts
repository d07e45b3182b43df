import { referred, type Schema, schema } from '../../../schemas/index.ts';
import { type Operation, operationNames, operations } from '../../../src/contract/operations.ts';

/** A place in the schemas: a schema by name, or one member of it. */
export interface Place {
  readonly schema: string;
  /** Empty for the schema itself. */
  readonly member: string;
  readonly node: Schema;
}

/** The nodes one step below a schema: its members and the items of arrays. */
function below(node: Schema): readonly Schema[] {
  const members = Object.values(node.properties ?? {});
  return [...members, ...members.flatMap(({ items }) => (items ? [items] : []))];
}

/** Names of the schemas that an answer of the given schema can hold, itself first. */
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

/** Schemas that occur in answers, in the order in which the operations meet them. */
export const answerSchemas: readonly string[] = [...new Set([...reached.values()].flatMap((names) => [...names]))];

/** The operations whose answers can hold the schema. */
export const operationsWith = (name: string): readonly Operation[] =>
  operationNames.filter((operation) => reached.get(operation)?.has(name));

function step(place: Place, key: string): Place | undefined {
  const node = place.node.items && /^\d+$/.test(key) ? place.node.items : place.node.properties?.[key];
  if (!node) return undefined;
  const next = referred(node);
  if (next !== undefined) return { schema: next, member: '', node: schema(next) };
  return { schema: place.schema, member: place.node.items ? place.member : key, node };
}

/** The place that an instance path leads to, from the root of an answer; as far as the schemas know the way. */
export function locate(root: string, instancePath: string): Place {
  const start: Place = { schema: root, member: '', node: schema(root) };
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce((place, key) => step(place, key) ?? place, start);
}
