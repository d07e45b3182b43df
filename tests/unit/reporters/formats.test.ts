import { describe, expect, it } from 'vitest';
import { annotations } from '../../../reporters/annotations.ts';
import { badge } from '../../../reporters/badge.ts';
import { json } from '../../../reporters/json.ts';
import { summary } from '../../../reporters/summary.ts';
import { hostileReport, sample, withMembers } from '../../support/sample.ts';

describe('report.json', () => {
  it('is the same text for reports whose members are in different orders', () => {
    const reversed = withMembers({ ...Object.fromEntries(Object.entries(sample).reverse()) });
    expect(JSON.parse(json(sample))).toEqual(sample);
    expect(json(reversed)).toBe(json(sample));
    expect(json(sample)).toMatch(/^\{\n {2}"format": 1,\n {2}"tool"/);
  });

  it('keeps the order of members in bodies', () => {
    const keys = Object.keys(sample.requirements.find(({ id }) => id === 'FW-TOTAL')?.failures[0]?.response.body ?? {});
    expect(keys.slice(0, 2)).toEqual(['id', 'customer_id']);
  });

  it('keeps lone surrogates', () => {
    expect(JSON.parse(json(hostileReport))).toEqual(hostileReport);
  });
});

describe('badge.json', () => {
  it.each([
    ['conformant', 'conformant, 20 passed', 'brightgreen', false],
    ['nonconformant', 'nonconformant, 11 failed', 'red', true],
    ['incomplete', 'incomplete, 8 not exercised', 'yellow', false],
    ['aborted', 'aborted', 'lightgrey', true],
  ] as const)('shows the verdict %s', (verdict, message, color, isError) => {
    expect(JSON.parse(badge(withMembers({ verdict })))).toEqual({
      schemaVersion: 1,
      label: 'transfer conformance',
      message,
      color,
      isError,
    });
  });

  it('says that the verdict covers only a selection', () => {
    expect(badge(withMembers({ selection: '--only affirm' }))).toContain('failed (selection)');
  });
});

describe('annotations', () => {
  it('are at most ten errors, the last of which names the rest', () => {
    const lines = annotations(sample).trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(2);
    expect(lines[9]).toBe('::error title=2 more::FILTER-LIST-101%0ALIST-PAGE-NO-REPEAT');
  });

  it('are one line each even if the target is hostile', () => {
    for (const line of annotations(hostileReport).trimEnd().split('\n'))
      expect(line).toMatch(/^::(error|warning) title=[^:,]*::/);
  });

  it('give the reason when the verdict is incomplete although nothing failed', () => {
    const quiet = withMembers({ requirements: [], verdict: 'incomplete', verdict_reason: '6 were not exercised' });
    expect(annotations(quiet)).toBe('::warning title=Conformance%3A incomplete::6 were not exercised\n');
    expect(annotations({ ...quiet, verdict: 'conformant' })).toBe('');
  });

  it('warn that a conformant run had no target but the embedded service', () => {
    const target = { base_url: 'http://127.0.0.1:1', embedded: true };
    const green = withMembers({ requirements: [], verdict: 'conformant', target });
    expect(annotations(green)).toMatch(/^::warning title=Conformance%3A no target::.*embedded reference[^\n]*\n$/);
  });
});

describe('summary.md', () => {
  /** What GitHub would take for markup: everything outside code. */
  const prose = (text: string): string =>
    text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '').replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');

  it('lets a hostile target add no markup, mention or link', () => {
    const text = prose(summary(hostileReport));
    expect(text.replace(/<\/?(?:details|summary|code|sub)>/g, '')).not.toMatch(/[<>]/);
    expect(text).not.toMatch(/@(?!&#8203;)|:\/\/|!\[/);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  });

  it('keeps each row of a table on one line with all its cells', () => {
    const rows = summary(hostileReport)
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const cells = rows.map((row) => row.replaceAll('\\|', '').split('|').length);
    expect(new Set(cells)).toEqual(new Set([11, 6, 10]));
  });

  it('has a bounded size', () => {
    const requirements = Array.from({ length: 30 }, (_, i) =>
      hostileReport.requirements.map((each) => ({ ...each, id: `${each.id}-${i}` })),
    ).flat();
    expect(summary({ ...hostileReport, requirements }).length).toBeLessThan(1024 * 1024 * 4);
  });
});
