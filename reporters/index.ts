import { REPORT_FILE, type Report } from '../src/model/report.ts';
import { badge } from './badge.ts';
import type { EmbeddedExchanges } from './html/exchanges.ts';
import { html } from './html/index.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { summary } from './summary.ts';

/** A report format: its file and how to render it. */
export interface Format {
  readonly file: string;
  /** Pages show the given exchanges; the other formats ignore them. */
  readonly render: (report: Report, exchanges?: EmbeddedExchanges) => string;
}

/** The report formats by the value of `--format`. `exchanges.har` is made from the recorded exchanges: see har.ts. */
export const formats = {
  json: { file: REPORT_FILE, render: json },
  junit: { file: 'junit.xml', render: junit },
  summary: { file: 'summary.md', render: summary },
  html: { file: 'report.html', render: html },
  badge: { file: 'badge.json', render: badge },
} as const satisfies Record<string, Format>;
