import type { Report } from '../model/report.ts';
import type { Capture } from '../recordings/capture.ts';
import type { TrafficSettings } from './traffic-flags.ts';

/** The data that the judging thread starts with. */
export interface JudgeData {
  readonly settings: TrafficSettings;
  readonly out: string;
  readonly target: string;
}

/** Messages from the proxy to its judge. */
export type ToJudge =
  | { readonly kind: 'exchange'; readonly capture: Capture; readonly own: boolean }
  /** Sent last: the number of requests that matched no operation, and of exchanges that could not be kept. */
  | { readonly kind: 'finish'; readonly others: number; readonly skipped: number };

/** Messages from the judge to the proxy. */
export type FromJudge =
  | { readonly kind: 'violation'; readonly line: string }
  | { readonly kind: 'judged'; readonly id: number }
  | { readonly kind: 'report'; readonly report: Report };
