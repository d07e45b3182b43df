import { randomBytes } from 'node:crypto';
import { evidence } from '../engine/evidence.ts';
import type { Judge, Violation } from '../engine/judge.ts';
import type { Withheld, World } from '../engine/prober.ts';
import { Shared } from '../engine/prober.ts';
import {
  answered,
  type Exchange,
  isAccepted,
  isAnswered,
  type Recorded,
  type RequestInput,
} from '../model/exchange.ts';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import { member } from '../model/json.ts';
import { isRead, isWithdrawal, listOperations, type Operation } from '../model/operations.ts';
import type { Failure } from '../model/outcome.ts';
import { Budget } from '../target/budget.ts';
import { Client } from '../target/client.ts';
import { discover, type Found } from '../target/fixtures.ts';
import { Redaction } from '../target/redaction.ts';
import type { RunSettings } from './settings.ts';
import { Traffic } from './traffic.ts';

/** The run could not be made: one sentence. */
export class Aborted extends Error {}

const LOST_IN_ROW = 20;

/** How a session is watched. */
export interface SessionHooks {
  readonly onExchange?: (recorded: Recorded) => void;
  readonly onViolation?: (violation: Violation) => void;
}

/** One run against one target: its client, judge, budget and fixtures. */
export class Session implements World {
  readonly run: World['run'];
  readonly shared = new Shared();
  readonly redaction = new Redaction();
  readonly traffic = new Traffic();
  readonly created: { operation: Operation; id: string; ref_id?: string }[] = [];
  readonly #client: Client;
  readonly #judge: Judge;
  readonly #budget: Budget;
  readonly #settings: RunSettings;
  readonly #abort = new AbortController();
  readonly #pools = new Map<SettlementState, string[]>();
  readonly #violations = new WeakMap<Exchange, readonly Violation[]>();
  #found: Found = { fixtures: {}, sources: {} };
  #stopped: string | undefined;

  constructor(settings: RunSettings, judge: Judge, hooks: SessionHooks = {}) {
    const { target } = settings;
    this.#settings = settings;
    this.#judge = judge;
    this.#budget = new Budget(target.maxWithdrawals, target.maxAmount);
    this.run = {
      id: randomBytes(4).toString('hex'),
      seed: settings.seed,
      runs: settings.runs,
      loopback: target.loopback,
      maxItems: target.maxItems,
      maxPages: target.maxPages,
    };
    this.#client = new Client(target, {
      signal: this.#abort.signal,
      learn: (secret) => this.redaction.learn(secret),
      onExchange: (recorded) => {
        this.#take(recorded, hooks);
      },
    });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get fixtures(): Fixtures {
    return this.#found.fixtures;
  }

  get sources(): Found['sources'] {
    return this.#found.sources;
  }

  /** Why the session ended before its time. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Gets a token, proves that the target answers and looks for fixtures. Throws Aborted or NoToken. */
  async open(): Promise<void> {
    await this.#client.authenticate();
    const first = await this.#client.send('listFiat', {}, 'reachability');
    if (!isAnswered(first)) throw new Aborted(`${this.#settings.target.baseUrl} could not be reached: ${first.lost}`);
    if (first.response.status === 401 && (await this.#shutEverywhere()))
      throw new Aborted(
        `${this.#settings.target.baseUrl} refuses the token on every list (401): check ACCESS_TOKEN, or AUTH_URL, CLIENT_ID and CLIENT_SECRET`,
      );
    this.#found = await discover(this.#settings.fixtures, (operation, input) =>
      this.#client.send(operation, input, 'fixtures'),
    );
    for (const [state, ids] of Object.entries(this.fixtures.settlement_transactions ?? {}))
      this.#pools.set(state as SettlementState, [...ids]);
  }

  /** In words: whether the token lets in, and whether the target lets in without one. */
  async tokenStanding(): Promise<string> {
    const given = await this.#client.send('listFiat', {}, 'doctor');
    const none = await this.#client.send('listFiat', { credentials: 'none' }, 'doctor');
    const said = (each: Recorded): string =>
      isAnswered(each)
        ? `${isAccepted(each) ? 'accepted' : 'refused'} (${each.response.status})`
        : `lost: ${each.lost}`;
    return `listFiat with it: ${said(given)}; without it: ${said(none)}`;
  }

  /** Whether every list answers 401: then it is the token, and nothing can be told of the target. */
  async #shutEverywhere(): Promise<boolean> {
    const answers = await Promise.all(listOperations.map((list) => this.#client.send(list, {}, 'reachability')));
    return answers.every((each) => isAnswered(each) && each.response.status === 401);
  }

  /** Ends the session: what is under way is cut, and nothing more is sent. */
  stop(reason: string): void {
    this.#stopped ??= reason;
    this.#abort.abort();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  violations(exchange: Exchange): readonly Failure[] {
    return this.#violations.get(exchange)?.map(({ failure }) => failure) ?? [];
  }

  takeTransaction(state: SettlementState): string | undefined {
    return this.#pools.get(state)?.shift();
  }

  async transmit(operation: Operation, input: RequestInput, purpose: string): Promise<Recorded | Withheld> {
    const refusal = this.#withheld(operation);
    if (refusal) return refusal;
    if (!isWithdrawal(operation)) return this.#client.send(operation, input, purpose);
    const reserved = this.#budget.reserve(input);
    if ('reason' in reserved) return { withheld: true, ...reserved };
    const recorded = await this.#client.send(operation, input, purpose);
    if (isAnswered(recorded) && evidence(recorded) !== 'accepted' && recorded.response.status < 500)
      this.#budget.release(reserved);
    return recorded;
  }

  #withheld(operation: Operation): Withheld | undefined {
    if (this.#stopped) return { withheld: true, reason: `the run ended early: ${this.#stopped}` };
    const { readOnly, writes } = this.#settings.target;
    if (isRead(operation)) return undefined;
    if (readOnly)
      return { withheld: true, reason: '--read-only sends GET operations alone', provide: 'a run without --read-only' };
    return writes
      ? undefined
      : {
          withheld: true,
          reason: 'operations that change something are not allowed on this target',
          provide: '--allow-writes',
        };
  }

  #take(recorded: Recorded, hooks: SessionHooks): void {
    this.traffic.add(recorded);
    if (this.#client.lostInRow >= LOST_IN_ROW)
      this.stop(`the target stopped answering: ${LOST_IN_ROW} requests in a row got no answer`);
    if (isAnswered(recorded)) {
      this.redaction.notice(recorded.request.body);
      this.redaction.notice(answered(recorded));
      this.#remember(recorded);
      const violations = this.#judge.take(recorded);
      if (violations.length > 0) this.#violations.set(recorded, violations);
      for (const violation of violations) hooks.onViolation?.(violation);
    }
    hooks.onExchange?.(recorded);
  }

  #remember(exchange: Exchange): void {
    if (isRead(exchange.operation) || !isAccepted(exchange) || this.created.length >= 10_000) return;
    const [id, ref] = [member(answered(exchange), 'id'), member(exchange.request.body, 'ref_id')];
    if (typeof id === 'string')
      this.created.push({ operation: exchange.operation, id, ...(typeof ref === 'string' ? { ref_id: ref } : {}) });
  }
}
