import type { Report } from '../src/model/report.ts';
import { visibleLines } from '../src/values/escape.ts';

const ORDER: readonly string[] = [
  ...['format', 'tool', 'target', 'started_at', 'finished_at', 'duration_ms', 'seed', 'runs'],
  ...['verdict', 'verdict_reason', 'gate', 'selection', 'notes', 'summary', 'requirements', 'observations', 'traffic'],
  'coverage',
  ...['fixtures', 'run_id', 'created', 'withdrawn'],
];

const REQUIREMENT: readonly string[] = [
  ...['id', 'title', 'section', 'cites', 'level', 'aspect', 'operation', 'operations', 'status', 'by_operation'],
  ...[
    'reason',
    'provide',
    'blocked_by',
    'flaky',
    'checks',
    'lenience',
    'party',
    'evidence',
    'spent_ms',
    'failures',
    'more_failures',
  ],
];

const FAILURE: readonly string[] = [
  ...[
    'message',
    'operation',
    'where',
    'expected',
    'actual',
    'curl',
    'request',
    'response',
    'steps',
    'exchanges',
    'replay',
    'recorded',
  ],
];

/** Returns the object with its members in the given order, followed by the others sorted by name. */
function inOrder<T extends object>(value: T, order: readonly string[]): T {
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const entries = Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(entries) as T;
}

/**
 * Returns `report.json`: the report with its members in a stable order, indented by two spaces. Bodies keep the order
 * in which the target sent them.
 */
export function json(report: Report): string {
  const requirements = report.requirements.map((requirement) => {
    const failures = requirement.failures.map((failure) => inOrder(failure, FAILURE));
    return inOrder({ ...requirement, failures }, REQUIREMENT);
  });
  // A terminal may show this file too, so characters that it could take for a command are written as JSON escapes.
  return `${visibleLines(JSON.stringify(inOrder({ ...report, requirements }, ORDER), null, 2))}\n`;
}
