import type { InconclusiveCause } from '../model/outcome.ts';

/**
 * What one answer says of the request that was sent. Which failure status a refusal has is not shown (7.4), so a status
 * decides only where HTTP gives it a meaning of its own.
 *
 * - `accepted`: any 2xx whose body can be the operation's answer.
 * - `unrecognised`: any 2xx whose body cannot be.
 * - `refused`: the request itself was rejected.
 * - `unauthenticated`: rejected for its credentials (401).
 * - `doubtful`: rejected, perhaps for another cause than the one under test: rights, funds, a lock, a redirect.
 * - `error`: the target failed (5xx). As a refusal it may be one; a request that keeps every rule it must not meet.
 * - `transient`: says nothing of the request.
 * - `unanswered`: no answer came (`NO_ANSWER`). Failures have statuses as well (4, 7.4), so that it is no refusal.
 */
export type Evidence =
  | 'accepted'
  | 'unrecognised'
  | 'refused'
  | 'unauthenticated'
  | 'doubtful'
  | 'error'
  | 'transient'
  | 'unanswered';

/**
 * What a row demands of a request.
 *
 * - `refused`, `admitted`: that it is refused, or accepted.
 * - `known`: that it is accepted, or refused otherwise than one with an unknown value, which the row finds out by itself.
 * - `unauthenticated`: that it is refused for its credentials.
 */
export type Demand = 'refused' | 'admitted' | 'known' | 'unauthenticated';

/** What follows from an answer in the end: a verdict, or the cause why nothing follows. */
export type Conclusion = 'holds' | 'fails' | NoProof;

/**
 * What follows from a first answer. A control is the twin accepted once more, since the answer may have another cause; where
 * a refusal is demanded, the request is sent again after it.
 */
export type Proof = Conclusion | 'needs-control';

/** Why an answer proves nothing. */
type NoProof = Extract<InconclusiveCause, 'transport' | 'refused' | 'unrecognised'>;

const DOUBTFUL: ReadonlySet<number> = new Set([402, 403, 407, 409, 423, 424]);
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
/** The status of a request that got no whole answer, as HAR writes it. */
const NO_ANSWER = 0;

/** Classifies an answer by its status and by whether its body can be the operation's answer. */
export function evidenceOf(status: number, isRecognised = true): Evidence {
  if (status >= 200 && status < 300) return isRecognised ? 'accepted' : 'unrecognised';
  if (status === NO_ANSWER) return 'unanswered';
  if (TRANSIENT.has(status)) return 'transient';
  if (status === UNAUTHORIZED) return 'unauthenticated';
  if (status >= 500) return 'error';
  return status < 400 || DOUBTFUL.has(status) ? 'doubtful' : 'refused';
}

/** Whether the same request may be answered otherwise a moment later, without fewer requests being sent (429). */
export const isRetryable = (status: number): boolean => TRANSIENT.has(status) && status !== TOO_MANY_REQUESTS;

/** Whether a refusal names the state of the moment as its cause: a conflict (409), or a lock (423). */
export const isConflict = (status: number): boolean => status === 409 || status === 423;

type Table<P> = Readonly<Record<Demand, Readonly<Record<Evidence, P>>>>;

/** The first answer, its twin having been accepted before it. */
const FIRST = {
  refused: {
    accepted: 'fails',
    unrecognised: 'fails',
    refused: 'holds',
    unauthenticated: 'needs-control',
    doubtful: 'needs-control',
    error: 'needs-control',
    transient: 'transport',
    unanswered: 'needs-control',
  },
  admitted: {
    accepted: 'holds',
    unrecognised: 'unrecognised',
    refused: 'needs-control',
    unauthenticated: 'refused',
    doubtful: 'refused',
    error: 'needs-control',
    transient: 'transport',
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
    unanswered: 'transport',
  },
} as const satisfies Table<Proof>;

/** The deciding answer, its twin having been accepted once more since the first. */
const CONTROLLED: Table<Conclusion> = {
  refused: { ...FIRST.refused, unauthenticated: 'holds', doubtful: 'holds', error: 'holds', unanswered: 'fails' },
  admitted: { ...FIRST.admitted, refused: 'fails', error: 'fails' },
  known: { ...FIRST.known, refused: 'fails', unauthenticated: 'fails', doubtful: 'fails', error: 'fails' },
  unauthenticated: { ...FIRST.unauthenticated, refused: 'holds', doubtful: 'holds', error: 'holds' },
};

/** What the first answer proves, its twin having been accepted before it. */
export const proofOf = (demand: Demand, answer: Evidence): Proof => FIRST[demand][answer];

/** What the deciding answer proves, its twin having been accepted as a control. */
export const controlledProofOf = (demand: Demand, answer: Evidence): Conclusion => CONTROLLED[demand][answer];

/**
 * Why a request that keeps every rule should be answered with success.
 *
 * - `nothing`: it needs only a token.
 * - `vouched`: the user says that the fixtures are valid and funded (`--strict`).
 * - `read`: it reads what the target's own list has just shown.
 * - `shown`: it writes, and lists show everything that it names by an id.
 * - `named`: it rests on fixtures, funds or the rules of a sandbox.
 */
export type Grounds = 'nothing' | 'vouched' | 'read' | 'shown' | 'named';

/** Grounds that leave the request itself as the only cause of a refusal. */
const SUFFICIENT: ReadonlySet<Grounds> = new Set(['nothing', 'vouched']);

/**
 * What a refusal of a request that keeps every rule proves. `needs-route`: whether the operation is there at all decides.
 * `needs-control`: nothing was answered, which counts where another operation answers.
 */
export type LawfulRefusal = 'fails' | 'needs-route' | 'needs-control' | Extract<NoProof, 'transport' | 'refused'>;

const NOT_FOUND: ReadonlySet<number> = new Set([404, 410]);
/** What refuses the method, or JSON itself: 405, 406 for `Accept`, 415 for `Content-Type`. */
const NOT_SERVED: ReadonlySet<number> = new Set([405, 406, 415]);

/**
 * What follows when every request that keeps every rule is refused, the last one with `status`: the document specifies the
 * operation and that bodies are JSON, so that a method that is not allowed, a media type that is not supported and an error
 * of the server are failures whatever the request names.
 */
export function refusalOfLawful(status: number, grounds: Grounds): LawfulRefusal {
  if (status === NO_ANSWER) return 'needs-control';
  if (status === TOO_MANY_REQUESTS) return 'transport';
  if (status >= 500 || NOT_SERVED.has(status) || SUFFICIENT.has(grounds)) return 'fails';
  if (NOT_FOUND.has(status)) return grounds === 'named' ? 'needs-route' : 'fails';
  // No rule of business concerns a read, but rights and locks may.
  return grounds === 'read' && evidenceOf(status) === 'refused' ? 'fails' : 'refused';
}
