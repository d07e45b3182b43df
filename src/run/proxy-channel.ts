import type { Report } from '../model/report.ts';
import type { Capture } from '../recordings/capture.ts';
import type { TrafficSettings } from './traffic-flags.ts';

/** What the judging thread begins with. */
export interface JudgeData {
  readonly settings: TrafficSettings;
  readonly out: string;
  readonly target: string;
}

/** Messages of the proxy to its judge. */
export type ToJudge =
  | { readonly kind: 'exchange'; readonly capture: Capture; readonly own: boolean }
  /** Nothing more comes: with how many requests were no operation, and how many exchanges could not be kept. */
  | { readonly kind: 'finish'; readonly others: number; readonly skipped: number };

/** Messages of the judge to the proxy. */
export type FromJudge =
  | { readonly kind: 'violation'; readonly line: string }
  | { readonly kind: 'judged'; readonly id: number }
  | { readonly kind: 'report'; readonly report: Report };
