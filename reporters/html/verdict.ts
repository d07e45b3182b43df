import { briefSelection } from '../../src/model/brief-selection.ts';
import type { Report } from '../../src/model/report.ts';
import type { Status } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { duration } from '../../src/values/duration.ts';
import { findings } from '../view/findings.ts';
import { gateSentence, gateStatus } from '../view/gate.ts';
import { capital, counts, glyphs, selectionLead, statusWords, timeText, verdictStatus } from '../view/wording.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { statusLabel } from './signs.ts';

const moment = (timestamp: string): Markup => markup`<time datetime="${timestamp}">${timeText(timestamp)}</time>`;

function fixturesMarkup({ fixtures }: Report): Content {
  const all = Object.entries(fixtures);
  if (all.length === 0) return 'no fixtures';
  const list = all.map(([name, source]) => markup`<li><code>${name}</code> ${source}</li>`);
  return markup`<details><summary>${counted(all.length, 'fixture')}</summary><ul>${list}</ul></details>`;
}

/** Shows what the report is based on, in one line. */
function factsMarkup(report: Report): Markup {
  const { started_at, duration_ms, seed, runs, summary } = report;
  const made = `${counted(summary.requests, 'request')} in ${duration(duration_ms)}`;
  const drawn = runs > 0 && markup`seed <code>${seed}</code>, at most ${counted(runs, 'case')} per property`;
  const all = [moment(started_at), made, drawn, fixturesMarkup(report)].filter((each) => each !== false);
  return markup`<ul class="meta">${all.map((each) => markup`<li>${each}</li>`)}</ul>`;
}

const BAR = 1000;

/** Shows the results as shares of one bar, and each count as a link to its requirements. */
function tally(report: Report): Markup {
  const all = counts(report);
  let x = 0;
  const shares = all.map(({ status, count }) => {
    const share = (count / report.summary.requirements) * BAR;
    const rect = markup`<rect class="${status}" x="${x.toFixed(1)}" width="${share.toFixed(1)}" height="10"/>`;
    x += share;
    return rect;
  });
  const found = findings(report);
  const placeOf = (status: Status): string =>
    `#${found.find((each) => each.requirement.status === status)?.group ?? status}`;
  const places = {
    failed: placeOf('failed'),
    warned: placeOf('warned'),
    not_exercised: '#not-exercised',
    passed: '#requirements',
    observed: '#observed',
  };
  const items = all.map(
    ({ status, count }) =>
      markup`<li class="${status}"><a href="${places[status]}"><b>${grouped(count)}</b> ${statusLabel(status)}</a></li>`,
  );
  return markup`<svg class="bar" viewBox="0 0 ${BAR} 10" preserveAspectRatio="none" aria-hidden="true">${shares}</svg><ul class="tally" aria-label="${counted(report.summary.requirements, 'requirement')}">${items}</ul>`;
}

/** Maximum number of notes that are shown without unfolding. */
const MOST_NOTES = 3;

function notesMarkup(notes: readonly string[]): Content {
  const list = markup`<ul class="notes" aria-label="Notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`;
  if (notes.length === 0) return false;
  return notes.length <= MOST_NOTES
    ? list
    : markup`<details class="notes"><summary>${counted(notes.length, 'note')}</summary>${list}</details>`;
}

/** Shows the verdict in a sentence, and what it is based on. */
export function verdictHeader(report: Report): Markup {
  const { verdict, verdict_reason, selection, notes, tool, target } = report;
  const status = verdictStatus[verdict];
  const gate = gateSentence(report);
  return markup`<header><p class="brand">${tool.name} <span>${tool.version}</span></p>
<div class="headline"><h1 class="${status}"><span aria-hidden="true">${glyphs[status]}</span> ${capital(verdict)}</h1>
<p class="target"><code>${target.base_url}</code>${target.embedded && ' (the embedded reference implementation)'}</p></div>
<p class="reason">${verdict_reason}</p>
${gate !== undefined && markup`<p class="gate ${report.gate ? gateStatus[report.gate.outcome] : 'passed'}">${gate}</p>`}
${selection !== null && markup`<p class="selection">${selectionLead(report)}: ${briefSelection(selection)}</p>`}
${report.summary.requirements > 0 && tally(report)}
${factsMarkup(report)}
${notesMarkup(notes)}</header>`;
}

/** Explains the levels to a reader who does not know the tool. */
export const glossary: Markup = markup`<footer><dl class="facts">
<div><dt>must</dt><dd>the document states it</dd></div>
<div><dt>should</dt><dd>it follows from the meaning of a field or from examples; if it does not hold, it is ${statusWords.warned} and does not fail the run</dd></div>
<div><dt>observe</dt><dd>the document leaves it open; the behaviour is recorded and never fails</dd></div></dl></footer>`;
