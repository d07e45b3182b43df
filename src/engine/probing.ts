import type { Arbitrary } from 'fast-check';
import type { Tagged } from '../contract/lists.ts';
import type { ListOperation, Operation } from '../contract/operations.ts';
import type { Exchange, Query, RequestInput } from '../model/exchange.ts';
import type { FixturePath, Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Need } from '../model/need.ts';
import type { Failure } from '../model/outcome.ts';
import type { RunContext } from '../model/run-context.ts';
import type { JsonObject } from '../values/json.ts';
import type { Ask, Carrier, Twin } from './ask.ts';
import type { Listing, ListOptions } from './listing.ts';
import type { Demand, Evidence, Grounds } from './proof.ts';

/** How long a look-up is repeated, unless a check says otherwise. */
export const LOOK_WITHIN_MS = 5_000;

/** A response and what it says about its request. */
export interface Answer {
  readonly exchange: Exchange;
  readonly evidence: Evidence;
  /** True for any 2xx, whatever else is wrong with the answer. */
  readonly isAccepted: boolean;
  /** `accepted`, or `refused with` the status and the message in the body. */
  readonly words: string;
}

/**
 * Distinguishes an operation that does not exist from one that refuses: its altered request is answered like an unknown
 * path, while the request of another operation is not.
 */
export interface RouteTest {
  /** Alters the request; undefined leaves it as it is. */
  readonly alter?: (input: RequestInput) => RequestInput;
  /** A request that another operation refuses for the same reason. */
  readonly other: Ask;
}

/** What decides, besides a response itself, whether the response breaks a requirement. */
export interface OutcomeProof {
  /**
   * Called if the response alone decides nothing: shows that nothing else was the cause, or throws Inconclusive. Missing
   * if other responses have shown that before.
   */
  readonly control?: () => Promise<unknown>;
  /** Exchanges to show with a failure. */
  readonly before?: readonly Exchange[];
}

/** What is needed to count refusals of valid requests as a failure of the target. */
export interface AnswerDemand {
  readonly grounds: Grounds;
  /** Tests that may show that the operation does not exist, tried in order until one does. */
  readonly routes: readonly RouteTest[];
  /** A request of another operation. If it is accepted, the target as a whole is up. */
  readonly control: Ask;
  /** What is needed if the requests may have been refused for their fixtures. */
  readonly need: Need;
  /** What the document demands, as a phrase after "expected". */
  readonly expected: string;
}

/** How `Probing.each` checks a property of values of type `T`. */
export interface EachOptions<T> {
  /** The maximum number of requests that shrinking may send. */
  readonly shrinkBudget?: number;
  /** Maximum number of cases in flight at once, if they do not depend on one another; 1 by default. */
  readonly together?: number;
  /** Values that are always tried first. */
  readonly examples?: readonly T[];
}

/** Everything that a probe can do. Suites access the target only through this interface. */
export interface Probing {
  // What the check runs on.
  /** The operation under test. A row with several operations is probed once for each. */
  readonly operation: Operation;
  readonly run: RunContext;
  /** Number of this attempt at the check, 0 for the first. Any later attempt reads again what it confirms. */
  readonly attempt: number;
  /**
   * Whether the check's changes are combined with those of other checks, as in the first attempt. Other attempts send
   * the smallest requests, which show a failure best.
   */
  readonly isPacked: boolean;
  /** Whether this run verifies an operation. No request that changes something is sent to any other. */
  verifies(operation: Operation): boolean;

  // What the target holds, and what requests of an operation must have.
  /** The fixtures of the run, and what {@link adapt} found for an operation. */
  readonly fixtures: Fixtures;
  /**
   * Returns a member of the fixtures, or throws Inconclusive with the member to provide. An empty list counts as
   * missing.
   */
  fixture<K extends keyof Fixtures>(name: K): NonNullable<Fixtures[K]>;
  /** Returns a part of a member. `path` names it for the user: `fiat_accounts.wire`. */
  fixture<T>(path: FixturePath, pick: (fixtures: Fixtures) => T | undefined): T;
  /** Takes a settlement transaction that no other probe of this run, and no other shard, uses. */
  takeTransaction(state: SettlementState): Promise<string>;
  /** Members that replace those of the operation's usual requests, because the target refused them. */
  readonly adapted: JsonObject | undefined;
  /**
   * Finds the adapted members of an operation. The engine calls it before each check for the check's own operation; a
   * check that uses another operation calls it first.
   */
  adapt(operation: Operation): Promise<void>;
  /** Whether the target refuses withdrawals by an operation with the amount of an earlier one. */
  needsOtherAmounts(operation: Operation): boolean;
  /** Returns a new client reference (`ref_id`). It is the same in each run except for the run's id. */
  freshRef(): string;
  /** Returns the body with a reference from `freshRef`. */
  tagged<T extends object>(body: T): Tagged<T>;

  // Requests of which nothing is demanded.
  /** Sends one request. Throws Inconclusive if no response came or the request may not be sent. */
  send(operation: Operation, input?: RequestInput): Promise<Exchange>;
  /** Sends a request for questions, and for probes that decide by the response how to go on. */
  answerTo(ask: Ask): Promise<Answer>;

