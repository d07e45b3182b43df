import { isObject, type Json, type JsonObject, member } from '../../values/json.ts';

/** Versions of OpenAPI that the contract is exported in. */
export const openApiVersions = ['3.1', '3.0'] as const;

export type OpenApiVersion = (typeof openApiVersions)[number];

/** A document of version 3.1, in the version asked for. */
export const rendered = (document: Readonly<Record<string, unknown>>, version: OpenApiVersion): typeof document =>
  version === '3.1' ? document : downgraded(JSON.parse(JSON.stringify(document)) as JsonObject);

function downgraded(document: JsonObject): JsonObject {
  const { summary: _, license, ...info } = (member(document, 'info') ?? {}) as JsonObject;
  const older = converted({ ...document, info: { ...info, license: { name: member(license, 'name') } } });
  return { ...(older as JsonObject), openapi: '3.0.3' };
}

/** Keywords of JSON Schema 2020-12 that OpenAPI 3.0 has no word for; the description says what they demand. */
const UNKNOWN_KEYWORDS: ReadonlySet<string> = new Set(['propertyNames', 'examples']);

/** A value with all schemas in it written as OpenAPI 3.0 has them; examples are data and stay as they are. */
function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => !UNKNOWN_KEYWORDS.has(name) || isPropertyMap(inner))
    .map(([name, inner]) => [name, name === 'example' ? inner : converted(inner)] as const);
  return chosen(nullable(referring(Object.fromEntries(entries) as JsonObject)));
}

/** A member of that name among `properties` is a schema, not a keyword. */
const isPropertyMap = (value: unknown): boolean => isObject(value) && ('type' in value || '$ref' in value);

/** Version 3.0 ignores what is beside a reference, so that it goes into `allOf`. */
function referring({ $ref, ...rest }: JsonObject): JsonObject {
  if (typeof $ref !== 'string') return $ref === undefined ? rest : { $ref, ...rest };
  return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
}

/** Version 3.0 has one type in a schema: one of several is a choice of schemas. */
function chosen({ type, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { anyOf: type.map((each: Json) => ({ type: each })), ...rest };
}

/** Version 3.0 has no type of null: a nullable schema that allows only null takes its place. */
const ONLY_NULL: JsonObject = { type: 'object', nullable: true, enum: [null] };

const nullable = (schema: JsonObject): JsonObject => (schema['type'] === 'null' ? { ...schema, ...ONLY_NULL } : schema);
