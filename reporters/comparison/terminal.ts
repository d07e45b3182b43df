import type { ChangeKind, Comparison } from '../../src/model/comparison.ts';
import { type Layout, layout, type TerminalOptions } from '../terminal/layout.ts';
import { cut, terminalLines } from '../view/escape.ts';
import { counted, duration, glyphs } from '../view/wording.ts';
import {
  conclusion,
  coverageNames,
  coverageTitles,
  factor,
  type Group,
  groupsOf,
  kindStatus,
  kinds,
  kindTitles,
  sideText,
  statusChange,
} from './groups.ts';

const LONGEST = 300;
/** Requirements told one by one; the ids of more are listed. */
const MOST = 20;
/** Observed behaviours told when the terminal is not told everything. */
const MOST_OBSERVED = 10;
/** How much slower or faster a median is, and by how many milliseconds, before the terminal speaks of it. */
const NOTABLE = { factor: 2, milliseconds: 20 };

interface Scene {
  readonly paper: Layout;
  readonly verbose: boolean;
}

function groupLines({ change, operations }: Group, { paper }: Scene): readonly string[] {
  const { id, title, level, section, kind, message, curl } = change;
  const status = kindStatus[kind];
  const place = `${level} · section ${section} · ${operations.join(', ')} · ${statusChange(change)}`;
  return [
    `${paper.status(status, glyphs[status])} ${paper.bold(id)}`,
    ...paper.wrap('  ', place, paper.dim),
    ...paper.wrap('  ', title),
    ...(message === undefined ? [] : paper.wrap('  ', cut(message, LONGEST))),
    ...(curl === undefined
      ? []
      : terminalLines(curl)
          .split('\n')
          .map((line) => `  ${line}`)),
  ];
}

function briefly(groups: readonly Group[], { paper }: Scene): readonly string[] {
  return paper.wrap('  ', groups.map(({ change }) => change.id).join(', '));
}

function kindLines(comparison: Comparison, kind: ChangeKind, scene: Scene): readonly string[] {
  const groups = groupsOf(comparison, kind);
  if (groups.length === 0) return [];
  const head = ['', scene.paper.bold(`${kindTitles[kind]} (${groups.length})`)];
  if (kind === 'gained' && !scene.verbose) return [...head, ...briefly(groups, scene)];
  const told = groups.slice(0, MOST).flatMap((each) => groupLines(each, scene));
  const rest = groups.slice(MOST);
  return [...head, ...told, ...(rest.length > 0 ? briefly(rest, scene) : [])];
}

function observationLines({ observations }: Comparison, { paper, verbose }: Scene): readonly string[] {
  if (observations.length === 0) return [];
  const shown = verbose ? observations : observations.slice(0, MOST_OBSERVED);
  const lines = shown.flatMap(({ operation, question, before, after }) => [
    ...paper.wrap(`${glyphs.observed} `, `${operation}: ${question}`),
    ...paper.wrap('    before  ', cut(before ?? 'not observed', LONGEST)),
    ...paper.wrap('    after   ', cut(after ?? 'not observed', LONGEST)),
  ]);
  const rest = observations.length - shown.length;
  const more = rest > 0 ? paper.wrap('  ', `${counted(rest, 'more behaviour')} with --verbose`, paper.dim) : [];
  return ['', paper.bold(`Observed otherwise (${observations.length})`), ...lines, ...more];
}

function coverageLines(comparison: Comparison, { paper, verbose }: Scene): readonly string[] {
  return (verbose ? (['lost', 'gained'] as const) : (['lost'] as const)).flatMap((change) => {
    const names = coverageNames(comparison, change);
    const head = paper.bold(`${coverageTitles[change]} (${names.length})`);
    return names.length === 0 ? [] : ['', head, ...paper.wrap('  ', names.join('; '))];
  });
}

function latencyLines({ latency }: Comparison, { paper, verbose }: Scene): readonly string[] {
  const lines = latency.flatMap((each) => {
    const { operation, before, after } = each;
    const times = factor(each);
    if (!before || !after || times === undefined) return [];
    const isNotable =
      Math.max(times, 1 / times) >= NOTABLE.factor && Math.abs(after.p50 - before.p50) >= NOTABLE.milliseconds;
    const text = `${duration(before.p50)} → ${duration(after.p50)} (× ${times.toFixed(1)})`;
    return verbose || isNotable ? paper.wrap(`  ${operation.padEnd(17)} `, text) : [];
  });
  return lines.length > 0 ? ['', paper.bold('Median latency'), ...lines] : [];
}

/** What a terminal shows of a comparison: what became worse first, the conclusion last. */
export function comparisonTerminal(comparison: Comparison, options: TerminalOptions): string {
  const paper = layout(options);
  const scene: Scene = { paper, verbose: options.detail === 'verbose' };
  const status = comparison.worse ? 'failed' : 'passed';
  const sides = [
    ...paper.wrap('before  ', sideText(comparison.before)),
    ...paper.wrap('after   ', sideText(comparison.after)),
    ...comparison.notes.flatMap((note) => paper.wrap('note    ', note)),
  ];
  const body = [
    ...kinds.flatMap((kind) => kindLines(comparison, kind, scene)),
    ...observationLines(comparison, scene),
    ...coverageLines(comparison, scene),
    ...latencyLines(comparison, scene),
  ];
  const last = paper.wrap(`${glyphs[status]} `, conclusion(comparison), (text) => paper.status(status, text));
  return `${[...sides, ...(options.detail === 'quiet' ? [] : body), '', ...last].join('\n')}\n`;
}
