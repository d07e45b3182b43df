import type { Arbitrary } from 'fast-check';
import { sized, statesMaximum, type Tagged, withRefId } from '../contract/lists.ts';
import { isCreation, isRead, type ListOperation, type Operation, page } from '../contract/operations.ts';
import {
  type Exchange,
  isAccepted,
  isAnswered,
  type LostExchange,
  type Recorded,
  type RequestInput,
  unanswered,
} from '../model/exchange.ts';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Failure, Replay } from '../model/outcome.ts';
import type { RunFacts } from '../model/run-facts.ts';
import { maskedMembers } from '../values/account-number.ts';
import { now } from '../values/clock.ts';
import type { JsonObject } from '../values/json.ts';
import { failure, isRefusedAlike, refusal } from './evidence.ts';
import { Inconclusive, unlessInconclusive } from './inconclusive.ts';
import { type Carrier, CLAIM_KINDS, type Claims, includes, packed } from './packing.ts';
import { walk } from './paging.ts';
import type { Answer, Ask, EachOptions, LawfulDemand, Listing, Probing, RouteTest, Twin } from './probing.ts';
import {
  type Conclusion,
  controlledProofOf,
  type Demand,
  type Evidence,
  evidenceOf,
  isRetryable,
  proofOf,
  refusalOfLawful,
} from './proof.ts';
import { check } from './property.ts';
import { Refuted, refute } from './refuted.ts';
import {
  failedTransiently,
  lostConnection,
  mayBeRetried,
  mayBeSentAfter,
  metAConflict,
  pauseAsked,
} from './repeated-writes.ts';
import { casesOf, type Wanted } from './row.ts';
import { isSameAnswer } from './same-answer.ts';
import { currentScope, Scope } from './scope.ts';
import { seedOf } from './seeds.ts';
import type { World } from './world.ts';

/** The flaw of a response to a valid request that is a server error. */
const erring = (answer: Exchange) => ({ expected: 'success: the request is valid', actual: refusal(answer) });

/** Thrown when a request got no response. */
class Unanswered extends Inconclusive {
  readonly exchange: LostExchange;

  constructor(exchange: LostExchange) {
    super('transport', `${exchange.operation} got no complete response: ${exchange.lost}`);
    this.exchange = exchange;
  }
}

/** Returns the exchange, or throws Unanswered if there is no response. */
function answerIn(recorded: Recorded): Exchange {
  if (!isAnswered(recorded)) throw new Unanswered(recorded);
  return recorded;
}

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
  #isConflicted = false;
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

  /** Whether a write that should be accepted met a conflict or a lock (409, 423) each time that it was sent. */
  get isConflicted(): boolean {
    return this.#isConflicted;
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
    this.#isConflicted = false;
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
  async #sent({ operation, input, retriesConflicts, isConcurrent }: Ask): Promise<Exchange> {
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
      retriesConflicts ? mayBeRetried(answer) || lostConnection(answer) : failedTransiently(answer);
    const isInTurn = (): boolean => !isConcurrent && shared.takesTurns;
    let [wasInTurn, answer] = [isInTurn(), await transmit(input())];
    for (let others = 0; others < MOST_OTHERS && isAgain(answer); others += 1) {
      const another = input();
      if (!mayBeSentAfter(answer, another)) break;
      const delay = RETRY_DELAY_MS + (seedOf(this.#scope.name, others) % RETRY_SPREAD_MS);
      await this.pause(Math.max(delay, pauseAsked(answer)));
      const [before, metInTurn] = [answer, wasInTurn && metAConflict(answer)];
      [wasInTurn, answer] = [isInTurn(), await transmit(another)];
      if (!mayBeRetried(before) || !isAnswered(answer) || !isAccepted(answer)) continue;
      shared.takeTurns();
      if (metInTurn) shared.restLonger();
    }
    this.#isConflicted ||= retriesConflicts === true && metAConflict(answer);
    return answerIn(answer);
  }

  async accepted(ask: Ask): Promise<Exchange> {
    const { failures, answer } = await this.#afterError(ask, await this.#ask({ ...ask, retriesConflicts: true }));
    refute(failures);
    const found = this.#evidence(answer);
    if (found === 'accepted') return answer;
    if (found === 'unrecognised') throw unrecognised(answer);
    throw new Inconclusive(
      isRetryable(answer.response.status) ? 'transport' : 'refused',
      `a valid request was refused: ${ask.operation} answered ${refusal(answer)}`,
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
      else if (this.#last && mayBeRetried(this.#last)) shared.forget(name, MOST_OTHERS);
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
    if (before instanceof Inconclusive) return this.#failureIfAccepted(demand, claim, variant, before);
    let first = await this.#orLost(demand, () => this.#ask({ ...variant, retriesConflicts: demand === 'admitted' }));
    if (demand === 'refused' && failedTransiently(first)) {
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
  async #failureIfAccepted(
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
    throw new Inconclusive(cause, `${last.operation} answered ${refusal(last)}: check the fixtures in the request`);
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
  new Inconclusive('unrecognised', `${operation} returned something that cannot be its response`);
