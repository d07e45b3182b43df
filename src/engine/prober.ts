import type { Arbitrary } from 'fast-check';
import { sized, statesMaximum, type Tagged, withRefId } from '../contract/lists.ts';
import { type ListOperation, type Operation, page } from '../contract/operations.ts';
import { type Exchange, isAccepted, type Query, type RequestInput } from '../model/exchange.ts';
import type { FixturePath, Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Failure, Replay } from '../model/outcome.ts';
import type { RunContext } from '../model/run-context.ts';
import { now } from '../values/clock.ts';
import { flagFor } from '../values/flag.ts';
import type { JsonObject } from '../values/json.ts';
import type { Ask, Carrier, Controls, Twin } from './ask.ts';
import { type AttemptKind, FIRST_ATTEMPT } from './attempt-kinds.ts';
import { Carriers } from './carriers.ts';
import { casesOf, type Wanted } from './check.ts';
import { Demands } from './demands.ts';
import { Inconclusive, unlessInconclusive } from './inconclusive.ts';
import type { Listing, ListOptions } from './listing.ts';
import { walk } from './paging.ts';
import {
  type Answer,
  type AnswerDemand,
  type EachOptions,
  LOOK_WITHIN_MS,
  type OutcomeProof,
  type Probing,
} from './probing.ts';
import type { Demand } from './proof.ts';
import { check } from './property.ts';
import { refusal } from './refusal.ts';
import { seedOf } from './seeds.ts';
import { Sender } from './sender.ts';
import { ValidRequests } from './valid-requests.ts';
import type { Adaptation, World } from './world.ts';

/** The first pause before a lookup is repeated. On a remote target a request costs more than waiting. */
const LOOK_EVERY_MS = { loopback: 150, remote: 500 };

/** Which attempt at a check a prober serves. If the check has generated cases, one of them may be replayed. */
export interface AttemptOptions {
  readonly attempt?: AttemptKind;
  readonly replay?: Replay | undefined;
  readonly generated?: Wanted | undefined;
}

/** The view that one row has of the world on one operation. */
export class Prober implements Probing {
  readonly operation: Operation;
  readonly attempt: number;
  readonly isPacked: boolean;
  readonly #world: World;
  readonly #id: string;
  readonly #replay: Replay | undefined;
  /** How many cases each of the check's properties wants. */
  readonly #wanted: number;
  readonly #sender: Sender;
  readonly #valid: ValidRequests;
  readonly #demands: Demands;
  readonly #carriers: Carriers;
  #properties = 0;
  #adaptation: Adaptation | undefined;

  constructor(
    world: World,
    id: string,
    operation: Operation,
    { attempt = FIRST_ATTEMPT, replay, generated }: AttemptOptions = {},
  ) {
    this.attempt = attempt.number;
    this.isPacked = attempt.isPacked;
    this.#replay = replay;
    this.#wanted = casesOf(world.run.runs, generated);
    this.#world = world;
    this.#id = id;
    this.operation = operation;
    const controls = (of: Operation): Controls | undefined => world.controls(this, of);
    this.#sender = new Sender(world, id, operation, attempt.number);
    this.#valid = new ValidRequests(this.#sender, world.shared.values, controls);
    this.#demands = new Demands(this.#sender, this.#valid, controls);
    this.#carriers = new Carriers(this, (of) => world.combinable(of));
  }

  /**
   * Number of requests that the probe sent or shared. If it is 0, the probe cannot conclude that the requirement holds.
   */
  get asked(): number {
    return this.#sender.asked;
  }

  /** The last response that the probe got. */
  get last(): Exchange | undefined {
    return this.#sender.last;
  }

  get lastOwn(): Exchange | undefined {
    return this.#sender.lastOwn;
  }

  /** Whether a write that should be accepted met a conflict or a lock (409, 423) each time that it was sent. */
  get isConflicted(): boolean {
    return this.#sender.isConflicted;
  }

  /** Whether a request that must be refused was refused with a conflict or a lock. */
  get wasRefusedByConflict(): boolean {
    return this.#sender.wasRefusedByConflict;
  }

  /** The first server error that did not come back. */
  get unsteady(): ValidRequests['unsteady'] {
    return this.#valid.unsteady;
  }

  get run(): RunContext {
    return this.#world.run;
  }

