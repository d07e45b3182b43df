import { type Operation, operationNames, operations } from '../contract/operations.ts';
import { type Level, levels, onlyOn, type Requirement } from '../contract/requirement.ts';
import { meant } from '../values/nearest.ts';
import type { Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Which requirements are exercised and judged. */
export interface Selection {
  /** Patterns that choose requirements; an empty list chooses all. */
  readonly only: readonly string[];
  /** Patterns that exclude requirements. */
  readonly exclude?: readonly string[];
  /** The weakest level that is chosen. */
  readonly level?: Level;
  /** What the user did to leave requirements out, in words; see {@link narrowing}. */
  readonly narrowedBy?: readonly string[];
}

/** The operation that only sandboxes need to have. */
const OF_SANDBOXES: Operation = 'sandboxDeposit';

/** Returns a note about the operation that is left out because the target is no sandbox. */
export const sandboxNotes = (settings: Settings): readonly string[] =>
  settings.get('notASandbox') === true
    ? [`${OF_SANDBOXES} is left out: the target is not a sandbox (${settings.name('notASandbox')})`]
    : [];

/** Reads the selection from the settings. Throws SettingError. */
export function selectionOf(settings: Settings): Required<Selection> {
  const [only, exclude] = [settings.get('only') ?? [], settings.get('exclude') ?? []];
  const level = settings.orDefault('level');
  const isNoSandbox = settings.get('notASandbox') === true;
  return {
    only,
    exclude: [...exclude, ...(isNoSandbox ? [OF_SANDBOXES] : [])],
    level,
    narrowedBy: [...narrowing({ only, exclude, level }), ...(isNoSandbox ? [settings.name('notASandbox')] : [])],
  };
}

const asFlag = (only: readonly string[]): string => `--only ${only.join(',')}`;

/** Writes a selection as flags. */
const narrowing = ({ only, exclude = [], level = 'observe' }: Selection): readonly string[] => [
  ...(only.length > 0 ? [asFlag(only)] : []),
  ...(exclude.length > 0 ? [`--exclude ${exclude.join(',')}`] : []),
  ...(level === 'observe' ? [] : [`--level ${level}`]),
];

/** Returns whether a pattern matches one of the names. `*` matches anything; case is ignored. */
const names = (pattern: string, ...some: readonly string[]): boolean => {
  const form = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i');
  return some.some((name) => form.test(name));
};

/** Returns whether a pattern matches one of the sections or a section that contains one: 4 matches 4.4. */
const namesSection = (pattern: string, ...sections: readonly string[]): boolean =>
  names(pattern, ...sections) || sections.some((section) => section.startsWith(`${pattern}.`));

/** Returns whether a pattern names an operation, by its name or its section (`getFiat`, 4.2). */
const namesOperation = (pattern: string, operation: Operation): boolean =>
  names(pattern, operation) || namesSection(pattern, operations[operation].section);

/**
 * Returns the operations on which a pattern chooses a requirement: all if it matches the id (`LIST-*`), only those that
 * it names if it names operations, so that no other operation is called, and all if it matches another section that is
 * cited.
 */
function chosen({ id, operations: all, cites }: Requirement, pattern: string): readonly Operation[] {
  if (names(pattern, id)) return all;
  if (operationNames.some((each) => namesOperation(pattern, each)))
    return all.filter((each) => namesOperation(pattern, each));
  return namesSection(pattern, ...cites.map(({ section }) => section)) ? all : [];
}

function refuseUnmatched(rows: readonly Requirement[], flag: string, patterns: readonly string[]): void {
  const unmatched = patterns.find((pattern) => !rows.some((row) => chosen(row, pattern).length > 0));
  if (unmatched === undefined) return;
  const words = [...rows.map(({ id }) => id), ...operationNames];
  throw new UsageError(
    `${flag} ${unmatched} matches no requirement${meant(unmatched, words)}; "transfer-conformance list" shows them all`,
  );
}

/**
 * Returns the selected rows, each on the operations it is chosen on. Throws UsageError for a pattern that matches none.
 */
export function select<R extends Requirement>(
  rows: readonly R[],
  { only, exclude = [], level = 'observe' }: Selection,
): readonly R[] {
  refuseUnmatched(rows, '--only', only);
  refuseUnmatched(rows, '--exclude', exclude);
  const kept = rows.flatMap((row) => {
    if (levels.indexOf(row.level) > levels.indexOf(level)) return [];
    const wanted = only.length === 0 ? row.operations : only.flatMap((pattern) => chosen(row, pattern));
    const unwanted = exclude.flatMap((pattern) => chosen(row, pattern));
    return onlyOn(row, (each) => wanted.includes(each) && !unwanted.includes(each));
  });
  if (kept.length > 0 || rows.length === 0) return kept;
  throw new UsageError(`${narrowing({ only, exclude, level }).join(' ')} selects no requirement; widen the selection`);
}

/** Returns the selection of a run of only what failed before, in the words of the user, who named no requirements. */
export const ofFailed = <T extends Required<Selection>>(selection: T): T => ({
  ...selection,
  narrowedBy: selection.narrowedBy.map((each) =>
    each === asFlag(selection.only) ? `--last-failed: ${selection.only.join(',')}` : each,
  ),
});
