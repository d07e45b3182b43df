import type { Operation } from '../contract/operations.ts';
import type { Json } from '../values/json.ts';
import type { Exchange } from './exchange.ts';
import type { Counted } from './facts.ts';

/** What it takes to send a failing case again: the seed of the run and fast-check's path to the case. */
export interface Replay {
  readonly seed: number;
  readonly path: string;
}

/** One way in which the target differs from the document. */
export interface Failure {
  readonly operation: Operation;
  /** JSON Pointer into the answer of the deciding exchange, or null when the whole answer is meant. */
  readonly where: string | null;
  /** What the document demands, as a phrase that follows "expected". */
  readonly expected: string;
  /** What was found, as a phrase that follows "got". */
  readonly actual: string;
  /** The exchange that decided it comes last; those it was compared with come before it. */
  readonly exchanges: readonly Exchange[];
  readonly replay?: Replay;
  /** The id of the item that it is about, for reports to cut long lists around it. */
  readonly item?: string;
}

/** The fixture member that would have allowed a check, as the user writes it. */
export interface Missing {
  readonly reason: string;
  /** What to provide: a member of the fixtures file or a flag. */
  readonly provide?: string;
}

/**
 * Why neither "holds" nor "fails" follows. `fixture`: the target has to hold something that it does not. `budget`: the user
 * did not allow the requests. `transport`: nothing answered, or could just then. `refused`: a request that keeps every rule
 * was refused. `unrecognised`: an answer cannot be that of its operation. `blocked`: the target breaks another requirement,
 * without which this one cannot be judged.
 */
export type InconclusiveCause = 'fixture' | 'budget' | 'transport' | 'refused' | 'unrecognised' | 'blocked' | 'other';

/** A check without a verdict. */
export interface InconclusiveOutcome extends Missing {
  readonly kind: 'inconclusive';
  readonly cause: InconclusiveCause;
  /** Ids of the requirements that the target breaks, where these are the cause. */
  readonly blockedBy?: readonly string[];
}

/** What a check found on one operation. */
export type Outcome<F = Failure> =
  | { readonly kind: 'holds'; readonly note?: string }
  | { readonly kind: 'fails'; readonly failures: readonly [F, ...F[]] }
  | InconclusiveOutcome
  | { readonly kind: 'flaky'; readonly reason: string; readonly failures: readonly F[] }
  | { readonly kind: 'observed'; readonly answer: string | readonly Counted[] };

/** A short, bounded rendering of any value for an `actual` phrase. */
export function shown(value: Json | undefined, most = 120): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
