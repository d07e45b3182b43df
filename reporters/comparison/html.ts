import {
  type ChangedLatency,
  type ChangedObservation,
  type ChangeKind,
  type Comparison,
  changeKinds,
  type Side,
} from '../../src/model/comparison.ts';
import { counted } from '../../src/values/counted.ts';
import { document } from '../html/document.ts';
import { type Content, type Markup, markup } from '../html/markup.ts';
import { scrolling, section, sign } from '../html/signs.ts';
import { glyphs, NOTHING, timeText, verdictStatus } from '../view/wording.ts';
import {
  conclusion,
  coverageNames,
  coverageTitles,
  type Group,
  groupsOf,
  headline,
  kindStatus,
  kindTitles,
  latencyCells,
  latencyHeads,
  statusChange,
} from './groups.ts';

function sideMarkup(
  name: string,
  { base_url, started_at, verdict, requirements, requests, tool_version }: Side,
): Markup {
  const status = verdictStatus[verdict];
  return markup`<div><dt>${name}</dt><dd><code>${base_url}</code><br><span class="label ${status}"><span aria-hidden="true">${glyphs[status]}</span> ${verdict}</span><br>
<small>${timeText(started_at)} · ${counted(requirements, 'requirement')} · ${counted(requests, 'request')} · version ${tool_version}</small></dd></div>`;
}

function groupMarkup({ change, operations }: Group): Markup {
  const { id, title, level, section: where, kind, message, curl } = change;
  return markup`<article class="finding" id="${`${kind}-${id}`}" data-status="${kindStatus[kind]}">
<p class="kicker"><span class="label ${kindStatus[kind]}">${statusChange(change)}</span> <span>${level}</span> <span>section ${where}</span> <span>${operations.join(', ')}</span> <code class="id">${id}</code></p>
<h3>${title}</h3>${message !== undefined && markup`<p>${message}</p>`}${
    curl !== undefined &&
    markup`<div class="copy"><pre tabindex="0" role="group" aria-label="curl command"><code>${curl}</code></pre></div>`
  }</article>\n`;
}

const briefly = ({ change: { id, title, kind }, operations }: Group): Markup =>
  markup`<li>${sign(kindStatus[kind])} <code class="id">${id}</code> <span class="said">${title}</span> <small>${operations.join(', ')}</small></li>\n`;

function kindSection(comparison: Comparison, kind: ChangeKind): Content {
  const groups = groupsOf(comparison, kind);
  if (groups.length === 0) return false;
  const title = markup`${kindTitles[kind]} <small>${groups.length}</small>`;
  const isDetailed = kind === 'broke';
  return section(
    kind,
    title,
    isDetailed ? groups.map(groupMarkup) : markup`<ul class="loud overview">${groups.map(briefly)}</ul>`,
  );
}

const columns = (...names: readonly string[]): Markup =>
  markup`<thead><tr>${names.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>`;

const observationRow = ({ question, id, operation, before, after }: ChangedObservation): Markup =>
  markup`<tr><th scope="row">${question} <code class="id">${id}</code></th><td><code>${operation}</code></td><td class="answer">${before ?? NOTHING}</td><td class="answer">${after ?? NOTHING}</td></tr>\n`;

function observationsSection({ observations }: Comparison): Content {
  if (observations.length === 0) return false;
  const table = markup`<table class="observations">${columns('where the document is silent', 'operation', 'before', 'after')}<tbody>${observations.map(observationRow)}</tbody></table>`;
  const title = markup`Observed behaviour that changed <small>${observations.length}</small>`;
  return section('observed', title, scrolling('observed behaviour that changed', table));
}

function coverageSection(comparison: Comparison, change: 'lost' | 'gained'): Content {
  const names = coverageNames(comparison, change);
  if (names.length === 0) return false;
  const title = markup`${coverageTitles[change]} <small>${names.length}</small>`;
  return section(
    `coverage-${change}`,
    title,
    markup`<ul class="parts">${names.map((name) => markup`<li>${name}</li>`)}</ul>`,
  );
}

function latencyRow(changed: ChangedLatency): Markup {
  const [operation, ...cells] = latencyCells(changed);
  return markup`<tr><th scope="row">${operation}</th>${cells.map((cell) => markup`<td class="number">${cell}</td>`)}</tr>\n`;
}

function latencySection({ latency }: Comparison): Content {
  if (latency.length === 0) return false;
  const [first, ...names] = latencyHeads;
  const head = names.map((name) => markup`<th scope="col" class="number">${name}</th>`);
  const table = markup`<table class="traffic"><thead><tr><th scope="col">${first}</th>${head}</tr></thead><tbody>${latency.map(latencyRow)}</tbody></table>`;
  return section('latency', 'Latency', scrolling('latency by operation', table));
}

/** Returns a comparison as a page in one file, without a script. */
export function comparisonHtml(comparison: Comparison): string {
  const { worse, before, after, notes } = comparison;
  const { title, reason } = headline(comparison);
  const body = markup`<div class="sheet"><header><p class="brand">transfer-conformance</p>
<h1 class="${worse ? 'failed' : 'passed'}"><span aria-hidden="true">${worse ? glyphs.failed : glyphs.passed}</span> ${title}</h1>
<p class="reason">${reason}</p><dl class="facts">${sideMarkup('Before', before)}${sideMarkup('After', after)}</dl>
${notes.length > 0 && markup`<ul class="notes" aria-label="Notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}</header>
<main>${changeKinds.map((kind) => kindSection(comparison, kind))}${observationsSection(comparison)}${coverageSection(comparison, 'lost')}${coverageSection(comparison, 'gained')}${latencySection(comparison)}</main></div>`;
  return document(`${conclusion(comparison)} (${after.base_url})`, body);
}
