import type { InconclusiveCause } from '../model/outcome.ts';
import {
  CONFLICT,
  ENHANCE_YOUR_CALM,
  FAILED_DEPENDENCY,
  FORBIDDEN,
  GONE,
  isServerError,
  isSuccess,
  isTemporary,
  LOCKED,
  METHOD_NOT_ALLOWED,
  NO_ANSWER,
  NOT_ACCEPTABLE,
  NOT_FOUND,
  PAYMENT_REQUIRED,
  PROXY_AUTHENTICATION_REQUIRED,
  TOO_MANY_REQUESTS,
  UNAUTHORIZED,
  UNSUPPORTED_MEDIA_TYPE,
} from '../values/http-status.ts';

/**
 * What one response says about its request. The document does not show which failure status a refusal has (7.4), so a
 * status decides only if HTTP gives it a meaning of its own.
 *
 * - `accepted`: a 2xx whose body can be the operation's response.
 * - `unrecognised`: a 2xx whose body cannot be.
 * - `refused`: the request itself was rejected.
 * - `unauthenticated`: the credentials were rejected (401).
 * - `doubtful`: rejected, perhaps for a cause other than the one under test: permissions, funds, a lock, a redirect.
 * - `error`: the target failed (a 5xx that is not transient). It may be how the target refuses; a valid request must
 *   not meet it.
 * - `transient`: says nothing about the request, unless it comes each time (408, 425, 502, 503, 504).
 * - `limited`: says nothing about the request (429), unless only requests without a valid token are limited.
 * - `unanswered`: no response came (`NO_ANSWER`). It is no refusal, since failures have statuses too (4, 7.4).
 */
export type Evidence =
  | 'accepted'
  | 'unrecognised'
  | 'refused'
  | 'unauthenticated'
  | 'doubtful'
  | 'error'
  | 'transient'
  | 'limited'
  | 'unanswered';

/**
 * What a row demands of a request.
 *
 * - `refused`, `accepted`: that it is.
 * - `known`: that it is accepted, or refused differently from a request with an unknown value. The row checks the
 *   difference.
 * - `unauthenticated`: that it is refused for its credentials.
 */
export type Demand = 'refused' | 'accepted' | 'known' | 'unauthenticated';

/** What finally follows from a response: a verdict, or the cause why nothing follows. */
export type Conclusion = 'holds' | 'fails' | NoProof;

/**
 * What follows from a first response. `needs-control`: it may have another cause, so the twin must be accepted once
 * more. If a refusal is demanded, the request is then sent again.
 */
export type Proof = Conclusion | 'needs-control';

/** Why a response proves nothing. */
type NoProof = Extract<InconclusiveCause, 'transport' | 'refused' | 'unrecognised'>;

const DOUBTFUL: ReadonlySet<number> = new Set([
  PAYMENT_REQUIRED,
  FORBIDDEN,
  PROXY_AUTHENTICATION_REQUIRED,
  CONFLICT,
  ENHANCE_YOUR_CALM,
  LOCKED,
  FAILED_DEPENDENCY,
]);

/** Classifies a response by its status and by whether its body can be the operation's response. */
export function evidenceOf(status: number, isRecognised = true): Evidence {
  if (isSuccess(status)) return isRecognised ? 'accepted' : 'unrecognised';
  if (status === NO_ANSWER) return 'unanswered';
  if (status === TOO_MANY_REQUESTS) return 'limited';
  if (isTemporary(status)) return 'transient';
  if (status === UNAUTHORIZED) return 'unauthenticated';
  if (isServerError(status)) return 'error';
  return status < 400 || DOUBTFUL.has(status) ? 'doubtful' : 'refused';
}

/** Returns whether a response may have nothing to do with its request. */
export const isPassing = (evidence: Evidence): boolean => evidence === 'transient' || evidence === 'limited';

/** Returns whether a refusal is caused by the current state: a conflict (409) or a lock (423). */
export const isConflict = (status: number): boolean => status === CONFLICT || status === LOCKED;

type Table<P> = Readonly<Record<Demand, Readonly<Record<Evidence, P>>>>;

