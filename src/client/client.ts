import type { ArrayFormat } from '../contract/array-formats.ts';
import { isRead, type Operation } from '../contract/operations.ts';
import {
  isAnswered,
  type LostExchange,
  type Recorded,
  type RequestInput,
  type RequestPlace,
  type Response,
} from '../model/exchange.ts';
import { askedPause, limitsRate } from '../model/retry-after.ts';
import { countOfShard } from '../settings/target/allowance.ts';
import type { TargetConfiguration } from '../settings/target/configuration.ts';
import { now, steadyNow } from '../values/clock.ts';
import { Blocks } from './blocks.ts';
import { FailureRun } from './failure-run.ts';
import type { Loss } from './loss.ts';
import { Pace } from './pace.ts';
import { Patience } from './patience.ts';
import { type Composed, compose } from './request.ts';
import { afterLimit, afterLoss, afterUnavailable } from './retry.ts';
import { createTokenSource, type TokenSource } from './token.ts';
import { type Carriage, type Delivery, INTERRUPTED, Transport } from './transport.ts';

/** The purpose of requests that check whether the target still answers. */
export const REACHABILITY = 'reachability';

export interface ClientOptions {
  /** Aborts the client: requests in flight are lost at once, and no more are sent. */
  readonly signal?: AbortSignal;
  /** Called for each attempt that was sent, under its own number, as soon as it ended. */
  readonly onExchange?: (recorded: Recorded) => void;
  /** Called for each request that was never sent, with the reason. */
  readonly onUnsent?: (lost: LostExchange) => void;
  /**
   * Called once, with one sentence, when the run cannot continue: the target stopped answering, or there is no token.
   */
  readonly onUnreachable?: (reason: string) => void;
  /** Called when a bound of the run is reached, with the flag that sets it; no more requests are sent. */
  readonly onSpent?: (reason: string, flag: '--max-requests' | '--max-wait') => void;
  /** Called when the target allows no more requests to an operation within --max-wait, while it answers others. */
  readonly onQuotaReached?: (operation: Operation, reason: string) => void;
  /** Called with every token before it is used, so that it can be redacted. */
  readonly onToken?: (token: string) => void;
  /** Carries the requests when they do not go over the network. */
  readonly carriage?: Carriage | undefined;
}

export type ClientConfiguration = Pick<
  TargetConfiguration,
  | 'baseUrl'
  | 'credentials'
  | 'arrayFormat'
  | 'concurrency'
  | 'rate'
  | 'bounds'
  | 'proxies'
  | 'userAgent'
  | 'gateway'
  | 'maxRequests'
  | 'shard'
>;

/** Maximum number of requests in flight after a huge body; two, since the effect of concurrent requests must show. */
const WITH_HUGE_BODIES = 2;

const isHuge = (recorded: Recorded): boolean =>
  isAnswered(recorded) && recorded.response.body.kind === 'json' && recorded.response.body.cut === true;

/** One request with the state of its attempts. */
interface PendingRequest {
  readonly operation: Operation;
  readonly purpose: string;
  readonly place: RequestPlace;
  readonly composed: Composed;
  readonly withToken: boolean;
  attempt: number;
  renewed: boolean;
}

/** An attempt; `sent` is false when it was never sent. */
interface Attempt {
  readonly recorded: Recorded;
  readonly delivery: Delivery;
  readonly token: string;
  readonly sent: boolean;
}

/** Maximum number of runs of lost requests that an answered list may excuse: each request may have taken --timeout. */
const MOST_EXCUSED_LOSSES = 20;

/** How often requests are slowed down because of 503: if it still comes, it is how the target refuses some requests. */
const MOST_OVERLOADS = 5;

/** How often a target that has answered before is asked whether it is back after a restart, and how far apart. */
const RESTART = { tries: 6, everyMs: 500 } as const;

/** How many requests of one operation in a row are given up at a limit before no more are sent. */
const MOST_GIVEN_UP = 2;

/** Lists that need no parameters, in the order in which they are asked whether the target still answers. */
const PLAIN_LISTS: readonly Operation[] = ['listFiat', 'listAccounts', 'listAddresses', 'listInstructions'];

