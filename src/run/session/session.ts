import { adaptationOf, controlsOf, recognised } from '../../../suites/index.ts';
import type { NeededAmount } from '../../client/budget.ts';
import { Client } from '../../client/client.ts';
import { type Discovered, discover } from '../../client/discovery.ts';
import { withdrawsToUpdated } from '../../client/fiat-account-discovery.ts';
import { Guard } from '../../client/guard.ts';
import { type Look, look } from '../../client/listing.ts';
import { secretsOf } from '../../client/secrets.ts';
import type { Carriage } from '../../client/transport.ts';
import type { ArrayFormat } from '../../contract/array-formats.ts';
import type { ListOperation, Operation } from '../../contract/operations.ts';
import type { Judge } from '../../engine/judge.ts';
import type { CombinableChanges } from '../../engine/packing.ts';
import { combinableAbout, type Row, verifies } from '../../engine/row.ts';
import { seedOf } from '../../engine/seeds.ts';
import { Shared } from '../../engine/shared.ts';
import type { World } from '../../engine/world.ts';
import {
  type Exchange,
  isAccepted,
  isAnswered,
  type Query,
  type Recorded,
  type RequestInput,
  type RequestPlace,
} from '../../model/exchange.ts';
import type { Fixtures, SettlementState } from '../../model/fixtures.ts';
import { needText } from '../../model/need.ts';
import type { Failure, Withheld } from '../../model/outcome.ts';
import type { Purpose } from '../../model/purpose.ts';
import type { Unsent } from '../../model/report.ts';
import type { FixtureOrigins, Withdrawn } from '../../model/reported.ts';
import { transactionsFrom } from '../../settings/fixtures-command.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { affordableFirst } from '../../settings/target/affordable.ts';
import { spendsFreely } from '../../settings/target/allowance.ts';
import { pause, randomHex } from '../../values/clock.ts';
import { definite } from '../../values/definite.ts';
import { AllowedCases, plannedAfter } from '../budget/allowed-cases.ts';
import type { GeneratedCases } from '../budget/ration.ts';
import { ArrayFormatSearch } from './array-format.ts';
import { comesFromService, type Obstacle, reach, type TokenTrial, tryToken } from './reachability.ts';
import { SessionRecord } from './record.ts';
import { RunEnding } from './run-ending.ts';
import { type TransactionProvider, Transactions } from './transactions.ts';

const commandProvider = (
  { fixturesCommand, fixtures }: RunSettings,
  signal: AbortSignal,
): TransactionProvider | undefined =>
  fixturesCommand === undefined ? undefined : transactionsFrom(fixturesCommand, fixtures, signal);

/** What a session may be given besides its settings. */
export interface SessionParts {
  readonly provide?: TransactionProvider | undefined;
  /** Carries the requests, if the network does not. */
  readonly carriage?: Carriage | undefined;
  /** The longest pause in milliseconds, for sessions that need not wait. */
  readonly mostPauseMs?: number | undefined;
}

/** What the rows of one run share: its client, judge, budget and fixtures. */
export class Session implements World {
  run: World['run'];
  readonly shared = new Shared();
  readonly recognises = recognised;
  readonly controls = controlsOf;
  readonly adaptation = adaptationOf;
  readonly ending = new RunEnding();
  readonly record: SessionRecord;
  readonly transactions: Transactions;
  readonly allowedCases = new AllowedCases();
  /** What is probably wrong with the base URL or the token, as far as the first requests show. */
  obstacle: Obstacle | undefined;
  /** Whether an answer has shown that the service is there. */
  isServed = false;
  /** Sentences that a reader of the report must know. */
  readonly notes: string[] = [];
  /** Which operations the target allowed no more, one sentence each. */
  readonly limited: string[] = [];
  /** Requests that checks made but that were never sent. */
  readonly unsent: Unsent[] = [];
  /** What was retried after all other checks, by requirement and operation. */
  readonly retried: string[] = [];
  readonly #client: Client;
  readonly #guard: Guard;
  /** Undefined if the user sets the format of lists. */
  readonly #arrayFormat: ArrayFormatSearch | undefined;
  readonly #settings: RunSettings;
  readonly #mostPauseMs: number;
  #found: Discovered = { fixtures: {}, origins: {}, problems: [] };
  #exercisedRows: readonly Row[] = [];
  /** True until the checks begin. */
  #isOpening = true;