/** What the first response proves, after its twin was accepted. */
const FIRST = {
  refused: {
    accepted: 'fails',
    unrecognised: 'fails',
    refused: 'holds',
    unauthenticated: 'needs-control',
    doubtful: 'needs-control',
    error: 'needs-control',
    transient: 'needs-control',
    limited: 'transport',
    unanswered: 'needs-control',
  },
  accepted: {
    accepted: 'holds',
    unrecognised: 'unrecognised',
    refused: 'needs-control',
    unauthenticated: 'refused',
    doubtful: 'refused',
    error: 'needs-control',
    transient: 'transport',
    limited: 'transport',
    unanswered: 'transport',
  },
  known: {
    accepted: 'holds',
    unrecognised: 'unrecognised',
    refused: 'needs-control',
    unauthenticated: 'needs-control',
    doubtful: 'needs-control',
    error: 'needs-control',
    transient: 'transport',
    limited: 'transport',
    unanswered: 'transport',
  },
  unauthenticated: {
    accepted: 'fails',
    unrecognised: 'fails',
    refused: 'needs-control',
    unauthenticated: 'holds',
    doubtful: 'needs-control',
    error: 'needs-control',
    transient: 'transport',
    limited: 'needs-control',
    unanswered: 'transport',
  },
} as const satisfies Table<Proof>;

/** What the deciding response proves, after its twin was accepted once more since the first response. */
const CONTROLLED: Table<Conclusion> = {
  refused: {
    ...FIRST.refused,
    unauthenticated: 'holds',
    doubtful: 'holds',
    error: 'holds',
    transient: 'holds',
    unanswered: 'fails',
  },
  accepted: { ...FIRST.accepted, refused: 'fails', error: 'fails' },
  known: { ...FIRST.known, refused: 'fails', unauthenticated: 'fails', doubtful: 'fails', error: 'fails' },
  unauthenticated: {
    ...FIRST.unauthenticated,
    refused: 'holds',
    doubtful: 'holds',
    error: 'holds',
    limited: 'holds',
  },
};

/** Returns what the first response proves, after its twin was accepted. */
export const proofOf = (demand: Demand, answer: Evidence): Proof => FIRST[demand][answer];

/** Returns what the deciding response proves, after its twin was accepted again as a control. */
export const controlledProofOf = (demand: Demand, answer: Evidence): Conclusion => CONTROLLED[demand][answer];

/**
 * Why a valid request should succeed.
 * - `nothing`: it needs only a token.
 * - `vouched`: the user says that the fixtures are valid and funded (`--strict`).
 * - `read`: it reads something that the target's own list has just shown.
 * - `shown`: it writes, and lists show everything that it names by an id.
 * - `named`: it depends on fixtures, funds or a sandbox's own rules.
 */
export type Grounds = 'nothing' | 'vouched' | 'read' | 'shown' | 'named';

/** Grounds that leave the request itself as the only cause of a refusal. */
const SUFFICIENT: ReadonlySet<Grounds> = new Set(['nothing', 'vouched']);

/**
 * What a refusal of a valid request proves.
 * - `needs-route`: decided by whether the operation exists at all.
 * - `needs-control`: no response came; that is a failure if another operation answers.
 */
export type LawfulRefusal = 'fails' | 'needs-route' | 'needs-control' | Extract<NoProof, 'transport' | 'refused'>;

const MISSING: ReadonlySet<number> = new Set([NOT_FOUND, GONE]);
/** Statuses that refuse the method, or JSON itself as `Accept` or `Content-Type` names it. */
const NOT_SERVED: ReadonlySet<number> = new Set([METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, UNSUPPORTED_MEDIA_TYPE]);

/**
 * Decides what follows if every valid request is refused, the last one with `status`. The document specifies the
 * operation and JSON bodies, so a method that is not allowed, an unsupported media type and a server error are failures
 * whatever the request names.
 */
export function refusalOfLawful(status: number, grounds: Grounds): LawfulRefusal {
  if (status === NO_ANSWER) return 'needs-control';
  if (status === TOO_MANY_REQUESTS) return 'transport';
  if (isServerError(status) || NOT_SERVED.has(status) || SUFFICIENT.has(grounds)) return 'fails';
  if (MISSING.has(status)) return grounds === 'named' ? 'needs-route' : 'fails';
  // No business rule concerns a read, but permissions and locks may.
  return grounds === 'read' && evidenceOf(status) === 'refused' ? 'fails' : 'refused';
}
