// Writes the stubs of a new requirement: `npm run new ID -- --in FILE#SUITE [--fault-in FILE]`. The row goes to the end of
// that suite, with its section and operations. The fault goes to the end of a file of src/reference/: of the one with most
// faults of the same suite, if none is given. Without --in, it lists the suites that have requirements of the same subject,
// or all if there are none. Tests fail until both stubs are completed, and name what is missing.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { operationNames } from '../dist/src/contract/operations.js';
import { requestsMade, rows } from '../dist/suites/index.js';
import { importing, save, sourcesIn, suitesIn } from './new/source.mjs';

/** @import { Source, Suite } from './new/source.mjs' */

const ID = /^[A-Z]+(?:-[A-Z0-9]+)+$/;
const USAGE = 'usage: npm run new SUBJECT-CLAIM -- --in FILE#SUITE [--fault-in FILE], the ID in upper case words';
const ROOT = join(import.meta.dirname, '..');
const CLIENTS = 'suites/requests-made.ts';

/**
 * Exits with one sentence that says what to do.
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

function given() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { in: { type: 'string' }, 'fault-in': { type: 'string' } },
    });
    const [id, ...more] = positionals;
    if (id && ID.test(id) && more.length === 0) return { id, place: values.in, faultIn: values['fault-in'] };
  } catch {
    // An unknown option.
  }
  return refuse(USAGE);
}

const known = new Map([...rows, ...requestsMade].map((row) => [row.id, row]));
const addressOf = (/** @type {Suite} */ { source, name }) => `${source.file}#${name}`;

/**
 * Returns the operations of a suite: those of a row that has none of its own, or else those of all its rows.
 * @param {Suite} suite
 * @returns {readonly string[]}
 */
function operationsOf(suite) {
  const plain = suite.rows.find(({ id, hasOwnOperations }) => !hasOwnOperations && known.has(id));
  const shown = (plain ? [plain] : suite.rows).flatMap(({ id }) => known.get(id)?.operations ?? []);
  return operationNames.filter((name) => shown.includes(name));
}

function operationsShown(/** @type {Suite} */ suite) {
  const operations = operationsOf(suite);
  return operations.length === operationNames.length ? 'all operations' : operations.join(', ');
}

/**
 * Lists suites to choose from.
 * @param {readonly Suite[]} suites
 * @param {string} subject
 */
function list(suites, subject) {
  const own = suites.filter((suite) => suite.rows.some(({ id }) => id.startsWith(subject)));
  const shown = own.length > 0 ? own : suites;
  console.log(
    own.length > 0
      ? `These suites have requirements ${subject}…; any other suite can be named, too.`
      : `No requirement begins with ${subject} yet. These are all suites.`,
  );
  console.log('Choose the one with the section and the operations of the new requirement: --in FILE#SUITE\n');
  const width = Math.max(...shown.map((suite) => addressOf(suite).length));
  for (const suite of shown)
    console.log(`${addressOf(suite).padEnd(width)}  section ${suite.section}: ${operationsShown(suite)}`);
}

const quoted = (/** @type {string} */ id) => `'${id}/`;

/**
 * Returns the file for the fault: the given one, or the one with most faults of the requirements of a suite.
 * @param {Suite} suite
 * @param {string | undefined} named
 * @returns {Source}
 */
function serviceFor(suite, named) {
  const services = sourcesIn('src/reference');
  if (named !== undefined)
    return services.find(({ file }) => file === named) ?? refuse(`${named} is no file of src/reference/`);
  const counted = services.map((source) => ({
    source,
    count: suite.rows.reduce((sum, { id }) => sum + source.text.split(quoted(id)).length - 1, 0),
  }));
  const [best] = counted.sort((a, b) => b.count - a.count);
  if (best && best.count > 0) return best.source;
  return refuse(`no file of src/reference/ has faults of ${addressOf(suite)}: name one with --fault-in FILE`);
}

/** Where a file of suites/ imports what the stub of a row uses. */
const IMPORTS = {
  must: 'src/engine/row.ts',
  rule: 'src/engine/check.ts',
  request: 'src/engine/check.ts',
  NOT_CONCERNED: 'src/engine/judgement.ts',
  acceptedBody: 'suites/vocabulary/answers.ts',
};

/**
 * A rule judges answers of the target; a requirement on clients judges their requests.
 * @returns {{ readonly code: string, readonly uses: readonly (keyof typeof IMPORTS)[] }}
 */
const checkOf = (/** @type {Suite} */ { source }) =>
  source.file === CLIENTS
    ? { code: 'request(() => NOT_CONCERNED)', uses: ['request'] }
    : { code: 'rule((exchange) => (acceptedBody(exchange) ? [] : NOT_CONCERNED))', uses: ['rule', 'acceptedBody'] };

/**
 * Returns the file of a suite with the stub of a row at its end.
 * @param {Suite} suite
 * @param {string} id
 */
function withRow({ ...suite }, id) {
  const { code, uses } = checkOf(suite);
  const row = `  '${id}': must(
    'The sentence in our words',
    { aspect: 'semantics', cites: ['the words of docs/interface.md'] },
    ${code},
  ),
`;
  const { file, text } = suite.source;
  const written = { file, text: text.slice(0, suite.end) + row + text.slice(suite.end) };
  /** @type {readonly (keyof typeof IMPORTS)[]} */
  const names = ['must', 'NOT_CONCERNED', ...uses];
  return names.reduce((source, name) => importing(source, name, IMPORTS[name]), written);
}

const camelCase = (/** @type {string} */ id) => id.toLowerCase().replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * Returns a file of the service with the stub of a fault at its end.
 * @param {Source} source
 * @param {Suite} suite
 * @param {string} id
 */
function withFault(source, suite, id) {
  const on = operationsOf(suite).map((name) => `'${name}'`);
  const fault = `
const ${camelCase(id)} = decision({ section: '${suite.section}', on: [${on.join(', ')}] }, 'the lawful answer', {
  faults: { '${id}/what-it-does': 'the answer that breaks the sentence' },
});
`;
  return importing({ ...source, text: source.text + fault }, 'decision', 'src/reference/decision.ts');
}

/** Formats files and sorts their imports. */
function format(/** @type {string[]} */ files) {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const flags = ['--write', '--linter-enabled=false', '--log-level=error', `--config-path=${ROOT}`];
  execFileSync(process.execPath, [biome, 'check', ...flags, ...files], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const { id, place, faultIn } = given();
if (known.has(id)) refuse(`${id} exists: "transfer-conformance explain ${id}" shows it`);
const suites = sourcesIn('suites').flatMap(suitesIn);
if (place === undefined) {
  list(suites, id.slice(0, id.indexOf('-') + 1));
  process.exit(0);
}
const suite = suites.find((each) => addressOf(each) === place);
if (!suite) refuse(`no suite is ${place}: "npm run new ${id}" lists those of the same subject`);

// Clients are not the service: what proves a requirement on them is a test.
const isOnClients = suite.source.file === CLIENTS;
const written = [withRow(suite, id), ...(isOnClients ? [] : [withFault(serviceFor(suite, faultIn), suite, id)])];
for (const source of written) save(source);
const [rowFile = '', faultFile] = written.map(({ file }) => file);
format(written.map(({ file }) => file));
console.log(`${rowFile}: a row, ${id}, of section ${suite.section} on ${operationsShown(suite)}`);
if (faultFile) console.log(`${faultFile}: a fault, ${id}/what-it-does`);
const proof = faultFile ? `npm run proof ${id}; ` : '';
console.log(`Complete what is written, then: ${proof}npx vitest run tests/unit/suites -u; npm run traceability`);
