import type { Operation } from '../../src/contract/operations.ts';
import {
  type Change,
  type ChangedCoverage,
  type ChangedLatency,
  type ChangeKind,
  type Comparison,
  changeKinds,
  type Side,
} from '../../src/model/comparison.ts';
import type { Status } from '../../src/model/reported.ts';
import { counted } from '../../src/values/counted.ts';
import { duration } from '../../src/values/duration.ts';
import { comparedWords, type Headline, inOneLine, NOTHING, timeText } from '../view/wording.ts';

/** One requirement that changed in the same way on all these operations. */
export interface Group {
  readonly change: Change;
  readonly operations: readonly Operation[];
}

/** The status whose sign and colour represent a kind of change. */
export const kindStatus: Readonly<Record<ChangeKind, Status>> = {
  broke: 'failed',
  lost: 'not_exercised',
  healed: 'passed',
  gained: 'observed',
};

/** The section titles of a comparison, the most serious first. */
export const kindTitles: Readonly<Record<ChangeKind, string>> = {
  broke: 'Broken',
  lost: 'Coverage lost',
  healed: 'Fixed',
  gained: 'Coverage gained',
};

const WORDS: Readonly<Record<ChangeKind, string>> = {
  broke: 'broke',
  lost: 'no longer exercised',
  healed: 'fixed',
  gained: 'newly exercised',
};

/** Groups the changes of one kind by requirement. */
export function groupsOf({ changes }: Comparison, kind: ChangeKind): readonly Group[] {
  const own = changes.filter((each) => each.kind === kind);
  const first = own.filter(({ id }, i) => own.findIndex((each) => each.id === id) === i);
  return first.map((change) => ({
    change,
    operations: own.filter(({ id }) => id === change.id).map(({ operation }) => operation),
  }));
}

/** Returns a text such as `passed → failed`. */
export const statusChange = ({ before, after }: Pick<Change, 'before' | 'after'>): string =>
  `${comparedWords(before)} → ${comparedWords(after)}`;

/** Returns a text such as `http://localhost:8080, 2026-11-21 03:07:08 UTC: conformant`. */
export const sideText = ({ base_url, started_at, verdict }: Side): string =>
  `${base_url}, ${timeText(started_at)}: ${verdict}`;

/** Returns whether something became worse, and what changed. */
export function headline(comparison: Comparison): Headline {
  const { worse, observations, before, after } = comparison;
  const numbers = changeKinds.flatMap((kind) => {
    const count = groupsOf(comparison, kind).length;
    return count > 0 ? [`${counted(count, 'requirement')} ${WORDS[kind]}`] : [];
  });
  const differing = observations.length > 0 ? [`${counted(observations.length, 'observed behaviour')} changed`] : [];
  const verdicts = before.verdict === after.verdict ? [] : [`${before.verdict} → ${after.verdict}`];
  const all = [...verdicts, ...numbers, ...differing];
  return { title: worse ? 'Worse' : 'Not worse', reason: all.length > 0 ? all.join('; ') : 'nothing changed' };
}

/** Returns the result of the comparison in one sentence. */
export const conclusion = (comparison: Comparison): string => inOneLine(headline(comparison));

/** Returns what only one of the runs exercised, such as `fiatWithdrawal: memo of 501`. */
export const coverageNames = ({ coverage }: Comparison, change: ChangedCoverage['change']): readonly string[] =>
  coverage.filter((each) => each.change === change).map(({ operation, name }) => `${operation}: ${name}`);

/** Headings for changed coverage. */
export const coverageTitles: Readonly<Record<ChangedCoverage['change'], string>> = {
  lost: 'No longer reached by requests',
  gained: 'Newly reached by requests',
};

/** Returns the ratio of the median latency after to that before, or undefined when one of them is unknown. */
export function factor({ before, after }: ChangedLatency): number | undefined {
  return before && after && before.p50 > 0 ? after.p50 / before.p50 : undefined;
}

/** Returns a ratio such as `× 2.5`. */
export const times = (ratio: number): string => `× ${ratio.toFixed(1)}`;

/** The columns of a table of latencies. */
export const latencyHeads = ['operation', 'median before', 'after', '95 % before', 'after', 'median'] as const;

/** Returns the cells of an operation in that table. */
export function latencyCells(changed: ChangedLatency): readonly [operation: Operation, ...cells: string[]] {
  const { operation, before, after } = changed;
  const ratio = factor(changed);
  const latencies = [before?.p50, after?.p50, before?.p95, after?.p95];
  return [
    operation,
    ...latencies.map((each) => (each === undefined ? NOTHING : duration(each))),
    ratio === undefined ? NOTHING : times(ratio),
  ];
}
