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
import { type Purpose, purposeText } from '../model/purpose.ts';
import { askedPause, limitsRate } from '../model/retry-after.ts';
import type { TargetConfiguration } from '../settings/target/configuration.ts';
import { countOfShard } from '../settings/target/shard.ts';
import { now, steadyNow } from '../values/clock.ts';
import { counted } from '../values/counted.ts';
import { definite } from '../values/definite.ts';
import { flagFor } from '../values/flag.ts';
import { isOutage, TOO_MANY_REQUESTS, UNAUTHORIZED } from '../values/http-status.ts';
import { Availability } from './availability.ts';
import { Blocks } from './blocks.ts';
import { ClientEnding, type ClientEndingOptions } from './client-ending.ts';
import type { Loss } from './loss.ts';
import { OperationHistory } from './operation-history.ts';
import { Pace } from './pace.ts';
import { RateLimits } from './rate-limits.ts';
import { RefusedTokens } from './refused-tokens.ts';
import { type Composed, compose } from './request.ts';
import { afterLoss, afterUnavailable } from './retry.ts';
import { createTokenSource, type TokenSource } from './token.ts';
import { type Carriage, type Delivery, INTERRUPTED, Transport } from './transport.ts';
import { UnauthenticatedThrottle } from './unauthenticated-throttle.ts';
import { WaitBudget } from './wait-budget.ts';

/** The purpose of requests that check whether the target still answers. */
export const REACHABILITY: Purpose = { kind: 'run', what: 'reachability' };

/** What a client may be given besides its configuration: who is told what happens, and what carries requests. */
export interface ClientOptions extends ClientEndingOptions {
  /** Aborts the client: requests in flight are lost at once, and no more are sent. */
  readonly signal?: AbortSignal;
  /** Called for each attempt that was sent, under its own number, as soon as it ended. */
  readonly onExchange?: (recorded: Recorded) => void;
  /** Called for each request that was never sent, with the reason. */
  readonly onUnsent?: (lost: LostExchange) => void;
  /**
   * Called when an operation gets no more requests although the target answers others: it allows no more within
   * --max-wait, or never answers.
   */
  readonly onGivenUp?: (operation: Operation, reason: string) => void;
  /** Called with every token before it is used, so that it can be redacted. */
  readonly onToken?: (token: string) => void;
  /** Carries the requests when they do not go over the network. */
  readonly carriage?: Carriage | undefined;
}

/** The part of the configuration of a target that its client depends on. */
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
  readonly purpose: Purpose;
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

/**
 * Sends requests to the target over one keep-alive pool, and repeats those that met a limit, a lost connection or a
 * refused token. Redirects are never followed.
 */
export class Client {
  /** The current format of `string[]` query parameters. */
  arrayFormat: ArrayFormat;
  readonly #configuration: ClientConfiguration;
  readonly #options: ClientOptions;
  readonly #transport: Carriage;
  readonly #token: TokenSource;
  readonly #pace: Pace;
  readonly #ending: ClientEnding;
  readonly #history = new OperationHistory();
  readonly #availability: Availability;
  readonly #rateLimits: RateLimits;
  readonly #refusedTokens: RefusedTokens;
  readonly #unauthenticatedThrottle = new UnauthenticatedThrottle();
  /** Answers that block every request for a moment. */
  readonly #blocks: Blocks;
  /** The maximum number of requests, and the number sent so far. */
  readonly #most: number;
  #sent = 0;
  readonly #places = new Map<string, number>();
  #exchanges = 0;

