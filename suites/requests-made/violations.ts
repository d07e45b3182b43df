import { facts } from '../../src/contract/operations.ts';
import { type ErrorObject, errorsOf } from '../../src/contract/validation/index.ts';
import type { Flaw } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { at, isObject, type Json } from '../../src/values/json.ts';
import { queryViolations } from './query.ts';
import { flaw, header, type RequestMade, type Violation } from './words.ts';

const isAscii = (value: Json | undefined): boolean => typeof value === 'string' && /^[\t-\r -~]*$/.test(value);
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const BEARER = /^bearer +\S/i;

/** Members that are null are read as left out: whether null may stand for absence is not stated. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutNulls(inner ?? null)]));
}

const known = new WeakMap<Exchange['request'], readonly Violation[]>();

/** Everything in which the request of an exchange does not keep to the document. */
export function violations(exchange: RequestMade): readonly Violation[] {
  const found = known.get(exchange.request) ?? [
    ...credentialViolations(exchange),
    ...queryViolations(exchange),
    ...bodyViolations(exchange),
  ];
  known.set(exchange.request, found);
  return found;
}

/** Recordings often leave the header out: that it is absent tells something in live traffic alone. */
function credentialViolations({ request, recorded }: RequestMade): readonly Violation[] {
  const found = header(request, 'authorization');
  if (found === undefined && recorded) return [];
  if (found !== undefined && BEARER.test(found)) return [];
  const actual = found === undefined ? 'no such header' : `the scheme ${shown(found.split(' ')[0] ?? '', 40)}`;
  return [{ key: 'bearer', flaw: flaw('Authorization: Bearer <ACCESS_TOKEN>', actual) }];
}

function bodyViolations({ operation, request }: RequestMade): readonly Violation[] {
  const { body: name } = facts(operation);
  if (name === undefined) return [];
  const type = header(request, 'content-type');
  const typed = type !== undefined && JSON_TYPE.test(type);
  const media = flaw('Content-Type: application/json', type === undefined ? 'none' : shown(type, 80));
  const wrongType: readonly Violation[] =
    typed || (request.body === undefined && !request.unread) ? [] : [{ key: 'content-type', flaw: media }];
  if (!isObject(request.body)) {
    const actual = request.unread ?? (request.body === undefined ? 'no body' : shown(request.body));
    return [...wrongType, { key: 'json', flaw: flaw('a JSON object as the body', actual) }];
  }
  const body = withoutNulls(request.body);
  return [...wrongType, ...errorsOf(name, body).flatMap((error) => violationOf(error, body))];
}

function violationOf(error: ErrorObject, body: Json): readonly Violation[] {
  const { keyword, instancePath, schemaPath, params } = error;
  if (schemaPath.includes('/oneOf/') || schemaPath.includes('/anyOf/')) return [];
  const [, name = ''] = instancePath.split('/');
  const found = at(body, instancePath);
  const value = shown(found);
  if (keyword === 'required' && instancePath === '') return [absent(String(params['missingProperty']))];
  if (keyword === 'oneOf') return [{ key: 'one-of', flaw: oneOf(body) }];
  if (name === 'metadata') return metadataViolation(error, found);
  if (keyword === 'enum') {
    const values = (params['allowedValues'] as readonly string[]).join(', ');
    return [{ key: `listed ${name}`, flaw: flaw(`${name} to be one of ${values}`, value) }];
  }
  if (keyword === 'minItems') return [{ key: 'not-empty', flaw: flaw(`${name} to hold at least one`, 'none') }];
  if (keyword === 'maxLength') return tooLong(name, Number(params['limit']), found);
  return [{ key: 'types', flaw: flaw(`${instancePath.slice(1)}: ${error.message ?? keyword}`, value) }];
}

const absent = (name: string): Violation => ({
  key: `present ${name}`,
  flaw: flaw(`${name} in the body: it is required`, 'a body without it'),
});

function oneOf(body: Json): Flaw {
  const both = isObject(body) && body['amount'] !== undefined;
  return flaw('exactly one of amount and total', both ? 'both' : 'neither');
}

/** Lengths are judged for ASCII alone: the unit of "characters" is not stated. */
function tooLong(name: string, most: number, value: Json | undefined): readonly Violation[] {
  if (!isAscii(value)) return [];
  return [{ key: `length ${name}`, flaw: flaw(`${name} of at most ${most} characters`, shown(value)) }];
}

function metadataViolation(
  { keyword, schemaPath, params }: ErrorObject,
  found: Json | undefined,
): readonly Violation[] {
  const value = shown(found);
  if (keyword === 'maxProperties') return [{ key: 'metadata pairs', flaw: flaw('at most 6 pairs of metadata', value) }];
  if (keyword === 'propertyNames') {
    const key = String(params['propertyName']);
    const short = flaw('metadata keys of at most 100 characters', shown(key));
    return isAscii(key) ? [{ key: 'metadata key-length', flaw: short }] : [];
  }
  if (schemaPath.includes('/propertyNames/')) return [];
  if (keyword !== 'maxLength')
    return [{ key: 'metadata value-string', flaw: flaw('metadata to be an object of strings', value) }];
  const short = flaw('metadata values of at most 100 characters', value);
  return isAscii(found) ? [{ key: 'metadata value-length', flaw: short }] : [];
}
