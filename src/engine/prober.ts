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

/** The flaw of an answer that is an error of the server. */
const erring = (answer: Exchange) => ({ expected: 'success: the request keeps every rule', actual: refusal(answer) });

/** A request that got no answer. */
class Unanswered extends Inconclusive {
  readonly exchange: LostExchange;

  constructor(exchange: LostExchange) {
    super('transport', `${exchange.operation} was not answered: ${exchange.lost}`);
    this.exchange = exchange;
  }
}

/** The answer; throws where there is none. */
function answerIn(recorded: Recorded): Exchange {
  if (!isAnswered(recorded)) throw new Unanswered(recorded);
  return recorded;
}

/** Whether a write failed for a moment, so that nothing follows from its answer. */
const failedForAMoment = (answer: Recorded): boolean =>
  !isRead(answer.operation) && isAnswered(answer) && isRetryable(answer.response.status);

/** Milliseconds that an answer asks to wait before the next attempt. */
const pauseAsked = (answer: Recorded): number => (isAnswered(answer) && momentaryPause(answer.response)) || 0;

/** Whether a write was refused for the state of the moment: another request of ours may be in its way. */
const metAConflict = (answer: Recorded): boolean =>
  !isRead(answer.operation) && isAnswered(answer) && isConflict(answer.response.status);

/** A write that is lost later than that is not tried again: where nothing is answered, each one takes as long. */
const LOST_WITHIN_MS = 5_000;

/** Whether a write got no answer since its connection broke. */
const lostConnection = (answer: Recorded): boolean =>
  !isRead(answer.operation) && !isAnswered(answer) && !answer.isUnsent && answer.durationMs < LOST_WITHIN_MS;

const wasInTheWay = (answer: Recorded): boolean => failedForAMoment(answer) || metAConflict(answer);

/** Whether a request may follow one that may have been executed: under another reference, or where it was refused without one. */
function mayBeSentAfter(answer: Recorded, { body }: RequestInput): boolean {
  if (isRepeatable(answer.operation)) return true;
  const ref = refIdOf(body);
  return ref === undefined ? metAConflict(answer) : ref !== refIdOf(answer.request.body);
}

/** A request that was not sent, because the user did not allow it. */
export interface Withheld extends Missing {
  readonly withheld: true;
}

/** What a prober needs from whoever runs it. */
export interface World {
  readonly run: RunFacts;
  readonly fixtures: Fixtures;
  /** Sends one request and judges it; `purpose` says which requirement it is made for, `place` what within its checks. */
  transmit(operation: Operation, input: RequestInput, purpose: string, place: Place): Promise<Recorded | Withheld>;
  /** What the rules found wrong with an exchange that came out of `transmit`. */
  violations(exchange: Exchange): readonly Failure[];
  /** Takes a transaction from the pool of this run; undefined when none is left. */
  takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined>;
  /** The first accepted creations of an operation so far, in the order in which they were asked for. */
  created(operation: Operation): readonly Exchange[];
  /** Waits; ends early when the run is interrupted. */
  pause(milliseconds: number): Promise<void>;
  readonly shared: Shared;
  /** Whether an answer can be taken for what its operation answers with; any other proves nothing, accepted or not. */
  recognises(exchange: Exchange): boolean;
  readonly signal: AbortSignal;
  /** Cases of a property that the budgets allow, of those that it wants. */
  cases(wanted: number, id: string, operation: Operation): number;
  /** What the checks of this run claim of an operation. */
  claims(operation: Operation): readonly Claims[];
  /** What an error of the server is compared with; undefined where nothing can be sent at will. */
  controls(probing: Probing, operation: Operation): Controls | undefined;
  /** Finds out what requests of an operation have otherwise than usual; undefined for operations whose requests never do. */
  adaptation(probing: Probing, operation: Operation): Promise<JsonObject | undefined> | undefined;
}

/** Characters of the answers that rows share; what is more is asked for again, so that memory does not grow with the target's pages. */
const MOST_SHARED = 16 * 1024 * 1024;
/** What a huge body that was cut holds, in lengths of the text that is left of it: most is in its items. */
const HELD_OF_CUT = 4;

function charactersHeld({ response: { body } }: Exchange): number {
  if (body.kind === 'empty') return 0;
  return body.kind === 'json' && body.cut ? HELD_OF_CUT * body.text.length : body.text.length;
}

/** What the probes of one run share. */
export class Shared {
  readonly #once = new Map<string, Promise<unknown>>();
  readonly #kept = new WeakMap<Exchange, boolean>();
  #characters = 0;
  readonly #queues = new Map<string, Promise<void>>();
  #takesTurns = false;
  #restMs = 0;
  /** Checks that wait to be undisturbed, those that wait to begin, and the one that is undisturbed. */
  readonly #waiting: (() => void)[] = [];
  readonly #starting: (() => void)[] = [];
  #alone: Promise<void> | undefined;
  readonly #forgotten = new Map<string, number>();
  readonly #begun = new Map<string, number>();
  #underWay = 0;
  #idle = 0;

