import type { Report } from '../../model/report.ts';
import type { AnsweredBy, Capture } from '../../recordings/capture.ts';
import type { TrafficSettings } from './traffic-flags.ts';

/** The entry file of the proxy's judging thread. */
export const judgeThread = new URL('./proxy-judge.js', import.meta.url);

/** The data that the judging thread starts with. */
export interface JudgeData {
  readonly settings: TrafficSettings;
  readonly out: string;
  readonly target: string;
}

/** An exchange to judge. */
export interface Passed {
  readonly capture: Capture;
  readonly by: AnsweredBy;
}

/** Messages from the proxy to its judge. */
export type ToJudge =
  | { readonly kind: 'exchanges'; readonly exchanges: readonly Passed[] }
  /**
   * Sent last: the number of requests that matched no operation, and of exchanges that could not be kept; and why the
   * traffic is incomplete, in one sentence, if it is.
   */
  | { readonly kind: 'finish'; readonly others: number; readonly skipped: number; readonly stopped?: string };

/** Messages from the judge to the proxy. */
export type FromJudge =
  | { readonly kind: 'violation'; readonly line: string }
  /** An error of the suite itself, in one sentence: the judging goes on, but is incomplete. */
  | { readonly kind: 'broken'; readonly reason: string }
  /** The exchanges of the next message were judged: messages are answered in order. */
  | { readonly kind: 'judged' }
  | { readonly kind: 'report'; readonly report: Report };
