import type { Report } from '../../src/model/report.ts';
import type { CoverageCell } from '../../src/model/reported.ts';
import { grouped } from '../../src/values/counted.ts';
import {
  type CoverageKind,
  coverageKinds,
  coverageTable,
  isReached,
  type OperationCoverage,
} from '../view/coverage.ts';
import { NOTHING } from '../view/wording.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { scrolling, section, sign } from './signs.ts';

function partMarkup(cell: CoverageCell): Markup {
  const { name, accepted, refused } = cell;
  if (!isReached(cell)) return markup`<li class="not_exercised">${sign('not_exercised')} ${name}</li>`;
  return markup`<li>${name} <b>${grouped(accepted)}</b><span aria-hidden="true">/</span><span class="unseen"> accepted, </span>${grouped(refused)}<span class="unseen"> refused</span></li>`;
}

const cellMarkup = (cells: readonly CoverageCell[]): Markup =>
  cells.length === 0 ? markup`<td>${NOTHING}</td>` : markup`<td><ul class="parts">${cells.map(partMarkup)}</ul></td>`;

const kinds = Object.keys(coverageKinds) as readonly CoverageKind[];

const rowMarkup = ({ operation, kinds: own }: OperationCoverage): Markup =>
  markup`<tr data-row="${operation}" data-text="${[operation, ...Object.values(own).flatMap((cells) => cells.map(({ name }) => name))].join(' ').toLowerCase()}"><th scope="row">${operation}</th>${kinds.map((kind) => cellMarkup(own[kind]))}</tr>\n`;

/** Shows which parameters, members, values and limits were exercised, with counts of accepted and refused requests. */
export function coverageSection(report: Report): Content {
  const { coverage = [] } = report;
  if (coverage.length === 0) return false;
  const head = kinds.map((kind) => markup`<th scope="col">${coverageKinds[kind]}</th>`);
  const table = markup`<table class="coverage"><caption>Requests accepted / refused with each; ${sign('not_exercised')} not reached.</caption>
<thead><tr><th scope="col">operation</th>${head}</tr></thead><tbody>${coverageTable(report).map(rowMarkup)}</tbody></table>`;
  const reached = coverage.filter(isReached).length;
  const title = markup`Coverage <small>${grouped(reached)} of ${grouped(coverage.length)} reached</small>`;
  return section('coverage', title, scrolling('coverage by operation', table));
}
