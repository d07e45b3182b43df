import { describe, expect, it } from 'vitest';
import { type TerminalOptions, terminal } from '../../../reporters/terminal/index.ts';
import { broken, width } from '../../../reporters/terminal/layout.ts';
import { operationNames } from '../../../src/contract/operations.ts';
import type { ReportedRequirement } from '../../../src/model/reported.ts';
import { hostileReport, sample, withMembers } from '../../support/sample.ts';

const options: TerminalOptions = {
  columns: 80,
  colour: false,
  detail: 'normal',
  report: 'conformance-report/report.json',
};

/** Lines other than those of commands, which are made to be copied. */
const prose = (text: string): readonly string[] =>
  text.split('\n').filter((line) => !/^ {2,4}(curl|-H|--data-raw|→)/.test(line));

describe('the terminal report', () => {
  it.each([60, 80, 120])('fits %d columns', (columns) => {
    for (const line of prose(terminal(sample, { ...options, columns })))
      expect(width(line)).toBeLessThanOrEqual(columns);
  });

  it('keeps the value of a budget in one piece, on a line of its own if it does not fit beside its flag', () => {
    const [first] = sample.requirements;
    const value = '25,USD=81.925,ETH=0.008293,BTC=0.000754';
    const requirements = [{ ...first, status: 'not_exercised', by_operation: {}, provide: `--max-amount ${value}` }];
    const report = { ...sample, requirements: requirements as readonly ReportedRequirement[] };
    const text = (columns: number) => terminal(report, { ...options, columns });
    expect(text(80)).toContain(`○ raise --max-amount to ${value}: 1 requirement\n`);
    expect(text(40)).toContain(`○ raise --max-amount as follows: 1\n  requirement\n    --max-amount ${value}\n`);
  });

  it('names operations that accepted nothing among what may be left out, unless they are many', () => {
    const [first] = sample.requirements;
    const requirements = [{ ...first, status: 'not_exercised', by_operation: {} }] as readonly ReportedRequirement[];
    const text = (...operations: readonly string[]) => {
      const traffic = sample.traffic.map((each) => ({
        ...each,
        accepted: operations.includes(each.operation) ? 0 : 1,
      }));
      return terminal(
        { ...sample, requirements, traffic, verdict: 'incomplete', runs: 20 },
        { ...options, columns: 200 },
      );
    };
    expect(text()).toContain('  Leave out what the service does not offer with --exclude and the names above.\n');
    expect(text('affirm')).toContain('if the service does not offer it, use --exclude affirm.\n');
    expect(text('fiatWithdrawal', 'affirm')).toContain(
      'the names above.\n  No request of fiatWithdrawal and affirm was accepted: if the service does not offer them, use --exclude fiatWithdrawal,affirm.\n',
    );
    expect(text(...operationNames)).toContain('and the names above.\n');
  });

  it('calls traffic of others checked, and not a selection that was run', () => {
    const selection = 'the traffic of calls.har';
    expect(terminal({ ...sample, runs: 0, selection }, options)).toContain('  Checked: the traffic of calls.har\n');
    expect(terminal({ ...sample, selection: '--only putFiat' }, options)).toContain(
      '  Only a selection was run: --only',
    );
  });

  it('speaks of what was not exercised only if something was not', () => {
    const [first] = sample.requirements;
    const report = (status: 'warned' | 'not_exercised') => {
      const by_operation = Object.fromEntries((first?.operations ?? []).map((each) => [each, status]));
      const requirements = [{ ...first, status, by_operation }] as readonly ReportedRequirement[];
      return { ...sample, verdict: 'incomplete' as const, requirements };
    };
    expect(terminal(report('not_exercised'), options)).toContain('Not exercised\n');
    expect(terminal(report('warned'), options)).not.toContain('Not exercised');
  });

  it('names the main cause of an incomplete run with --quiet', () => {
    const [first] = sample.requirements;
    const missing = { ...first, status: 'not_exercised', by_operation: {} };
    const because = (reason: string, provide?: string) => ({ ...missing, reason, ...(provide ? { provide } : {}) });
    const quiet = (verdict: 'incomplete' | 'nonconformant', requirements: readonly object[]) => {
      const report = { ...sample, verdict, requirements: requirements as readonly ReportedRequirement[] };
      return terminal(report, { ...options, detail: 'quiet' });
    };
    const most = [because('no order', 'order_id'), because('no order', 'order_id'), because('no memo', 'memo_id')];
    expect(quiet('incomplete', most)).toMatch(/^○ provide order_id: 2 requirements\n/);
    expect(quiet('incomplete', most)).not.toContain('memo_id');
    expect(
      quiet(
        'incomplete',
        ['a', 'b', 'b'].map((each) => because(`reason ${each}`)),
      ),
    ).toMatch(/^○ reason b: 2 requirements\n/);
    expect(quiet('nonconformant', most)).not.toContain('○');
    const optional = most.map((each) => ({ ...each, level: 'should' }));
    expect(quiet('incomplete', [...optional, because('limit exceeded')])).toMatch(/^○ limit exceeded: 1 requirement\n/);
  });

  it('ends with the verdict, the counts, the seed and the path of the report', () => {
    const last = terminal(sample, options).trimEnd().split('\n').slice(-3).join(' ').replace(/\s+/g, ' ');
    expect(last).toContain('✗ nonconformant: 11 failed, 2 warned, 8 not exercised');
    expect(last).toMatch(/2,175 requests in 41\.2 s; seed 42; conformance-report\/report\.json$/);
  });

  it.each([
    'quiet',
    'normal',
    'verbose',
  ] as const)('shows only visible text of a hostile target with detail %s', (detail) => {
    const text = terminal(hostileReport, { ...options, detail });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    for (const line of text.split('\n')) expect(line).not.toMatch(/^\s*::|##\[|##vso/i);
  });

  it('contains no escape sequences except those for its own colours and links', () => {
    const text = terminal(hostileReport, {
      ...options,
      colour: true,
      page: 'file:///tmp/report.html',
      detail: 'verbose',
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    const own = /\u001b\[\d+m|\u001b\]8;;(?:file:\/\/\/tmp\/report\.html#[A-Z0-9-]+)?\u001b\\/g;
    expect(text.replace(own, '').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(text).toContain('\u001b]8;;file:///tmp/report.html#FW-ONE-OF\u001b\\FW-ONE-OF\u001b]8;;\u001b\\');
  });

  it('shows the reasons of most requirements first, and no further requirement under another one', () => {
    const reasons = [...'abcdefgh', 'h'].map((letter) => `the reason ${letter}`);
    const { provide: _, ...first } = { provide: '', ...sample.requirements[0] } as ReportedRequirement;
    const requirements = reasons.map((reason, index) => ({
      ...first,
      id: `ROW-${index}`,
      operations: ['putFiat'] as const,
      status: 'not_exercised' as const,
      by_operation: { putFiat: 'not_exercised' as const },
      reason,
      failures: [],
    }));
    const text = terminal({ ...sample, requirements }, options);
    const lines = text.split('\n').map((line) => line.trim());
    const from = lines.findIndex((line) => line.includes('for other reasons'));
    expect(lines.slice(from + 1, from + 6)).toEqual([
      'the reason h',
      'ROW-7, ROW-8',
      'the reason a',
      'ROW-0',
      'the reason b',
    ]);
    expect(lines).toContain('others: see report.html');
    expect(lines[lines.indexOf('others: see report.html') + 1]).toBe('ROW-5, ROW-6');
  });

  it.each([
    ['incomplete', 5, true],
    ['incomplete', 0, false],
    ['nonconformant', 5, false],
  ] as const)('names --exclude only after an incomplete live run: %s, %i runs', (verdict, runs, named) => {
    expect(terminal({ ...sample, verdict, runs }, options).includes('with --exclude')).toBe(named);
  });

  it('shows the replay command for each failure', () => {
    const text = terminal(sample, options);
    for (const { id, status } of sample.requirements) {
      expect(text.includes(`replay ${id} --report conformance-report/report.json`)).toBe(
        status === 'failed' || status === 'warned',
      );
    }
  });

  it.each([
    ['an ordinary run', {}, true],
    ['an aborted run', { verdict: 'aborted' }, false],
    ['a run in which one cause keeps everything from working', { suspected_cause: 'the base URL is wrong' }, false],
  ] as const)('suggests waivers only after a run whose failures are those of the service: %s', (_, members, shown) => {
    expect(terminal({ ...sample, ...members }, options).includes('"waivers": [')).toBe(shown);
  });

  it('suggests the waivers of eight failures, so that those of an ordinary run need no other report', () => {
    const failed = sample.requirements.find(({ status }) => status === 'failed');
    const requirements = Array.from({ length: 9 }, (_, i) => ({ ...failed, id: `R-${i}` }));
    const text = terminal({ ...sample, requirements: requirements as readonly ReportedRequirement[] }, options);
    expect(new Set(text.match(/"requirement": "R-\d"/g)).size).toBe(8);
    expect(text.replace(/\s+/g, ' ')).toContain('(report.html has the others)');
  });

  it('names a selection once', () => {
    const report = { ...sample, selection: '--only FW-TOTAL' };
    const named = { ...report, verdict_reason: '1 requirement failed in the selection --only FW-TOTAL' };
    expect(terminal(report, options)).toContain('Only a selection was run: --only FW-TOTAL');
    expect(terminal(named, options).match(/--only FW-TOTAL/g)).toHaveLength(1);
  });

  it('has a bounded number of lines even if thousands of requirements fail', () => {
    const requirements = Array.from({ length: 400 }, (_, i) =>
      sample.requirements.map((each) => ({ ...each, id: `${each.id}-${i}` })),
    ).flat();
    expect(terminal(withMembers({ requirements }), options).split('\n').length).toBeLessThan(1500);
  });

  it('shows only the reason when the run was aborted before it began', () => {
    const aborted = withMembers({
      verdict: 'aborted',
      verdict_reason: 'nothing listens there',
      requirements: [],
      observations: [],
      notes: [],
      summary: { requirements: 0, passed: 0, failed: 0, warned: 0, not_exercised: 0, observed: 0, requests: 0 },
    });
    expect(terminal(aborted, options)).toBe('✗ aborted: nothing listens there\n');
  });
});

describe('the breaking of lines', () => {
  it('happens between words, and within words that are too long', () => {
    expect(broken('one two three', 7)).toEqual(['one two', 'three']);
    expect(broken('a bcdefghij k', 4)).toEqual(['a', 'bcde', 'fghi', 'j k']);
    expect(broken('one two', 10, 3)).toEqual(['one', 'two']);
  });

  it('counts wide characters as two columns', () => {
    expect(width('日本e\u0301')).toBe(5);
    expect(broken('日本語', 4)).toEqual(['日本', '語']);
  });
});
