import type { Arbitrary } from 'fast-check';
import { refIdOf, sized, statesMaximum, type Tagged, withRefId } from '../contract/lists.ts';
import { isCreation, isRead, isRepeatable, type ListOperation, type Operation, page } from '../contract/operations.ts';
import {
  type Exchange,
  isAccepted,
  isAnswered,
  type LostExchange,
  type Place,
  type Recorded,
  type RequestInput,
  unanswered,
} from '../model/exchange.ts';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Failure, Missing, Replay } from '../model/outcome.ts';
import { momentaryPause } from '../model/retry-after.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { maskedMembers } from '../values/account-number.ts';
import { now } from '../values/clock.ts';
import type { JsonObject } from '../values/json.ts';
import { failure, isRefusedAlike, refusal } from './evidence.ts';
import { Inconclusive, unlessInconclusive } from './inconclusive.ts';
import { type Carrier, CLAIM_KINDS, type Claims, includes, packed } from './packing.ts';
import { walk } from './paging.ts';
import type { Answer, Ask, Controls, EachOptions, LawfulDemand, Listing, Probing, RouteTest, Twin } from './probing.ts';
import {
  type Conclusion,
  controlledProofOf,
  type Demand,
  type Evidence,
  evidenceOf,
  isConflict,
  isRetryable,
  proofOf,
  refusalOfLawful,
} from './proof.ts';
import { check } from './property.ts';
import { Refuted, refute } from './refuted.ts';
import { casesOf, type Wanted } from './row.ts';
import { isSameAnswer } from './same-answer.ts';
import { currentScope, Scope } from './scope.ts';
import { seedOf } from './seeds.ts';

/** The flaw of a response to a valid request that is a server error. */
const erring = (answer: Exchange) => ({ expected: 'success: the request keeps every rule', actual: refusal(answer) });

/** Thrown when a request got no response. */
class Unanswered extends Inconclusive {
  readonly exchange: LostExchange;

  constructor(exchange: LostExchange) {
    super('transport', `${exchange.operation} was not answered: ${exchange.lost}`);
    this.exchange = exchange;
  }
}

/** Returns the exchange, or throws Unanswered if there is no response. */
function answerIn(recorded: Recorded): Exchange {
  if (!isAnswered(recorded)) throw new Unanswered(recorded);
  return recorded;
}

/** Returns whether a write met a transient status (429 excepted), from which nothing follows. */
const failedForAMoment = (answer: Recorded): boolean =>
  !isRead(answer.operation) && isAnswered(answer) && isRetryable(answer.response.status);

/** Milliseconds that a response asks the client to wait before the next attempt; 0 if it asks for none. */
const pauseAsked = (answer: Recorded): number => (isAnswered(answer) && momentaryPause(answer.response)) || 0;

/** Returns whether a write met a conflict or a lock (409, 423). Another request of this run may be the cause. */
const metAConflict = (answer: Recorded): boolean =>
  !isRead(answer.operation) && isAnswered(answer) && isConflict(answer.response.status);

/**
 * A write whose connection breaks later than this is not tried again: if the target answers nothing, every attempt
 * would take as long.
 */
const LOST_WITHIN_MS = 5_000;

/** Returns whether a write got no response because its connection broke. */
const lostConnection = (answer: Recorded): boolean =>
  !isRead(answer.operation) && !isAnswered(answer) && !answer.isUnsent && answer.durationMs < LOST_WITHIN_MS;

const wasInTheWay = (answer: Recorded): boolean => failedForAMoment(answer) || metAConflict(answer);

/**
 * Returns whether a request may follow a write that may have been executed: it is safe to repeat, it has another
 * reference, or it has no reference and the first met a conflict.
 */
function mayBeSentAfter(answer: Recorded, { body }: RequestInput): boolean {
  if (isRepeatable(answer.operation)) return true;
  const ref = refIdOf(body);
  return ref === undefined ? metAConflict(answer) : ref !== refIdOf(answer.request.body);
}

/** A request that was not sent because the user's settings do not allow it. */
export interface Withheld extends Missing {
  readonly withheld: true;
}

