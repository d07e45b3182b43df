import type { Arbitrary } from 'fast-check';
import type { Tagged } from '../contract/lists.ts';
import type { ListOperation, Operation } from '../contract/operations.ts';
import type { Exchange, RequestInput } from '../model/exchange.ts';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Failure } from '../model/outcome.ts';
import type { RunFacts } from '../model/run-facts.ts';
import type { Id } from '../values/id.ts';
import type { Json, JsonObject } from '../values/json.ts';
import type { Carrier } from './packing.ts';
import type { Demand, Evidence, Grounds } from './proof.ts';

/** A request that a probe can send more than once: made anew each time, so that ids which must be fresh are. */
export interface Ask {
  readonly operation: Operation;
  readonly input: () => RequestInput;
  /** True for a read whose answer serves all who ask the same in the same attempt at their checks; controls send it anew. */
  readonly isShared?: boolean;
  /** True for a write that is sent again when it is refused for the state of the moment: another request of ours may be in its way. */
  readonly isPatient?: boolean;
  /** True for a write that goes out beside others also where the target was found to take one at a time. */
  readonly isConcurrent?: boolean;
  /** True where it breaks a rule whatever else is the case: accepted, it shows that also where its twin is refused. */
  readonly isUnlawful?: boolean;
  /** True where no sentence says that it keeps every rule: an error of the server may be how it is refused. */
  readonly isUnstated?: boolean;
}

/** A request that keeps every rule, and from which a variant differs in one point. It is sent once a run for each key. */
export interface Twin {
  readonly key: string;
  readonly ask: Ask;
}

/** An answer with what it says of its request. */
export interface Answer {
  readonly exchange: Exchange;
  readonly evidence: Evidence;
  /** True for any 2xx, whatever else is wrong with the answer. */
  readonly isAccepted: boolean;
  /** `accepted`, or `refused with` the status and what the body says. */
  readonly words: string;
}

/**
 * Distinguishes an operation that is not there from one that refuses: altered so, its request is answered as an unknown path is, while
 * the request of another operation is not.
 */
export interface RouteTest {
  /** How the request is altered; undefined leaves it as it was. */
  readonly alter?: (input: RequestInput) => RequestInput;
  /** A request that another operation refuses for the same reason. */
  readonly other: Ask;
}

/** What it takes to hold refusals of requests that keep every rule against a target. */
export interface LawfulDemand {
  readonly grounds: Grounds;
  /** What may show that the operation is not there, one after another until one does. */
  readonly routes: readonly RouteTest[];
  /** A request of another operation: where it is accepted, the target as a whole is there. */
  readonly control: Ask;
}

/** Requests of an operation that an error of the server is compared with. */
export interface Controls {
  /** The plainest one that keeps every rule: where it is accepted, the operation works. */
  readonly plain: Ask;
  /** One that has to be refused: where it is refused with the same status, that status is how the target refuses. */
  readonly unlawful: Ask;
  /** Where the plainest one may be accepted only once, another one that keeps every rule; gives undefined where none is known. */
  readonly another?: () => Promise<Ask | undefined>;
}

/** The items of a list as the run knows them. */
export interface Listing {
  readonly items: readonly ListedItem[];
  /** False when a bound was reached before the last page. */
  readonly complete: boolean;
  readonly pages: readonly Exchange[];
}

export interface ListedItem {
  /** Undefined when the item has none. */
  readonly id: Id | undefined;
  /** The same as the target spells it, for requests and messages. */
  readonly text: string | undefined;
  readonly item: Json;
}

