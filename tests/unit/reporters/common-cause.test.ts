import { describe, expect, it } from 'vitest';
import { html } from '../../../reporters/html/index.ts';
import { summary } from '../../../reporters/summary.ts';
import { terminal } from '../../../reporters/terminal/index.ts';
import { commonCauses } from '../../../reporters/view/common-cause.ts';
import type { Report } from '../../../src/model/report.ts';
import type { ReportedRequirement } from '../../../src/model/reported.ts';
import { sample } from '../../support/sample.ts';

const failed = sample.requirements.filter(({ failures }) => failures.length > 0);

/** The sample with four failing requirements, each failing as it is given. */
function reportOf(
  change: (index: number) => { readonly actual?: string; readonly url?: string; readonly status?: number },
): Report {
  const [like] = failed;
  if (!like?.failures[0]) throw new Error('the sample has no failure');
  const [failure] = like.failures;
  const requirements = ['ONE', 'TWO', 'THREE', 'FOUR'].map((id, index): ReportedRequirement => {
    const { actual = failure.actual, url = failure.request.url, status = 200 } = change(index);
    return {
      ...like,
      id,
      status: 'failed',
      failures: [
        { ...failure, actual, request: { ...failure.request, url }, response: { ...failure.response, status } },
      ],
    };
  });
  const { gate: _, ...rest } = sample;
  return { ...rest, requirements };
}

const OFFSET = 'http://t/v2/executions?range.begin=2026-01-01T00%3A00%3A00%2B05%3A30';
const ZULU = 'http://t/v2/executions?range.begin=2026-01-01T00%3A00%3A00Z';

const found = (report: Report) => commonCauses(report).map(({ words, findings }) => [words, findings.length]);

describe('a common cause of failures', () => {
  it.each([
    ['a time with a numeric offset in the request', { url: OFFSET }],
    ['a time with a numeric offset in the response', { actual: '"2026-01-01T00:00:00.5+02:00"' }],
    ['null instead of a value', { actual: 'null' }],
    ['a server error (5xx)', { status: 500 }],
  ])('is recognised: %s', (words, change) => {
    expect(found(reportOf(() => change))).toEqual([[words, 4]]);
  });

  it('is named when three requirements share it, but not when only two do', () => {
    expect(found(reportOf((index) => ({ url: index < 3 ? OFFSET : ZULU })))).toEqual([
      ['a time with a numeric offset in the request', 3],
    ]);
    expect(found(reportOf((index) => ({ url: index < 2 ? OFFSET : ZULU })))).toEqual([]);
  });

  it('is named once on the terminal, once on the page and once in the summary', () => {
    const report = reportOf(() => ({ url: OFFSET }));
    const sentence = 'All failures shown for 4 requirements have a time with a numeric offset in the request';
    const text = terminal(report, { columns: 200, colour: false, detail: 'normal', report: 'report.json' });
    expect(text.split(sentence)).toHaveLength(2);
    expect(html(report).split(sentence)).toHaveLength(2);
    expect(summary(report).split('failures shown for 4 requirements')).toHaveLength(2);
  });
});