/** What a prober needs from its host. */
export interface World {
  readonly run: RunFacts;
  readonly fixtures: Fixtures;
  /**
   * Sends one request and judges it. `purpose` is the requirement that it is made for, `place` its position among the
   * requests of the check.
   */
  transmit(operation: Operation, input: RequestInput, purpose: string, place: Place): Promise<Recorded | Withheld>;
  /** Returns what the rules found wrong with an exchange that `transmit` returned. */
  violations(exchange: Exchange): readonly Failure[];
  /** Takes a settlement transaction from the pool of this run. Returns undefined when none is left. */
  takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined>;
  /** Returns the first accepted creations of an operation so far, in the order in which they were requested. */
  created(operation: Operation): readonly Exchange[];
  /** Waits; ends early when the run is interrupted. */
  pause(milliseconds: number): Promise<void>;
  readonly shared: Shared;
  /** Returns whether a response can be one of its operation. Any other response proves nothing, accepted or not. */
  recognises(exchange: Exchange): boolean;
  readonly signal: AbortSignal;
  /** Returns how many of the `wanted` cases of a property the budgets allow. */
  cases(wanted: number, id: string, operation: Operation): number;
  /** Returns the claims that the checks of this run make about an operation. */
  claims(operation: Operation): readonly Claims[];
  /** Returns the requests that a server error is compared with, or undefined if no request can be sent at will. */
  controls(probing: Probing, operation: Operation): Controls | undefined;
  /**
   * Finds the members that replace those of an operation's usual requests if the target refuses them. Returns undefined
   * for operations whose requests never differ.
   */
  adaptation(probing: Probing, operation: Operation): Promise<JsonObject | undefined> | undefined;
}

/**
 * Maximum number of characters of shared responses. Beyond it, responses are requested again, so that memory does not
 * grow with the target's pages.
 */
const MOST_SHARED = 16 * 1024 * 1024;
/**
 * A huge body whose text was cut is counted as this many times the remaining text, since its parsed items take most of
 * the memory.
 */
const HELD_OF_CUT = 4;

function charactersHeld({ response: { body } }: Exchange): number {
  if (body.kind === 'empty') return 0;
  return body.kind === 'json' && body.cut ? HELD_OF_CUT * body.text.length : body.text.length;
}

/** State that all probes of one run share. */
export class Shared {
  readonly #once = new Map<string, Promise<unknown>>();
  readonly #kept = new WeakMap<Exchange, boolean>();
  #characters = 0;
  readonly #queues = new Map<string, Promise<void>>();
  #takesTurns = false;
  #restMs = 0;
  /** Checks that wait to run undisturbed, checks that wait to start, and the check that runs undisturbed now. */
  readonly #waiting: (() => void)[] = [];
  readonly #starting: (() => void)[] = [];
  #alone: Promise<void> | undefined;
  readonly #forgotten = new Map<string, number>();
  readonly #begun = new Map<string, number>();
  #underWay = 0;
  #idle = 0;

  /** Computes a value once for each key. `make` receives how often the value was forgotten before. */
  once<T>(key: string, make: (forgotten: number) => Promise<T>): Promise<T> {
    const found = this.#once.get(key) ?? make(this.#forgotten.get(key) ?? 0);
    this.#once.set(key, found);
    return found as Promise<T>;
  }

  /** Returns whether there is room to keep a response for other checks that send the same request. */
  keeps(answer: Exchange): boolean {
    const known = this.#kept.get(answer);
    if (known !== undefined) return known;
    const characters = charactersHeld(answer);
    const hasRoom = this.#characters + characters <= MOST_SHARED;
    if (hasRoom) this.#characters += characters;
    this.#kept.set(answer, hasRoom);
    return hasRoom;
  }

  /** Returns how often `name` was begun before. The parts of a check run one after another under the same name. */
  begin(name: string): number {
    const before = this.#begun.get(name) ?? 0;
    this.#begun.set(name, before + 1);
    return before;
  }

  /** Forgets a value, so that the next caller computes it again. Does this at most `most` times for each key. */
  forget(key: string, most = Number.POSITIVE_INFINITY): void {
    const times = this.#forgotten.get(key) ?? 0;
    if (times < most && this.#once.delete(key)) this.#forgotten.set(key, times + 1);
  }

  /** Forgets all values, when the run is over. */
  clear(): void {
    this.#once.clear();
  }

  /** Runs a check and counts it as under way. The check starts when no other check runs undisturbed. */
  async underWay<T>(act: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#underWay += 1;
    try {
      return await act();
    } finally {
      this.#end();
    }
  }

  /**
   * Waits until fewer than `most` checks are at work. A check that waits for time, for its turn or to be undisturbed is
   * not at work.
   */
  async room(most: number): Promise<void> {
    while (this.#underWay - this.#idle >= most) await new Promise<void>((resolve) => this.#starting.push(resolve));
  }

  /** Lets a check wait for something other than a response. Meanwhile another check may start in its place. */
  async idly<T>(wait: () => Promise<T>): Promise<T> {
    this.#idle += 1;
    this.#start();
    try {
      return await wait();
    } finally {
      this.#idle -= 1;
    }
  }

  #start(): void {
    for (const start of this.#starting.splice(0)) start();
  }

  /**
   * Runs a part of a check that is under way once every other check has ended or waits here too. So no other request of
   * the run is in flight.
   */
  async undisturbed<T>(act: () => Promise<T>): Promise<T> {
    await new Promise<void>((wake) => {
      this.#waiting.push(wake);
      this.#end();
    });
    const made = act();
    this.#alone = made.then(
      () => undefined,
      () => undefined,
    );
    try {
      return await made;
    } finally {
      this.#alone = undefined;
    }
  }

  #end(): void {
    this.#underWay -= 1;
    this.#start();
    const wake = this.#underWay === 0 ? this.#waiting.shift() : undefined;
    if (!wake) return;
    this.#underWay += 1;
    wake();
  }

