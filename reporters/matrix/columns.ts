import type { Column, SideBySide } from '../../src/model/side-by-side.ts';
import { grouped } from '../../src/values/counted.ts';
import { type Markup, markup } from '../html/markup.ts';
import { scrolling, section } from '../html/signs.ts';
import { glyphs, statuses, statusWords, verdictStatus } from '../view/wording.ts';

function columnRow({ name, base_url, verdict, summary, started_at, tool_version }: Column): Markup {
  const status = verdictStatus[verdict];
  const counts = statuses.map((each) => markup`<td class="number">${grouped(summary[each])}</td>`);
  return markup`<tr><th scope="row">${name}</th><td class="verdict"><span class="label ${status}"><span aria-hidden="true">${glyphs[status]}</span> ${verdict}</span></td>${counts}<td class="number">${grouped(summary.requests)}</td><td>${started_at.replace('T', ' ').slice(0, 16)}</td><td>${tool_version}</td><td class="place"><code>${base_url}</code></td></tr>\n`;
}

/** Shows the verdict, the counts and the origin of each column. */
export function columnsSection({ columns }: SideBySide): Markup {
  const counts = statuses.map((each) => markup`<th scope="col" class="number">${statusWords[each]}</th>`);
  const table = markup`<table class="traffic reports"><thead><tr><th scope="col">report</th><th scope="col">verdict</th>${counts}<th scope="col" class="number">requests</th><th scope="col">started (UTC)</th><th scope="col">version</th><th scope="col">target</th></tr></thead><tbody>${columns.map(columnRow)}</tbody></table>`;
  return section('columns', 'Reports', scrolling('verdict and counts of each report', table));
}
