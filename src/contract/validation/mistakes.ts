import { type Schema, schema } from '../../../schemas/index.ts';
import { readable, stepsOf } from '../../values/json.ts';
import { type ErrorObject, errorsOf } from './index.ts';

/**
 * Describes what is wrong with a value under a schema of schemas/. Each clause names the place, what is expected and
 * what is there.
 */
export function mistakesIn(name: string, value: unknown): readonly string[] {
  return [...new Set(errorsOf(name, value).map((error) => clause(schema(name), value, error)))];
}

function clause(root: Schema, value: unknown, { instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath === '' ? 'the file' : readable(instancePath);
  const has = `not ${shown(valueAt(value, instancePath))}`;
  if (keyword === 'additionalProperties') {
    const path = instancePath === '' ? '' : `${place}.`;
    return `${path}${plain(String(params['additionalProperty']))} is not a known member: use ${membersAt(root, instancePath)}`;
  }
  if (keyword === 'required') return `${place} has no ${String(params['missingProperty'])}`;
  if (keyword === 'type') return `${place} must be ${kindOf(params['type'])}, ${has}`;
  if (keyword === 'enum')
    return `${place} must be one of ${String(params['allowedValues']).replaceAll(',', ', ')}, ${has}`;
  if (keyword === 'const') return `${place} must be ${JSON.stringify(params['allowedValue'])}, ${has}`;
  if (keyword === 'format' && params['format'] === 'date') return `${place} must be a date such as 2026-12-31, ${has}`;
  if (keyword === 'minLength') return `${place} must not be empty`;
  if (keyword === 'pattern') return `${place} must look like ${patternWords(params['pattern'])}, ${has}`;
  return `${place} ${message ?? 'is not valid'}`;
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

const kindOf = (type: unknown): string =>
  [type]
    .flat()
    .map((each) => KINDS[String(each)] ?? String(each))
    .join(' or ');

const PATTERNS: Readonly<Record<string, string>> = {
  '^https?://': 'https://…',
  '^[0-9]+(\\.[0-9]+)?$': '5 or 0.25',
};

const patternWords = (pattern: unknown): string => PATTERNS[String(pattern)] ?? String(pattern);

/** Lists the members that the schema knows at a path of the value. */
function membersAt(root: Schema, instancePath: string): string {
  const place = instancePath
    .split('/')
    .slice(1)
    .reduce((at: Schema, key) => at.properties?.[key] ?? at.items ?? at, root);
  return Object.keys(place.properties ?? {})
    .filter((name) => name !== '$schema')
    .join(', ');
}

/** Returns the value at a path that the validator reported. */
function valueAt(value: unknown, instancePath: string): unknown {
  return stepsOf(instancePath).reduce(
    (at: unknown, step) => (Object(at) as Readonly<Record<string, unknown>>)[step],
    value,
  );
}

const MOST = 80;

const plain = (text: string): string =>
  text.replace(/\p{C}/gu, '\uFFFD').replace(new RegExp(`^(.{${MOST}}).+$`, 'su'), '$1…');

/** Shows a value briefly; of objects and arrays only the kind. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : plain(JSON.stringify(value) ?? 'nothing');
}
