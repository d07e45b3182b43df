import type { Citation } from '../../src/contract/requirement.ts';
import type { Report, ReportedFailure, ReportedRequirement } from '../../src/model/report.ts';
import { type Finding, findingGroups, findings, groupTitles } from '../findings.ts';
import { failingOn, suggested, waiversFile } from '../gate.ts';
import { statusOn } from '../matrix.ts';
import { counted, grouped, statusWords } from '../wording.ts';
import { copyable, failureMarkup } from './failure.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { bySection } from './sections.ts';
import { reference, section, sign, statusLabel } from './signs.ts';

const isFinding = ({ status }: ReportedRequirement): boolean => status === 'failed' || status === 'warned';

/** What the filters read: kept on each element that shows a requirement. */
const traits = ({ id, title, status, level, section: where, operations }: ReportedRequirement): Markup =>
  markup`data-requirement="${id}" data-status="${status}" data-level="${level}" data-operations="${operations.join(' ')}" data-text="${`${id} ${title} ${where}`.toLowerCase()}"`;

/** Words of the document; a row of one of its tables reads as its cells. */
function quote({ section: where, words }: Citation): Markup {
  const cells = words.startsWith('|')
    ? words
        .split('|')
        .map((each) => each.trim())
        .filter((each) => each !== '')
    : undefined;
  const said = cells ? markup`<p class="row">${cells.join(' · ')}</p>` : markup`<p>${words}</p>`;
  return markup`<blockquote>${said}<footer>the document, ${where}</footer></blockquote>`;
}

const quotes = ({ cites }: ReportedRequirement): Markup => markup`${cites.map(quote)}`;

const fact = (name: string, value: Content): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const perOperation = (requirement: ReportedRequirement): Markup =>
  markup`<ul class="on">${requirement.operations.map(
    (operation) => markup`<li>${sign(statusOn(requirement, operation))} <code>${operation}</code></li>`,
  )}</ul>`;

function evidence({ evidence: { judged, relevant } }: ReportedRequirement): Content {
  return judged === 0
    ? 'no answer was judged'
    : `${counted(judged, 'answer')} judged, ${grouped(relevant)} with something to judge`;
}

function factsMarkup(requirement: ReportedRequirement): Markup {
  const { checks, lenience, reason, provide, flaky } = requirement;
  return markup`<dl class="facts">${[
    requirement.operations.length > 1 || !isFinding(requirement) ? fact('On', perOperation(requirement)) : null,
    fact('Checked by', `${checks.join(' and ')}; ${evidence(requirement)}`),
    lenience !== undefined && fact('Lenience', lenience),
    reason !== null && fact(flaky ? 'Flaky' : 'Note', reason),
    provide !== undefined && fact('Provide', markup`<code>${provide}</code>`),
  ]}</dl>`;
}

