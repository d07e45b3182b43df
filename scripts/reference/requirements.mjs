// Every requirement: those on the target by section of the document, then those on its clients.

import { operationNames } from '../../dist/src/contract/operations.js';
import { rows, trafficRows } from '../../dist/suites/index.js';
import { MADE, table } from './words.mjs';

const on = ({ operations }) => (operations.length === operationNames.length ? 'all' : operations.join(', '));
const sentences = (list) =>
  table(
    ['requirement', 'level', 'operations', 'sentence'],
    list.map((row) => [`\`${row.id}\``, row.level, on(row), row.title]),
  );

const order = (section) => (/^\d/.test(section) ? section.split('.').map(Number) : [0, 0]);
const compare = (a, b) => order(a)[0] - order(b)[0] || (order(a)[1] ?? 0) - (order(b)[1] ?? 0);
const sectionOf = (row) => row.section;

const count = (level) => rows.filter((row) => row.level === level).length;

export function requirements() {
  const sections = [...new Set(rows.map(sectionOf))].sort(compare);
  const clients = trafficRows.filter(({ party }) => party === 'client');
  return [
    '# Requirements',
    '',
    MADE,
    '',
    `${rows.length} requirements of the target: ${count('must')} \`must\` (the document states it), ${count('should')} \`should\` (it follows from what`,
    `a field means) and ${count('observe')} \`observe\` (the document leaves it open). ${clients.length} more are for requests of clients, judged by`,
    '`verify` and `proxy`. `transfer-conformance explain ID` shows one with its place in the document and the faults that prove it.',
    '',
    ...sections.flatMap((section) => [
      `## ${/^\d/.test(section) ? `Section ${section}` : section}`,
      '',
      ...sentences(rows.filter((row) => sectionOf(row) === section)),
      '',
    ]),
    '## Requests of clients',
    '',
    ...sentences(clients),
  ];
}
