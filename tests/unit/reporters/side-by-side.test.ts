import { describe, expect, it } from 'vitest';
import { matrixHtml } from '../../../reporters/matrix/html.ts';
import { matrixMarkdown } from '../../../reporters/matrix/markdown.ts';
import type { Report } from '../../../src/model/report.ts';
import type { ReportedRequirement } from '../../../src/model/reported.ts';
import { sideBySide } from '../../../src/run/side-by-side/side-by-side.ts';
import { sample } from '../../support/sample.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"|`[a](javascript:b)\u202e';

const labelled = (label: string, change: Partial<Report> = {}): Report => ({
  ...sample,
  ...change,
  target: { ...sample.target, label },
});

const failing = sample.requirements.find(({ status }) => status === 'failed');
const id = failing?.id ?? '';

/** The sample with the first failure mended. */
const healed = sample.requirements.map(
  (each): ReportedRequirement =>
    each.id === id
      ? {
          ...each,
          status: 'passed',
          failures: [],
          by_operation: Object.fromEntries(each.operations.map((on) => [on, 'passed'] as const)),
        }
      : each,
);

const answered = (answer: string): Report['observations'] =>
  sample.observations.map((each, i) => (i === 0 ? { ...each, answer, counts: [{ answer, count: 3 }] } : each));

describe('a matrix of reports side by side', () => {
  const one = labelled('one', { observations: answered('400') });
  const other = labelled('other', { requirements: healed, observations: answered('409') });
  const { reports, ...matrix } = sideBySide([one, other], false);

  it('marks a requirement as different when only one target fails it, and names the operations', () => {
    const row = matrix.requirements.find((each) => each.id === id);
    expect(row).toMatchObject({ differs: true, columns: [{ status: 'failed' }, { status: 'passed', failing: [] }] });
    expect(row?.columns[0]?.failing).not.toEqual([]);
    expect(matrix.requirements.filter(({ differs }) => differs)).toHaveLength(1);
  });

  it('marks an observation as different when its answers differ, but not when only counts differ', () => {
    const often = labelled('often', {
      observations: answered('400').map((each) => ({ ...each, counts: [{ answer: '400', count: 9 }] })),
    });
    expect(sideBySide([one, often], false).observations[0]?.differs).toBe(false);
    expect(matrix.observations[0]).toMatchObject({ differs: true, answers: ['400', '409'] });
  });

  it('lists what changes for a client that moves from one target to the other', () => {
    const [move] = matrix.moves;
    expect(move).toMatchObject({ from: 'one', to: 'other', observations: [{ before: '400', after: '409' }] });
    expect(move?.requirements.map((each) => each.id)).toContain(id);
  });

  it('compares only the requirements that reports of different versions share, and says so', () => {
    const [, ...fewer] = sample.requirements;
    const old = labelled('old', { tool: { ...sample.tool, version: '0.0.1' }, requirements: fewer });
    const { notes, requirements } = sideBySide([one, old], false);
    expect(notes.join()).toMatch(/the reports are from versions .*0\.0\.1: only the \d+ requirements/);
    expect(requirements.find((each) => each.id === sample.requirements[0]?.id)).toMatchObject({
      differs: false,
      columns: [{}, { status: 'absent' }],
    });
  });

  it('shows the reports of one target in the order of time, with what changed', () => {
    const first = labelled('x', { started_at: '2025-01-01T00:00:00.000Z', requirements: healed });
    const later = labelled('x', { started_at: '2025-01-02T00:00:00.000Z' });
    const { columns, history, moves } = sideBySide([later, first], true);
    expect(columns.map(({ name }) => name)).toEqual(['2025-01-01 00:00', '2025-01-02 00:00']);
    expect(history[0]?.changes[0]).toMatchObject({ kind: 'broke', id });
    expect(moves).toEqual([]);
  });

  it('numbers reports with the same name', () => {
    const names = sideBySide([labelled('one (2)'), one, one, one], false).columns.map(({ name }) => name);
    expect(names).toEqual(['one (2)', 'one', 'one (3)', 'one (4)']);
  });

  it('links each failed cell to the failure', () => {
    const page = matrixHtml(matrix, reports);
    const links = [...page.matchAll(/href="#(in-[^"]+)"/g)].map(([, place]) => place);
    expect(links.length).toBeGreaterThan(0);
    for (const place of links) expect(page).toContain(`<article class="finding" id="${place}"`);
  });

  it('escapes text of a hostile target', () => {
    const hostile = labelled(HOSTILE, { observations: answered(HOSTILE) });
    const { reports: shown, ...beside } = sideBySide([one, hostile], false);
    const page = matrixHtml(beside, shown);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    const text = matrixMarkdown(beside);
    expect(text.replace(/(`+).*?\1/g, '')).not.toMatch(/<img|\]\(javascript/);
    expect(text).not.toContain('\u202e');
  });
});
