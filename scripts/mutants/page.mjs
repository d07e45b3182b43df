// The figures of the mutants, as a section of docs/proof.md.

const HEAD = '## Mutants of the independent implementations';

const row = (...cells) => `| ${cells.join(' | ')} |`;
const table = (heads, rows) => [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');

const having = (findings, kind, ...ends) =>
  findings.filter((each) => each.kind === kind && (ends.length === 0 || ends.includes(each.end))).length;

const share = (n, all) => (all === 0 ? '0' : `${n} (${Math.round((1000 * n) / all) / 10} %)`);

/** Each figure of some findings, by its name. */
function figures(findings) {
  const defects = having(findings, 'defect');
  return {
    'mutants tried': findings.length,
    'do not start': having(findings, 'not started'),
    'keep the document': having(findings, 'lawful'),
    'of these accused': having(findings, 'lawful', 'failed'),
    'cannot be seen by any request': having(findings, 'unobservable'),
    'break the document': defects,
    'of these fail the run': share(having(findings, 'defect', 'failed'), defects),
    'leave it only incomplete or aborted': share(having(findings, 'defect', 'incomplete', 'aborted'), defects),
    'leave no trace': share(having(findings, 'defect', 'unseen'), defects),
    'not judged yet': having(findings, 'open') + having(findings, 'broken'),
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

export const sectionOf = (
  findings,
  names,
  { pool, seed, commit },
) => `\`npm run mutants\` (sample of ${findings.length} of ${pool} mutants in code that a run reaches, seed ${seed}, made on ${commit}) verifies
mutants of the four implementations of \`tests/independent/\`, which share no code with \`src/reference/\`: Stryker's operators, numbers by
one, statements, members and elements left out, values of members exchanged. A mutant that fails the run counts as a defect unless a
reader found it to keep the document; each other one is judged against the document in \`scripts/mutants/reviewed.json\`, with the reason.

${figuresTable(findings, names)}
`;
