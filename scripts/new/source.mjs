// Reads and changes TypeScript sources: which suites a file has, and what it imports.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import babel from '@babel/core';

const OPTIONS = { configFile: false, babelrc: false, sourceType: 'module', parserOpts: { plugins: ['typescript'] } };

/** @typedef {{ file: string, text: string }} Source */

/**
 * A suite: its file, the name of its rows, its section and its rows. `end` is the offset of the brace after the last row.
 * @typedef {object} Suite
 * @property {Source} source
 * @property {string} name
 * @property {string} section
 * @property {{ id: string, hasOwnOperations: boolean }[]} rows
 * @property {number} end
 */

/**
 * Returns the sources in a folder.
 * @param {string} folder
 * @returns {Source[]}
 */
export const sourcesIn = (folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }));

const statementsOf = ({ text }) => babel.parseSync(text, OPTIONS).program.body;

const declarationsOf = (source) =>
  statementsOf(source).flatMap((statement) => (statement.declaration ?? statement).declarations ?? []);

/** The facts of a row are its second argument: `must('…', { aspect, on, cites }, …)`. */
const hasOwnOperations = ({ value }) =>
  (value.arguments?.[1]?.properties ?? []).some(({ key, type }) => type === 'SpreadElement' || key?.name === 'on');

/**
 * Returns the suites of a file whose rows are written out: `const NAME = suite(SECTION, OPERATIONS, { … })`.
 * @param {Source} source
 * @returns {Suite[]}
 */
export const suitesIn = (source) =>
  declarationsOf(source).flatMap(({ id, init }) => {
    const [section, , rows] = init?.callee?.name === 'suite' ? init.arguments : [];
    if (section?.type !== 'StringLiteral' || rows?.type !== 'ObjectExpression') return [];
    return {
      source,
      name: id.name,
      section: section.value,
      rows: rows.properties
        .filter(({ key }) => key?.type === 'StringLiteral')
        .map((property) => ({ id: property.key.value, hasOwnOperations: hasOwnOperations(property) })),
      end: rows.end - 1,
    };
  });

/**
 * Returns the source with an import of a name from a file, unless it has one.
 * @param {Source} source
 * @param {string} name
 * @param {string} from
 * @returns {Source}
 */
export function importing(source, name, from) {
  const path = relative(dirname(source.file), from).replaceAll('\\', '/');
  const address = path.startsWith('.') ? path : `./${path}`;
  const existing = statementsOf(source).find(
    ({ type, importKind, source: its }) =>
      type === 'ImportDeclaration' && importKind === 'value' && its.value === address,
  );
  if (existing?.specifiers.some(({ imported }) => imported?.name === name)) return source;
  const { text } = source;
  const at = existing ? text.indexOf('{', existing.start) + 1 : 0;
  const added = existing ? ` ${name},` : `import { ${name} } from '${address}';\n`;
  return { ...source, text: text.slice(0, at) + added + text.slice(at) };
}

/**
 * Writes a source to its file.
 * @param {Source} source
 */
export const save = ({ file, text }) => writeFileSync(file, text);
