import { recordedText } from '../../src/model/places.ts';
import type {
  ReportedFailure,
  ReportedRequest,
  ReportedRequirement,
  ReportedResponse,
  ReportedStep,
} from '../../src/model/reported.ts';
import { counted } from '../../src/values/counted.ts';
import { cut } from '../../src/values/escape.ts';
import { bodyListing, excerpt, type Line } from '../view/listing.ts';
import { isReplayable, replayCommand } from '../view/wording.ts';
import { exchangeNumber } from './exchanges.ts';
import { type Content, type Markup, markup } from './markup.ts';

/** Maximum length of a URL; the curl command contains it in full. */
const LONGEST_URL = 300;

/** Number of lines shown around each marked one. */
const AROUND = 8;

function lineMarkup(line: Line): Markup {
  switch (line.kind) {
    case 'gap':
      return markup`<span class="gap">${counted(line.lines, 'line')} left out\n</span>`;
    case 'absent':
      return markup`<mark class="absent">${line.text}\n</mark>`;
    case 'text':
      return line.marked ? markup`<mark>${line.text}\n</mark>` : markup`<span>${line.text}\n</span>`;
  }
}

/** Shows the lines of a body, which can be scrolled by keyboard. */
function code(label: string, lines: readonly Line[]): Markup {
  const shown = excerpt(lines, AROUND).map(lineMarkup);
  return markup`<pre class="listing" tabindex="0" role="group" aria-label="${label}"><code>${shown}</code></pre>`;
}

const headersMarkup = (headers: Readonly<Record<string, string>>): Markup => {
  const lines = Object.entries(headers).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return markup`<details class="headers"><summary>${counted(lines.length, 'header')}</summary><dl>${lines}</dl></details>`;
};

function requestMarkup(request: ReportedRequest): Markup {
  const lines = bodyListing(request, null);
  return markup`<div class="side"><h4>Request</h4><p class="line"><b>${request.method}</b> ${cut(request.url, LONGEST_URL)}</p>
${lines.length > 0 ? code('body of the request', lines) : markup`<p class="empty">no body</p>`}${headersMarkup(request.headers)}</div>`;
}

const partText = ({ first_item }: ReportedResponse): string =>
  first_item === undefined
    ? 'Only a part of the body is in the report.'
    : `Only item ${first_item} of the list is in the report, counted from 0.`;

function responseMarkup(response: ReportedResponse, where: string | null, marks: boolean): Markup {
  const lines = bodyListing(response, where);
  const line = markup`<b>${response.status}</b> ${response.headers['content-type']}`;
  return markup`<div class="side"><h4>Response</h4><p class="line">${where === null && marks ? markup`<mark>${line}</mark>` : line}</p>
${lines.length > 0 ? code('body of the response', lines) : markup`<p class="empty">no body</p>`}${
  response.cut && markup`<p class="empty">${partText(response)}</p>`
}${headersMarkup(response.headers)}</div>`;
}

/** Returns a command or file with a copy button. */
export const copyable = (label: string, text: string): Markup =>
  markup`<div class="copy"><pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre><button type="button" hidden aria-label="Copy the ${label}">Copy</button></div>`;

function numbers({ exchanges, replay, recorded }: ReportedFailure): Markup {
  const listed = exchanges.map((id, i) => [i > 0 && ', ', exchangeNumber(id)]);
  const parts = [
    recorded && recordedText(recorded),
    exchanges.length > 0 && markup`${exchanges.length === 1 ? 'exchange' : 'exchanges'} ${listed} of exchanges.har`,
    replay && `seed ${replay.seed}, path ${replay.path}`,
  ].filter((part) => typeof part === 'string' || typeof part === 'object');
  return markup`<p class="numbers">${parts.map((part, i) => [i > 0 && ' · ', part])}</p>`;
}

/** Shows the request and response of one exchange side by side. */
const exchangeMarkup = (
  { request, response }: Pick<ReportedFailure, 'request' | 'response'>,
  where: string | null,
  marks: boolean,
): Markup => markup`<div class="exchange">${requestMarkup(request)}${responseMarkup(response, where, marks)}</div>`;

function stepMarkup({ operation, where, curl, request, response }: ReportedStep, i: number): Markup {
  const title = markup`<b>${i + 1}.</b> <code>${operation}</code> answers ${response.status}`;
  const item = where === null ? false : markup` with the item at <code>${where}</code>`;
  return markup`<li><details class="step"><summary>${title}${item}</summary>${exchangeMarkup({ request, response }, where, false)}${copyable(`curl command of step ${i + 1}`, curl)}</details></li>\n`;
}

/** Shows the exchanges before the deciding one, numbered, each with its command. */
const stepsMarkup = ({ steps = [], operation, response }: ReportedFailure): Content =>
  steps.length > 0 &&
  markup`<h4>Steps</h4><ol class="steps">${steps.map(stepMarkup)}<li><p><b>${steps.length + 1}.</b> <code>${operation}</code> answers ${response.status}, which shows the failure:</p></li></ol>`;

/** Shows a failure: expected and actual values, the request, the response with the marked line, how to reproduce it. */
export function failureMarkup(requirement: ReportedRequirement, failure: ReportedFailure): Markup {
  const { expected, actual, where, operation, curl } = failure;
  const place =
    where !== null && markup`<div><dt>At</dt><dd><code>${where === '' ? 'the whole body' : where}</code></dd></div>`;
  return markup`<div class="failure"><dl class="against"><div><dt>Expected</dt><dd>${expected}</dd></div>
<div class="got"><dt>Got</dt><dd>${actual}</dd></div>${place}<div><dt>On</dt><dd><code>${operation}</code></dd></div></dl>
${stepsMarkup(failure)}${exchangeMarkup(failure, where, true)}
<h4>Reproduce</h4>${failure.steps ? markup`<p class="empty">after the commands of the steps above</p>` : false}${copyable('curl command', curl)}${isReplayable(requirement, failure) && copyable('replay command', replayCommand(requirement.id))}${numbers(failure)}</div>`;
}
