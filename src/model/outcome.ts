import type { Operation } from '../contract/operations.ts';
import { cut } from '../values/escape.ts';
import type { Json } from '../values/json.ts';
import type { NonEmpty } from '../values/non-empty.ts';
import type { Counted } from './counted.ts';
import type { Exchange } from './exchange.ts';
import type { Need } from './need.ts';

/** What is needed to replay a failing case: the seed of its property, and fast-check's path to the case. */
export interface Replay {
  readonly seed: number;
  readonly path: string;
}

/** One difference between the target and the document. */
export interface Failure {
  readonly operation: Operation;
  /** JSON Pointer into the deciding response's body, or null if the whole response is meant. */
  readonly where: string | null;
  /** What the document demands, as a phrase after "expected". */
  readonly expected: string;
  /** What was found, as a phrase after "got". */
  readonly actual: string;
  /** The deciding exchange comes last, after those that it was compared with. */
  readonly exchanges: readonly Exchange[];
  readonly replay?: Replay;
  /** The id of the list item that the failure is about. Reports cut long lists around it. */
  readonly item?: string;
}

/** Why a check was not possible, and what would make it possible. */
export interface Missing {
  readonly reason: string;
  readonly need?: Need;
}

/**
 * Why a check concludes neither "holds" nor "fails".
 * - `fixture`: the target lacks something that it must hold.
 * - `budget`: the user did not allow the requests.
 * - `transport`: no response came, or only a transient one.
 * - `refused`: a valid request was refused.
 * - `unrecognised`: a response cannot be one of its operation.
 * - `blocked`: the target breaks another requirement, and this one cannot be judged until that one holds.
 */
export type InconclusiveCause = 'fixture' | 'budget' | 'transport' | 'refused' | 'unrecognised' | 'blocked' | 'other';

/** A request that was not sent because the user's settings do not allow it. */
export interface Withheld extends Missing {
  readonly withheld: true;
}

/** How the target refused a request. */
export interface Refusal {
  readonly status: number;
  /** The status and the target's message, as reasons show them. */
  readonly words: string;
}

/** The outcome of a check without a conclusion. */
export interface InconclusiveOutcome extends Missing {
  readonly kind: 'inconclusive';
  readonly cause: InconclusiveCause;
  /** Ids of the requirements that the target breaks, if they are the cause. */
  readonly blockedBy?: readonly string[];
  /** How the target refused a valid request, if it did. Reports have it only as part of the reason. */
  readonly refusal?: Refusal;
}

/** The outcome of a check with a conclusion. */
export type ConclusiveOutcome<F = Failure> =
  | { readonly kind: 'holds' }
  | { readonly kind: 'fails'; readonly failures: NonEmpty<F> }
  | { readonly kind: 'flaky'; readonly reason: string; readonly failures: readonly F[] }
  | { readonly kind: 'observed'; readonly answer: string | readonly Counted[] };

/** What a check found on one operation. */
export type Outcome = ConclusiveOutcome | InconclusiveOutcome;

/** What checks found, by requirement and operation (`keyOf` of facts). */
export type Outcomes = Readonly<Record<string, Outcome>>;

/** What is found in place of a member that the response does not have. */
export const ABSENT = 'absent';

/** Returns the difference that the response does not have a member. */
export const absent = <Place extends string>(where: Place, expected: string) => ({ where, expected, actual: ABSENT });

/** Whether a failure is that the response does not have a member. */
export const saysAbsent = ({ where, actual }: Pick<Failure, 'where' | 'actual'>): boolean =>
  where !== null && actual === ABSENT;

/** Shows any value in an `actual` phrase, shortened to `most` characters. */
export function shown(value: Json | undefined, most = 120): string {
  if (value === undefined) return 'nothing';
  return cut(JSON.stringify(value), most);
}
