// The files that are read and written, from their JSON Schemas.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MADE, table } from './words.mjs';

const load = (file) => JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas', file), 'utf8'));

/** Resolves references. Returns a schema with its file, to which references are relative; `true` allows any value. */
function resolved({ schema, root }) {
  if (schema === true) return { schema: {}, root };
  if (!schema.$ref) return { schema, root };
  const [file, path = ''] = schema.$ref.split('#');
  const there = file ? load(file) : root;
  const named = path.split('/').slice(1);
  const place = named.reduce((within, name) => within[name], there);
  const { schema: found, root: its } = resolved({ schema: place, root: there });
  return { schema: schema.description ? { ...found, description: schema.description } : found, root: its };
}

function typeOf(given) {
  const { schema, root } = resolved(given);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((each) => typeOf({ schema: each, root })).join(' or ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf({ schema: schema.items, root }) : 'anything'}`;
  const type = schema.type ?? (schema.properties ? 'object' : 'anything');
  return [type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '');
}

/** Returns a row for each member, including members of members. */
function members(given, path = '', depth = 0) {
  const { schema, root } = resolved(given);
  if (schema.type === 'array' && schema.items) return members({ schema: schema.items, root }, `${path}[]`, depth);
  const here = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  return here.flatMap(([name, member]) => {
    const inner = { schema: member, root };
    const at = path ? `${path}.${name}` : name;
    const { description = '' } = resolved(inner).schema;
    const row = [`\`${at}\``, typeOf(inner), schema.required?.includes(name) ? 'yes' : '', description];
    return [row, ...(depth < 3 ? members(inner, at, depth + 1) : [])];
  });
}

function section(name, title) {
  const file = `${name}.schema.json`;
  const root = load(file);
  const schema = `Schema: \`schemas/${file}\`, exported as \`transfer-conformance/schemas/${file}\`.`;
  const rows = members({ schema: root, root });
  return [
    `## ${title}`,
    '',
    root.description,
    '',
    schema,
    '',
    ...table(['member', 'type', 'required', 'meaning'], rows),
    '',
  ];
}

export const files = () => [
  '# Files',
  '',
  MADE,
  '',
  '`[]` means every item of a list.',
  '',
  ...section('fixtures', 'fixtures.json'),
  ...section('waivers', 'waivers.json'),
  ...section('report', 'report.json'),
  ...section('comparison', 'what `compare --json` prints'),
  ...section('matrix', 'matrix.json'),
];
