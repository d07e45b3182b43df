import { isObject, type Json, type JsonObject, member } from '../../values/json.ts';

/** Versions of OpenAPI that the contract can be exported in. */
export const openApiVersions = ['3.1', '3.0'] as const;

export type OpenApiVersion = (typeof openApiVersions)[number];

/** Converts a document of version 3.1 to the requested version. */
export const rendered = (document: Readonly<Record<string, unknown>>, version: OpenApiVersion): typeof document =>
  version === '3.1' ? document : downgraded(JSON.parse(JSON.stringify(document)) as JsonObject);

function downgraded(document: JsonObject): JsonObject {
  const { summary: _, license, ...info } = (member(document, 'info') ?? {}) as JsonObject;
  const older = converted({ ...document, info: { ...info, license: { name: member(license, 'name') } } });
  return { ...(older as JsonObject), openapi: '3.0.3' };
}

/** Keywords of JSON Schema 2020-12 that OpenAPI 3.0 does not support. The description says what they demand. */
const UNKNOWN_KEYWORDS: ReadonlySet<string> = new Set(['propertyNames', 'examples']);

/** Converts all schemas in a value to OpenAPI 3.0. Examples are data and are not changed. */
function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, inner]) => !UNKNOWN_KEYWORDS.has(name) || isPropertyMap(inner))
    .map(([name, inner]) => [name, name === 'example' ? inner : converted(inner)] as const);
  return chosen(nullable(referring(Object.fromEntries(entries) as JsonObject)));
}

/** Returns whether a member with a keyword's name is a schema among `properties`. */
const isPropertyMap = (value: unknown): boolean => isObject(value) && ('type' in value || '$ref' in value);

/** Moves a reference with siblings into `allOf`, since version 3.0 ignores the siblings. */
function referring({ $ref, ...rest }: JsonObject): JsonObject {
  if (typeof $ref !== 'string') return $ref === undefined ? rest : { $ref, ...rest };
  return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
}

/** Converts a list of types to `anyOf`, since a schema has only one type in version 3.0. */
function chosen({ type, ...rest }: JsonObject): JsonObject {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { anyOf: type.map((each: Json) => ({ type: each })), ...rest };
}

/** Replaces the type null, which version 3.0 lacks: a nullable schema that allows only null. */
const ONLY_NULL: JsonObject = { type: 'object', nullable: true, enum: [null] };

const nullable = (schema: JsonObject): JsonObject => (schema['type'] === 'null' ? { ...schema, ...ONLY_NULL } : schema);
