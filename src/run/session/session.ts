import { setMaxListeners } from 'node:events';
import { adaptationOf, controlsOf, recognised } from '../../../suites/index.ts';
import type { Spending } from '../../client/budget.ts';
import { Client, REACHABILITY } from '../../client/client.ts';
import { type Discovered, discover } from '../../client/discovery.ts';
import { withdrawsToUpdated } from '../../client/fiat-account-discovery.ts';
import { Guard } from '../../client/guard.ts';
import { Redaction } from '../../client/redaction.ts';
import { secretsOf } from '../../client/secrets.ts';
import type { Carriage } from '../../client/transport.ts';
import type { ArrayFormat } from '../../contract/array-formats.ts';
import { listOperations, type Operation } from '../../contract/operations.ts';
import type { Judge, Violation } from '../../engine/judge.ts';
import type { Claims } from '../../engine/packing.ts';
import { claimsAbout, type Row } from '../../engine/row.ts';
import { seedOf } from '../../engine/seeds.ts';
import { Shared } from '../../engine/shared.ts';
import type { Withheld, World } from '../../engine/world.ts';
import {
  answered,
  type Exchange,
  isAccepted,
  isAnswered,
  type Place,
  type Recorded,
  type RequestInput,
} from '../../model/exchange.ts';
import { keyOf } from '../../model/facts.ts';
import type { Fixtures, SettlementState } from '../../model/fixtures.ts';
import type { Failure } from '../../model/outcome.ts';
import type { Unsent } from '../../model/report.ts';
import { asking } from '../../settings/fixtures-command.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { inUnits } from '../../settings/value-types.ts';
import { after, pause, randomHex } from '../../values/clock.ts';
import { type GeneratedCases, KEPT, PLANNED, Ration } from '../budget/ration.ts';
import { Traffic } from '../report/request-stats.ts';
import { ArrayFormatSearch, isJudged } from './array-format.ts';
import { Creations } from './creations.ts';
import { Ledger } from './ledger.ts';

/** Rotates the list so that it starts at another position. */
const rotated = <T>(list: readonly T[], by: number): T[] => {
  const start = by % Math.max(1, list.length);
  return [...list.slice(start), ...list.slice(0, start)];
};

const commandProvider = ({ fixturesCommand, fixtures }: RunSettings): Provide | undefined =>
  fixturesCommand === undefined ? undefined : asking(fixturesCommand, fixtures);

/** Thrown when the run could not be made. The message is one sentence. */
export class Aborted extends Error {}

/** Receives the events of a session as they happen. */
export interface Observer {
  readonly onExchange?: (recorded: Recorded) => void;
  readonly onViolation?: (violation: Violation) => void;
}

/** Makes a settlement transaction of a state when those of the fixtures are used up. Returns undefined if it cannot. */
export type Provide = (state: SettlementState) => Promise<string | undefined>;

/** What a session may be given besides its settings. */
export interface SessionParts {
  readonly provide?: Provide | undefined;
  /** Carries the requests, if the network does not. */
  readonly carriage?: Carriage | undefined;
  /** The longest pause in milliseconds, for sessions that need not wait. */
  readonly mostPauseMs?: number | undefined;
}

