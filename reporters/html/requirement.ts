import type { Citation } from '../../src/contract/requirement.ts';
import type { Report } from '../../src/model/report.ts';
import { isFailing, type ReportedFailure, type ReportedRequirement, statusOn } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { bySection } from '../view/chapters.ts';
import { type Finding, findingGroups, findings, groupTitles } from '../view/findings.ts';
import { suggested, waiversFile } from '../view/gate.ts';
import { searchText } from '../view/search.ts';
import { statuses } from '../view/wording.ts';
import { copyable, failureMarkup } from './failure.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { reference, section, sign, statusLabel } from './signs.ts';

/** Quotes the document. */
const quote = ({ section: where, words }: Citation): Markup =>
  markup`<blockquote><p>${words}</p><footer>the document, ${where}</footer></blockquote>`;

const quotes = ({ cites }: ReportedRequirement): Markup => markup`${cites.map(quote)}`;

const fact = (name: string, value: Content): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const perOperation = (requirement: ReportedRequirement): Markup =>
  markup`<ul class="on">${requirement.operations.map(
    (operation) => markup`<li>${sign(statusOn(requirement, operation))} <code>${operation}</code></li>`,
  )}</ul>`;

function checkedBy({ checks, evidence: { judged, relevant } }: ReportedRequirement): string {
  const by = checks.join(' and ');
  return checks.includes('rule')
    ? `${by}; ${counted(judged, 'response')} judged, ${grouped(relevant)} with the part that this requirement is about`
    : by;
}

function factsMarkup(requirement: ReportedRequirement): Markup {
  const { lenience, reason, provide, flaky } = requirement;
  return markup`<dl class="facts">${[
    requirement.operations.length > 1 || !isFailing(requirement.status) ? fact('On', perOperation(requirement)) : null,
    fact('Checked by', checkedBy(requirement)),
    lenience !== undefined && fact('Lenience', lenience),
    reason !== null && fact(flaky ? 'Flaky' : 'Note', reason),
    provide !== undefined && fact('Provide', markup`<code>${provide}</code>`),
  ]}</dl>`;
}

/** Shows the part of a message between backquotes as code. */
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
  return markup`${shown}${more > 0 && markup`<p class="empty">${counted(more, 'more failure')} of this requirement in the run; this report does not keep them.</p>`}`;
}

const excuse = (text: string): Markup => markup`<p class="waived">${text}</p>`;

/** Shows a waivers file to copy, for what is not waived yet. */
function waiving(report: Report, requirement: ReportedRequirement): Content {
  const waivers = suggested(report, requirement);
  if (waivers.length === 0) return false;
  return markup`<details class="further waiving"><summary>Waive it for now</summary><p class="empty">A file for <code>--waivers</code>; give your own reason and date.</p>${copyable('waivers file', waiversFile(waivers))}</details>`;
}

function findingMarkup(report: Report, { requirement, failures, excuses }: Finding): Markup {
  const { id, title, level, section: where, aspect, status } = requirement;
  return markup`<article class="finding" id="${id}" data-for="${id}" data-status="${status}" aria-labelledby="${`${id}-title`}">
<p class="kicker">${statusLabel(status)} <span>${level}</span> <span>section ${where}</span> <span>${aspect}</span> ${reference(id)}</p>
<h3 id="${`${id}-title`}">${title}</h3>${excuses.map(excuse)}${quotes(requirement)}${failuresMarkup(requirement, failures)}${factsMarkup(requirement)}${waiving(report, requirement)}</article>\n`;
}

/** Shows what does not hold, the most serious first, or nothing. */
export function findingsSection(report: Report): Content {
  const all = findings(report);
  return findingGroups.map((id) => {
    const own = all.filter(({ group }) => group === id);
    const title = markup`${groupTitles[id]} <small>${own.length}</small>`;
    return (
      own.length > 0 &&
      section(
        id,
        title,
        own.map((each) => findingMarkup(report, each)),
      )
    );
  });
}

/** Returns the attributes that the filters read, for the entry of a requirement in the full list. */
const traits = (report: Report, requirement: ReportedRequirement): Markup => {
  const { id, status, level, operations } = requirement;
  return markup`data-requirement="${id}" data-status="${status}" data-level="${level}" data-operations="${operations.join(' ')}" data-text="${searchText(requirement, report)}"`;
};

function entryMarkup(report: Report, requirement: ReportedRequirement): Markup {
  const { id, title, level, status, aspect } = requirement;
  if (isFailing(requirement.status)) {
    return markup`<p class="entry" ${traits(report, requirement)}>${sign(status)} ${reference(id)} <span class="said">${title}</span> <span class="level">${level}</span></p>\n`;
  }
  const isUnsteady = requirement.flaky === true;
  return markup`<details class="entry" ${traits(report, requirement)}><summary>${sign(status)} <span class="id">${id}</span> <span class="said">${title}</span> ${isUnsteady && markup`<span class="label warned">flaky</span> `}<span class="level">${level}</span></summary>
<div class="more" id="${id}"><p class="kicker">${statusLabel(status)} <span>${level}</span> <span>${aspect}</span> ${reference(id)}</p>${quotes(requirement)}${isUnsteady && failuresMarkup(requirement, requirement.failures)}${factsMarkup(requirement)}</div></details>\n`;
}

/** Shows every requirement in the order of the document's sections, with its sentence and how it is checked. */
export function requirementsSection(report: Report): Markup {
  const groups = bySection(report.requirements).map(({ heading, requirements: own }) => {
    const counts = statuses
      .map((status) => ({ status, count: own.filter((each) => each.status === status).length }))
      .filter(({ count }) => count > 0)
      .map(({ status, count }) => markup`<span>${sign(status)} ${grouped(count)}</span> `);
    return markup`<details class="chapter"><summary><h3>${heading}</h3> <small>${counts}</small></summary>${own.map((each) => entryMarkup(report, each))}</details>\n`;
  });
  return section(
    'requirements',
    markup`All requirements <small>${grouped(report.requirements.length)}</small>`,
    groups,
  );
}
