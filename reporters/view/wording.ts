import { definitionOf, type Operation } from '../../src/contract/operations.ts';
import type { ComparedStatus } from '../../src/model/comparison.ts';
import type { Report } from '../../src/model/report.ts';
import type { ReportedFailure, ReportedRequirement, Status, Verdict } from '../../src/model/reported.ts';
import { counted, grouped } from '../../src/values/counted.ts';

/** Every status, the most serious first. */
export const statuses = [
  'failed',
  'warned',
  'not_exercised',
  'passed',
  'observed',
] as const satisfies readonly Status[];

/** A sign for each status that does not depend on colour. */
export const glyphs: Readonly<Record<Status, string>> = {
  failed: '✗',
  warned: '!',
  not_exercised: '○',
  passed: '✓',
  observed: '◇',
};

/** Shown where an operation has no requirement of an aspect. */
export const NOTHING = '·';

export const statusWords: Readonly<Record<Status, string>> = {
  failed: 'failed',
  warned: 'warned',
  not_exercised: 'not exercised',
  passed: 'passed',
  observed: 'observed',
};

/** Returns a status of one of several reports in words; a requirement may be absent from a report. */
export const comparedWords = (status: ComparedStatus): string => (status === 'absent' ? status : statusWords[status]);

/** The status whose colour and sign represent a verdict. */
export const verdictStatus: Readonly<Record<Verdict, Status>> = {
  conformant: 'passed',
  nonconformant: 'failed',
  incomplete: 'not_exercised',
  aborted: 'failed',
};

/** The note for a run without a target of the user. */
export const ONLY_EMBEDDED =
  'This is the verdict on the embedded reference implementation; set --base-url or BASE_URL to test your own service';

/** Returns a text such as `POST /v2/transfer/fiat-withdrawals`. */
export const route = (operation: Operation): string =>
  `${definitionOf(operation).method} /v2${definitionOf(operation).path}`;

/** Returns the counts of a report, the most serious status first, without zeros. */
export const counts = ({ summary }: Report): readonly { readonly status: Status; readonly count: number }[] =>
  statuses.map((status) => ({ status, count: summary[status] })).filter(({ count }) => count > 0);

/**
 * Returns the command that sends the failing case of a requirement again. Without the path of a report, it reads the one
 * in the report folder of the project that it is run in, whose settings it needs as well.
 */
export const replayCommand = (id: string, report?: string): string =>
  `transfer-conformance replay ${id}${report === undefined ? '' : ` --report ${report}`}`;

/**
 * Whether `replay` can send a failure again. It cannot if a recording shows it or a client caused it, because this tool
 * did not send those requests.
 */
export const isReplayable = ({ party }: ReportedRequirement, { recorded }: ReportedFailure): boolean =>
  party !== 'client' && recorded === undefined;

/** Returns a text about the failures besides the one shown: their number, and how many of them the report contains. */
export function moreLikeIt(unseen: number, kept: number): string {
  const all = `${counted(unseen, 'more failure')} of this requirement`;
  return unseen < kept ? `${all} in report.html` : `${all}; report.html shows ${grouped(kept - 1)} of them`;
}

/** Returns words with a capital at the beginning, for the head of a line. */
export const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** Writes a time of a report for readers: `2026-11-21 03:07:08 UTC`. */
export const timeText = (timestamp: string): string => timestamp.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

/** A sentence in two parts, which pages show as a headline and a paragraph. */
export interface Headline {
  readonly title: string;
  readonly reason: string;
}

/** Returns both parts as one sentence. */
export const inOneLine = ({ title, reason }: Headline): string => `${title}: ${reason}`;

/** Returns the words before the selection of a report: what was run of all requirements, or the traffic that was judged. */
export const selectionLead = ({ runs }: Pick<Report, 'runs'>): string =>
  runs === 0 ? 'Checked' : 'Only a selection was run';