  constructor(
    settings: RunSettings,
    judge: Judge,
    { provide, carriage, mostPauseMs = Number.POSITIVE_INFINITY }: SessionParts = {},
  ) {
    const { target } = settings;
    this.#mostPauseMs = mostPauseMs;
    this.#settings = settings;
    this.record = new SessionRecord(judge, secretsOf(target));
    this.transactions = new Transactions(
      this.shared.schedule,
      provide ?? commandProvider(settings, this.signal),
      () => this.ending.withheld !== undefined,
    );
    this.#guard = new Guard(target);
    this.run = {
      id: randomHex(4),
      seed: settings.seed,
      runs: settings.runs,
      spendsFreely: spendsFreely(target),
      strict: settings.strict,
      changesBankDetails: target.loopback || settings.fixtures.updatable_fiat_account_id !== undefined,
      maxItems: target.bounds.items,
      maxPages: target.bounds.pages,
    };
    this.#client = new Client(target, {
      carriage,
      signal: this.signal,
      onToken: (token) => this.record.redaction.learn(token),
      onExchange: (recorded) => this.#take(recorded),
      onUnsent: ({ id, operation, place, lost }) =>
        this.#noteUnsent(operation, place, { id, withheld: false, reason: lost }),
      onUnreachable: (reason) => this.abort(reason),
      onSpent: (reason, bound) => this.ending.finishEarly(reason, bound),
      onGivenUp: (operation, reason) => this.limited.push(`${operation} got no further requests: ${reason}`),
    });
    const note = (sentence: string): unknown => this.notes.push(sentence);
    this.#arrayFormat = target.arrayFormat === null ? new ArrayFormatSearch(this.#client, note) : undefined;
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get fixtures(): Fixtures {
    return this.#found.fixtures;
  }

  get origins(): FixtureOrigins {
    return this.#found.origins;
  }

  /** The format in which `string[]` query parameters are written, as far as it is known. */
  get arrayFormat(): ArrayFormat {
    return this.#client.arrayFormat;
  }

  /** Sends nothing from now on. What was found so far counts. */
  finishEarly(reason: string): void {
    this.ending.finishEarly(reason);
    this.#client.finishEarly(reason);
  }

  /** Gets a token, checks that the target answers, and discovers fixtures. Throws Aborted. */
  async open(): Promise<void> {
    const { target, fixtures } = this.#settings;
    this.ending.startClock(target.maxDurationMs);
    this.obstacle = await reach(this.#client, target.baseUrl, {
      ended: () => this.ending.stopped ?? this.ending.bound?.reason,
      pause: (milliseconds) => this.pause(milliseconds),
    });
    this.#found = await discover(this.#sendForFixtures, fixtures, {
      turn: this.#turn,
      sharesAccounts: this.#settings.target.loopback,
    });
    this.#found = { ...this.#found, fixtures: affordableFirst(this.#found.fixtures, this.#settings.target) };
    this.#isOpening = false;
    if (withdrawsToUpdated(this.fixtures)) this.run = { ...this.run, changesBankDetails: false };
    this.notes.push(...this.#found.problems);
    this.transactions.fill(this.fixtures, this.#turn);
  }

  /**
   * A number that differs between runs, so that two concurrent runs do not use up the same objects. The shards of one
   * run share it.
   */
  get #turn(): number {
    if (this.#settings.target.shard) return seedOf(this.run.seed);
    return Number.parseInt(this.run.id.slice(0, 6), 16);
  }

  /** Finds out whether the token is accepted, and whether the target accepts requests without one. */
  tryToken(): Promise<TokenTrial> {
    return tryToken(this.#client);
  }

  /** Reads the first pages of a list. */
  look(operation: ListOperation, query: Query): Promise<Look> {
    return look(this.#sendForFixtures, operation, query);
  }

  readonly #sendForFixtures = (operation: Operation, input: RequestInput): Promise<Recorded> =>
    this.#client.send(operation, input, { kind: 'run', what: 'fixtures' });

  /** Number of requests sent so far. */
  get sent(): number {
    return this.#client.sent;
  }

  /** Number of requests that the budget still allows. */
  get requestsLeft(): number {
    return this.#client.left;
  }

  /** What the target's limits on the rate of requests did to the run. */
  get rateLimits(): Client['rateLimits'] {
    return this.#client.rateLimits;
  }

  /** What was withdrawn or may have been. */
  get withdrawn(): Withdrawn {
    return this.#guard.withdrawn;
  }

  /** The budget for each asset that would allow the same requests. */
  get needed(): ReadonlyMap<string, NeededAmount> {
    return this.#guard.needed();
  }

  /** Ends the session: aborts requests in flight and sends nothing more. */
  abort(reason: string): void {
    this.ending.abort(reason);
  }

  async close(): Promise<void> {
    this.ending.stopClock();
    this.shared.values.clear();
    await this.#client.close();
  }

  pause(milliseconds: number): Promise<void> {
    return pause(Math.min(milliseconds, this.#mostPauseMs), this.signal);
  }

  violations(exchange: Exchange): readonly Failure[] {
    return this.record.violations(exchange);
  }

  created(operation: Operation): readonly Exchange[] {
    return this.record.creations.of(operation);
  }

  takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined> {
    return this.transactions.take(state, madeFor);
  }

  async transmit(
    operation: Operation,
    input: RequestInput,
    purpose: Purpose,
    place?: RequestPlace,
  ): Promise<Recorded | Withheld> {
    const made = await this.#transmitted(operation, input, purpose, place);
    if ('withheld' in made) {
      const { reason, need } = made;
      const provided = definite({ provide: need && needText(need) });
      this.#noteUnsent(operation, place, { withheld: true, reason, ...provided });
    }
    return made;
  }

  #noteUnsent(
    operation: Operation,
    place: RequestPlace | undefined,
    why: Pick<Unsent, 'id' | 'withheld' | 'reason' | 'provide'>,
  ): void {
    if (place) this.unsent.push({ operation, made_for: place.madeFor, number: place.number, ...why });
  }

  async #transmitted(
    operation: Operation,
    input: RequestInput,
    purpose: Purpose,
    place: RequestPlace | undefined,
  ): Promise<Recorded | Withheld> {
    const permit = this.ending.withheld ?? (await this.#guard.admit(operation, input));
    if (permit.withheld) return permit;
    let recorded: Recorded | undefined;
    try {
      await this.#arrayFormat?.before(input);
      recorded = await this.#client.send(operation, input, purpose, place);
      return recorded;
    } finally {
      permit.settle(recorded);
    }
  }

  /** Sets the rows that this run exercises: their combinable changes may be sent together. */
  setExercisedRows(rows: readonly Row[]): void {
    this.#exercisedRows = rows;
  }

  verifies(operation: Operation): boolean {
    return verifies(this.#exercisedRows, operation);
  }

  combinable(operation: Operation): readonly CombinableChanges[] {
    return combinableAbout(this.#exercisedRows, operation);
  }

  cases(wanted: number, id: string, operation: Operation): number {
    return this.allowedCases.of(wanted, id, operation);
  }

  /** Spreads what is left of the budgets over properties. Called when only generated cases remain. */
  ration(properties: readonly GeneratedCases[]): void {
    const planned = plannedAfter(this.record.traffic.total, this.#settings);
    const left = { withdrawals: this.#guard.withdrawalsLeft, requests: Math.min(this.#client.left, planned) };
    this.allowedCases.ration(left, properties, this.run.seed);
  }

  #take(recorded: Recorded): void {
    if (isAnswered(recorded) && comesFromService(recorded)) this.isServed = true;
    if (isAnswered(recorded) && isAccepted(recorded) && recognised(recorded)) {
      this.shared.noteAccepted(recorded);
      if (this.#isOpening) this.shared.offerRead(recorded, () => recorded);
    }
    this.record.take(recorded);
  }
}
