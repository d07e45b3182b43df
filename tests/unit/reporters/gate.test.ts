import { describe, expect, it } from 'vitest';
import { annotations } from '../../../reporters/annotations.ts';
import { badge } from '../../../reporters/badge.ts';
import { html } from '../../../reporters/html/index.ts';
import { json } from '../../../reporters/json.ts';
import { junit } from '../../../reporters/junit.ts';
import { summary } from '../../../reporters/summary.ts';
import { terminal } from '../../../reporters/terminal/index.ts';
import { gateSentence, suggested } from '../../../reporters/view/gate.ts';
import type { Waiver } from '../../../src/model/gate.ts';
import type { Report } from '../../../src/model/report.ts';
import { gateOf, type Terms } from '../../../src/run/gate/gate.ts';
import { hostile, sample } from '../../support/sample.ts';

const TERMS: Terms = { failOn: 'must', allowIncomplete: false, waivers: [], today: '2025-03-03' };

const gated = (members: Partial<Terms>, report: Report = sample): Report => ({
  ...report,
  gate: gateOf(report, { ...TERMS, ...members }),
});

const waiver = (requirement: string, members: Partial<Waiver> = {}): Waiver => ({
  requirement,
  reason: 'the fee is booked twice',
  expires: '2025-12-31',
  ...members,
});

const failing = sample.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id);
const all = gated({ waivers: failing.map((id) => waiver(id)), allowIncomplete: true });
const one = gated({ waivers: [waiver('FW-TOTAL', { link: 'https://tracker.test/7' })] });

const options = { columns: 80, colour: false, report: 'report.json' } as const;

describe('a waived failure', () => {
  it.each([
    ['the terminal', (report: Report) => terminal(report, { ...options, detail: 'normal' })],
    ['report.html', html],
    ['summary.md', summary],
    ['junit.xml', junit],
    ['annotations', annotations],
    ['report.json', json],
  ])('is shown in %s with the reason for the waiver', (_, render) => {
    const text = render(one);
    expect(text).toContain('FW-TOTAL');
    expect(text).toContain('the fee is booked twice');
    expect(text).toContain('2025');
  });

  it('comes after all other failures on the terminal, with its waiver and without curl', () => {
    const text = terminal(one, { ...options, detail: 'normal' });
    expect(text.indexOf('✗ FW-TOTAL')).toBeGreaterThan(text.indexOf('! FW-ECHO-MEMO'));
    expect(text.replace(/\s+/g, ' ')).toContain('✗ FW-TOTAL waived until 2025-12-31: the fee is booked twice (');
    expect(text.slice(text.indexOf('✗ FW-TOTAL'))).not.toContain('curl');
    expect(terminal(one, { ...options, detail: 'quiet' })).toMatch(/✗ FW-TOTAL .*\(2\.1, waived\)/);
  });

  it('lets the last line of the terminal show the outcome of the gate with its counts', () => {
    const colour = { ...options, detail: 'normal' as const, colour: true };
    const last = terminal(all, colour).trimEnd().split('\n').at(-1) ?? '';
    const lines = terminal(all, { ...options, detail: 'normal' }).replace(/\s+/g, ' ');
    expect(lines).toMatch(
      /The target is nonconformant: .* ✓ gate passes: (\d+ warned, )?1\d waived, 8 not exercised, \d+ passed/,
    );
    expect(last.startsWith('\u001b[32m') || last.includes('\u001b[32m')).toBe(true);
  });

  it('has a section of its own in report.html, which shows the waiver', () => {
    const page = html(one);
    expect(page).toContain('<section id="waived"');
    expect(page.indexOf('id="FW-TOTAL"')).toBeGreaterThan(page.indexOf('<section id="waived"'));
    expect(page).toContain('<p class="waived">waived until 2025-12-31: the fee is booked twice');
  });

  it('is skipped in junit.xml with a message, and is no failure there', () => {
    expect(junit(all)).not.toContain('<failure');
    expect(junit(one)).toMatch(/<skipped message="waived until 2025-12-31: the fee is booked twice[^"]*total/);
  });

  it('is part of a notice in the annotations, and no error', () => {
    const lines = annotations(all).split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('::notice title=Gate::The gate passes'))).toHaveLength(1);
  });

  it('is counted on the badge, which is orange instead of red when the gate passes', () => {
    expect(JSON.parse(badge(all))).toMatchObject({
      message: 'nonconformant, 11 failed (11 waived)',
      color: 'orange',
      isError: false,
    });
    expect(JSON.parse(badge(one))).toMatchObject({ message: 'nonconformant, 11 failed (1 waived)', color: 'red' });
  });

  it('leaves no broken link in report.html', () => {
    for (const report of [all, one]) {
      const page = html(report);
      const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
      expect([...page.matchAll(/ href="#([^"]*)"/g)].filter(([, target]) => !ids.has(target))).toEqual([]);
    }
  });

  it('has the text of its waiver escaped in report.html', () => {
    const page = html(gated({ waivers: [waiver('FW-TOTAL', { reason: hostile, link: 'https://x.test/"><img>' })] }));
    expect(page).not.toMatch(/<img|<\/script><script/);
  });
});