/** One run against one target: its client, judge, budget and fixtures. */
export class Session implements World {
  run: World['run'];
  readonly shared = new Shared();
  readonly recognises = recognised;
  readonly controls = controlsOf;
  readonly adaptation = adaptationOf;
  readonly redaction: Redaction;
  readonly #mostPauseMs: number;
  readonly traffic = new Traffic();
  readonly ledger = new Ledger();
  /** One sentence if the base URL is probably wrong. */
  misplaced: string | undefined;
  /** Sentences that a reader of the report must know. */
  readonly notes: string[] = [];
  /** Which operations the target allowed no more, one sentence each. */
  readonly limited: string[] = [];
  /** Settlement transactions that checks took, by state and check. */
  readonly taken: Record<string, string[]> = {};
  /** Number of generated cases that the budgets allowed, for properties that wanted more. */
  readonly allowedCases: Record<string, number> = {};
  /** Requests that checks made but that were never sent. */
  readonly unsent: Unsent[] = [];
  readonly #client: Client;
  readonly #judge: Judge;
  readonly #guard: Guard;
  /** Undefined if the user sets the format of lists. */
  readonly #arrayFormat: ArrayFormatSearch | undefined;
  readonly #settings: RunSettings;
  readonly #provide: Provide | undefined;
  readonly #observers: Observer[] = [];
  readonly #creations = new Creations();
  readonly #abort = new AbortController();
  readonly #pools = new Map<SettlementState, string[]>();
  readonly #violations = new WeakMap<Exchange, readonly Violation[]>();
  #found: Discovered = { fixtures: {}, origins: {}, problems: [] };
  #stopped: string | undefined;
  #bound: Withheld | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #ration: Ration | undefined;
  #expected: readonly Row[] = [];

