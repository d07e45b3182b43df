import { files } from './files.ts';

/** A JSON Schema 2020-12 of this project, as far as code reads it. */
export interface Schema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  /** Section of the document that the schema renders. */
  readonly 'x-section'?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

const SUFFIX = '.schema.json';

/** Every schema by its name: the file name without `.schema.json`. */
export const schemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [file.slice(0, -SUFFIX.length), JSON.parse(text)]),
);

/** The schema of that name; a name that does not exist is a mistake of ours. */
export function schema(name: string): Schema {
  const found = schemas[name];
  if (!found) throw new Error(`there is no schemas/${name}${SUFFIX}`);
  return found;
}

/** The name of the schema that `$ref` or `$id` points to: `transfer` for `…/transfer.schema.json`. */
export const nameOf = (reference: string): string =>
  reference.slice(reference.lastIndexOf('/') + 1).replace(/\.schema\.json.*$/, '');

/** The name of the schema that a node refers to; the null beside a nullable one is left out. */
export function referred(node: Schema): string | undefined {
  const reference = node.$ref ?? node.anyOf?.find(({ $ref }) => $ref !== undefined)?.$ref;
  return reference === undefined ? undefined : nameOf(reference);
}

/** The node that says what a member holds: its own, or the schema that it refers to. */
export function resolved(node: Schema): Schema {
  const name = referred(node);
  return name === undefined ? node : schema(name);
}