  constructor(configuration: ClientConfiguration, options: ClientOptions = {}) {
    const { bounds } = configuration;
    const waitBudget = new WaitBudget(bounds.waitMs);
    this.arrayFormat = configuration.arrayFormat ?? 'repeat';
    this.#configuration = configuration;
    this.#options = options;
    this.#transport = options.carriage ?? overNetwork(configuration);
    this.#most = Math.max(1, countOfShard(configuration.maxRequests, configuration.shard));
    this.#token = createTokenSource(configuration, { ...options, waitBudget });
    this.#pace = new Pace(configuration);
    this.#ending = new ClientEnding(options);
    const shared = { pace: this.#pace, history: this.#history, ending: this.#ending };
    const { onGivenUp } = options;
    const list = (operation: Operation): Promise<Delivery> => this.#list(operation);
    const availability = new Availability({ ...shared, list, onGivenUp });
    this.#availability = availability;
    this.#rateLimits = new RateLimits({ ...shared, waitBudget, availability, waitMs: bounds.waitMs, onGivenUp });
    this.#refusedTokens = new RefusedTokens({ ...shared, token: this.#token, availability });
    this.#blocks = new Blocks((refused) => availability.askKnownList(refused));
    if (options.signal?.aborted) this.#interrupt();
    else options.signal?.addEventListener('abort', this.#interrupt, { once: true });
  }

  /**
   * Sends one request, repeats it where that is safe, and returns the last attempt. Never rejects because of what the
   * target does. Without a place, requests are numbered by purpose.
   */
  async send(
    operation: Operation,
    input: RequestInput,
    purpose: Purpose,
    place: RequestPlace = this.#placeOf(purpose, operation),
  ): Promise<Recorded> {
    const pending = this.#pending(operation, input, purpose, place);
    for (; ; pending.attempt += 1) {
      const attempt = await this.#attempt(pending);
      const wait = attempt.sent ? await this.#waitAfter(pending, attempt) : undefined;
      if (wait === undefined) return attempt.recorded;
      await this.#pace.pause(wait);
    }
  }

  /** Returns a request before its first attempt. */
  #pending(operation: Operation, input: RequestInput, purpose: Purpose, place: RequestPlace): PendingRequest {
    const composed = compose({ ...this.#configuration, arrayFormat: this.arrayFormat }, operation, input);
    const { credentials } = composed.shown;
    const withToken = credentials === 'token' || (credentials !== 'none' && !('header' in credentials));
    return { operation, purpose, place, composed, withToken, attempt: 1, renewed: false };
  }

  /** Returns the number of requests sent. */
  get sent(): number {
    return this.#sent;
  }

  /** What the target's limits on the rate of requests did to this client. */
  get rateLimits(): Pick<RateLimits, 'slowing' | 'notes'> {
    return this.#rateLimits;
  }

  /** Returns how many more requests may be sent. */
  get left(): number {
    return Math.max(0, this.#most - this.#sent);
  }

  /** Sends nothing from now on, neither requests that wait for their turn nor repetitions. Those in flight go on. */
  finishEarly(reason: string): void {
    this.#ending.finishEarly(reason);
    this.#pace.stop();
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
    if (!(await this.#pace.enter())) return this.#unsent(pending, this.#whyStopped);
    try {
      const ended = this.#ending.reason ?? this.#history.whyExhausted(pending.operation);
      if (ended !== undefined) return this.#unsent(pending, ended);
      const token = pending.withToken ? await this.#token.current() : ({ kind: 'ok', token: '' } as const);
      if (this.#pace.isStopped) return this.#unsent(pending, this.#whyStopped);
      if (token.kind === 'ok')
        return this.#allows() ? await this.#deliver(pending, token.token) : this.#withheld(pending);
      this.#ending.unreachable(token.problem);
      return this.#unsent(pending, token.problem);
    } finally {
      this.#pace.leave();
    }
  }

  get #whyStopped(): string {
    return this.#ending.reason ?? INTERRUPTED.reason;
  }

  /** Counts a request. Returns false when the run has sent its maximum. */
  #allows(): boolean {
    if (this.#sent >= this.#most) return false;
    this.#sent += 1;
    return true;
  }

  #withheld(pending: PendingRequest): Attempt {
    const reason = `the run has sent its maximum of ${counted(this.#most, 'request')}`;
    this.#options.onSpent?.(reason, 'maxRequests');
    return this.#unsent(pending, `${reason} (${flagFor('maxRequests')})`);
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
            isUnsent: delivery.loss.cause === 'interrupted',
            ...definite({ connection: connectionOf(delivery.loss) }),
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

  #placeOf(purpose: Purpose, operation: Operation): RequestPlace {
    const madeFor = purposeText(purpose);
    const key = `${madeFor} ${operation}`;
    const number = (this.#places.get(key) ?? 0) + 1;
    this.#places.set(key, number);
    return { madeFor, number };
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
    const { operation, attempt } = pending;
    const tried = { read: isRead(operation), attempt };
    if (delivery.kind === 'lost') {
      await this.#availability.recordLoss(operation, delivery.loss, recorded.id);
      return this.#ending.reason === undefined ? afterLoss(delivery.loss.cause, tried) : undefined;
    }
    const { response } = delivery;
    const hasToken = pending.composed.shown.credentials === 'token';
    if (limitsRate(response) && hasToken) return this.#rateLimits.waitAfter(pending, response);
    if (response.status === TOO_MANY_REQUESTS) return this.#afterUnauthenticatedLimit(pending, response);
    if (hasToken && (await this.#blocks.include(operation, response)))
      return this.#rateLimits.waitAfter(pending, response, { isCertain: true });
    this.#history.record(operation, response.status);
    if (isOutage(response.status)) await this.#availability.recordOutage(operation, response);
    else this.#availability.recordAnswer();
    this.#rateLimits.recordAnswer(operation, response.status);
    if (hasToken) {
      if (response.status === UNAUTHORIZED) return this.#refusedTokens.waitAfter(pending, token);
      this.#refusedTokens.recordAnswer(operation);
    } else this.#unauthenticatedThrottle.recordAnswer();
    return this.#ending.reason === undefined ? afterUnavailable(response, tried) : undefined;
  }

  /** Returns the same after a limited request without the token. */
  #afterUnauthenticatedLimit(pending: PendingRequest, response: Response): number | undefined {
    const stands = this.#unauthenticatedThrottle.stands(pending.attempt, askedPause(response));
    return stands ? undefined : this.#rateLimits.waitAfter(pending, response);
  }

  /** Sends a list without parameters once. */
  async #list(operation: Operation): Promise<Delivery> {
    const pending = this.#pending(operation, {}, REACHABILITY, this.#placeOf(REACHABILITY, operation));
    return (await this.#attempt(pending)).delivery;
  }
}

/** Returns how far the connection of a lost request came, if that explains the loss. */
function connectionOf({ isUnconnected, isOfNewConnection }: Loss): LostExchange['connection'] {
  if (isUnconnected) return 'none';
  return isOfNewConnection ? 'silent' : undefined;
}

function overNetwork({ baseUrl: url, concurrency, bounds, proxies, gateway }: ClientConfiguration): Carriage {
  return new Transport({ url, concurrency, bounds, proxies, certificate: gateway.certificate });
}
