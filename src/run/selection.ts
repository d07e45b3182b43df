import { type Operation, operations } from '../contract/operations.ts';
import type { Requirement } from '../contract/requirement.ts';
import { UsageError } from '../settings/usage-error.ts';

/** Whether a pattern names one of these; `*` stands for anything, case does not count. */
const names = (pattern: string, ...some: readonly string[]): boolean => {
  const form = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i');
  return some.some((name) => form.test(name));
};

/** Whether a pattern names one of these sections or one that they are part of: 4 names 4.4. */
const namesSection = (pattern: string, ...sections: readonly string[]): boolean =>
  names(pattern, ...sections) || sections.some((section) => section.startsWith(`${pattern}.`));

/**
 * The operations on which a pattern chooses a requirement: all for its id (`LIST-*`) and the sections that it cites, otherwise
 * those that are named, or whose section is (`getFiat`, 4.2), so that nothing else is asked of the target.
 */
function chosen(row: Requirement, pattern: string): readonly Operation[] {
  const cited = row.cites.map(({ section }) => section);
  if (names(pattern, row.id) || namesSection(pattern, ...cited)) return row.operations;
  return row.operations.filter((each) => names(pattern, each) || namesSection(pattern, operations[each].section));
}

/** The rows that patterns choose; all without patterns. Throws UsageError for a pattern that chooses none. */
export function select<R extends Requirement>(rows: readonly R[], patterns: readonly string[]): readonly R[] {
  for (const pattern of patterns) {
    if (!rows.some((row) => chosen(row, pattern).length > 0))
      throw new UsageError(`--only ${pattern} matches no requirement; "transfer-conformance list" shows them all`);
  }
  if (patterns.length === 0) return rows;
  return rows.flatMap((row) => {
    const wanted = new Set(patterns.flatMap((pattern) => chosen(row, pattern)));
    return wanted.size === 0 ? [] : [{ ...row, operations: row.operations.filter((each) => wanted.has(each)) }];
  });
}
