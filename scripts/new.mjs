// Writes the stubs of a new requirement: `npm run new FW-NEW-CLAIM`. The requirement goes into the file of suites/
// whose IDs begin with the same subject, the fault into the file of src/reference/ whose faults do. Tests fail until
// both are completed, and name what is missing.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ID = /^[A-Z]+(?:-[A-Z0-9]+)+$/;

/**
 * Exits with one sentence that says what to do.
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  console.error(sentence);
  process.exit(2);
}

const sources = (folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(folder, name), 'utf8') }));

const subject = (id) => id.split('-')[0];
const mentions = (text, start) => text.split(start).length - 1;

/** Returns the file that names the subject most often. */
function fileOf(folder, id) {
  const [best] = sources(folder)
    .map((each) => ({ ...each, count: mentions(each.text, `'${subject(id)}-`) }))
    .sort((a, b) => b.count - a.count);
  if (!best || best.count === 0)
    refuse(
      `no file of ${folder}/ has an id that begins with ${subject(id)}-: choose a known subject, or write the first row by hand`,
    );
  return best;
}

const row = (id) => `  '${id}': must(
    'The sentence in our words',
    { aspect: 'semantics', cites: ['the words of docs/interface.md'] },
    rule((exchange) => (accepted(exchange) ? [] : NOT_CONCERNED)),
  ),
`;

const fault = (id) => `
const ${subject(id).toLowerCase()}Decision = decision({ section: '4', on: ['the operation'] }, 'the lawful answer', {
  faults: { '${id}/what-it-does': 'the answer that breaks the sentence' },
});
`;

const id = process.argv[2];
if (!id || !ID.test(id)) refuse('usage: npm run new SUBJECT-CLAIM, in upper case words joined by hyphens');
if (sources('suites').some(({ text }) => text.includes(`'${id}'`)))
  refuse(`${id} exists: "transfer-conformance explain ${id}" shows it`);

const suite = fileOf('suites', id);
const end = suite.text.lastIndexOf('\n});');
if (end < 0) refuse(`${suite.file} holds no suite that a row could be put into: write it by hand`);
const service = fileOf('src/reference', id);

writeFileSync(suite.file, `${suite.text.slice(0, end + 1)}${row(id)}${suite.text.slice(end + 1)}`);
writeFileSync(service.file, `${service.text}${fault(id)}`);
console.log(`${suite.file}: a row, ${id}
${service.file}: a fault, ${id}/what-it-does
Write both, then: npm run proof ${id}; npx vitest run tests/suites -u; npm run traceability`);