  /**
   * Makes writes wait for each other from now on. Called when a write met a conflict and was accepted a moment later.
   */
  takeTurns(): void {
    this.#takesTurns = true;
  }

  /** Returns whether writes wait for each other. */
  get takesTurns(): boolean {
    return this.#takesTurns;
  }

  /**
   * Lengthens the pause after each write. Called when a write met a conflict in its turn: the target holds locks for a
   * moment after its response.
   */
  restLonger(): void {
    this.#restMs = Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 2 * this.#restMs));
  }

  /** Milliseconds to pause after a write before the next one. */
  get restMs(): number {
    return this.#restMs;
  }

  /** Sends a write, alone among writes if they take turns. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#takesTurns ? this.exclusively('writes', act) : act();
  }

  exclusively<T>(name: string, act: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(name);
    const turn = before ? this.idly(() => before).then(act) : act();
    const end = (): void => {
      if (this.#queues.get(name) === ended) this.#queues.delete(name);
    };
    const ended: Promise<void> = turn.then(end, end);
    this.#queues.set(name, ended);
    return turn;
  }
}

/** The first and the longest pause after a write where the target holds locks for a moment. */
const [LEAST_REST_MS, MOST_REST_MS] = [25, 150];
/**
 * How often in a row a request must get no response, between two requests that do, before this counts as its failure.
 */
const UNANSWERED_IN_A_ROW = 3;
/** Maximum number of other writes that are tried after one that failed with a transient status or a conflict. */
const MOST_OTHERS = 2;
/**
 * The pause before another write is tried, and its variation from check to check, so that two writes that collided do
 * not collide again.
 */
const [RETRY_DELAY_MS, RETRY_SPREAD_MS] = [500, 250];
/** The first pause before a lookup is repeated. On a remote target a request costs more than waiting. */
const LOOK_EVERY_MS = { loopback: 150, remote: 500 };
const LOOK_WITHIN_MS = 5_000;
/** Number of characters of a key that name the shared value in a recording. */
const SHOWN_KEY = 30;

/** A server error that did not come back, and the later response to the same request. */
interface Unsteady {
  readonly failure: Failure;
  readonly answer: Exchange;
}

/** What a prober is made for: one attempt at a check. If the check has generated cases, one of them may be replayed. */
export interface Purpose {
  /** Number of the repetition of the same check; a repetition must not reuse fresh ids. */
  readonly attempt?: number;
  readonly replay?: Replay | undefined;
  readonly generated?: Wanted | undefined;
}

/** Returns the same request without sharing, so that it is sent again. */
const anew = ({ operation, input }: Ask): Ask => ({ operation, input });

/** The view that one row has of the world on one operation. */
export class Prober implements Probing {
  readonly operation: Operation;
  readonly attempt: number;
  readonly isPacked: boolean;
  readonly #world: World;
  readonly #id: string;
  readonly #own: Scope;
  readonly #replay: Replay | undefined;
  /** How many cases each of the check's properties wants. */
  readonly #wanted: number;
  #properties = 0;
  #asked = 0;
  #last: Exchange | undefined;
  #unsteady: Unsteady | undefined;
  #adapted: JsonObject | undefined;

  constructor(world: World, id: string, operation: Operation, { attempt = 0, replay, generated }: Purpose = {}) {
    this.attempt = attempt;
    this.isPacked = attempt % 2 === 0;
    this.#replay = replay;
    this.#wanted = casesOf(world.run.runs, generated);
    this.#world = world;
    this.#id = id;
    this.operation = operation;
    const name = `${id} ${operation} ${attempt}`;
    const before = world.shared.begin(name);
    this.#own =
      before === 0
        ? this.#scopeOf(name, id, operation, attempt)
        : this.#scopeOf(`${name} (${before + 1})`, id, operation, attempt, before);
  }

