// The figures of the mutants, as a section of docs/proof.md.

/** @import { Judged, Sample } from './types.ts' */

const HEAD = '## Mutants of the independent implementations';

const row = (...cells) => `| ${cells.join(' | ')} |`;
const table = (heads, rows) => [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');

const BREAKING = ['defect', 'undecidable'];
const FAILED = ['failed', 'strictly failed'];

const having = (findings, kinds, ends) =>
  findings.filter(({ kind, end }) => kinds.includes(kind) && (ends?.includes(end) ?? true)).length;

const share = (n, all) => (all === 0 ? '0' : `${n} (${Math.round((1000 * n) / all) / 10} %)`);

/**
 * Each figure of some findings, by its name.
 * @param {readonly Judged[]} findings
 * @returns {Record<string, string | number>}
 */
function figures(findings) {
  const breaking = having(findings, BREAKING);
  return {
    'mutants tried': findings.length,
    'do not start': having(findings, ['not started']),
    'conform to the document': having(findings, ['lawful']),
    'of these accused': having(findings, ['lawful'], FAILED),
    'cannot be observed by any request': having(findings, ['unobservable']),
    'break only what follows from a meaning, and cause a warning': having(findings, ['warned']),
    'break a sentence of the document': breaking,
    'of these fail the run': share(having(findings, BREAKING, ['failed']), breaking),
    'fail only a run with `--strict`': share(having(findings, BREAKING, ['strictly failed']), breaking),
    'leave the run incomplete, and the document does not show the cause': share(
      having(findings, ['undecidable'], ['incomplete']),
      breaking,
    ),
    'leave the run incomplete, although the document shows the cause': share(
      having(findings, ['defect'], ['incomplete']),
      breaking,
    ),
    'abort the run (exit code 4): no token is issued or accepted, or the process ends': share(
      having(findings, BREAKING, ['aborted']),
      breaking,
    ),
    'pass the run': share(having(findings, BREAKING, ['unseen']), breaking),
    'not classified yet': having(findings, ['open', 'broken']),
  };
}

/**
 * The table of figures: each implementation, and all of them.
 * @param {readonly Judged[]} findings
 * @param {readonly string[]} names
 */
export function figuresTable(findings, names) {
  const columns = [...names.map((name) => findings.filter(({ mutant }) => mutant.startsWith(name))), findings];
  const each = columns.map(figures);
  return table(
    ['what', ...names, 'all'],
    Object.keys(figures([])).map((what) => row(what, ...each.map((found) => found[what]))),
  );
}

/**
 * The page with this section in the place of the former one; the rest stays as it is.
 * @param {string} page
 * @param {string} section
 */
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

/** The share of mutants that fail a run with --strict, among those that break the document and do not abort the run. */
function strictShare(findings) {
  const made = having(findings, BREAKING) - having(findings, BREAKING, ['aborted']);
  const failed = share(having(findings, BREAKING, FAILED), made);
  return `Of the ${made} that break a sentence and do not abort the run, ${failed} fail it with \`--strict\`.`;
}

const INTRODUCTION = `mutants of the four implementations of \`tests/independent/\`, which share no code with \`src/reference/\`. The operators are Stryker's, and:
numbers changed by one, statements, members and elements left out, values of members exchanged. A mutant that fails the run counts as one
that breaks the document, unless a reader found that it conforms: of the 527 at 419b557, 100 drawn at random were read, and none of them
conforms. Each other mutant is classified in \`scripts/service-mutants/reviewed.json\`, with the reason. A mutant that leaves the run incomplete is
verified once more with \`--strict\`, because its fixtures are known to be valid. Without that flag, an operation that refuses every write
may have a business reason. A target that issues no token, accepts none, or ends, leaves no run to judge: the run is aborted, which no
flag softens.`;

/**
 * The section, without its heading.
 * @param {readonly Judged[]} findings
 * @param {readonly string[]} names
 * @param {Sample} sample
 */
export const sectionOf = (
  findings,
  names,
  { pool, seed, commit },
) => `\`npm run mutants\` (${findings.length} of ${pool} mutants in code that requests reach, seed ${seed}, measured at ${commit}) verifies
${INTRODUCTION}

${figuresTable(findings, names)}

${strictShare(findings)}

${reasonsTable(findings)}
`;