/** Everything a probe can do. Suites see the target through this and nothing else. */
export interface Probing {
  /** The operation that the probe is asked about; a row with several operations is probed once for each. */
  readonly operation: Operation;
  /** How often this check failed before in this run: what is read to confirm a failure is read again. */
  readonly attempt: number;
  /**
   * Whether what is tried goes together with what other checks claim, as at first. Every other attempt makes the smallest requests, which
   * show a failure best; one that comes back only beside the rest shows in the attempts between them.
   */
  readonly isPacked: boolean;
  readonly run: RunFacts;
  readonly fixtures: Fixtures;
  /** Members that requests of the operation have otherwise than usual, since the target refused the usual ones. */
  readonly adapted: JsonObject | undefined;
  /** Finds that out: before each check for its own operation; a check that asks for another one says which, before anything else. */
  adapt(operation: Operation): Promise<void>;
  /** Sends one request. Throws Inconclusive when nothing answered or the request may not be sent. */
  send(operation: Operation, input?: RequestInput): Promise<Exchange>;
  /**
   * Sends a request that keeps every rule; throws Inconclusive with the target's answer when it is refused, and Refuted when that is
   * an error of the server each time (`serverError`).
   */
  accepted(ask: Ask): Promise<Exchange>;
  /**
   * Sends a request for a list that keeps every rule and whose refusal has no other cause where its plainer `twin` is still accepted
   * after it: then throws Refuted. After an error of the server it is sent once more.
   */
  lawful(claim: string, ask: Ask, twin: Ask): Promise<Exchange>;
  /**
   * A failure where a request that keeps every rule meets an error of the server again, while the plainest one of its operation is
   * accepted in between and one that has to be refused is refused with another status.
   */
  serverError(ask: Ask, answer: Exchange): Promise<readonly Failure[]>;
  /** Like `accepted`, but once a run for each `key`: the proof that requests of this kind are accepted at all. */
  twin(key: string, ask: Ask): Promise<Exchange>;
  /** Whether a twin is accepted. */
  isAccepted(twin: Twin): Promise<boolean>;
  /**
   * Demands that `variant` is refused, its `twin` (the same but for one change) having been accepted. An answer that may
   * have another cause (401, 403, 409, 5xx, a redirect) counts only when the twin is accepted again after it. Where the twin is
   * refused, nothing follows from a refusal.
   */
  refused(claim: string, variant: Ask, twin: Twin): Promise<readonly Failure[]>;
  /**
   * Judges an answer whose request has no twin that can be sent at will. `control` is called where the answer by itself decides
   * nothing: it shows that nothing else was the cause, or throws Inconclusive. `before` are exchanges to show with a failure.
   */
  judged(
    demand: Demand,
    claim: string,
    answer: Exchange,
    control: () => Promise<unknown>,
    before?: readonly Exchange[],
  ): Promise<readonly Failure[]>;
  /**
   * A request that was accepted with this change among others, sent once for all that claim them (`Claims`); undefined where
   * none was, or a failed check is confirmed. `ask` makes the request of a change.
   */
  carried(change: JsonObject, ask: (change: JsonObject) => Ask): Promise<Carrier | undefined>;
  /** Sends a request of which nothing is demanded: for questions, and for probes that go on by what it is answered with. */
  answerTo(ask: Ask): Promise<Answer>;
  /** Demands that `variant` is accepted, its plainer `twin` having been. */
  admitted(claim: string, variant: Ask, twin: Twin): Promise<readonly Failure[]>;
  /**
   * Demands that one of several requests that keep every rule, sent in this order until one is accepted, is answered with
   * success: any 2xx, whatever its body, which other requirements judge.
   */
  answersOneOf(asks: readonly Ask[], demand: LawfulDemand): Promise<readonly Failure[]>;
  /** Checks a property for as many values as the check wants and the budgets allow; the failure is that of the smallest value found, with the path to it. */
  each<T>(
    values: Arbitrary<T>,
    check: (value: T) => Promise<readonly Failure[]>,
    options?: EachOptions,
  ): Promise<readonly Failure[]>;
  /** What the rules of any row find wrong with an exchange of this run: what a generated request is explored for. */
  violations(exchange: Exchange): readonly Failure[];
  /** A member of the fixtures, or Inconclusive with the member to provide; a list without items is none. */
  fixture<T>(member: string, pick: (fixtures: Fixtures) => T | undefined): T;
  /** Takes a settlement transaction that no other probe of this run, or of another shard, uses. */
  takeTransaction(state: SettlementState): Promise<string>;
  /** The first accepted creations of this run, in the order in which they were asked for. */
  created(operation: Operation): readonly Exchange[];
  /** A reference of the client that was never used before; the same in each run but for the run's id. */
  freshRef(): string;
  /** A body with a reference that `freshRef` made. */
  tagged<T extends object>(body: T): Tagged<T>;
  /**
   * A page of a list; asked for once more after an error of the server, and one that does not come back leaves the check unsteady.
   * Refusals are answers too.
   */
  page(ask: Ask): Promise<Exchange>;
  /** Follows a list from its first page to its end, to the run's bounds, or for so many pages. */
  list(operation: ListOperation, query?: RequestInput['query'], maxPages?: number): Promise<Listing>;
  /** The whole unfiltered list as it was when first asked for in this run, or in this attempt of a check that failed. */
  known(operation: ListOperation): Promise<Listing>;
  /** Repeats a look-up until it has no flaws or the bound of time is reached: nothing need be readable at once. */
  eventually(look: () => Promise<readonly Failure[]>, withinMs?: number): Promise<readonly Failure[]>;
  /** Computes once a run, whoever asks first. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Does the same for several values at once, each as a case of its own. */
  together<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]>;
  /** Waits; ends early when the run is interrupted. */
  pause(milliseconds: number): Promise<void>;
  /** Waits until so many milliseconds have passed since an answer came: nothing where they have. */
  pauseSince(answer: Exchange, milliseconds: number): Promise<void>;
}

export interface EachOptions {
  /** Most requests that shrinking may send. */
  readonly shrinkBudget?: number;
  /** Cases in flight at once, where they do not depend on one another; 1 when left out. */
  readonly together?: number;
  /** Values that are always tried first. */
  readonly examples?: readonly unknown[];
}