  /** Makes a scope whose ids are derived from `parts`. */
  #scopeOf(name: string, ...parts: readonly (string | number)[]): Scope {
    return new Scope(name, this.#world.run.id, parts.join(' '));
  }

  /** The scope of the current request: the check, one of its cases, or a value that it shares. */
  get #scope(): Scope {
    return currentScope() ?? this.#own;
  }

  /**
   * Number of requests that the probe sent or shared. If it is 0, the probe cannot conclude that the requirement holds.
   */
  get asked(): number {
    return this.#asked;
  }

  /** The last response that the probe got. */
  get last(): Exchange | undefined {
    return this.#last;
  }

  /** The first server error that did not come back. */
  get unsteady(): Unsteady | undefined {
    return this.#unsteady;
  }

  get run(): RunFacts {
    return this.#world.run;
  }

  get fixtures(): Fixtures {
    return this.#world.fixtures;
  }

  get adapted(): JsonObject | undefined {
    return this.#adapted;
  }

  /** The requests of the adaptation are no evidence for the check, so they are not counted. */
  async adapt(operation: Operation): Promise<void> {
    const finding = this.#world.adaptation(this, operation);
    if (!finding) return;
    this.#adapted = await finding;
    this.#asked = 0;
    this.#last = undefined;
  }

  async answerTo(ask: Ask): Promise<Answer> {
    const exchange = await this.#ask(ask);
    const evidence = this.#evidence(exchange);
    const accepted = isAccepted(exchange);
    return {
      exchange,
      evidence,
      isAccepted: accepted,
      words: accepted ? 'accepted' : `refused with ${refusal(exchange)}`,
    };
  }

  async send(operation: Operation, input: RequestInput = {}): Promise<Exchange> {
    return answerIn(await this.#transmit(operation, input));
  }

  async #transmit(operation: Operation, input: RequestInput): Promise<Recorded> {
    this.#asked += 1;
    const recorded = await this.#world.transmit(operation, input, this.#id, this.#scope.place(operation));
    if ('withheld' in recorded) throw new Inconclusive('budget', recorded.reason, recorded);
    if (isAnswered(recorded)) this.#last = recorded;
    return recorded;
  }

