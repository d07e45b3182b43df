import { type ChangeKind, type Comparison, changeKinds } from '../../src/model/comparison.ts';
import { cut, html } from '../../src/values/escape.ts';
import { cellCode, codeBlock, codeSpan, markdown, table } from '../view/markdown.ts';
import { glyphs, NOTHING } from '../view/wording.ts';
import {
  conclusion,
  coverageNames,
  coverageTitles,
  type Group,
  groupsOf,
  kindStatus,
  kindTitles,
  latencyCells,
  latencyHeads,
  sideText,
  statusChange,
} from './groups.ts';

const LONGEST = 2_000;
/** Maximum number of requirements shown in full; GitHub refuses a comment of more than 65,536 characters. */
const MOST = 20;

function groupText({ change, operations }: Group): string {
  const { id, title, kind, level, section, message, curl } = change;
  const on = operations.map((each) => `\`${each}\``).join(', ');
  const facts = `${level}, section ${markdown(section)}; on ${on}; ${markdown(statusChange(change))}`;
  const parts = [
    `<details><summary>${glyphs[kindStatus[kind]]} <code>${html(id)}</code> ${html(title)}</summary>`,
    facts,
    ...(message === undefined ? [] : [markdown(cut(message, LONGEST))]),
    ...(curl === undefined || curl.length > LONGEST ? [] : [codeBlock(curl, 'sh')]),
    '</details>',
  ];
  return parts.join('\n\n');
}

function kindText(comparison: Comparison, kind: ChangeKind): readonly string[] {
  const groups = groupsOf(comparison, kind);
  if (groups.length === 0) return [];
  const rest = groups.slice(MOST).map(({ change }) => codeSpan(change.id));
  return [
    `## ${kindTitles[kind]} (${groups.length})`,
    ...groups.slice(0, MOST).map(groupText),
    ...(rest.length > 0 ? [rest.join(', ')] : []),
  ];
}

function observationsText({ observations }: Comparison): readonly string[] {
  if (observations.length === 0) return [];
  const rows = observations.map(({ question, operation, before, after }) => [
    markdown(question),
    `\`${operation}\``,
    before === null ? NOTHING : cellCode(cut(before, LONGEST)),
    after === null ? NOTHING : cellCode(cut(after, LONGEST)),
  ]);
  return [
    `## Observed behaviour that changed (${rows.length})`,
    table(['where the document is silent', 'operation', 'before', 'after'], rows),
  ];
}

function coverageText(comparison: Comparison): readonly string[] {
  return (['lost', 'gained'] as const).flatMap((change) => {
    const names = coverageNames(comparison, change).map(codeSpan);
    return names.length === 0 ? [] : [`## ${coverageTitles[change]} (${names.length})`, names.join(', ')];
  });
}

function latencyText({ latency }: Comparison): readonly string[] {
  if (latency.length === 0) return [];
  const rows = latency.map((each) => {
    const [operation, ...cells] = latencyCells(each);
    return [`\`${operation}\``, ...cells];
  });
  return ['<details><summary>Latency</summary>', table(latencyHeads, rows), '</details>'];
}

/** Returns a comparison in GitHub's Markdown, for a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, notes, worse } = comparison;
  const facts = [`Before: ${sideText(before)}`, `After: ${sideText(after)}`, ...notes];
  return `${[
    `# ${worse ? glyphs.failed : glyphs.passed} ${markdown(conclusion(comparison))}`,
    facts.map((each) => `- ${markdown(each)}`).join('\n'),
    ...changeKinds.flatMap((kind) => kindText(comparison, kind)),
    ...observationsText(comparison),
    ...coverageText(comparison),
    ...latencyText(comparison),
  ].join('\n\n')}\n`;
}
