import type { Report } from '../model/report.ts';

/** What the worker tells the command while it runs. */
export type Told =
  | {
      readonly kind: 'progress';
      readonly requests: number;
      readonly done: number;
      readonly all: number;
      readonly failed: number;
    }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'aborted'; readonly reason: string };

/** What the command tells the worker. */
export interface Stop {
  readonly kind: 'stop';
  readonly reason: string;
}

/** The name under which both sides of one run meet. */
export const channelName = (run: string): string => `transfer-conformance ${run}`;