  // Requests that the target should accept.
  /**
   * Sends a valid request. Throws Inconclusive with the target's response if it is refused, and Refuted if it
   * repeatedly meets a server error (`serverError`).
   */
  sendValid(ask: Ask): Promise<Exchange>;
  /** Like `sendValid`, but sent once a run for each key. Proves that requests of this kind are accepted at all. */
  twin(twin: Twin): Promise<Exchange>;
  /** Returns whether a twin is accepted. */
  isAccepted(twin: Twin): Promise<boolean>;
  /**
   * Returns a request that was accepted with this change among others; it is sent once for all checks that combine them
   * (`CombinableChanges`). Returns undefined if none was accepted, or while a failed check is confirmed with the smallest
   * requests. `ask` makes the request of a change.
   */
  carrierOf(change: JsonObject, ask: (change: JsonObject) => Ask): Promise<Carrier | undefined>;

  // Demands. They return the failures; `what` names the request in them.
  /**
   * Demands that `variant` is refused after its `twin`, which differs in one change, was accepted. A response that may
   * have another cause (401, 403, 409, 5xx, a redirect) counts only if the twin is accepted again after it. If the twin
   * is refused, nothing follows from a refusal.
   */
  expectRefused(what: string, variant: Ask, twin: Twin): Promise<readonly Failure[]>;
  /** Demands that `variant` is accepted after its plainer `twin` was accepted. */
  expectAccepted(what: string, variant: Ask, twin: Twin): Promise<readonly Failure[]>;
  /** Judges a response whose request has no twin that can be sent at will. */
  expectOutcome(demand: Demand, what: string, answer: Exchange, proof?: OutcomeProof): Promise<readonly Failure[]>;
  /**
   * Demands that one of several valid requests, sent in order until one is accepted, gets a 2xx status. Other
   * requirements judge the body.
   */
  expectOneAnswered(asks: readonly Ask[], demand: AnswerDemand): Promise<readonly Failure[]>;
  /**
   * Returns a failure if a valid request meets a server error again although the plainest request of its operation is
   * accepted in between, and a request that must be refused is refused with another status.
   */
  serverError(ask: Ask, answer: Exchange): Promise<readonly Failure[]>;
  /** Returns what the rules of any row find wrong with an exchange of this run. Generated requests explore this. */
  violations(exchange: Exchange): readonly Failure[];

  // Lists.
  /**
   * Requests a page of a list and returns the response, a refusal too. After a server error requests it once more; an
   * error that does not come back leaves the check unsteady.
   */
  page(ask: Ask): Promise<Exchange>;
  /**
   * Sends a valid request for a list. If it is refused and its plainer `twin` is accepted after it, the refusal has no
   * other cause: throws Refuted. After a server error the request is sent once more. `what` names it in failures.
   */
  sendVariant(what: string, ask: Ask, twin: Ask): Promise<Exchange>;
  /** Walks a list from its first page to its end, to the run's bounds, or for at most `maxPages` pages. */
  list(operation: ListOperation, query?: Query, options?: ListOptions): Promise<Listing>;
  /**
   * Returns the whole unfiltered list as it was when first requested in this run, or in this attempt of a check that
   * failed.
   */
  known(operation: ListOperation): Promise<Listing>;

  // What the run has found and done so far.
  /** Returns the first accepted creations of this run, in the order in which they were requested. */
  created(operation: Operation): readonly Exchange[];
  /** Whether the operation under test has answered a request of any check with a server error. */
  readonly hasErred: boolean;
  /**
   * The last response to a request of this attempt. Requests for values that checks share do not count, since any check
   * may make them.
   */
  readonly lastOwn: Exchange | undefined;
  /** Computes a value once a run for each key. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Computes a value once a run for each key, and once more for each later attempt at a check. */
  oncePerAttempt<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** Returns what `once` computed for a key, or undefined if no check has asked for it. */
  remembered<T>(key: string): Promise<T> | undefined;

  // Several cases.
  /**
   * Checks a property for as many values as the check wants and the budgets allow. Returns the failures of the smallest
   * failing value, with the path that replays it.
   */
  each<T>(
    values: Arbitrary<T>,
    check: (value: T) => Promise<readonly Failure[]>,
    options?: EachOptions<T>,
  ): Promise<readonly Failure[]>;
  /** Runs `act` for several values at once, each as a case of its own. */
  together<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]>;

  // Time. All of these end early when the run is interrupted.
  /**
   * Repeats a lookup until it finds no flaws or the time limit is reached, since a write need not be visible at once.
   */
  eventually(look: () => Promise<readonly Failure[]>, withinMs?: number): Promise<readonly Failure[]>;
  /** Looks again and again until `isDone`, as `eventually` does. Resolves to what was found last. */
  until<T>(look: () => Promise<T>, isDone: (found: T) => boolean, withinMs?: number): Promise<T>;
  pause(milliseconds: number): Promise<void>;
  /** Waits until `milliseconds` have passed since the response came; does not wait if they have. */
  pauseSince(answer: Exchange, milliseconds: number): Promise<void>;
  /** Does the same for the response with success of an operation that came last in this run, if there is one. */
  pauseSinceLatest(operation: Operation, milliseconds: number): Promise<void>;
}