/** Sends requests to the target over one keep-alive pool. Redirects are never followed. */
export class Client {
  /** The current format of `string[]` query parameters. */
  arrayFormat: ArrayFormat;
  readonly #configuration: ClientConfiguration;
  readonly #options: ClientOptions;
  readonly #transport: Carriage;
  readonly #token: TokenSource;
  readonly #pace: Pace;
  readonly #patience: Patience;
  /** The maximum number of requests, and the number sent so far. */
  readonly #most: number;
  #sent = 0;
  /** Consecutive requests without an answer. */
  readonly #losses = new FailureRun();
  /** Consecutive requests whose token was refused. */
  readonly #refusals = new FailureRun();
  /** Operations that refuse a fresh token too, so that another one would not help. */
  readonly #refusingFreshTokens = new Set<Operation>();
  /** Operations that were answered without a server error. */
  readonly #working = new Set<Operation>();
  /** Operations that were answered with success. */
  readonly #succeeding = new Set<Operation>();
  /** Answers that block every request for a moment. */
  readonly #blocks = new Blocks((refused) => this.#listAnswer(refused));
  /** How many of the last requests of an operation were given up at a limit. */
  readonly #limited = new Map<Operation, number>();
  /** Operations that the target allows no more in this run, while it answers others, with the reason. */
  readonly #exhausted = new Map<Operation, string>();
  readonly #places = new Map<string, number>();
  /** How often requests were slowed down because of 503. */
  #overloads = 0;
  #ended: string | undefined;
  #exchanges = 0;
  /** Number of runs of lost requests after which a list was answered. */
  #explained = 0;
  #looking: Promise<Attempt> | undefined;
  #returning: Promise<boolean> | undefined;

