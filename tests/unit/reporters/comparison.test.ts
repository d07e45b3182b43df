import { describe, expect, it } from 'vitest';
import { comparisonHtml } from '../../../reporters/comparison/html.ts';
import { comparisonMarkdown } from '../../../reporters/comparison/markdown.ts';
import { comparisonTerminal } from '../../../reporters/comparison/terminal.ts';
import { width } from '../../../reporters/terminal/layout.ts';
import type { Report } from '../../../src/model/report.ts';
import type { Status } from '../../../src/model/reported.ts';
import { compare } from '../../../src/run/gate/comparison.ts';
import { hostileReport, sample } from '../../support/sample.ts';

const PAIRS: Readonly<Partial<Record<Status, Status>>> = { failed: 'passed', warned: 'passed', passed: 'failed' };

/** The sample in which everything that was failed passed, and one that passed was not exercised. */
function former(report: Report): Report {
  const requirements = report.requirements.map((each) => ({
    ...each,
    by_operation: Object.fromEntries(
      Object.entries(each.by_operation).map(([name, status]) => [
        name,
        each.id === 'CW-ONE-OF' ? 'not_exercised' : status === 'passed' ? status : (PAIRS[status] ?? status),
      ]),
    ) as typeof each.by_operation,
  }));
  return {
    ...report,
    coverage: (report.coverage ?? []).map((each) => ({ ...each, accepted: 0, refused: each.accepted === 0 ? 1 : 0 })),
    requirements,
    verdict: 'conformant',
    observations: report.observations.map((each) => ({ ...each, answer: `once ${each.answer}` })),
  };
}

const comparison = compare(former(sample), sample);
const hostile = compare(former(hostileReport), hostileReport);
const options = { columns: 80, colour: false, detail: 'normal', report: 'report.json' } as const;

describe('a comparison of two reports', () => {
  it.each([
    ['terminal.txt', () => comparisonTerminal(comparison, options)],
    ['markdown.md', () => comparisonMarkdown(comparison)],
    ['page.html', () => comparisonHtml(comparison)],
  ])('renders as %s', async (file, render) => {
    await expect(render()).toMatchFileSnapshot(`golden/comparison-${file}`);
  });

  it('names a requirement once for all of its operations', () => {
    const text = comparisonTerminal(comparison, options);
    expect(text.split('✗ AUTH-TOKEN-KNOWN')).toHaveLength(2);
    expect(text).toContain('must · section 5 · listFiat, listInstructions, listAccounts · passed → failed');
  });

  it('fits a terminal of 80 columns', () => {
    const lines = comparisonTerminal(comparison, { ...options, detail: 'verbose' }).split('\n');
    for (const line of lines.filter((each) => !/^ {2,4}(curl|-H|--data-raw)/.test(each)))
      expect(width(line)).toBeLessThanOrEqual(80);
  });

  it('lets a hostile target add no control character, markup or link', () => {
    expect(comparisonTerminal(hostile, options).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    expect(comparisonHtml(hostile)).not.toMatch(/<script|<img/i);
    const prose = comparisonMarkdown(hostile)
      .replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
      .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
    expect(prose.replace(/<\/?(?:details|summary|code)>/g, '')).not.toMatch(/[<>]/);
  });

  it('has no duplicate id in its page', () => {
    const ids = [...comparisonHtml(comparison).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says in one line that nothing changed when both reports are equal', () => {
    expect(comparisonTerminal(compare(sample, sample), { ...options, detail: 'quiet' })).toMatch(
      /✓ Not worse: nothing changed\n$/,
    );
  });
});
