import type { Report, Status } from '../../src/model/report.ts';
import { findings } from '../findings.ts';
import { gateSentence } from '../gate.ts';
import { counted, counts, duration, glyphs, grouped, statusWords, verdictStatus } from '../wording.ts';
import { type Content, type Markup, markup } from './markup.ts';
import { statusLabel } from './signs.ts';

const fact = (name: string, value: Content): Markup => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const moment = (timestamp: string): Markup =>
  markup`<time datetime="${timestamp}">${timestamp.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}</time>`;

function fixturesMarkup({ fixtures }: Report): Content {
  const all = Object.entries(fixtures);
  if (all.length === 0) return 'none';
  const list = all.map(([name, source]) => markup`<li><code>${name}</code> ${source}</li>`);
  return markup`<details><summary>${grouped(all.length)} at hand</summary><ul>${list}</ul></details>`;
}

function factsMarkup(report: Report): Markup {
  const { target, started_at, duration_ms, seed, runs, summary } = report;
  return markup`<dl class="facts">${[
    fact(
      'Target',
      markup`<code>${target.base_url}</code>${target.embedded && ' (the embedded reference implementation)'}`,
    ),
    fact('Run', markup`${moment(started_at)}, ${duration(duration_ms)}`),
    fact('Requests', grouped(summary.requests)),
    ...(runs === 0 ? [] : [fact('Seed', markup`<code>${seed}</code>, ${counted(runs, 'case')} a property`)]),
    fact('Fixtures', fixturesMarkup(report)),
  ]}</dl>`;
}

const BAR = 1000;

/** The results as shares of one bar; each with its count as a link to where they are. */
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

/** The verdict in a sentence, and what it rests on. */
export function verdictHeader(report: Report): Markup {
  const { verdict, verdict_reason, selection, notes, tool } = report;
  const status = verdictStatus[verdict];
  const gate = gateSentence(report);
  return markup`<header><p class="brand">${tool.name} <span>${tool.version}</span></p>
<h1 class="${status}"><span aria-hidden="true">${glyphs[status]}</span> ${verdict[0]?.toUpperCase()}${verdict.slice(1)}</h1>
<p class="reason">${verdict_reason}</p>
${gate !== undefined && markup`<p class="gate ${report.gate?.outcome === 'passes' ? 'passed' : 'failed'}">${gate}</p>`}
${selection !== null && markup`<p class="selection">This verdict speaks of a selection only: ${selection}</p>`}
${report.summary.requirements > 0 && tally(report)}
${factsMarkup(report)}
${notes.length > 0 && markup`<ul class="notes" aria-label="Notes">${notes.map((note) => markup`<li>${note}</li>`)}</ul>`}</header>`;
}

/** What the statuses mean, for a reader who does not know the tool. */
export const glossary: Markup = markup`<footer><dl class="facts">
<div><dt>must</dt><dd>the document states it</dd></div>
<div><dt>should</dt><dd>it follows from what a field means, or examples show it; a ${statusWords.warned} requirement does not hold and fails nothing</dd></div>
<div><dt>observe</dt><dd>the document leaves it open; it is recorded, never failed</dd></div></dl></footer>`;
