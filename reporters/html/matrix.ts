import { facts } from '../../src/contract/operations.ts';
import { aspects } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import { type Cell, type Entry, type MatrixRow, matrix } from '../matrix.ts';
import { glyphs, NOTHING, statuses, statusWords } from '../wording.ts';
import { type Markup, markup } from './markup.ts';
import { cellAnchor, reference, section, sign } from './signs.ts';

function cellLabel({ operation, aspect, status, count, of }: Cell): string {
  return `${operation}, ${aspect}: ${count} of ${of} ${statusWords[status]}`;
}

function cellMarkup(cell: Cell | undefined): Markup {
  if (!cell) return markup`<td class="nothing"><span role="img" aria-label="no requirement">${NOTHING}</span></td>`;
  const { operation, aspect, status, count } = cell;
  const target = cellAnchor(operation, aspect);
  return markup`<td class="${status}"><a href="#${target}" aria-label="${cellLabel(cell)}" title="${cellLabel(cell)}"><b>${glyphs[status]}</b><span>${count}</span></a></td>`;
}

function rowMarkup({ operation, cells }: MatrixRow): Markup {
  const { section: where, title } = facts(operation);
  return markup`<tr><th scope="row"><a href="#${`on-${operation}`}" title="${title}">${operation}</a> <small>${where}</small></th>${cells.map(cellMarkup)}</tr>\n`;
}

const legend = markup`<p class="legend">${statuses.map((status) => markup`<span>${sign(status)} ${statusWords[status]}</span>`)}<span><span class="sign">${NOTHING}</span> no requirement</span></p>`;

/** The conformance matrix; each cell leads to its requirements. */
export function matrixSection(report: Report): Markup {
  const head = aspects.map((aspect) => markup`<th scope="col"><span>${aspect}</span></th>`);
  const table = markup`<table class="matrix">
<caption>Each cell shows the weightiest result and how many requirements have it; it leads to them.</caption>
<thead><tr><th scope="col" class="corner">operation</th>${head}</tr></thead>
<tbody>${matrix(report).map(rowMarkup)}</tbody></table>`;
  return section('matrix', 'Matrix', table, legend);
}

const isQuiet = ({ status }: Entry): boolean => status === 'passed' || status === 'observed';

const spoken = ({ requirement, status }: Entry): Markup =>
  markup`<li data-for="${requirement.id}">${sign(status)} ${reference(requirement.id)} <span class="said">${requirement.title}</span></li>`;

const quiet = ({ requirement, status }: Entry): Markup =>
  markup`<li data-for="${requirement.id}">${sign(status)} <a class="id" href="#${requirement.id}" title="${requirement.title}">${requirement.id}</a></li>`;

function cellEntries(cell: Cell): Markup {
  const loud = cell.entries.filter((each) => !isQuiet(each));
  const rest = cell.entries.filter(isQuiet);
  return markup`<div class="cell" id="${cellAnchor(cell.operation, cell.aspect)}"><dt>${cell.aspect}</dt><dd>${
    loud.length > 0 && markup`<ul class="loud">${loud.map(spoken)}</ul>`
  }${rest.length > 0 && markup`<ul class="quiet">${rest.map(quiet)}</ul>`}</dd></div>\n`;
}

function operationEntries({ operation, cells }: MatrixRow): Markup {
  const { section: where, title, method, path } = facts(operation);
  const lists = cells.filter((cell) => cell !== undefined).map(cellEntries);
  return markup`<section class="operation" id="${`on-${operation}`}"><h3><span>${title}</span> <code>${operation}</code></h3>
<p class="route"><code>${method} /v2${path}</code> · section ${where}</p><dl>${lists}</dl></section>\n`;
}

/** The requirements of each cell of the matrix, operation by operation. */
export const operationsSection = (report: Report): Markup =>
  section('operations', 'By operation', matrix(report).map(operationEntries));
