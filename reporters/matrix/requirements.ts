import type { ComparedStatus } from '../../src/model/comparison.ts';
import { placesOf } from '../../src/model/places.ts';
import type { ColumnStatus, RequirementRow, SideBySide } from '../../src/model/side-by-side.ts';
import { grouped } from '../../src/values/counted.ts';
import { anchor, type Markup, markup } from '../html/markup.ts';
import { scrolling, section, sign } from '../html/signs.ts';
import { bySection } from '../view/chapters.ts';
import { glyphs, NOTHING, statuses, statusWords } from '../view/wording.ts';

/** With more columns than this, their names are upright. */
const WIDE = 6;

/** Returns the anchor of a requirement's failure in one column. */
export const failureAnchor = (column: number, id: string): string => anchor('in', String(column), id);

const wordOf = (status: ComparedStatus): string => (status === 'absent' ? 'no such requirement' : statusWords[status]);

function statusText({ status, failing, flaky }: ColumnStatus): string {
  const on = failing.length > 0 ? ` on ${placesOf(failing)}` : '';
  return `${wordOf(status)}${on}${flaky ? ', flaky' : ''}`;
}

/** Shows the status of a requirement in one column. A failing one links to its failure. */
function cell(each: ColumnStatus, column: number, name: string, id: string): Markup {
  const { status, failing, flaky } = each;
  const label = `${name}: ${statusText(each)}`;
  const mark = markup`${status === 'absent' ? NOTHING : glyphs[status]}${flaky && markup`<sup>~</sup>`}`;
  const shown =
    failing.length > 0
      ? markup`<a href="#${failureAnchor(column, id)}" aria-label="${label}" title="${label}">${mark}</a>`
      : markup`<span role="img" aria-label="${label}" title="${label}">${mark}</span>`;
  return markup`<td class="${status}" data-column="${column}">${shown}</td>`;
}

function rowMarkup(
  { id, title, level, operations, differs, columns }: RequirementRow,
  names: readonly string[],
): Markup {
  const failing = columns.flatMap((each, i) => (each.failing.length > 0 ? [i] : []));
  const traits = markup`data-differs="${differs ? 'yes' : ''}" data-failing="${failing.join(' ')}" data-operations="${operations.join(' ')}" data-said="${columns.map((each) => each.status + each.failing.join('')).join('|')}"`;
  return markup`<tr class="row" id="${id}" ${traits}><th scope="row"><span class="said">${title}</span> <small><code>${id}</code> ${level}</small></th>${columns.map((each, i) => cell(each, i, names[i] ?? '', id))}</tr>\n`;
}

/** Returns the names of the columns for the head of a table. */
export const columnHeads = (names: readonly string[]): readonly Markup[] =>
  names.map((name, i) => markup`<th scope="col" data-column="${i}" title="${name}"><span>${name}</span></th>`);

const legend = markup`<p class="legend">${statuses.map((status) => markup`<span>${sign(status)} ${statusWords[status]}</span>`)}<span><span class="sign">${NOTHING}</span> no such requirement</span> <span><span class="sign">~</span> flaky</span></p>`;

/** Shows each requirement in each report, by sections of the document. */
export function requirementsSection({ columns, requirements }: SideBySide): Markup {
  const names = columns.map(({ name }) => name);
  const groups = bySection(requirements).map(
    ({ heading, requirements: own }) =>
      markup`<tbody><tr class="heading"><th scope="rowgroup" colspan="${names.length + 1}">${heading}</th></tr>${own.map((each) => rowMarkup(each, names))}</tbody>`,
  );
  const table = markup`<table class="statuses${names.length > WIDE && ' upright'}"><caption class="unseen">The status of each requirement in each report; a failed status links to its failure.</caption><thead><tr><th scope="col" class="corner">requirement</th>${columnHeads(names)}</tr></thead>${groups}</table>`;
  const title = markup`Requirements <small>${grouped(requirements.length)}</small>`;
  return section('requirements', title, legend, scrolling('requirements by report', table));
}