  constructor(configuration: ClientConfiguration, options: ClientOptions = {}) {
    const { bounds } = configuration;
    this.arrayFormat = configuration.arrayFormat ?? 'repeat';
    this.#configuration = configuration;
    this.#options = options;
    this.#transport = options.carriage ?? overNetwork(configuration);
    this.#patience = new Patience(bounds.waitMs);
    this.#most = Math.max(1, countOfShard(configuration.maxRequests, configuration.shard));
    this.#token = createTokenSource(configuration, { ...options, patience: this.#patience });
    this.#pace = new Pace(configuration);
    if (options.signal?.aborted) this.#interrupt();
    else options.signal?.addEventListener('abort', this.#interrupt, { once: true });
  }

  /**
   * Sends one request, repeats it where that is safe, and returns the last attempt. Never rejects because of what the
   * target does. `purpose` is the requirement whose probe sends it; without a place, requests are numbered by purpose.
   */
  async send(
    operation: Operation,
    input: RequestInput,
    purpose: string,
    place: RequestPlace = this.#placeOf(purpose, operation),
  ): Promise<Recorded> {
    const composed = compose({ ...this.#configuration, arrayFormat: this.arrayFormat }, operation, input);
    const { credentials } = composed.shown;
    const withToken = credentials === 'token' || (credentials !== 'none' && !('header' in credentials));
    const pending: PendingRequest = { operation, purpose, place, composed, withToken, attempt: 1, renewed: false };
    for (; ; pending.attempt += 1) {
      const attempt = await this.#attempt(pending);
      const wait = attempt.sent ? await this.#waitAfter(pending, attempt) : undefined;
      if (wait === undefined) return attempt.recorded;
      await this.#pace.pause(wait);
    }
  }

  /** Returns the number of requests sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Returns how many more requests may be sent. */
  get left(): number {
    return Math.max(0, this.#most - this.#sent);
  }

  /** Ends requests in flight and closes connections. */
  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#interrupt);
    this.#interrupt();
    await this.#token.close();
    await this.#transport.close();
  }

  readonly #interrupt = (): void => {
    this.#pace.stop();
    this.#transport.interrupt();
    void this.#token.close();
  };

  async #attempt(pending: PendingRequest): Promise<Attempt> {
    if (!(await this.#pace.enter())) return this.#unsent(pending, INTERRUPTED.reason);
    try {
      if (this.#ended !== undefined) return this.#unsent(pending, this.#ended);
      const exhausted = this.#exhausted.get(pending.operation);
      if (exhausted !== undefined) return this.#unsent(pending, exhausted);
      const token = pending.withToken ? await this.#token.current() : ({ kind: 'ok', token: '' } as const);
      if (this.#pace.isStopped) return this.#unsent(pending, INTERRUPTED.reason);
      if (token.kind === 'ok')
        return this.#allows() ? await this.#deliver(pending, token.token) : this.#withheld(pending);
      this.#end(token.problem);
      return this.#unsent(pending, token.problem);
    } finally {
      this.#pace.leave();
    }
  }

  /** Counts a request. Returns false when the run has sent its maximum. */
  #allows(): boolean {
    if (this.#sent >= this.#most) return false;
    this.#sent += 1;
    return true;
  }

  #withheld(pending: PendingRequest): Attempt {
    const reason = `the run has sent its maximum of ${this.#most} requests`;
    this.#options.onSpent?.(reason, '--max-requests');
    return this.#unsent(pending, `${reason} (--max-requests)`);
  }

  async #deliver(pending: PendingRequest, token: string): Promise<Attempt> {
    const numbered = this.#numbered(pending);
    const began = steadyNow();
    const delivery = await this.#transport.deliver(pending.composed.wire(token));
    const timed = { ...numbered, durationMs: steadyNow() - began };
    const recorded: Recorded =
      delivery.kind === 'answered'
        ? { ...timed, response: delivery.response }
        : {
            ...timed,
            lost: delivery.loss.reason,
            ...(delivery.loss.cause === 'interrupted' ? { isUnsent: true } : {}),
          };
    if (isHuge(recorded)) this.#pace.narrow(WITH_HUGE_BODIES);
    if (delivery.kind === 'lost' && delivery.loss.isOfNewConnection) this.#pace.recordTurnedAway();
    this.#options.onExchange?.(recorded);
    return { recorded, delivery, token, sent: true };
  }

  #unsent(pending: PendingRequest, reason: string): Attempt {
    const recorded: LostExchange = { ...this.#numbered(pending), durationMs: 0, lost: reason, isUnsent: true };
    this.#options.onUnsent?.(recorded);
    return { recorded, delivery: { kind: 'lost', loss: { cause: 'interrupted', reason } }, token: '', sent: false };
  }

  #placeOf(purpose: string, operation: Operation): RequestPlace {
    const key = `${purpose} ${operation}`;
    const number = (this.#places.get(key) ?? 0) + 1;
    this.#places.set(key, number);
    return { madeFor: purpose, number };
  }

  #numbered({
    operation,
    purpose,
    place,
    composed,
  }: PendingRequest): Omit<Recorded, 'durationMs' | 'response' | 'lost'> {
    this.#exchanges += 1;
    return { id: this.#exchanges, operation, purpose, place, request: composed.shown, startedAt: now() };
  }

  /** Returns the milliseconds to wait before the next attempt, or undefined when there is none. */
  async #waitAfter(pending: PendingRequest, { recorded, delivery, token }: Attempt): Promise<number | undefined> {
    const tried = { read: isRead(pending.operation), attempt: pending.attempt };
    if (delivery.kind === 'lost') {
      if (delivery.loss.cause === 'broken') this.#losses.cutOff(pending.operation, recorded.id);
      await this.#noteLoss(pending.operation, delivery.loss);
      return this.#ended === undefined ? afterLoss(delivery.loss.cause, tried) : undefined;
    }
    const { response } = delivery;
    const hasToken = pending.composed.shown.credentials === 'token';
    if (limitsRate(response) && (response.status === 429 || hasToken)) return this.#waitAfterLimit(pending, delivery);
    if (hasToken && (await this.#blocks.include(pending.operation, response)))
      return this.#waitAfterLimit(pending, delivery, true);
    if (response.status < 300) this.#succeeding.add(pending.operation);
    this.#limited.delete(pending.operation);
    this.#losses.end();
    if (!this.#isOverload(pending.operation, response.status)) this.#pace.recordSuccess();
    else if (this.#pace.slowDown()) this.#overloads += 1;
    if (hasToken) {
      if (response.status === 401) return this.#waitAfterRefusedToken(pending, token);
      this.#refusals.end();
      this.#refusingFreshTokens.delete(pending.operation);
    }
    return afterUnavailable(response, tried);
  }

  /** Sends a plain list on another operation, if it was answered with success before. */
  async #listAnswer(failing: Operation): Promise<Response | undefined> {
    if (!this.#succeeding.has(this.#otherList(failing))) return undefined;
    const { delivery } = await this.#probeReachability(failing);
    return delivery.kind === 'answered' ? delivery.response : undefined;
  }

  /**
   * A request that met a limit was not executed, so writes are repeated too. The whole client waits. With `isCertain`, an
   * answer with another status than 429 certainly is a limit.
   */
  #waitAfterLimit(
    { operation, attempt }: PendingRequest,
    { response }: Extract<Delivery, { kind: 'answered' }>,
    isCertain = response.status === 429,
  ): number | undefined {
    if (
      response.status === 429 &&
      (askedPause(response) ?? 0) > this.#configuration.bounds.waitMs &&
      this.#working.size > 0
    )
      return this.#exhaust(operation);
    const next = afterLimit(response, attempt, this.#patience.left);
    // Other statuses may also be refusals, so their request is sent once more only.
    if (!isCertain && (attempt > 1 || next.kind === 'give')) return undefined;
    this.#pace.slowDown();
    if (next.kind === 'hold') {
      this.#losses.end();
      const longer = this.#pace.hold(next.milliseconds);
      if (next.asked) this.#patience.spend(longer);
      return 0;
    }
    // To continue despite the requested pause could get the address of the run blocked, so such answers count as
    // losses.
    if (next.tooLong) void this.#noteLoss(operation, { cause: 'excess', reason: this.#patience.exceeded });
    if (!next.tooLong && askedPause(response) === undefined) this.#noteQuota(operation);
    this.#boundSlowness();
    return undefined;
  }

  /**
   * Counts a request that was given up although the target did not say how long to wait. Several in a row are taken for a
   * quota of the operation, if it was answered before.
   */
  #noteQuota(operation: Operation): void {
    const count = (this.#limited.get(operation) ?? 0) + 1;
    this.#limited.set(operation, count);
    if (count >= MOST_GIVEN_UP && this.#succeeding.has(operation))
      this.#exhaust(
        operation,
        `the target still limited ${operation} with status 429 after ${count} requests were repeated`,
      );
  }

  /**
   * Asks an operation no more that is limited for longer than the run may wait. The run goes on while another operation
   * is answered.
   */
  #exhaust(operation: Operation, reason = this.#patience.exceeded): undefined {
    this.#losses.end();
    if (this.#exhausted.has(operation)) return;
    this.#exhausted.set(operation, reason);
    const isLast = [...this.#working].every((each) => this.#exhausted.has(each));
    if (isLast) this.#spend(reason);
    else this.#options.onQuotaReached?.(operation, reason);
  }

  /**
   * Whether an answer may mean that requests come too fast: 503 to a working operation, unless requests have been slowed
   * down often for it, and while the run may still wait.
   */
  #isOverload(operation: Operation, status: number): boolean {
    if (status < 500) this.#working.add(operation);
    const { waitMs } = this.#configuration.bounds;
    const isPossible = this.#overloads < MOST_OVERLOADS && this.#pace.slowedMs < waitMs;
    return status === 503 && this.#working.has(operation) && isPossible;
  }

  /** A target that keeps answering 429 to some requests would slow the run down for hours. */
  #boundSlowness(): void {
    const { waitMs } = this.#configuration.bounds;
    if (this.#ended !== undefined || this.#pace.slowedMs < waitMs) return;
    this.#spend(`the target has slowed the run down with status 429 for the maximum of ${waitMs / 1000} s`);
  }

  /** Ends the run at --max-wait. */
  #spend(reason: string): void {
    this.#ended ??= `${reason} (--max-wait)`;
    this.#options.onSpent?.(reason, '--max-wait');
  }

  /** A target that answers a plain list is still there: then it is only these requests that it does not answer. */
  async #noteLoss(operation: Operation, { cause, reason }: Loss): Promise<void> {
    if (cause === 'interrupted' || !this.#losses.grow(operation, cause === 'unreached')) return;
    const { length } = this.#losses;
    const mayBeExplained = cause !== 'excess' && this.#explained < MOST_EXCUSED_LOSSES;
    if (mayBeExplained && (await this.#isThere(operation))) {
      this.#explained += this.#losses.length > 0 ? 1 : 0;
      this.#losses.end();
      return;
    }
    if (this.#pace.isStopped) return;
    const { suspects } = this.#losses;
    const handled = suspects === '' ? '' : `; it was handling these requests when it stopped: ${suspects}`;
    this.#end(`the target stopped answering: ${length} requests in a row were lost; the last one: ${reason}${handled}`);
  }

  /**
   * Whether a plain list is answered. A target that has answered before is asked again for some seconds, since it may
   * be restarting. Concurrent callers share the result.
   */
  #isThere(operation: Operation): Promise<boolean> {
    this.#returning ??= this.#comesBack(operation).finally(() => {
      this.#returning = undefined;
    });
    return this.#returning;
  }

  async #comesBack(operation: Operation): Promise<boolean> {
    const tries = this.#working.size > 0 ? RESTART.tries : 1;
    for (let tried = 1; ; tried += 1) {
      const { delivery } = await this.#probeReachability(operation);
      if (delivery.kind === 'answered') return true;
      const { cause } = delivery.loss;
      if ((cause !== 'unreached' && cause !== 'broken') || tried >= tries || this.#pace.isStopped) return false;
      this.#pace.hold(RESTART.everyMs);
    }
  }

  /** Sends a plain list request, which needs only a token, on another operation. Concurrent callers share it. */
  #probeReachability(failing: Operation): Promise<Attempt> {
    const operation = this.#otherList(failing);
    const composed = compose({ ...this.#configuration, arrayFormat: this.arrayFormat }, operation, {});
    const place = this.#placeOf(REACHABILITY, operation);
    const made = { purpose: REACHABILITY, place, composed, withToken: true, attempt: 1, renewed: false };
    this.#looking ??= this.#attempt({ operation, ...made }).finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Returns a plain list that may still be asked, preferably on another operation. */
  #otherList(failing: Operation): Operation {
    const others = PLAIN_LISTS.filter((each) => each !== failing);
    return others.find((each) => !this.#exhausted.has(each)) ?? others[0] ?? failing;
  }

  /** Renews the token once per request, and never for an operation that has refused a fresh token. */
  async #waitAfterRefusedToken(pending: PendingRequest, token: string): Promise<number | undefined> {
    const { operation, renewed } = pending;
    if (renewed) this.#refusingFreshTokens.add(operation);
    if (!this.#token.renewable || this.#refusingFreshTokens.has(operation)) {
      if (this.#refusals.grow(operation)) await this.#noteRefusals(operation);
      return undefined;
    }
    pending.renewed = true;
    const fresh = await this.#token.renew(token);
    if (fresh.kind === 'ok') return 0;
    if (!this.#pace.isStopped) this.#end(fresh.problem);
    return undefined;
  }

  /**
   * A token with which a plain list is answered is valid; then 401 is the way in which the target refuses a request.
   */
  async #noteRefusals(operation: Operation): Promise<void> {
    const { length } = this.#refusals;
    const { delivery } = await this.#probeReachability(operation);
    if (delivery.kind === 'answered' && delivery.response.status < 300) this.#refusals.end();
    else if (!this.#pace.isStopped) this.#end(refusedForGood(length, this.#token));
  }

  #end(reason: string): void {
    if (this.#ended !== undefined) return;
    this.#ended = reason;
    this.#options.onUnreachable?.(reason);
  }
}

function overNetwork({ baseUrl: url, concurrency, bounds, proxies, gateway }: ClientConfiguration): Carriage {
  return new Transport({ url, concurrency, bounds, proxies, certificate: gateway.certificate });
}

const refusedForGood = (requests: number, { renewable }: TokenSource): string =>
  `the token is no longer accepted: the last ${requests} requests with it got status 401; ${
    renewable ? 'a renewed token was refused too, so check the client and its scope' : 'set a new ACCESS_TOKEN'
  }`;
