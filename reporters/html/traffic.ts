import type { Report } from '../../src/model/report.ts';
import type { OperationTraffic } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';
import { duration } from '../../src/values/duration.ts';
import { NOTHING, route } from '../view/wording.ts';
import { type Markup, markup } from './markup.ts';
import { scrolling, section } from './signs.ts';

const WIDTH = 220;
const HEIGHT = 18;
const INSET = 6;

type Latency = NonNullable<OperationTraffic['latency_ms']>;

/** A logarithmic scale in milliseconds, from one power of ten to another. */
interface Scale {
  readonly from: number;
  readonly to: number;
}

function scaleOf(traffic: readonly OperationTraffic[]): Scale {
  const known = traffic.flatMap(({ latency_ms }) => (latency_ms ? [latency_ms.min, latency_ms.max] : []));
  const power = (value: number): number => Math.log10(Math.max(value, 0.1));
  const from = Math.floor(Math.min(0, ...known.map(power)));
  return { from, to: Math.max(from + 1, Math.ceil(Math.max(1, ...known.map(power)))) };
}

function x(milliseconds: number, { from, to }: Scale): number {
  const share = (Math.log10(Math.max(milliseconds, 0.1)) - from) / (to - from);
  return Math.round((INSET + share * (WIDTH - 2 * INSET)) * 10) / 10;
}

const ticks = ({ from, to }: Scale): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));

const tickName = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;

function axis(scale: Scale): Markup {
  const all = ticks(scale);
  const named = all.map((tick, i) => {
    const side = i === 0 ? 'start' : i === all.length - 1 ? 'end' : 'middle';
    const at = i === 0 ? 0 : i === all.length - 1 ? WIDTH : x(tick, scale);
    return markup`<text x="${at}" y="13" text-anchor="${side}">${tickName(tick)}</text>`;
  });
  return markup`<svg class="plot axis" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${named}</svg>`;
}

function plot({ min, p50, p95, max }: Latency, scale: Scale): Markup {
  const [low, middle, high, top] = [min, p50, p95, max].map((value) => x(value, scale));
  const label = `minimum ${duration(min)}, median ${duration(p50)}, 95th percentile ${duration(p95)}, maximum ${duration(max)}`;
  const grid = ticks(scale).map((tick) => markup`<path class="tick" d="M${x(tick, scale)} 0V${HEIGHT}"/>`);
  return markup`<svg class="plot" role="img" aria-label="${label}" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${grid}<path class="range" d="M${low} 9H${top}"/><path class="most" d="M${low} 9H${high}"/><circle cx="${middle}" cy="9" r="3.5"/></svg>`;
}

function row({ operation, requests, accepted, refused, lost, latency_ms }: OperationTraffic, scale: Scale): Markup {
  const numbers = [requests, accepted, refused, lost].map((count) => markup`<td class="number">${grouped(count)}</td>`);
  const times = latency_ms
    ? [latency_ms.p50, latency_ms.p95, latency_ms.max].map((time) => markup`<td class="number">${duration(time)}</td>`)
    : markup`<td class="number">${NOTHING}</td><td class="number">${NOTHING}</td><td class="number">${NOTHING}</td>`;
  const drawn = latency_ms ? plot(latency_ms, scale) : 'no responses';
  return markup`<tr data-row="${operation}" data-text="${`${operation} ${route(operation)}`.toLowerCase()}"><th scope="row" title="${route(operation)}">${operation}</th>${numbers}${times}<td class="plotted">${drawn}</td></tr>\n`;
}

/** Shows the requests to each operation and the latency of the answers, on one logarithmic scale. */
export function trafficSection({ traffic, summary, runs }: Report): Markup | false {
  if (traffic.length === 0) return false;
  const scale = scaleOf(traffic);
  const columns = ['sent', 'accepted', 'refused', 'lost', 'median', '95 %', 'longest'];
  const head = columns.map((name) => markup`<th scope="col" class="number">${name}</th>`);
  const table = markup`<table class="traffic"><caption>Dot: median. Thick line: up to the 95th percentile. Thin line: minimum to maximum.</caption>
<thead><tr><th scope="col">operation</th>${head}<th scope="col" class="plotted"><span class="unseen">latency</span>${axis(scale)}</th></tr></thead>
<tbody>${traffic.filter(({ requests }) => runs > 0 || requests > 0).map((each) => row(each, scale))}</tbody></table>`;
  return section(
    'traffic',
    markup`Traffic <small>${counted(summary.requests, 'request')}</small>`,
    scrolling('traffic by operation', table),
  );
}
