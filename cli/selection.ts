import { operations } from '../model/operations.ts';
import type { Requirement } from '../model/requirement.ts';
import { UsageError } from '../target/settings.ts';

/** `LIST-*` and plain ids, operation names, and sections such as 4.4 or 4. */
function matches(row: Requirement, pattern: string): boolean {
  const form = new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i');
  const sections = [
    ...row.cites.map(({ section }) => section),
    ...row.operations.map((operation) => operations[operation].section),
  ];
  const named = [row.id, ...row.operations].some((name) => form.test(name));
  return named || sections.some((section) => form.test(section) || section.startsWith(`${pattern}.`));
}

/** The rows that patterns choose; all without patterns. Throws UsageError for a pattern that chooses none. */
export function select<R extends Requirement>(rows: readonly R[], patterns: readonly string[]): readonly R[] {
  for (const pattern of patterns) {
    if (!rows.some((row) => matches(row, pattern)))
      throw new UsageError(`--only ${pattern} matches no requirement; "transfer-conformance list" shows them all`);
  }
  return patterns.length === 0 ? rows : rows.filter((row) => patterns.some((pattern) => matches(row, pattern)));
}
