// Writes docs/traceability.md: every statement of the document with its claims, each on an operation, and each
// requirement with the faults that the proof must catch there.
import { readFileSync, writeFileSync } from 'node:fs';
import { cites, rowsFor, statements } from '../dist/src/contract/document.js';
import { listOperations, operationNames } from '../dist/src/contract/operations.js';
import { appliesTo } from '../dist/suites/applies-to.js';
import { rows } from '../dist/suites/index.js';
import { nothingToTest } from '../dist/suites/nothing-to-test.js';
import { count, excused, faultsOf, open } from './proof/claims.mjs';

const all = statements(readFileSync('docs/interface.md', 'utf8'));
const cell = (text) => text.replaceAll('|', '\\|');

/** Names of sets of operations to which many claims apply. */
const SETS = new Map([
  [operationNames.join(), 'all operations'],
  [listOperations.join(), 'all lists'],
  ['fiatWithdrawal,cryptoWithdrawal', 'withdrawals'],
]);
const named = (operations) => SETS.get(operations.join()) ?? operations.join(', ');

/** Groups values by key: the pairs a-B, b-D and c-B give `B: a, c; D: b`. */
function grouped(pairs) {
  const groups = new Map();
  for (const [value, key] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return [...groups];
}

function answer(statement) {
  const found = rowsFor(statement, rows);
  const none = nothingToTest.find((each) => cites(each, statement));
  if (found.length === 0) return none ? `nothing to test: ${none.reason}` : '**not accounted for**';
  const groups = grouped(found.map(({ id, operations }) => [id, named(operations)]));
  const open = appliesTo(statement).filter((each) => !found.some(({ operations }) => operations.includes(each)));
  if (open.length > 0) groups.push([named(open), ['**none**']]);
  return groups.map(([operations, ids]) => `${operations}: ${ids.join(', ')}`).join('; ');
}

/** Returns the claims of a requirement, each with the first fault that must be caught there. */
function proven(row) {
  if (row.level === 'observe') return 'observed';
  const reason = (claim) => {
    const found = excused.findIndex(({ claims }) => claims.includes(`${row.id} ${claim}`));
    return found < 0 ? '**none**' : `excused (${found + 1})`;
  };
  const groups = grouped(faultsOf(row).map(({ claim, faults: [first] }) => [claim, first ?? reason(claim)]));
  return groups.map(([fault, claims]) => `${named(claims)}: ${fault}`).join('; ');
}

const lines = (citation) => all.filter((statement) => cites(citation, statement)).map(({ line }) => line);
const text = [
  '# Traceability',
  '',
  'Made by `npm run traceability` from the rows in `suites/` and the faults in `src/reference/`. A claim is a requirement on one operation,',
  'or on one parameter of it. Tests fail when a statement of `interface.md` is in neither table, when one has no requirement on an operation',
  'that it applies to (`suites/applies-to.ts`), and when a claim has no fault; `npm run proof` fails when a fault is not caught where it is',
  'said to be.',
  '',
  `## From the document to the claims (${all.length} statements)`,
  '',
  '| line | section | statement | operations: requirements |',
  '|---|---|---|---|',
  ...all.map((each) => `| ${each.line} | ${each.section} | ${cell(each.text)} | ${answer(each)} |`),
  '',
  `## From the requirements to the document and to faults (${rows.length} requirements, ${count} claims)`,
  '',
  '| requirement | level | sentence | lines of interface.md | claims: a fault that is caught there |',
  '|---|---|---|---|---|',
  ...rows.map(
    (row) =>
      `| ${row.id} | ${row.level} | ${cell(row.title)} | ${[...new Set(row.cites.flatMap(lines))].sort((a, b) => a - b).join(', ')} | ${proven(row)} |`,
  ),
  '',
  `## Claims without a fault (${open.length})`,
  '',
  ...excused.map(({ reason, claims }, index) => `${index + 1}. ${claims.join(', ')}: ${reason}`),
  '',
];
writeFileSync('docs/traceability.md', text.join('\n'));
