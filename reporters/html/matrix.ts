import { definitionOf, type Operation } from '../../src/contract/operations.ts';
import { aspects } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import { isFailing } from '../../src/model/reported.ts';
import { type Cell, cellCount, type Entry, type MatrixRow, shownRows, withoutTraffic } from '../view/matrix.ts';
import { glyphs, NOTHING, statuses, statusWords } from '../view/wording.ts';
import { type Markup, markup } from './markup.ts';
import { cellAnchor, reference, section, sign } from './signs.ts';

/** Returns an accessible name that contains the visible text of the cell, for users of voice control. */
const cellLabel = (cell: Cell): string =>
  `${cell.operation}, ${cell.aspect}: ${cellCount(cell)} ${statusWords[cell.status]}`;

/** Returns the link target of a cell: its failure when it does not hold, otherwise the list of its requirements. */
function targetOf({ operation, aspect, status, entries: [first] }: Cell): string {
  const isFinding = first !== undefined && isFailing(status);
  return isFinding ? first.requirement.id : cellAnchor(operation, aspect);
}

function cellMarkup(cell: Cell | undefined): Markup {
  if (!cell) return markup`<td class="nothing"><span role="img" aria-label="no requirement">${NOTHING}</span></td>`;
  const { operation, aspect, status } = cell;
  return markup`<td class="${status}"><a href="#${targetOf(cell)}" data-cell="${cellAnchor(operation, aspect)}" aria-label="${cellLabel(cell)}" title="${cellLabel(cell)}"><b>${glyphs[status]}</b><span>${cellCount(cell)}</span></a></td>`;
}

function rowMarkup({ operation, cells }: MatrixRow): Markup {
  const { section: where, title } = definitionOf(operation);
  return markup`<tr data-operation="${operation}"><th scope="row"><a href="#${`on-${operation}`}" title="${title}">${operation}</a> <small>${where}</small></th>${cells.map(cellMarkup)}</tr>\n`;
}

const legend = markup`<p class="legend">${statuses.map((status) => markup`<span>${sign(status)} ${statusWords[status]}</span>`)}<span><span class="sign">${NOTHING}</span> no requirement</span></p>`;

/** Shows the conformance matrix. Each cell links to its requirements. */
export function matrixSection(report: Report): Markup {
  const head = aspects.map((aspect) => markup`<th scope="col"><span>${aspect}</span></th>`);
  const table = markup`<table class="matrix">
<caption>Each cell shows its worst result: 1/51 is one requirement of 51. A cell links to its failures, or to its requirements.</caption>
<thead><tr><th scope="col" class="corner">operation</th>${head}</tr></thead>
<tbody>${shownRows(report).map(rowMarkup)}</tbody></table>`;
  const silent = withoutTraffic(report);
  const left =
    silent.length > 0 && markup`<p class="empty">Left out because they had no traffic: ${silent.join(', ')}.</p>`;
  return section('matrix', 'Matrix', table, legend, left);
}

const isQuiet = ({ status }: Entry): boolean => status === 'passed' || status === 'observed';

const spoken =
  (operation: Operation) =>
  ({ requirement, status }: Entry): Markup =>
    markup`<li data-for="${requirement.id}" data-on="${operation}">${sign(status)} ${reference(requirement.id)} <span class="said">${requirement.title}</span></li>`;

const quiet =
  (operation: Operation) =>
  ({ requirement, status }: Entry): Markup =>
    markup`<li data-for="${requirement.id}" data-on="${operation}">${sign(status)} <a class="id" href="#${requirement.id}" title="${requirement.title}">${requirement.id}</a></li>`;

function cellEntries(cell: Cell): Markup {
  const loud = cell.entries.filter((each) => !isQuiet(each));
  const rest = cell.entries.filter(isQuiet);
  return markup`<div class="cell" id="${cellAnchor(cell.operation, cell.aspect)}"><dt>${cell.aspect}</dt><dd>${
    loud.length > 0 && markup`<ul class="loud">${loud.map(spoken(cell.operation))}</ul>`
  }${rest.length > 0 && markup`<ul class="quiet">${rest.map(quiet(cell.operation))}</ul>`}</dd></div>\n`;
}

function operationEntries({ operation, cells }: MatrixRow): Markup {
  const { section: where, title, method, path } = definitionOf(operation);
  const lists = cells.filter((cell) => cell !== undefined).map(cellEntries);
  return markup`<details class="operation" id="${`on-${operation}`}" data-operation="${operation}"><summary><h3><span>${title}</span> <code>${operation}</code></h3> <small><code>${method} /v2${path}</code> · section ${where}</small></summary><dl>${lists}</dl></details>\n`;
}

/** Lists the requirements of each matrix cell by operation. */
export const operationsSection = (report: Report): Markup =>
  section('operations', 'By operation', shownRows(report).map(operationEntries));