  get hasErred(): boolean {
    return this.#world.shared.erring.has(this.operation);
  }

  needsOtherAmounts(operation: Operation): boolean {
    return this.#world.shared.varyingAmounts.has(operation);
  }

  verifies(operation: Operation): boolean {
    return this.#world.verifies(operation);
  }

  get fixtures(): Fixtures {
    const learned = this.#adaptation?.fixtures;
    return learned ? { ...this.#world.fixtures, ...learned } : this.#world.fixtures;
  }

  get adapted(): JsonObject | undefined {
    return this.#adaptation?.members;
  }

  /** The requests of the adaptation are no evidence for the check, so they are not counted. */
  async adapt(operation: Operation): Promise<void> {
    const finding = this.#world.adaptation(this, operation);
    if (!finding) return;
    this.#adaptation = await finding;
    this.#sender.startOver();
  }

  async answerTo(ask: Ask): Promise<Answer> {
    const exchange = await this.#sender.ask(ask);
    const evidence = this.#sender.evidence(exchange);
    const accepted = isAccepted(exchange);
    return {
      exchange,
      evidence,
      isAccepted: accepted,
      words: accepted ? 'accepted' : `refused with ${refusal(exchange)}`,
    };
  }

  send(operation: Operation, input: RequestInput = {}): Promise<Exchange> {
    return this.#sender.send(operation, input);
  }

  sendValid(ask: Ask): Promise<Exchange> {
    return this.#valid.sendValid(ask);
  }

  serverError(ask: Ask, answer: Exchange): Promise<readonly Failure[]> {
    return this.#valid.serverError(ask, answer);
  }

  twin(twin: Twin): Promise<Exchange> {
    return this.#valid.twin(twin);
  }

  isAccepted(twin: Twin): Promise<boolean> {
    return this.#valid.isAccepted(twin);
  }

  page(ask: Ask): Promise<Exchange> {
    return this.#valid.page(ask);
  }

  sendVariant(what: string, ask: Ask, twin: Ask): Promise<Exchange> {
    return this.#demands.sendVariant(what, ask, twin);
  }

  expectRefused(what: string, variant: Ask, twin: Twin): Promise<readonly Failure[]> {
    return this.#demands.expectOfVariant('refused', what, variant, twin);
  }

  expectAccepted(what: string, variant: Ask, twin: Twin): Promise<readonly Failure[]> {
    return this.#demands.expectOfVariant('accepted', what, variant, twin);
  }

  expectOutcome(demand: Demand, what: string, answer: Exchange, proof?: OutcomeProof): Promise<readonly Failure[]> {
    return this.#demands.expectOutcome(demand, what, answer, proof);
  }

  expectOneAnswered(asks: readonly Ask[], demand: AnswerDemand): Promise<readonly Failure[]> {
    return this.#demands.expectOneAnswered(asks, demand);
  }

  carrierOf(change: JsonObject, ask: (change: JsonObject) => Ask): Promise<Carrier | undefined> {
    return this.#carriers.carrierOf(change, ask);
  }

  async each<T>(
    values: Arbitrary<T>,
    property: (value: T) => Promise<readonly Failure[]>,
    options: EachOptions<T> = {},
  ): Promise<readonly Failure[]> {
    const { run, signal } = this.#world;
    const replay = this.#replay;
    this.#properties += 1;
    const seed = seedOf(run.seed, this.#id, this.operation, this.#properties);
    if (replay && replay.seed !== seed) return [];
    const { scope } = this.#sender;
    const runs = replay ? this.#wanted : this.#world.cases(this.#wanted, this.#id, this.operation);
    if (runs === 0)
      throw new Inconclusive(
        'budget',
        `no generated case fit into the budgets and the planned number of requests (${flagFor('runs')} above its default plans more)`,
      );
    return check({
      values,
      check: (value) => scope.part().run(() => property(value)),
      seed,
      runs,
      options,
      stopped: () => signal.aborted,
      ...(replay ? { path: replay.path } : {}),
    });
  }

  violations(exchange: Exchange): readonly Failure[] {
    return this.#world.violations(exchange);
  }

  fixture<K extends keyof Fixtures>(name: K): NonNullable<Fixtures[K]>;
  fixture<T>(path: FixturePath, pick: (fixtures: Fixtures) => T | undefined): T;
  fixture<K extends keyof Fixtures>(name: K, pick = (fixtures: Fixtures): unknown => fixtures[name]): unknown {
    const found = pick(this.fixtures);
    const isNothing = found === undefined || (Array.isArray(found) && found.length === 0);
    if (!isNothing) return found;
    throw new Inconclusive('fixture', `the fixtures have no ${name}, and no list shows one`, {
      need: { fixture: name },
    });
  }

  async takeTransaction(state: SettlementState): Promise<string> {
    const taken = await this.#world.takeTransaction(state, this.#sender.scope.name);
    if (taken !== undefined) return taken;
    const none = this.fixtures.settlement_transactions?.[state]?.[0] === undefined;
    const reason = none
      ? `the fixtures have no ${state} settlement transaction`
      : `every ${state} settlement transaction is used up`;
    throw new Inconclusive('fixture', reason, { need: { fixture: `settlement_transactions.${state}` } });
  }

  created(operation: Operation): readonly Exchange[] {
    return this.#world.created(operation);
  }

  freshRef(): string {
    return this.#sender.scope.freshRef();
  }

  tagged<T extends object>(body: T): Tagged<T> {
    return withRefId(body, this.freshRef());
  }

  list(
    operation: ListOperation,
    query: Query = {},
    { maxPages = this.run.maxPages, isShared = false }: ListOptions = {},
  ): Promise<Listing> {
    const bounds = { maxItems: this.run.maxItems, maxPages: Math.min(maxPages, this.run.maxPages) };
    const send = (asked: Query | undefined): Promise<Exchange> =>
      this.page({ operation, input: () => (asked ? { query: asked } : {}), isShared });
    return walk(send, query, bounds);
  }

  known(operation: ListOperation): Promise<Listing> {
    return this.oncePerAttempt(`known ${operation}`, () => this.#whole(operation));
  }

  /**
   * Walks a list with the longest pages that the document allows, or shorter ones if those are refused: 100 items if a
   * maximum is stated, otherwise the target's own page size.
   */
  async #whole(operation: ListOperation): Promise<Listing> {
    const [longest, shorter] = statesMaximum(operation) ? [sized(page.most), sized()] : [sized(), {}];
    const whole = (query: Query): Promise<Listing> => this.list(operation, query, { isShared: true });
    return (await unlessInconclusive(undefined, () => whole(longest))) ?? whole(shorter);
  }

  eventually(look: () => Promise<readonly Failure[]>, withinMs?: number): Promise<readonly Failure[]> {
    return this.until(look, (failures) => failures.length === 0, withinMs);
  }

  async until<T>(look: () => Promise<T>, isDone: (found: T) => boolean, withinMs = LOOK_WITHIN_MS): Promise<T> {
    let found = await look();
    // Each pause is twice the one before: an early result is seen early, and a result that never comes costs few
    // requests.
    const every = this.run.spendsFreely ? LOOK_EVERY_MS.loopback : LOOK_EVERY_MS.remote;
    for (let waited = 0, pause = every; !isDone(found) && waited < withinMs; waited += pause, pause *= 2) {
      await this.pause(Math.min(pause, withinMs - waited));
      found = await look();
    }
    return found;
  }

  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.#sender.once(key, make);
  }

  remembered<T>(key: string): Promise<T> | undefined {
    return this.#sender.remembered(key);
  }

  oncePerAttempt<T>(key: string, make: () => Promise<T>): Promise<T> {
    return this.once(`${key} ${this.attempt}`, make);
  }

  together<T, R>(values: readonly T[], act: (value: T) => Promise<R>): Promise<R[]> {
    const { scope } = this.#sender;
    return Promise.all(values.map((value) => scope.part().run(() => act(value))));
  }

  pause(milliseconds: number): Promise<void> {
    return this.#sender.pause(milliseconds);
  }

  async pauseSince({ startedAt, durationMs }: Exchange, milliseconds: number): Promise<void> {
    const left = startedAt + durationMs + milliseconds - now();
    if (left > 0) await this.pause(left);
  }

  async pauseSinceLatest(operation: Operation, milliseconds: number): Promise<void> {
    const latest = this.#sender.latestAccepted(operation);
    if (latest) await this.pauseSince(latest, milliseconds);
  }
}
