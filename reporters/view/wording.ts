import { facts, type Operation, operationNames } from '../../src/contract/operations.ts';
import type { RecordedPlace } from '../../src/model/exchange.ts';
import type { Report, ReportedFailure, ReportedRequirement, Status, Verdict } from '../../src/model/report.ts';

/** Every status, the weightiest first. */
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

/** Stands where an operation has no requirement of an aspect. */
export const NOTHING = '·';

export const statusWords: Readonly<Record<Status, string>> = {
  failed: 'failed',
  warned: 'warned',
  not_exercised: 'not exercised',
  passed: 'passed',
  observed: 'observed',
};

/** The status that speaks for a verdict: its colour and its sign. */
export const verdictStatus: Readonly<Record<Verdict, Status>> = {
  conformant: 'passed',
  nonconformant: 'failed',
  incomplete: 'not_exercised',
  aborted: 'failed',
};

/** A whole number with its thousands apart: 12,345. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `1 request`, `12,345 requests`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** A duration as people read it: `340 ms`, `41.2 s`, `3 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Number(milliseconds.toFixed(milliseconds < 10 ? 1 : 0))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** What is said where a run had no target of the user's. */
export const ONLY_EMBEDDED =
  'This verdict is of the embedded reference implementation; give --base-url or BASE_URL to test your own service';

/** `POST /v2/transfer/fiat-withdrawals`. */
export const route = (operation: Operation): string => `${facts(operation).method} /v2${facts(operation).path}`;

/** Operations named one by one; of more, those that are missing are named where they are few. */
const MOST_NAMED = 4;

/** Some operations in words: `putFiat, getFiat`, `all 14 operations`, `all 14 operations but affirm`, `9 operations`. */
export function placesOf(operations: readonly Operation[]): string {
  const others = operationNames.filter((each) => !operations.includes(each));
  if (operations.length <= MOST_NAMED) return operations.join(', ');
  if (others.length === 0) return `all ${operationNames.length} operations`;
  if (others.length <= 2) return `all ${operationNames.length} operations but ${others.join(' and ')}`;
  return operations.length <= 2 * MOST_NAMED ? operations.join(', ') : counted(operations.length, 'operation');
}

/** The counts of a report in words, the weightiest first; statuses that nothing has are left out. */
export const counts = ({ summary }: Report): readonly { readonly status: Status; readonly count: number }[] =>
  statuses.map((status) => ({ status, count: summary[status] })).filter(({ count }) => count > 0);

/** The command that sends the failing case of a requirement again. */
export const replayCommand = (id: string, report: string): string =>
  `transfer-conformance replay ${id} --report ${report}`;

/** Whether `replay` can send a failure again: what a recording shows, or a client did, was not this tool's to send. */
export const isReplayable = ({ party }: ReportedRequirement, { recorded }: ReportedFailure): boolean =>
  party !== 'client' && recorded === undefined;

/** What is said of failures beyond the one that is shown: how many there are, and how many of them the report holds. */
export function moreLikeIt(unseen: number, kept: number): string {
  const all = `${counted(unseen, 'more failure')} of this requirement`;
  return unseen < kept
    ? `${all} in report.html`
    : `${all}: report.html has ${grouped(kept - 1)} of them, the others are only counted`;
}

/** `calls.har, entry 12`. */
export const recordedText = ({ file, entry }: RecordedPlace): string => `${file}, entry ${entry}`;

/** What would let a requirement be exercised: `provide` and `order_id`, or `raise`, `--max-withdrawals` and ` to 52`. */
export interface Need {
  readonly verb: 'provide' | 'raise';
  readonly what: string;
  readonly to: string;
}

/** A flag with the number that it has to have. */
const RAISED = /^(--max-[a-z]+)(?: (\S+))?$/;

/** Reads what a report says is to be provided. */
export function needOf(provide: string): Need {
  const [, flag, value] = RAISED.exec(provide) ?? [];
  return flag === undefined
    ? { verb: 'provide', what: provide, to: '' }
    : { verb: 'raise', what: flag, to: value === undefined ? '' : ` to ${value}` };
}

/** The same in words. */
export function neededText(provide: string): string {
  const { verb, what, to } = needOf(provide);
  return `${verb} ${what}${to}`;
}

/** The verb as a sentence begins. */
export const needHead = ({ verb }: Need): string => (verb === 'raise' ? 'Raise' : 'Provide');
