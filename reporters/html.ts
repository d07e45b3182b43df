import type { Report } from '../src/model/report.ts';
import { findingGroups, findings, groupTitles } from './findings.ts';
import { coverageSection } from './html/coverage.ts';
import { document } from './html/document.ts';
import { createdSection, gapsSection, observationsSection } from './html/evidence.ts';
import { type Content, type Markup, markup } from './html/markup.ts';
import { matrixSection, operationsSection } from './html/matrix.ts';
import { filters, findingsSection, requirementsSection } from './html/requirement.ts';
import { script } from './html/script.ts';
import { trafficSection } from './html/traffic.ts';
import { glossary, verdictHeader } from './html/verdict.ts';

function links(report: Report): Markup {
  const found = new Set(findings(report).map(({ group }) => group));
  const all: readonly (readonly [string, string, boolean])[] = [
    ['matrix', 'Matrix', true],
    ...findingGroups.map((id) => [id, groupTitles[id], found.has(id)] as const),
    ['not-exercised', 'Not exercised', gapsSection(report) !== false],
    ['observed', 'Observed', report.observations.length > 0],
    ['traffic', 'Traffic', report.traffic.length > 0],
    ['coverage', 'Coverage', (report.coverage ?? []).length > 0],
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
  coverageSection(report),
  operationsSection(report),
  requirementsSection(report),
  createdSection(report),
];

/**
 * `report.html`: the reviewer's page in one file. It reads without a script, in light and dark, on paper and on a phone; a
 * script adds filters and copying. Every text of the target is escaped, and a Content-Security-Policy allows nothing else to run.
 */
export function html(report: Report): string {
  const { verdict, target } = report;
  const body = markup`<a class="skip" href="#matrix">Skip to the matrix</a>
<div class="sheet">${verdictHeader(report)}${links(report)}<main>${sections(report)}</main>${glossary}</div>`;
  return document(`${verdict}: ${target.base_url}`, body, script);
}
