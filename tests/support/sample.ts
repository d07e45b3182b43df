import { readFileSync } from 'node:fs';
import type { Report } from '../../src/model/report.ts';
import type { FixtureOrigin, ReportedFailure, ReportedRequirement } from '../../src/model/reported.ts';

/** The committed report that the golden files are made of. */
export const sample: Report = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8'));

/** Text as a hostile target would send it: markup, controls, overrides, commands of CI logs, mentions, halves of pairs. */
export const hostile = [
  '</script><script>alert(1)</script><img src=x onerror=alert(2)>',
  '" onmouseover="alert(3)" \' ]]> <!-- --> &amp; &#60;',
  '\u001b[31mred\u001b]8;;https://evil.example\u0007 \u009b2J \u0000 \u0008 \u007f',
  '\u202eesrever\u202c \u2066 \u200b \ufeff \u{e0041} \u2028 \ufffe',
  '\ud800 \udc00',
  '::error title=forged::forged',
  '  ::add-mask::forged',
  '##[error]forged ##vso[task.complete]',
  '@octocat #1 GH-1 https://evil.example www.evil.example | `code` ```fence``` [a](javascript:alert(4)) **bold** ~~struck~~ $x$',
  '\r\ttab',
  'x'.repeat(5000),
].join('\n');

const hostileFailure = (failure: ReportedFailure): ReportedFailure => ({
  ...failure,
  message: hostile,
  where: `/items/0/${hostile}`,
  expected: hostile,
  actual: hostile,
  curl: `curl '${hostile}'`,
  request: {
    method: 'POST',
    url: `https://x.test/?q=${hostile}`,
    headers: { [hostile]: hostile },
    body: { [hostile]: hostile },
  },
  response: {
    status: 200,
    headers: { 'content-type': hostile },
    body: { items: [{ [hostile]: [hostile, { a: hostile }] }, hostile] },
  },
});

const hostileRequirement = (requirement: ReportedRequirement): ReportedRequirement => ({
  ...requirement,
  reason: hostile,
  ...(requirement.provide === undefined ? {} : { provide: hostile }),
  failures: requirement.failures.map(hostileFailure),
});

/** The sample in which everything that a target can say is hostile. */
export const hostileReport: Report = {
  ...sample,
  target: { base_url: `https://x.test/${hostile}`, embedded: false },
  verdict_reason: hostile,
  selection: hostile,
  notes: [hostile],
  requirements: sample.requirements.map(hostileRequirement),
  observations: sample.observations.map((each) => ({ ...each, answer: hostile })),
  // A report of others may name any origin.
  fixtures: { [hostile]: hostile as FixtureOrigin },
  created: [{ operation: 'putFiat', id: hostile, ref_id: hostile }],
};

/** The sample with other members. */
export const withMembers = (members: Partial<Report>): Report => ({ ...sample, ...members });