  constructor(
    settings: RunSettings,
    judge: Judge,
    { provide, carriage, mostPauseMs = Number.POSITIVE_INFINITY }: SessionParts = {},
  ) {
    const { target } = settings;
    this.#mostPauseMs = mostPauseMs;
    // Every request in flight listens to this signal.
    setMaxListeners(0, this.#abort.signal);
    this.#settings = settings;
    this.#judge = judge;
    this.#provide = provide ?? commandProvider(settings);
    this.redaction = new Redaction(secretsOf(target));
    this.#guard = new Guard(target);
    this.run = {
      id: randomHex(4),
      seed: settings.seed,
      runs: settings.runs,
      loopback: target.loopback,
      strict: settings.strict,
      changesBankDetails: target.loopback || settings.fixtures.updatable_fiat_account_id !== undefined,
      maxItems: target.bounds.items,
      maxPages: target.bounds.pages,
    };
    this.#client = new Client(target, {
      carriage,
      signal: this.#abort.signal,
      onToken: (token) => this.redaction.learn(token),
      onExchange: (recorded) => this.#take(recorded),
      onUnsent: ({ id, operation, place, lost }) => {
        if (place)
          this.unsent.push({
            operation,
            made_for: place.madeFor,
            number: place.number,
            id,
            withheld: false,
            reason: lost,
          });
      },
      onUnreachable: (reason) => this.stop(reason),
      onSpent: (reason, flag) => this.#end(reason, flag),
      onExhausted: (operation, reason) => this.limited.push(`${operation} was asked no more: ${reason}`),
    });
    const note = (sentence: string): unknown => this.notes.push(sentence);
    this.#arrayFormat = target.arrayFormat === null ? new ArrayFormatSearch(this.#client, note) : undefined;
  }

  /** Adds an observer of all later exchanges. Observers are called in the order in which they were added. */
  observe(observer: Observer): void {
    this.#observers.push(observer);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get fixtures(): Fixtures {
    return this.#found.fixtures;
  }

  /** Where each fixture came from. */
  get sources(): Discovered['origins'] {
    return this.#found.origins;
  }

  /** The format in which `string[]` query parameters are written, as far as it is known. */
  get arrayFormat(): ArrayFormat {
    return this.#client.arrayFormat;
  }

  /** Why the session was stopped, if it was. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** The bound at which the run ended, and the flag that sets it. */
  get bound(): Withheld | undefined {
    return this.#bound;
  }

  /** Sends nothing from now on. What was found so far counts. */
  end(reason: string): void {
    this.#bound ??= { withheld: true, reason };
  }

  /** Does the same at a bound of the run, and names its flag. */
  #end(reason: string, provide: string): void {
    this.#bound ??= { withheld: true, reason: `${reason} (${provide})`, provide };
  }

  /** Ends the run when its time is over. Requests in flight are aborted. */
  #startClock(): void {
    const { maxDurationMs } = this.#settings.target;
    if (maxDurationMs === null) return;
    this.#deadline = after(maxDurationMs, () => {
      this.#end(`the run has reached its maximum duration of ${inUnits(maxDurationMs)}`, '--max-duration');
      this.#abort.abort();
    });
    this.#deadline.unref();
  }

  /** Gets a token, checks that the target answers, and discovers fixtures. Throws Aborted. */
  async open(): Promise<void> {
    this.#startClock();
    const first = await this.#client.send('listFiat', {}, REACHABILITY);
    if (!isAnswered(first))
      throw new Aborted(
        this.#stopped ?? this.#bound?.reason ?? `${this.#settings.target.baseUrl} could not be reached: ${first.lost}`,
      );
    const { status } = first.response;
    const same = (status === 401 || status === 404) && (await this.#everyListAnswers(status));
    if (same && status === 404) this.notes.push(this.#misplaced());
    else if (same)
      throw new Aborted(
        `${this.#settings.target.baseUrl} rejects the token on every list (401): check ACCESS_TOKEN, or AUTH_URL, CLIENT_ID and CLIENT_SECRET`,
      );
    this.#found = await discover(
      (operation, input) => this.#client.send(operation, input, 'fixtures'),
      this.#settings.fixtures,
      { turn: this.#turn, sharesAccounts: this.run.loopback },
    );
    if (withdrawsToUpdated(this.fixtures)) this.run = { ...this.run, changesBankDetails: false };
    this.notes.push(...this.#found.problems);
    for (const [state, ids] of Object.entries(this.fixtures.settlement_transactions ?? {}))
      this.#pools.set(state as SettlementState, rotated(ids, this.#turn));
  }

  /**
   * A number that differs between runs, so that two concurrent runs do not use up the same objects. The shards of one
   * run share it.
   */
  get #turn(): number {
    if (this.#settings.target.shard) return seedOf(this.run.seed);
    return Number.parseInt(this.run.id.slice(0, 6), 16);
  }

  /** Says in words whether the token is accepted, and whether the target accepts requests without one. */
  async tokenStanding(): Promise<string> {
    const given = await this.#client.send('listFiat', {}, 'doctor');
    const none = await this.#client.send('listFiat', { credentials: 'none' }, 'doctor');
    const said = (each: Recorded): string =>
      isAnswered(each)
        ? `${isAccepted(each) ? 'accepted' : 'refused'} (${each.response.status})`
        : `lost: ${each.lost}`;
    return `listFiat with it: ${said(given)}; without it: ${said(none)}`;
  }

  /**
   * Returns whether every list answers with this status. If it is 401, the token is wrong and nothing follows about the
   * target. If it is 404, the base URL is wrong or the service is unfinished.
   */
  async #everyListAnswers(status: number): Promise<boolean> {
    const answers = await Promise.all(listOperations.map((list) => this.#client.send(list, {}, REACHABILITY)));
    return answers.every((each) => isAnswered(each) && each.response.status === status);
  }

  #misplaced(): string {
    const asked = `${this.#settings.target.baseUrl}/v2/transfer/fiat-accounts`;
    this.misplaced = `every list answers 404, for example ${asked}: check the base URL; /v2/… is appended to it`;
    return this.misplaced;
  }

  /** Number of requests sent so far. */
  get sent(): number {
    return this.#client.sent;
  }

  /** What was withdrawn or may have been. */
  get withdrawn(): Spending {
    return this.#guard.spending();
  }

  /** The budget for each asset that would allow the same requests. */
  get needed(): Spending['amounts'] {
    return this.#guard.needed();
  }

  /** Ends the session: aborts requests in flight and sends nothing more. */
  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#abort.abort();
  }

  async close(): Promise<void> {
    clearTimeout(this.#deadline);
    this.shared.clear();
    await this.#client.close();
  }

  pause(milliseconds: number): Promise<void> {
    return pause(Math.min(milliseconds, this.#mostPauseMs), this.#abort.signal);
  }

  violations(exchange: Exchange): readonly Failure[] {
    return this.#violations.get(exchange)?.map(({ failure }) => failure) ?? [];
  }

  created(operation: Operation): readonly Exchange[] {
    return this.#creations.of(operation);
  }

  async takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined> {
    const id = this.#pools.get(state)?.shift() ?? (await this.#moreTransactions(state));
    const key = `${state} ${madeFor}`;
    if (id !== undefined) this.taken[key] = [...(this.taken[key] ?? []), id];
    return id;
  }

  /** Asks the provider of fixtures for another transaction, one caller at a time. */
  #moreTransactions(state: SettlementState): Promise<string | undefined> {
    return this.shared.exclusively('fixtures', async () => {
      const waiting = this.#pools.get(state)?.shift();
      return waiting ?? (await this.#provide?.(state));
    });
  }

  async transmit(
    operation: Operation,
    input: RequestInput,
    purpose: string,
    place?: Place,
  ): Promise<Recorded | Withheld> {
    const made = await this.#transmitted(operation, input, purpose, place);
    if (place && 'withheld' in made) {
      const { reason, provide } = made;
      const why = { withheld: true, reason, ...(provide === undefined ? {} : { provide }) };
      this.unsent.push({ operation, made_for: place.madeFor, number: place.number, ...why });
    }
    return made;
  }

  async #transmitted(
    operation: Operation,
    input: RequestInput,
    purpose: string,
    place: Place | undefined,
  ): Promise<Recorded | Withheld> {
    if (this.#stopped) return { withheld: true, reason: `the run ended early: ${this.#stopped}` };
    const permit = this.#bound ?? (await this.#guard.admit(operation, input));
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

  /** Sets the rows whose claims may be sent together. */
  expect(rows: readonly Row[]): void {
    this.#expected = rows;
  }

  claims(operation: Operation): readonly Claims[] {
    return claimsAbout(this.#expected, operation);
  }

  cases(wanted: number, id: string, operation: Operation): number {
    const allowed = this.#ration?.cases(id, operation) ?? wanted;
    if (allowed < wanted) this.allowedCases[keyOf(id, operation)] = allowed;
    return allowed;
  }

  /** Spreads what is left of the budgets over properties. Called when only generated cases remain. */
  ration(properties: readonly GeneratedCases[]): void {
    const kept = this.#settings.target.loopback ? KEPT.loopback : KEPT.remote;
    const planned = this.#planned - this.traffic.total - kept;
    const left = { withdrawals: this.#guard.withdrawalsLeft, requests: Math.min(this.#client.left, planned) };
    this.#ration = new Ration(left, properties, this.run.seed);
  }

  /** The number of requests that generated cases fill this run up to. */
  get #planned(): number {
    const { target, fillsUp } = this.#settings;
    if (!fillsUp) return Number.POSITIVE_INFINITY;
    return (target.loopback ? PLANNED.loopback : PLANNED.remote) / (target.shard?.of ?? 1);
  }

  /** Returns a note on generated cases that the budgets left out. */
  rationed(): readonly string[] {
    return this.#ration?.note() ?? [];
  }

  #take(recorded: Recorded): void {
    this.traffic.add(recorded);
    if (isAnswered(recorded)) {
      this.redaction.notice(recorded.request.body);
      this.redaction.notice(answered(recorded));
      this.ledger.see(recorded);
      if (isAccepted(recorded) && recognised(recorded)) this.shared.accepting.add(recorded.operation);
      if (isJudged(recorded)) this.#creations.see(recorded);
      const violations = isJudged(recorded) ? this.#judge.take(recorded) : [];
      if (violations.length > 0) this.#violations.set(recorded, violations);
      for (const violation of violations) for (const each of this.#observers) each.onViolation?.(violation);
    }
    for (const each of this.#observers) each.onExchange?.(recorded);
  }
}
