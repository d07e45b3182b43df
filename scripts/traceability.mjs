// Writes docs/traceability.md: every statement of the document with the requirements that rest on it, and the other way round.
import { readFileSync, writeFileSync } from 'node:fs';
import { cites, rowsFor, statements } from '../dist/src/contract/document.js';
import { rows } from '../dist/suites/index.js';
import { nothingToTest } from '../dist/suites/nothing-to-test.js';

const all = statements(readFileSync('docs/interface.md', 'utf8'));
const cell = (text) => text.replaceAll('|', '\\|');
const answer = (statement) => {
  const found = rowsFor(statement, rows).map(({ id }) => id);
  const none = nothingToTest.find((each) => cites(each, statement));
  return found.length > 0 ? found.join(', ') : none ? `nothing to test: ${none.reason}` : '**not accounted for**';
};
const lines = (citation) => all.filter((statement) => cites(citation, statement)).map(({ line }) => line);
const text = [
  '# Traceability',
  '',
  'Made by `npm run traceability` from the rows in `suites/`; a test fails when a statement of `interface.md` is in neither table.',
  '',
  `## From the document to the requirements (${all.length} statements)`,
  '',
  '| line | section | statement | requirements |',
  '|---|---|---|---|',
  ...all.map((each) => `| ${each.line} | ${each.section} | ${cell(each.text)} | ${answer(each)} |`),
  '',
  `## From the requirements to the document (${rows.length} requirements)`,
  '',
  '| requirement | level | sentence | lines of interface.md |',
  '|---|---|---|---|',
  ...rows.map(
    (row) =>
      `| ${row.id} | ${row.level} | ${cell(row.title)} | ${[...new Set(row.cites.flatMap(lines))].sort((a, b) => a - b).join(', ')} |`,
  ),
  '',
];
writeFileSync('docs/traceability.md', text.join('\n'));
