import { type ChangeKind, type Comparison, changeKinds } from '../../src/model/comparison.ts';
import { counted } from '../../src/values/counted.ts';
import { duration } from '../../src/values/duration.ts';
import { cut, escapeLinesForTerminal } from '../../src/values/escape.ts';
import { type Layout, layoutOf, type TerminalOptions } from '../terminal/layout.ts';
import { glyphs } from '../view/wording.ts';
import {
  conclusion,
  coverageNames,
  coverageTitles,
  factor,
  type Group,
  groupsOf,
  kindStatus,
  kindTitles,
  sideText,
  statusChange,
  times,
} from './groups.ts';

const LONGEST = 300;
/** Maximum number of requirements shown one by one; the others are listed by ID. */
const MOST = 20;
/** Maximum number of observed behaviours shown without --verbose. */
const MOST_OBSERVED = 10;
/** Minimum change of a median latency that the terminal shows: as a factor, and in milliseconds. */
const NOTABLE = { factor: 2, milliseconds: 20 };

interface Scene {
  readonly layout: Layout;
  readonly verbose: boolean;
}

function groupLines({ change, operations }: Group, { layout }: Scene): readonly string[] {
  const { id, title, level, section, kind, message, curl } = change;
  const status = kindStatus[kind];
  const place = `${level} · section ${section} · ${operations.join(', ')} · ${statusChange(change)}`;
  return [
    `${layout.status(status, glyphs[status])} ${layout.bold(id)}`,
    ...layout.wrap('  ', place, layout.dim),
    ...layout.wrap('  ', title),
    ...(message === undefined ? [] : layout.wrap('  ', cut(message, LONGEST))),
    ...(curl === undefined
      ? []
      : escapeLinesForTerminal(curl)
          .split('\n')
          .map((line) => `  ${line}`)),
  ];
}

function briefly(groups: readonly Group[], { layout }: Scene): readonly string[] {
  return layout.wrap('  ', groups.map(({ change }) => change.id).join(', '));
}

function kindLines(comparison: Comparison, kind: ChangeKind, scene: Scene): readonly string[] {
  const groups = groupsOf(comparison, kind);
  if (groups.length === 0) return [];
  const head = ['', scene.layout.bold(`${kindTitles[kind]} (${groups.length})`)];
  if (kind === 'gained' && !scene.verbose) return [...head, ...briefly(groups, scene)];
  const shown = groups.slice(0, MOST).flatMap((each) => groupLines(each, scene));
  const rest = groups.slice(MOST);
  return [...head, ...shown, ...(rest.length > 0 ? briefly(rest, scene) : [])];
}

function observationLines({ observations }: Comparison, { layout, verbose }: Scene): readonly string[] {
  if (observations.length === 0) return [];
  const shown = verbose ? observations : observations.slice(0, MOST_OBSERVED);
  const lines = shown.flatMap(({ operation, question, before, after }) => [
    ...layout.wrap(`${glyphs.observed} `, `${operation}: ${question}`),
    ...layout.wrap('    before  ', cut(before ?? 'not observed', LONGEST)),
    ...layout.wrap('    after   ', cut(after ?? 'not observed', LONGEST)),
  ]);
  const rest = observations.length - shown.length;
  const more = rest > 0 ? layout.wrap('  ', `${counted(rest, 'more behaviour')} with --verbose`, layout.dim) : [];
  return ['', layout.bold(`Observed behaviour that changed (${observations.length})`), ...lines, ...more];
}

function coverageLines(comparison: Comparison, { layout, verbose }: Scene): readonly string[] {
  return (verbose ? (['lost', 'gained'] as const) : (['lost'] as const)).flatMap((change) => {
    const names = coverageNames(comparison, change);
    const head = layout.bold(`${coverageTitles[change]} (${names.length})`);
    return names.length === 0 ? [] : ['', head, ...layout.wrap('  ', names.join('; '))];
  });
}

function latencyLines({ latency }: Comparison, { layout, verbose }: Scene): readonly string[] {
  const lines = latency.flatMap((each) => {
    const { operation, before, after } = each;
    const ratio = factor(each);
    if (!before || !after || ratio === undefined) return [];
    const isNotable =
      Math.max(ratio, 1 / ratio) >= NOTABLE.factor && Math.abs(after.p50 - before.p50) >= NOTABLE.milliseconds;
    const text = `${duration(before.p50)} → ${duration(after.p50)} (${times(ratio)})`;
    return verbose || isNotable ? layout.wrap(`  ${operation.padEnd(17)} `, text) : [];
  });
  return lines.length > 0 ? ['', layout.bold('Median latency'), ...lines] : [];
}

/** Returns the text of a comparison for a terminal: what became worse first, the conclusion last. */
export function comparisonTerminal(comparison: Comparison, options: TerminalOptions): string {
  const layout = layoutOf(options);
  const scene: Scene = { layout, verbose: options.detail === 'verbose' };
  const status = comparison.worse ? 'failed' : 'passed';
  const sides = [
    ...layout.wrap('before  ', sideText(comparison.before)),
    ...layout.wrap('after   ', sideText(comparison.after)),
    ...comparison.notes.flatMap((note) => layout.wrap('note    ', note)),
  ];
  const body = [
    ...changeKinds.flatMap((kind) => kindLines(comparison, kind, scene)),
    ...observationLines(comparison, scene),
    ...coverageLines(comparison, scene),
    ...latencyLines(comparison, scene),
  ];
  const last = layout.wrap(`${glyphs[status]} `, conclusion(comparison), (text) => layout.status(status, text));
  return `${[...sides, ...(options.detail === 'quiet' ? [] : body), '', ...last].join('\n')}\n`;
}
