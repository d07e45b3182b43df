import type { Report } from '../src/model/report.ts';
import { badge } from './badge.ts';
import type { EmbeddedExchanges } from './html/exchanges.ts';
import { html } from './html/index.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { summary } from './summary.ts';

/** A format of the report: the file it goes to, and how it is made. */
export interface Format {
  readonly file: string;
  /** Pages show the exchanges that they are given; the other formats do without. */
  readonly render: (report: Report, exchanges?: EmbeddedExchanges) => string;
}

/** The formats of a report by the value of `--format`. `exchanges.har` is made of the record, not of the report: see har.ts. */
export const formats = {
  json: { file: 'report.json', render: json },
  junit: { file: 'junit.xml', render: junit },
  summary: { file: 'summary.md', render: summary },
  html: { file: 'report.html', render: html },
  badge: { file: 'badge.json', render: badge },
} as const satisfies Record<string, Format>;
