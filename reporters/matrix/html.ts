import type { Report } from '../../src/model/report.ts';
import type { SideBySide } from '../../src/model/side-by-side.ts';
import { counted } from '../../src/values/counted.ts';
import { document } from '../html/document.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { glossary } from '../html/verdict.ts';
import { type Headline, inOneLine } from '../view/wording.ts';
import { columnsSection } from './columns.ts';
import { failuresSection } from './failures.ts';
import { filters } from './filters.ts';
import { historySection } from './history.ts';
import { movingSection } from './moving.ts';
import { observedSection } from './observed.ts';
import { requirementsSection } from './requirements.ts';
import { script } from './script.ts';
import { matrixStyle } from './style.ts';

/** Returns how many reports are compared, and how much differs. */
function headline({ kind, columns, requirements, observations }: SideBySide): Headline {
  const many = counted(columns.length, kind === 'history' ? 'run' : 'implementation');
  const differing = requirements.filter(({ differs }) => differs).length;
  const otherwise = observations.filter(({ differs }) => differs).length;
  return {
    title: `${many} side by side`,
    reason: `${counted(differing, 'requirement')} and ${counted(otherwise, 'observed behaviour')} differ`,
  };
}

/** Returns the same in one sentence. */
export const conclusion = (matrix: SideBySide): string => inOneLine(headline(matrix));

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
  const { title, reason } = headline(matrix);
  const { notes } = matrix;
  const body = markup`<a class="skip" href="#requirements">Skip to the requirements</a>
<div class="sheet beside"><header><p class="brand">transfer-conformance</p><h1>${title}</h1><p class="reason">${reason}</p>
${notes.length > 0 && markup`<ul class="notes" aria-label="Notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}</header>
<nav aria-label="Sections"><ul>${links}</ul></nav><main>${columns}${history}${filters(matrix)}${requirements}${observed}${moving}${failures}</main>${glossary}</div>`;
  return document(conclusion(matrix), body, script, matrixStyle);
}
