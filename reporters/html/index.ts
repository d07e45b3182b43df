import type { Report } from '../../src/model/report.ts';
import { findingGroups, findings, groupTitles } from '../view/findings.ts';
import { coverageSection } from './coverage.ts';
import { document } from './document.ts';
import { createdSection, flakySection, gapsSection, observationsSection } from './evidence.ts';
import { type EmbeddedExchanges, exchangesData } from './exchanges.ts';
import { filters } from './filters.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { matrixSection, operationsSection } from './matrix.ts';
import { overviewSection } from './overview.ts';
import { findingsSection, requirementsSection } from './requirement.ts';
import { script } from './script.ts';
import { trafficSection } from './traffic.ts';
import { glossary, verdictHeader } from './verdict.ts';

function links(report: Report): Markup {
  const found = new Set(findings(report).map(({ group }) => group));
  const all: readonly (readonly [string, string, boolean])[] = [
    ['matrix', 'Matrix', true],
    ...findingGroups.map((id) => [id, groupTitles[id], found.has(id)] as const),
    ['not-exercised', 'Not exercised', gapsSection(report) !== false],
    ['flaky', 'Flaky', flakySection(report) !== false],
    ['observed', 'Observed', report.observations.length > 0],
    ['requirements', 'All requirements', true],
    ['operations', 'By operation', true],
    ['traffic', 'Traffic', report.traffic.length > 0],
    ['coverage', 'Coverage', (report.coverage ?? []).length > 0],
  ];
  const items = all.filter(([, , there]) => there).map(([id, name]) => markup`<li><a href="#${id}">${name}</a></li>`);
  return markup`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}

const sections = (report: Report): readonly Content[] => [
  overviewSection(report),
  matrixSection(report),
  filters(report),
  findingsSection(report),
  gapsSection(report),
  flakySection(report),
  observationsSection(report),
  requirementsSection(report),
  operationsSection(report),
  trafficSection(report),
  coverageSection(report),
  createdSection(report),
];

/**
 * Returns `report.html`, the reviewer's page in one file. It is readable without a script, in light and dark, on paper
 * and on a phone. A script adds filters, copying and a viewer of the given exchanges. Every text of the target is
 * escaped, and a Content-Security-Policy prevents anything else from running.
 */
export function html(report: Report, exchanges?: EmbeddedExchanges): string {
  const { verdict, target } = report;
  const body = markup`<a class="skip" href="#matrix">Skip to the matrix</a>
<div class="sheet report">${verdictHeader(report)}${links(report)}<main>${sections(report)}</main>${glossary}</div>${exchangesData(exchanges)}`;
  return document(`${verdict}: ${target.base_url}`, body, script);
}
