import { nameOf, type Schema, schema, schemas } from '../../../schemas/index.ts';
import { facts, operationNames } from '../operations.ts';

/** Names of the schemas that requests and answers reach. */
function reached(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const reference of referencesIn(schema(name))) visit(reference);
  };
  for (const operation of operationNames) {
    const { body, answer } = facts(operation);
    visit(answer);
    if (body !== undefined) visit(body);
  }
  return found;
}

const referencesIn = (node: Schema): readonly string[] =>
  [...JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => nameOf(reference));

/** The name of a schema as a component: its title, so that generated clients read well. */
export const componentName = (name: string): string => (schema(name).title ?? name).replace(/[^\w.-]/g, '');

/** Where a document refers to a schema. */
export const componentRef = (name: string): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${componentName(name)}`,
});

/** A schema with its references led to the components; the identity of the file is left out. */
function component(name: string): unknown {
  const { $id: _id, $schema: _dialect, ...rest } = schema(name) as Schema & { readonly $schema?: string };
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? componentRef(nameOf(value)).$ref : value,
  );
}

/** The schemas of requests and answers, by component name. */
export function components(): Readonly<Record<string, unknown>> {
  const names = reached();
  return Object.fromEntries(
    Object.keys(schemas)
      .filter((name) => names.has(name))
      .map((name) => [componentName(name), component(name)]),
  );
}