describe('the gate', () => {
  it('is mentioned only when its outcome says more than the verdict', () => {
    expect(gateSentence(gated({}))).toBeUndefined();
    expect(gateSentence(all)).toBe(
      'The gate passes: 8 requirements stated in the document could not be exercised; 11 requirements failed and are waived.',
    );
  });

  it('says in every format that it fails because a waiver has expired', () => {
    const expired = gated({ waivers: [waiver('FW-TOTAL', { expires: '2025-03-02' })] });
    const said = 'the waiver of FW-TOTAL expired on 2025-03-02';
    expect(terminal(expired, { ...options, columns: 200, detail: 'quiet' })).toContain(said);
    expect(html(expired)).toContain(said);
    expect(annotations(expired)).toContain(said);
    expect(summary(expired)).toContain('the waiver of FW\\-TOTAL expired on 2025\\-03\\-02');
    expect(junit(expired)).toContain('<error message="expired; it expires on 2025-03-02" type="expired">');
  });

  it('turns warnings into failures in junit.xml with --fail-on should', () => {
    const failures = (report: Report): number => junit(report).split('<failure').length;
    expect(failures(gated({ failOn: 'should' }))).toBe(failures(gated({})) + 2);
  });
});

describe('a failure that is in the baseline', () => {
  const before: Report = {
    ...sample,
    requirements: sample.requirements.map((each) =>
      each.id === 'FW-ONE-OF' ? { ...each, by_operation: { fiatWithdrawal: 'passed' as const } } : each,
    ),
  };
  const report = gated({ baseline: before });

  it('comes after failures that are new, and is marked as known', () => {
    const text = terminal(report, { ...options, detail: 'normal' });
    expect(text.indexOf('✗ FW-TOTAL')).toBeGreaterThan(text.indexOf('✗ FW-ONE-OF'));
    expect(text).toContain('also failed in the baseline of 2025-03-03');
    expect(html(report)).toContain('<section id="known"');
  });

  it('is no failure in junit.xml and no error in the annotations', () => {
    expect(junit(report).split('<failure')).toHaveLength(2);
    expect(annotations(report).match(/^::error title=(?!Gate)[^:]*/gm)).toEqual([
      '::error title=FW-ONE-OF (must%2C section 4.4)',
    ]);
  });

  it('gets no suggested waiver', () => {
    expect(terminal(report, { ...options, detail: 'normal' }).match(/"requirement": "[^"]*"/g)).toEqual([
      '"requirement": "FW-ONE-OF"',
    ]);
  });
});

describe('a suggested waiver', () => {
  const of = (id: string) =>
    sample.requirements.filter((each) => each.id === id).flatMap((each) => suggested(sample, each));

  it('makes the gate pass when it is used as it is', () => {
    const waivers = failing.flatMap(of);
    const { reasons, outcome } = gateOf(sample, { ...TERMS, waivers, allowIncomplete: true });
    expect({ reasons, outcome }).toMatchObject({ outcome: 'passes' });
  });

  it('names only the operations on which the requirement does not hold', () => {
    expect(of('TRANSFER-STATUS-ENUM')).toEqual([
      { requirement: 'TRANSFER-STATUS-ENUM', reason: 'known since 2025-03-03', expires: '2025-04-02' },
    ]);
    expect(of('METADATA-VALUE-101').map(({ operation }) => operation)).toEqual(['fiatWithdrawal', 'cryptoWithdrawal']);
  });
});