  /** Sends the request, unless it is shared and was answered before. */
  async #ask(ask: Ask): Promise<Exchange> {
    if (!ask.isShared) return this.#sent(ask);
    const key = `${ask.operation} ${JSON.stringify(ask.input())} ${this.attempt}`;
    const answer = await this.once(key, () => this.#sent(ask));
    const { shared } = this.#world;
    if (this.#evidence(answer) === 'transient' || !shared.keeps(answer)) shared.forget(key);
    this.#last = answer;
    return answer;
  }

  /**
   * Sends the request. After a write that failed with a transient status, sends others with new references: a write
   * that may have been executed is repeated only if that does no harm. The client repeats reads.
   */
  async #sent({ operation, input, isPatient, isConcurrent }: Ask): Promise<Exchange> {
    const { shared } = this.#world;
    const transmit = (given: RequestInput): Promise<Recorded> =>
      isConcurrent || isRead(operation)
        ? this.#transmit(operation, given)
        : shared.inTurn(async () => {
            const sent = await this.#transmit(operation, given);
            if (shared.restMs > 0) await this.pause(shared.restMs);
            return sent;
          });
    const isAgain = (answer: Recorded): boolean =>
      isPatient ? wasInTheWay(answer) || lostConnection(answer) : failedForAMoment(answer);
    const isInTurn = (): boolean => !isConcurrent && shared.takesTurns;
    let [wasInTurn, answer] = [isInTurn(), await transmit(input())];
    for (let others = 0; others < MOST_OTHERS && isAgain(answer); others += 1) {
      const another = input();
      if (!mayBeSentAfter(answer, another)) break;
      const delay = RETRY_DELAY_MS + (seedOf(this.#scope.name, others) % RETRY_SPREAD_MS);
      await this.pause(Math.max(delay, pauseAsked(answer)));
      const [before, metInTurn] = [answer, wasInTurn && metAConflict(answer)];
      [wasInTurn, answer] = [isInTurn(), await transmit(another)];
      if (!wasInTheWay(before) || !isAnswered(answer) || !isAccepted(answer)) continue;
      shared.takeTurns();
      if (metInTurn) shared.restLonger();
    }
    return answerIn(answer);
  }

  async accepted(ask: Ask): Promise<Exchange> {
    const { failures, answer } = await this.#afterError(ask, await this.#ask({ ...ask, isPatient: true }));
    refute(failures);
    const found = this.#evidence(answer);
    if (found === 'accepted') return answer;
    if (found === 'unrecognised') throw unrecognised(answer);
    throw new Inconclusive(
      isRetryable(answer.response.status) ? 'transport' : 'refused',
      `a request that keeps every rule was refused: ${ask.operation} answered ${refusal(answer)}`,
    );
  }

  async serverError(ask: Ask, answer: Exchange): Promise<readonly Failure[]> {
    return (await this.#afterError(ask, answer)).failures;
  }

  /**
   * After a server error, sends the plainest request of the operation and then the same request again. If the error
   * comes back, it is a failure; if not, the check is unsteady. Returns the first response if neither follows.
   */
  async #afterError(ask: Ask, first: Exchange): Promise<{ failures: readonly Failure[]; answer: Exchange }> {
    const nothing = { failures: [], answer: first };
    const isFailure = this.#evidence(first) === 'error' && !ask.isUnstated;
    const controls = isFailure && this.#world.controls(this, first.operation);
    if (!controls || isRefusedAlike(await this.#ask(controls.unlawful), first)) return nothing;
    const control = await this.#sent(controls.plain);
    if (this.#evidence(control) !== 'accepted') return nothing;
    const answer = await this.#sent(ask);
    const flaw = erring(first);
    if (this.#evidence(answer) === 'error') return { failures: [failure(answer, flaw, [first, control])], answer };
    this.#unsteady ??= { failure: failure(first, flaw, [control]), answer };
    return { failures: [], answer };
  }

  async lawful(claim: string, ask: Ask, twin: Ask): Promise<Exchange> {
    const answer = await this.page(ask);
    if (this.#evidence(answer) === 'accepted') return answer;
    const accepted: Exchange[] = [];
    const control = async () => accepted.push(await this.accepted(twin));
    refute(await this.judged('admitted', claim, answer, control, accepted));
    throw new Inconclusive('refused', `${claim}: answered ${refusal(answer)}, which may have another cause`);
  }

  #evidence(exchange: Exchange): Evidence {
    return evidenceOf(exchange.response.status, this.#world.recognises(exchange));
  }

  async twin(key: string, ask: Ask): Promise<Exchange> {
    const name = `twin ${ask.operation} ${key}`;
    const { shared } = this.#world;
    try {
      const answer = await this.once(name, () => this.accepted(ask));
      if (isRead(ask.operation) && !shared.keeps(answer)) shared.forget(name);
      return answer;
    } catch (error) {
      if (error instanceof Inconclusive && error.cause === 'transport') shared.forget(name);
      else if (this.#last && wasInTheWay(this.#last)) shared.forget(name, MOST_OTHERS);
      throw error;
    }
  }

  async carried(change: JsonObject, ask: (change: JsonObject) => Ask): Promise<Carrier | undefined> {
    if (!isCreation(this.operation) || !this.isPacked) return undefined;
    for (const kind of CLAIM_KINDS) {
      const whole = (await this.#packed(kind)).find((each) => includes(each, change));
      const isUnstated = kind === 'unstated';
      const twin = whole && { key: JSON.stringify(whole), ask: { ...ask(whole), isUnstated } };
      if (twin && (await this.#mayCarry(twin))) return { twin, change: whole };
    }
    return undefined;
  }

  /**
   * Returns whether a combined request is accepted. A server error to it is judged only at the first attempt of the
   * check.
   */
  async #mayCarry(twin: Twin): Promise<boolean> {
    try {
      return await this.isAccepted(twin);
    } catch (error) {
      if (this.attempt === 0 || !(error instanceof Refuted)) throw error;
      return false;
    }
  }

  /**
   * The claims of one kind in as few requests as possible. A claim that may be refused and cannot be combined is left
   * to its own check.
   */
  #packed(kind: Claims['kind']): Promise<readonly JsonObject[]> {
    const { operation } = this;
    return this.once(`${kind} claims of ${operation}`, async () => {
      const claims = this.#world.claims(operation).filter((each) => each.kind === kind);
      // Changes whose fixture is missing are left out.
      const known = claims.map((each) => unlessInconclusive([], () => each.changes(this)));
      const changes = (await Promise.all(known)).flat();
      const isOfSeveral = (whole: JsonObject): boolean => changes.filter((each) => includes(whole, each)).length > 1;
      return packed(changes).filter((whole) => kind === 'demanded' || isOfSeveral(whole));
    });
  }

  async isAccepted({ key, ask }: Twin): Promise<boolean> {
    return (await unlessInconclusive(undefined, () => this.twin(key, ask))) !== undefined;
  }

  refused(claim: string, variant: Ask, twin: Twin): Promise<readonly Failure[]> {
    return this.#demand('refused', claim, variant, twin);
  }

  admitted(claim: string, variant: Ask, twin: Twin): Promise<readonly Failure[]> {
    return this.#demand('admitted', claim, variant, twin);
  }

  async #demand(demand: 'refused' | 'admitted', claim: string, variant: Ask, twin: Twin): Promise<readonly Failure[]> {
    const before = await this.#twinOf(variant, twin);
    if (before instanceof Inconclusive) return this.#acceptedAllTheSame(demand, claim, variant, before);
    let first = await this.#orLost(demand, () => this.#ask({ ...variant, isPatient: demand === 'admitted' }));
    if (demand === 'refused' && failedForAMoment(first)) {
      // A request that must be refused may be sent again: a target that executes it breaks the requirement.
      await this.pause(Math.max(RETRY_DELAY_MS, pauseAsked(first)));
      first = await this.#orLost(demand, () => this.#sent(variant));
    }
    if (demand === 'admitted' && this.attempt > 0 && this.#evidence(first) === 'refused') {
      // The target may refuse a request with any status while something is in its way, so a repetition waits before it
      // fails.
      await this.pause(RETRY_DELAY_MS);
      first = await this.#sent(variant);
    }
    const proof = proofOf(demand, this.#evidence(first));
    if (proof !== 'needs-control') return conclusion(proof, demand, claim, first, [before]);
    const control = demand === 'refused' ? await this.#control(twin) : await this.accepted(anew(twin.ask));
    // The accepted request may have changed something by now, so it is sent again only after a server error.
    const again = demand === 'refused' || this.#evidence(first) === 'error';
    const answer = again ? await this.#answerAgain(demand, variant) : first;
    const compared = again ? control : before;
    return conclusion(controlledProofOf(demand, this.#evidence(answer)), demand, claim, answer, [compared]);
  }

  /**
   * Returns the accepted twin. If the twin is refused and the variant is invalid by itself, returns why nothing follows
   * from a refusal.
   */
  async #twinOf({ isUnlawful }: Ask, { key, ask }: Twin): Promise<Exchange | Inconclusive> {
    try {
      return await this.twin(key, ask);
    } catch (error) {
      if (isUnlawful && error instanceof Inconclusive && error.cause === 'refused') return error;
      throw error;
    }
  }

  /**
   * Returns the failure of an invalid variant that is accepted although its twin is refused. Throws `refusedTwin` if
   * the variant is refused too.
   */
  async #acceptedAllTheSame(
    demand: Demand,
    claim: string,
    variant: Ask,
    refusedTwin: Inconclusive,
  ): Promise<readonly Failure[]> {
    const answer = await this.#orLost(demand, () => this.#ask(variant));
    if (this.#evidence(answer) !== 'accepted') throw refusedTwin;
    return conclusion('fails', demand, claim, answer, []);
  }

  /**
   * Has the twin accepted anew. If a twin can be accepted only once, sends another valid request of the operation
   * instead, once for all checks.
   */
  async #control({ ask }: Twin): Promise<Exchange> {
    try {
      return await this.accepted(anew(ask));
    } catch (error) {
      const another = error instanceof Inconclusive && this.#world.controls(this, ask.operation)?.another;
      if (!another) throw error;
      return this.once(`another request to ${ask.operation}`, async () => {
        const other = await another();
        if (!other) throw error;
        return this.accepted(other);
      });
    }
  }

  /**
   * Returns the response to the same request sent again. If none comes it is sent a few more times, since connections
   * also break by chance.
   */
  async #answerAgain(demand: Demand, variant: Ask): Promise<Exchange> {
    let answer = await this.#orLost(demand, () => this.#sent(variant));
    for (let sent = 1; sent < UNANSWERED_IN_A_ROW && this.#evidence(answer) === 'unanswered'; sent += 1) {
      answer = await this.#orLost(demand, () => this.#sent(variant));
    }
    return answer;
  }

  /**
   * Returns the response. If a refusal is demanded, a request that was sent and got no response becomes an exchange of
   * status 0.
   */
  async #orLost(demand: Demand, ask: () => Promise<Exchange>): Promise<Exchange> {
    try {
      return await ask();
    } catch (error) {
      if (demand !== 'refused' || !(error instanceof Unanswered) || error.exchange.isUnsent) throw error;
      return unanswered(error.exchange);
    }
  }

  async judged(
    demand: Demand,
    claim: string,
    answer: Exchange,
    control: () => Promise<unknown>,
    before: readonly Exchange[] = [],
  ): Promise<readonly Failure[]> {
    const evidence = this.#evidence(answer);
    const proof = proofOf(demand, evidence);
    if (proof !== 'needs-control') return conclusion(proof, demand, claim, answer, before);
    await control();
    return conclusion(controlledProofOf(demand, evidence), demand, claim, answer, before);
  }

  async answersOneOf(asks: readonly Ask[], { grounds, routes, control }: LawfulDemand): Promise<readonly Failure[]> {
    const refused: Exchange[] = [];
    for (const { operation, input } of asks) {
      const answer = await this.#transmit(operation, input());
      if (isAnswered(answer) && this.#evidence(answer) === 'unrecognised') throw unrecognised(answer);
      if (isAnswered(answer) && isAccepted(answer)) return [];
      refused.push(isAnswered(answer) ? answer : unanswered(answer));
    }
    const last = refused.at(-1);
    if (!last) throw new Inconclusive('fixture', 'there was nothing to send');
    const proof = refusalOfLawful(last.response.status, grounds);
    if (proof === 'needs-control') await this.accepted(control);
    const isFailure =
      proof === 'needs-route' ? await this.#isMissing(last, routes) : proof === 'fails' || proof === 'needs-control';
    if (isFailure) return [failure(last, { expected: 'success', actual: refusal(last) }, refused.slice(0, -1))];
    const cause = proof === 'transport' ? proof : 'refused';
    throw new Inconclusive(cause, `${last.operation} answered ${refusal(last)}: check the fixtures that it names`);
  }

  /**
   * Returns whether a refused operation does not exist: the target answers it like an unknown path, and answers a refusal
   * of another operation differently.
   */
  async #isMissing(refused: Exchange, routes: readonly RouteTest[]): Promise<boolean> {
    const { operation, request } = refused;
    for (const { alter, other } of routes) {
      const input = alter?.({ path: request.path, ...(request.body === undefined ? {} : { body: request.body }) });
      const own = input ? await this.send(operation, input) : refused;
      const elsewhere = await this.send(operation, { path: request.path, ...input, elsewhere: true });
      if (!isSameAnswer(own, elsewhere)) return false;
      if (!isSameAnswer(await this.send(other.operation, other.input()), elsewhere)) return true;
    }
    return false;
  }

  async each<T>(
    values: Arbitrary<T>,
    property: (value: T) => Promise<readonly Failure[]>,
    options: EachOptions = {},
  ): Promise<readonly Failure[]> {
    const { run, signal } = this.#world;
    const replay = this.#replay;
    this.#properties += 1;
    const seed = seedOf(run.seed, this.#id, this.operation, this.#properties);
    if (replay && replay.seed !== seed) return [];
    const scope = this.#scope;
    const runs = replay ? this.#wanted : this.#world.cases(this.#wanted, this.#id, this.operation);
    if (runs === 0) throw new Inconclusive('budget', 'the budgets leave no room for generated cases');
    const failures = await check({
      values,
      check: (value) => scope.part().run(() => property(value)),
      seed,
      runs,
      options,
      stopped: () => signal.aborted,
      ...(replay ? { path: replay.path } : {}),
    });
    return failures;
  }

  violations(exchange: Exchange): readonly Failure[] {
    return this.#world.violations(exchange);
  }

  fixture<T>(name: string, pick: (fixtures: Fixtures) => T | undefined): T {
    const found = pick(this.fixtures);
    const isNothing = found === undefined || (Array.isArray(found) && found.length === 0);
    if (!isNothing) return found;
    throw new Inconclusive('fixture', `the fixtures have no ${name}, and no list shows one`, { provide: name });
  }

  async takeTransaction(state: SettlementState): Promise<string> {
    const taken = await this.#world.takeTransaction(state, this.#scope.name);
    if (taken !== undefined) return taken;
    const none = this.fixtures.settlement_transactions?.[state]?.[0] === undefined;
    const reason = none
      ? `the fixtures have no ${state} settlement transaction`
      : `every ${state} settlement transaction is used up`;
    throw new Inconclusive('fixture', reason, { provide: `settlement_transactions.${state}` });
  }

  created(operation: Operation): readonly Exchange[] {
    return this.#world.created(operation);
  }

  freshRef(): string {
    return this.#scope.freshRef();
  }

  tagged<T extends object>(body: T): Tagged<T> {
    return withRefId(body, this.freshRef());
  }

  list(
    operation: ListOperation,
    query: NonNullable<RequestInput['query']> = {},
    maxPages = this.run.maxPages,
  ): Promise<Listing> {
    const bounds = { maxItems: this.run.maxItems, maxPages: Math.min(maxPages, this.run.maxPages) };
    return walk((asked) => this.page({ operation, input: () => (asked ? { query: asked } : {}) }), query, bounds);
  }

  async page(ask: Ask): Promise<Exchange> {
    const first = await this.#ask(ask);
    if (this.#evidence(first) !== 'error') return first;
    const answer = await this.#sent(ask);
    if (this.#evidence(answer) === 'accepted') this.#unsteady ??= { failure: failure(first, erring(first)), answer };
    return answer;
  }

  known(operation: ListOperation): Promise<Listing> {
    return this.once(`known ${operation} ${this.attempt}`, () => this.#whole(operation));
  }

  /**
   * Walks a list with the longest pages that the document allows, or shorter ones if those are refused: 100 items if a
   * maximum is stated, otherwise the target's own page size.
   */
  async #whole(operation: ListOperation): Promise<Listing> {
    const [longest, shorter] = statesMaximum(operation) ? [sized(page.most), sized()] : [sized(), {}];
    try {
      return await this.#pages(operation, longest);
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      return this.#pages(operation, shorter);
    }
  }

  /** Walks a list page by page; each page serves every check that requests the same. */
  #pages(operation: ListOperation, query: NonNullable<RequestInput['query']>): Promise<Listing> {
    const send = (asked: RequestInput['query']): Promise<Exchange> =>
      this.page({ operation, input: () => (asked ? { query: asked } : {}), isShared: true });
    return walk(send, query, this.run);
  }

  async eventually(look: () => Promise<readonly Failure[]>, withinMs = LOOK_WITHIN_MS): Promise<readonly Failure[]> {
    let found = await look();
    // Each pause is twice the one before: an early result is seen early, and a result that never comes costs few
    // requests.
    const every = this.run.loopback ? LOOK_EVERY_MS.loopback : LOOK_EVERY_MS.remote;
    for (let waited = 0, pause = every; found.length > 0 && waited < withinMs; waited += pause, pause *= 2) {
      await this.pause(Math.min(pause, withinMs - waited));
      found = await look();
    }
    return found;
  }

  async once<T>(key: string, make: () => Promise<T>): Promise<T> {
    this.#asked += 1;
    const { shared } = this.#world;
    try {
      return await shared.once(key, (forgotten) => {
        // The key may hold a whole body, so its account numbers are masked in the name and in the ids derived from it.
        const shown = maskedMembers(key);
        const name = `${shown.slice(0, SHOWN_KEY)}#${seedOf(shown, forgotten).toString(36)}`;
        return this.#scopeOf(name, shown, forgotten).run(make);
      });
    } catch (error) {
      // Confirming a failure must send the requests again.
      if (error instanceof Refuted) shared.forget(key);
      throw error;
    }
  }

  together<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]> {
    const scope = this.#scope;
    return Promise.all(values.map((value) => scope.part().run(() => act(value))));
  }

  pause(milliseconds: number): Promise<void> {
    return this.#world.shared.idly(() => this.#world.pause(milliseconds));
  }

  async pauseSince({ startedAt, durationMs }: Exchange, milliseconds: number): Promise<void> {
    const left = startedAt + durationMs + milliseconds - now();
    if (left > 0) await this.pause(left);
  }
}

function conclusion(
  proof: Conclusion,
  demand: Demand,
  claim: string,
  answer: Exchange,
  before: readonly Exchange[],
): readonly Failure[] {
  switch (proof) {
    case 'holds':
      return [];
    case 'fails': {
      const { status } = answer.response;
      const refused = status > 0 ? `refused with ${refusal(answer)}` : refusal(answer);
      const actual = isAccepted(answer) ? `accepted with ${status}` : refused;
      return [failure(answer, { expected: `${claim}: ${WORDS[demand]}`, actual }, before)];
    }
    case 'unrecognised':
      throw unrecognised(answer);
    case 'transport':
    case 'refused':
      throw new Inconclusive(proof, `${claim}: answered ${refusal(answer)}, which may have another cause`);
  }
}

const WORDS: Readonly<Record<Demand, 'refused' | 'accepted'>> = {
  refused: 'refused',
  admitted: 'accepted',
  known: 'accepted',
  unauthenticated: 'refused',
};

const unrecognised = ({ operation }: Exchange): Inconclusive =>
  new Inconclusive('unrecognised', `${operation} was answered with something that cannot be its answer`);
