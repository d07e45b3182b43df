import type { Report } from '../../src/model/report.ts';
import type { SideBySide } from '../../src/model/side-by-side.ts';
import { counted } from '../../src/values/counted.ts';
import { document } from '../html/document.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { glossary } from '../html/verdict.ts';
import { columnsSection } from './columns.ts';
import { failuresSection } from './failures.ts';
import { filters } from './filters.ts';
import { historySection } from './history.ts';
import { movingSection } from './moving.ts';
import { observedSection } from './observed.ts';
import { requirementsSection } from './requirements.ts';
import { script } from './script.ts';
import { matrixStyle } from './style.ts';

/** Returns one sentence: how many reports are compared, and how much differs. */
export function conclusion({ kind, columns, requirements, observations }: SideBySide): string {
  const many = counted(columns.length, kind === 'history' ? 'run' : 'implementation');
  const differing = requirements.filter(({ differs }) => differs).length;
  const otherwise = observations.filter(({ differs }) => differs).length;
  return `${many} side by side: ${counted(differing, 'requirement')} and ${counted(otherwise, 'observed behaviour')} differ`;
}

const SECTIONS = [
  ['columns', 'Reports'],
  ['history', 'What changed when'],
  ['requirements', 'Requirements'],
  ['observed', 'Observed behaviour'],
  ['moving', 'Moving'],
  ['failures', 'Failures'],
] as const;

/**
 * Returns `matrix.html`: reports side by side in one file. It is readable without a script, in light and dark, on paper
 * and on a phone; a script adds filters. `reports` are those of the columns, in the same order.
 */
export function matrixHtml(matrix: SideBySide, reports: readonly Report[]): string {
  const sections: Readonly<Record<(typeof SECTIONS)[number][0], Content>> = {
    columns: columnsSection(matrix),
    history: historySection(matrix),
    requirements: requirementsSection(matrix),
    observed: observedSection(matrix),
    moving: movingSection(matrix),
    failures: failuresSection(matrix, reports),
  };
  const shown = SECTIONS.filter(([id]) => sections[id] !== false);
  const links = shown.map(([id, name]): Markup => markup`<li><a href="#${id}">${name}</a></li>`);
  const { columns, history, requirements, observed, moving, failures } = sections;
  const [title = '', ...rest] = conclusion(matrix).split(': ');
  const { notes } = matrix;
  const body = markup`<a class="skip" href="#requirements">Skip to the requirements</a>
<div class="sheet beside"><header><p class="brand">transfer-conformance</p><h1>${title}</h1><p class="reason">${rest.join(': ')}</p>
${notes.length > 0 && markup`<ul class="notes" aria-label="Notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}</header>
<nav aria-label="Sections"><ul>${links}</ul></nav><main>${columns}${history}${filters(matrix)}${requirements}${observed}${moving}${failures}</main>${glossary}</div>`;
  return document(conclusion(matrix), body, script, matrixStyle);
}
