import { readFileSync } from 'node:fs';
import type { Fixtures } from '../model/fixtures.ts';
import { readable } from '../model/json.ts';
import { type Schema, schema } from '../schemas/index.ts';
import { UsageError } from '../target/configuration.ts';
import { type ErrorObject, errorsOf } from '../validation/index.ts';

/** Most bytes of a fixtures file: more is another file, given by mistake. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads the fixtures file at `path`, or standard input for `-`. Throws UsageError naming each member that is wrong. */
export function readFixtures(path: string): Fixtures {
  const source = path === '-' ? 'standard input' : path;
  return parseFixtures(contents(path, source), source);
}

function contents(path: string, source: string): string {
  try {
    const bytes = readFileSync(path === '-' ? 0 : path);
    if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const why = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
    throw new UsageError(`the fixtures file ${source} ${why}: give the path of a JSON file, or leave --fixtures out`);
  }
  throw new UsageError(`${source} is larger than ${MOST_BYTES} bytes: it is no fixtures file`);
}

/** Reads fixtures from their text; `source` says in messages where it comes from. Throws UsageError. */
export function parseFixtures(text: string, source: string): Fixtures {
  const value = parsed(text, source);
  const errors = errorsOf('fixtures', value);
  const problems = errors.length === 0 ? [updatedAndUsed(value as Fixtures)] : errors.map(mistake);
  const said = [...new Set(problems.flatMap((problem) => problem ?? []))];
  if (said.length > 0) throw new UsageError(`the fixtures in ${source} are not usable: ${said.join('; ')}`);
  return value as Fixtures;
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/\p{C}/gu, '\uFFFD').slice(0, 160) : 'not parsable';
    throw new UsageError(`the fixtures in ${source} are not JSON: ${detail}`);
  }
}

/** An error of ajv as a clause that names the member. */
function mistake({ instancePath, keyword, params }: ErrorObject): string {
  const place = instancePath === '' ? 'the file' : readable(instancePath);
  if (keyword === 'additionalProperties') {
    const known = Object.keys(placeOf(instancePath).properties ?? {}).filter((name) => name !== '$schema');
    const path = instancePath === '' ? '' : `${place}.`;
    return `${path}${String(params['additionalProperty']).slice(0, 80)} is not a known member: use ${known.join(', ')}`;
  }
  if (keyword === 'required') return `${place} lacks ${String(params['missingProperty'])}`;
  if (keyword === 'type') return `${place} must be ${kinds[String(params['type'])] ?? String(params['type'])}`;
  if (keyword === 'enum') return `${place} must be one of ${String(params['allowedValues']).replaceAll(',', ', ')}`;
  return `${place} is not valid`;
}

/** The place in the schema of fixtures that a path of a file leads to. */
const placeOf = (instancePath: string): Schema =>
  instancePath
    .split('/')
    .slice(1)
    .reduce((place: Schema, key) => place.properties?.[key] ?? place.items ?? place, schema('fixtures'));

const kinds: Readonly<Record<string, string>> = { object: 'an object', array: 'an array', string: 'a string' };

function updatedAndUsed({ fiat_accounts, updatable_fiat_account_id: updated }: Fixtures): string | undefined {
  if (updated === undefined || !Object.values(fiat_accounts ?? {}).some((ids) => ids?.includes(updated)))
    return undefined;
  return 'updatable_fiat_account_id is also one of fiat_accounts: name another, because an update may make it PENDING';
}
