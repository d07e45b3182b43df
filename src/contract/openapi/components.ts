import { nameOf, type Schema, schema, schemas } from '../../../schemas/index.ts';
import { definitionOf, operationNames } from '../operations.ts';

/** Returns the names of the schemas that requests and responses use, directly or by reference. */
function reached(): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const reference of referencesIn(schema(name))) visit(reference);
  };
  for (const operation of operationNames) {
    const { body, answer } = definitionOf(operation);
    visit(answer);
    if (body !== undefined) visit(body);
  }
  return found;
}

const referencesIn = (node: Schema): readonly string[] =>
  [...JSON.stringify(node).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => nameOf(reference));

/** Returns the component name of a schema: its title, so that generated clients have readable names. */
export const componentName = (name: string): string => (schema(name).title ?? name).replace(/[^\w.-]/g, '');

/** Returns a reference to the component of a schema. */
export const componentRef = (name: string): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${componentName(name)}`,
});

/** Returns a schema as a component: its references point to components, and its `$id` is removed. */
function component(name: string): unknown {
  const { $id: _id, $schema: _dialect, ...rest } = schema(name) as Schema & { readonly $schema?: string };
  return JSON.parse(JSON.stringify(rest), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? componentRef(nameOf(value)).$ref : value,
  );
}

/** Returns the schemas of requests and responses by component name. */
export function components(): Readonly<Record<string, unknown>> {
  const names = reached();
  return Object.fromEntries(
    Object.keys(schemas)
      .filter((name) => names.has(name))
      .map((name) => [componentName(name), component(name)]),
  );
}
