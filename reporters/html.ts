import { createHash } from 'node:crypto';
import type { Report } from '../model/report.ts';
import { findings, groupOf } from './findings.ts';
import { createdSection, gapsSection, observationsSection } from './html/evidence.ts';
import { type Content, type Markup, markup, own, page } from './html/markup.ts';
import { matrixSection, operationsSection } from './html/matrix.ts';
import { filters, findingGroups, findingsSection, requirementsSection } from './html/requirement.ts';
import { script } from './html/script.ts';
import { style } from './html/style.ts';
import { trafficSection } from './html/traffic.ts';
import { glossary, verdictHeader } from './html/verdict.ts';

const digest = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Nothing is fetched, and only our own style and script run, whatever text of the target the page shows. */
const policy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const head = ({ verdict, target }: Report): Markup => markup`<head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><title>${verdict}: ${target.base_url}</title>${own('style', style)}</head>`;

function links(report: Report): Markup {
  const found = new Set(findings(report).map(groupOf));
  const all: readonly (readonly [string, string, boolean])[] = [
    ['matrix', 'Matrix', true],
    ...Object.entries(findingGroups).map(([id, name]) => [id, name, found.has(id)] as const),
    ['not-exercised', 'Not exercised', gapsSection(report) !== false],
    ['observed', 'Observed', report.observations.length > 0],
    ['traffic', 'Traffic', report.traffic.length > 0],
    ['operations', 'By operation', true],
    ['requirements', 'All requirements', true],
  ];
  const items = all.filter(([, , there]) => there).map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`);
  return markup`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}

const sections = (report: Report): readonly Content[] => [
  matrixSection(report),
  filters(report),
  findingsSection(report),
  gapsSection(report),
  observationsSection(report),
  trafficSection(report),
  operationsSection(report),
  requirementsSection(report),
  createdSection(report),
];

/**
 * `report.html`: the reviewer's page in one file. It reads without a script, in light and dark, on paper and on a phone; a
 * script adds filters and copying. Every text of the target is escaped, and a Content-Security-Policy allows nothing else to run.
 */
export function html(report: Report): string {
  return page(markup`<html lang="en">${head(report)}<body><a class="skip" href="#matrix">Skip to the matrix</a>
<div class="sheet">${verdictHeader(report)}${links(report)}<main>${sections(report)}</main>${glossary}</div>${own('script', script)}</body></html>`);
}
