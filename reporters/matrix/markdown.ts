import type { Column, Move, SideBySide } from '../../src/model/side-by-side.ts';
import { grouped } from '../../src/values/counted.ts';
import { cut } from '../../src/values/escape.ts';
import { statusChange } from '../comparison/groups.ts';
import { cellCode, markdown, table } from '../view/markdown.ts';
import { comparedWords, glyphs, NOTHING, statuses, statusWords, verdictStatus } from '../view/wording.ts';
import { conclusion } from './html.ts';

const LONGEST = 200;
/** Maximum number of rows of one table; GitHub refuses a comment of more than 65,536 characters. */
const MOST = 100;

const columnCells = ({ name, verdict, summary, tool_version }: Column): readonly string[] => [
  markdown(name),
  `${glyphs[verdictStatus[verdict]]} ${verdict}`,
  ...statuses.map((each) => grouped(summary[each])),
  markdown(tool_version),
];

const answer = (text: string | null): string => (text === null ? NOTHING : cellCode(cut(text, LONGEST)));

/** Returns a table under a heading with its number of rows, or nothing when it has none. */
function listed(title: string, head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const left = rows.length - MOST;
  return [
    `## ${title} (${rows.length})`,
    table(head, rows.slice(0, MOST)),
    ...(left > 0 ? [`and ${grouped(left)} more, in matrix.html and matrix.json`] : []),
  ];
}

function differing({ columns, requirements }: SideBySide): readonly string[] {
  const rows = requirements
    .filter(({ differs }) => differs)
    .map(({ id, title, level, columns: own }) => [
      `${cellCode(id)} ${markdown(title)}`,
      level,
      ...own.map(({ status, flaky }) => `${status === 'absent' ? NOTHING : glyphs[status]}${flaky ? ' (flaky)' : ''}`),
    ]);
  return listed(
    'Requirements that differ',
    ['requirement', 'level', ...columns.map(({ name }) => markdown(name))],
    rows,
  );
}

function observed({ columns, observations }: SideBySide): readonly string[] {
  const rows = observations
    .filter(({ differs }) => differs)
    .map(({ question, operation, answers }) => [markdown(question), cellCode(operation), ...answers.map(answer)]);
  const head = ['where the document is silent', 'operation', ...columns.map(({ name }) => markdown(name))];
  return listed('Observed behaviour that differs', head, rows);
}

const moved = ({ from, to, observations, requirements }: Move): readonly string[] =>
  listed(
    `Moving from ${markdown(from)} to ${markdown(to)}`,
    ['what', 'operation', 'from', 'to'],
    [
      ...requirements.map((each) => [
        markdown(each.title),
        cellCode(each.operation),
        comparedWords(each.before),
        comparedWords(each.after),
      ]),
      ...observations.map((each) => [
        markdown(each.question),
        cellCode(each.operation),
        answer(each.before),
        answer(each.after),
      ]),
    ],
  );

function changed({ history }: SideBySide): readonly string[] {
  const rows = history.flatMap(({ to, changes }) =>
    changes.map((change) => [markdown(to), cellCode(change.id), cellCode(change.operation), statusChange(change)]),
  );
  return listed('What changed when', ['run', 'requirement', 'operation', 'change'], rows);
}

/** Returns what differs between the reports, in GitHub's Markdown. */
export function matrixMarkdown(matrix: SideBySide): string {
  const { columns, moves, notes } = matrix;
  const [first, second] = columns;
  // With more than two reports, the pairs are only in matrix.json.
  const pair = columns.length === 2 ? moves.filter(({ from, to }) => from === first?.name && to === second?.name) : [];
  return `${[
    `# ${markdown(conclusion(matrix))}`,
    table(['report', 'verdict', ...statuses.map((each) => statusWords[each]), 'version'], columns.map(columnCells)),
    ...(notes.length > 0 ? [notes.map((note) => `- ${markdown(note)}`).join('\n')] : []),
    ...changed(matrix),
    ...differing(matrix),
    ...observed(matrix),
    ...pair.flatMap(moved),
  ].join('\n\n')}\n`;
}