/** A message with the place that it names as code. */
function coded(message: string): Markup {
  const [, before = message, place, after = ''] = /^([^`]*)`([^`]*)`(.*)$/s.exec(message) ?? [];
  return markup`${before}${place !== undefined && markup`<code>${place}</code>`}${after}`;
}

const MOST_OPEN = 1;

function failuresMarkup(requirement: ReportedRequirement, failures: readonly ReportedFailure[]): Markup {
  const { more_failures: more = 0 } = requirement;
  const shown = failures.map((failure, i) =>
    i < MOST_OPEN
      ? failureMarkup(requirement, failure)
      : markup`<details class="further"><summary><code>${failure.operation}</code> ${coded(failure.message)}</summary>${failureMarkup(requirement, failure)}</details>`,
  );
  return markup`${shown}${more > 0 && markup`<p class="empty">${counted(more, 'more failure')} of this requirement.</p>`}`;
}

const excuse = (text: string): Markup => markup`<p class="waived">${text}</p>`;

/** A waivers file for what is not waived yet, to copy. */
function waiving(report: Report, requirement: ReportedRequirement): Content {
  const waivers = suggested(report, requirement);
  if (waivers.length === 0) return false;
  return markup`<details class="further waiving"><summary>Live with it for now</summary><p class="empty">A file for <code>--waivers</code>; say why, and until when.</p>${copyable('waivers file', waiversFile(waivers))}</details>`;
}

function findingMarkup(report: Report, { requirement, failures, excuses }: Finding): Markup {
  const { id, title, level, section: where, aspect, status } = requirement;
  return markup`<article class="finding" id="${id}" ${traits(requirement)} aria-labelledby="${`${id}-title`}">
<p class="kicker">${statusLabel(status)} <span>${level}</span> <span>section ${where}</span> <span>${aspect}</span> ${reference(id)}</p>
<h3 id="${`${id}-title`}">${title}</h3>${excuses.map(excuse)}${quotes(requirement)}${failuresMarkup(requirement, failures)}${factsMarkup(requirement)}${waiving(report, requirement)}</article>\n`;
}

/** So many findings are worth a list of their own before they are told in full. */
const MANY = 4;

/** Operations named in one line before they are only counted. */
const MOST_NAMED = 4;

const placesOf = (operations: readonly string[]): string =>
  operations.length > MOST_NAMED ? counted(operations.length, 'operation') : operations.join(', ');

const briefly = ({ requirement }: Finding): Markup =>
  markup`<li data-for="${requirement.id}">${sign(requirement.status)} ${reference(requirement.id)} <span class="said">${requirement.title}</span> <small>${placesOf(failingOn(requirement))}</small></li>`;

const overview = (all: readonly Finding[]): Content =>
  all.length >= MANY && markup`<ul class="loud overview">${all.map(briefly)}</ul>`;

/** What does not hold, by weight; nothing when all holds. */
export function findingsSection(report: Report): Content {
  const all = findings(report);
  return findingGroups.map((id) => {
    const own = all.filter(({ group }) => group === id);
    const title = markup`${groupTitles[id]} <small>${own.length}</small>`;
    const told = own.map((each) => findingMarkup(report, each));
    return own.length > 0 && section(id, title, overview(own), told);
  });
}

function entryMarkup(requirement: ReportedRequirement): Markup {
  const { id, title, level, status, aspect } = requirement;
  if (isFinding(requirement)) {
    return markup`<p class="entry" ${traits(requirement)}>${sign(status)} ${reference(id)} <span class="said">${title}</span> <span class="level">${level}</span></p>\n`;
  }
  return markup`<details class="entry" ${traits(requirement)}><summary>${sign(status)} <span class="id">${id}</span> <span class="said">${title}</span> <span class="level">${level}</span></summary>
<div class="more" id="${id}"><p class="kicker">${statusLabel(status)} <span>${level}</span> <span>${aspect}</span> ${reference(id)}</p>${quotes(requirement)}${factsMarkup(requirement)}</div></details>\n`;
}

/** Every requirement in the order of the document's sections, with its sentence and how it is checked. */
export function requirementsSection({ requirements }: Report): Markup {
  const groups = bySection(requirements).map(
    ({ heading, requirements: own }) => markup`<div class="chapter"><h3>${heading}</h3>${own.map(entryMarkup)}</div>\n`,
  );
  return section('requirements', markup`All requirements <small>${grouped(requirements.length)}</small>`, groups);
}

/** The filters, which only a script can offer. */
export function filters({ requirements }: Report): Markup {
  const option = (value: string, text = value): Markup => markup`<option value="${value}">${text}</option>`;
  const present = new Set(requirements.flatMap(({ operations }) => operations));
  const statuses = new Set(requirements.map(({ status }) => status));
  return markup`<form class="filters" id="filters" hidden role="search" aria-label="Filter the requirements">
<label>Status <select name="status">${option('', 'any')}${[...statuses].map((each) => option(each, statusWords[each]))}</select></label>
<label>Operation <select name="operation">${option('', 'any')}${[...present].map((each) => option(each))}</select></label>
<label>Level <select name="level">${option('', 'any')}${['must', 'should', 'observe'].map((each) => option(each))}</select></label>
<label class="wide">Text <input name="text" type="search" placeholder="id, sentence or section" autocomplete="off" spellcheck="false"></label>
<button type="reset">Clear</button><output aria-live="polite"></output></form>`;
}