  /** `make` gets how often the value was forgotten before. */
  once<T>(key: string, make: (forgotten: number) => Promise<T>): Promise<T> {
    const found = this.#once.get(key) ?? make(this.#forgotten.get(key) ?? 0);
    this.#once.set(key, found);
    return found as Promise<T>;
  }

  /** Whether there is room to keep an answer for others that ask the same. */
  keeps(answer: Exchange): boolean {
    const known = this.#kept.get(answer);
    if (known !== undefined) return known;
    const characters = charactersHeld(answer);
    const hasRoom = this.#characters + characters <= MOST_SHARED;
    if (hasRoom) this.#characters += characters;
    this.#kept.set(answer, hasRoom);
    return hasRoom;
  }

  /** How often something of this name was begun before: the parts of a check are made one after the other. */
  begin(name: string): number {
    const before = this.#begun.get(name) ?? 0;
    this.#begun.set(name, before + 1);
    return before;
  }

  /** Forgets a value, so that the next one to ask computes it again; at most so many times. */
  forget(key: string, most = Number.POSITIVE_INFINITY): void {
    const times = this.#forgotten.get(key) ?? 0;
    if (times < most && this.#once.delete(key)) this.#forgotten.set(key, times + 1);
  }

  /** Forgets everything: the run is over. */
  clear(): void {
    this.#once.clear();
  }

  /** Counts a check among those that are under way, which begins once no other one has to be undisturbed. */
  async underWay<T>(act: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#underWay += 1;
    try {
      return await act();
    } finally {
      this.#end();
    }
  }

  /** Waits until fewer checks than so many are at work: those that wait for time, for a turn, or to be undisturbed, are not. */
  async room(most: number): Promise<void> {
    while (this.#underWay - this.#idle >= most) await new Promise<void>((resolve) => this.#starting.push(resolve));
  }

  /** Lets a check wait for something that is no answer, while others may begin in its place. */
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

  /** Runs a part of a check that is under way once every other one has ended or waits for the same: nothing of ours is in flight. */
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

  /** From now on writes wait for each other: one that met something in its way was accepted a moment later. */
  takeTurns(): void {
    this.#takesTurns = true;
  }

  /** Whether they do. */
  get takesTurns(): boolean {
    return this.#takesTurns;
  }

  /** Makes the rest after each write longer: one met a conflict in its turn, so that locks are held for a moment after the answer. */
  restLonger(): void {
    this.#restMs = Math.min(MOST_REST_MS, Math.max(LEAST_REST_MS, 2 * this.#restMs));
  }

  /** Milliseconds until the next write after one. */
  get restMs(): number {
    return this.#restMs;
  }

  /** Sends a write, alone among writes where these take turns. */
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

/** The first rest after a write where locks are held for a moment, and the longest. */
const [LEAST_REST_MS, MOST_REST_MS] = [25, 150];
/** How often in a row a request is sent that gets no answer between two others that do, before that is its own fault. */
const UNANSWERED_IN_A_ROW = 3;
/** Writes that are tried after one that failed for a moment. */
const MOST_OTHERS = 2;
/** Pause before another write is tried, and by how much it differs from check to check: what met in the way then meets no more. */
const [RETRY_DELAY_MS, RETRY_SPREAD_MS] = [500, 250];
/** The first pause before a look-up is repeated: on another host a request counts for more than a moment. */
const LOOK_EVERY_MS = { loopback: 150, remote: 500 };
const LOOK_WITHIN_MS = 5_000;
/** Characters of a key that name what is shared under it in a recording. */
const SHOWN_KEY = 30;

/** A failure that did not come back, and the answer to the same request then. */
interface Unsteady {
  readonly failure: Failure;
  readonly answer: Exchange;
}

/** What a prober is for: an attempt at a check, perhaps of generated cases, of which one may be replayed. */
export interface Purpose {
  /** Counts repetitions of the same check, which must not use the same fresh ids again. */
  readonly attempt?: number;
  readonly replay?: Replay | undefined;
  readonly generated?: Wanted | undefined;
}

/** The same, sent again whoever asked for it before. */
const anew = ({ operation, input }: Ask): Ask => ({ operation, input });

/** The view of a world that one row has of one operation. */
export class Prober implements Probing {
  readonly operation: Operation;
  readonly attempt: number;
  readonly isPacked: boolean;
  readonly #world: World;
  readonly #id: string;
  readonly #own: Scope;
  readonly #replay: Replay | undefined;
  /** Cases that each of its properties wants. */
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

  /** A scope whose ids follow from these parts. */
  #scopeOf(name: string, ...parts: readonly (string | number)[]): Scope {
    return new Scope(name, this.#world.run.id, parts.join(' '));
  }

  /** What is made for now: the check, one of its cases, or what it shares. */
  get #scope(): Scope {
    return currentScope() ?? this.#own;
  }

  /** Exchanges that the probe made or shared: without any, nothing can be said to hold. */
  get asked(): number {
    return this.#asked;
  }

  /** The last answer that the probe got. */
  get last(): Exchange | undefined {
    return this.#last;
  }

  /** An error of the server that did not come back. */
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

  /** What finding out takes says nothing of the check. */
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

  /** Sends what is asked, unless it is shared and was answered before. */
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
   * Sends what is asked, and after a write that failed for a moment, others under references of their own: what may have
   * been executed is repeated only where that does no harm. Reads are repeated by the client.
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
   * Sends a request that met an error of the server once more, the plainest one of its operation having been accepted in between:
   * one that comes back is a failure, one that does not leaves the check unsteady. Gives the first answer where neither follows.
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

  /** Whether requests that go together are accepted; an error that they meet is judged once, where the check is made at first. */
  async #mayCarry(twin: Twin): Promise<boolean> {
    try {
      return await this.isAccepted(twin);
    } catch (error) {
      if (this.attempt === 0 || !(error instanceof Refuted)) throw error;
      return false;
    }
  }

  /** The claims of one kind in as few requests as can be; one that may be refused and goes with no other is left to its check. */
  #packed(kind: Claims['kind']): Promise<readonly JsonObject[]> {
    const { operation } = this;
    return this.once(`${kind} claims of ${operation}`, async () => {
      const claims = this.#world.claims(operation).filter((each) => each.kind === kind);
      // Changes for which a fixture is missing are left out.
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
      // What has to be refused may be sent again: a target that has carried it out breaks the requirement.
      await this.pause(Math.max(RETRY_DELAY_MS, pauseAsked(first)));
      first = await this.#orLost(demand, () => this.#sent(variant));
    }
    if (demand === 'admitted' && this.attempt > 0 && this.#evidence(first) === 'refused') {
      // What is in the way for a moment may be refused with any status: a repetition waits before it fails again.
      await this.pause(RETRY_DELAY_MS);
      first = await this.#sent(variant);
    }
    const proof = proofOf(demand, this.#evidence(first));
    if (proof !== 'needs-control') return conclusion(proof, demand, claim, first, [before]);
    const control = demand === 'refused' ? await this.#control(twin) : await this.accepted(anew(twin.ask));
    // What should be accepted may have effects by now, so that it is sent again only after an error of the server.
    const again = demand === 'refused' || this.#evidence(first) === 'error';
    const answer = again ? await this.#answerAgain(demand, variant) : first;
    const compared = again ? control : before;
    return conclusion(controlledProofOf(demand, this.#evidence(answer)), demand, claim, answer, [compared]);
  }

  /** The accepted twin, or why nothing follows from the refusal of a variant that breaks a rule by itself: it is refused as well. */
  async #twinOf({ isUnlawful }: Ask, { key, ask }: Twin): Promise<Exchange | Inconclusive> {
    try {
      return await this.twin(key, ask);
    } catch (error) {
      if (isUnlawful && error instanceof Inconclusive && error.cause === 'refused') return error;
      throw error;
    }
  }

  /** The failure of a variant that is accepted where its twin is not; throws why nothing follows where it is not either. */
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

  /** The twin accepted anew; where that can be done only once, another request to the operation, once for all checks. */
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

  /** The answer to the same request once more; one that gets none is repeated, since connections break by chance as well. */
  async #answerAgain(demand: Demand, variant: Ask): Promise<Exchange> {
    let answer = await this.#orLost(demand, () => this.#sent(variant));
    for (let sent = 1; sent < UNANSWERED_IN_A_ROW && this.#evidence(answer) === 'unanswered'; sent += 1) {
      answer = await this.#orLost(demand, () => this.#sent(variant));
    }
    return answer;
  }

  /** An answer; where a refusal is demanded, one of status 0 for a request that was sent and got none. */
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

  /** Whether a refused operation is not there: it is answered as an unknown path, by a target that answers other refusals otherwise. */
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
   * Pages as long as the document lets them be, and shorter ones where those are refused: of 100 where a maximum is stated, and
   * else as the target likes.
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

  /** The pages of a list, each of which serves all who ask for the same. */
  #pages(operation: ListOperation, query: NonNullable<RequestInput['query']>): Promise<Listing> {
    const send = (asked: RequestInput['query']): Promise<Exchange> =>
      this.page({ operation, input: () => (asked ? { query: asked } : {}), isShared: true });
    return walk(send, query, this.run);
  }

  async eventually(look: () => Promise<readonly Failure[]>, withinMs = LOOK_WITHIN_MS): Promise<readonly Failure[]> {
    let found = await look();
    // Each pause is twice the one before: what shows soon is seen soon, and what never does costs few requests.
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
        // The key may be a whole body: its account numbers show neither in the name nor in what is computed of it.
        const shown = maskedMembers(key);
        const name = `${shown.slice(0, SHOWN_KEY)}#${seedOf(shown, forgotten).toString(36)}`;
        return this.#scopeOf(name, shown, forgotten).run(make);
      });
    } catch (error) {
      // A failure is confirmed by asking again.
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
