// The figures of the mutants, as a section of docs/proof.md.

const HEAD = '## Mutants of the independent implementations';

const row = (...cells) => `| ${cells.join(' | ')} |`;
const table = (heads, rows) => [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');

const BREAKING = ['defect', 'undecidable'];
const HALTED = ['incomplete', 'aborted'];

const having = (findings, kinds, ends) =>
  findings.filter(({ kind, end }) => kinds.includes(kind) && (ends?.includes(end) ?? true)).length;

const share = (n, all) => (all === 0 ? '0' : `${n} (${Math.round((1000 * n) / all) / 10} %)`);

/** Each figure of some findings, by its name. */
function figures(findings) {
  const breaking = having(findings, BREAKING);
  return {
    'mutants tried': findings.length,
    'do not start': having(findings, ['not started']),
    'keep the document': having(findings, ['lawful']),
    'of these accused': having(findings, ['lawful'], ['failed']),
    'cannot be seen by any request': having(findings, ['unobservable']),
    'break only what follows from a meaning, and are warned of': having(findings, ['warned']),
    'break a sentence of the document': breaking,
    'of these fail the run': share(having(findings, BREAKING, ['failed']), breaking),
    'leave it incomplete or aborted, where the document cannot tell the cause': share(
      having(findings, ['undecidable'], HALTED),
      breaking,
    ),
    'leave it incomplete or aborted, where it could': share(having(findings, ['defect'], HALTED), breaking),
    'leave no trace': share(having(findings, BREAKING, ['unseen']), breaking),
    'not judged yet': having(findings, ['open', 'broken']),
  };
}

/** The table of figures: each implementation, and all of them. */
export function figuresTable(findings, names) {
  const columns = [...names.map((name) => findings.filter(({ mutant }) => mutant.startsWith(name))), findings];
  const each = columns.map(figures);
  return table(
    ['what', ...names, 'all'],
    Object.keys(each[0]).map((what) => row(what, ...each.map((found) => found[what]))),
  );
}

/** The page with this section in the place of the former one; the rest stays as it is. */
export function withSection(page, section) {
  const begin = page.indexOf(HEAD);
  if (begin < 0) return `${page.trimEnd()}\n\n${HEAD}\n\n${section}`;
  const end = page.indexOf('\n## ', begin);
  return `${page.slice(0, begin)}${HEAD}\n\n${section}${end < 0 ? '' : page.slice(end)}`;
}

/** Why mutants that break the document do not fail the run, the most frequent reasons first. */
function reasonsTable(findings) {
  const counts = new Map();
  for (const { kind, end, reason } of findings)
    if (BREAKING.includes(kind) && end !== 'failed') counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return table(
    ['why it does not fail the run', 'mutants'],
    sorted.map(([reason, count]) => row(reason, count)),
  );
}

const INTRODUCTION = `mutants of the four implementations of \`tests/independent/\`, which share no code with \`src/reference/\`: Stryker's operators, numbers by
one, statements, members and elements left out, values of members exchanged. A mutant that fails the run counts as one that breaks the
document unless a reader found it to keep it: of the 527 at 419b557, 100 drawn at random were read, and none of them keeps it. Each other one is
judged in \`scripts/mutants/reviewed.json\`, with the reason. "The document cannot tell" is what has another possible cause: no token
is given, the process ends, every write of an operation is refused as for a business reason, items have no id.`;

export const sectionOf = (
  findings,
  names,
  { pool, seed, commit },
) => `\`npm run mutants\` (${findings.length} of ${pool} mutants in code that requests reach, seed ${seed}, measured at ${commit}) verifies
${INTRODUCTION}

${figuresTable(findings, names)}

${reasonsTable(findings)}
`;
