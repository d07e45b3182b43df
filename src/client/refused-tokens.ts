import type { Operation } from '../contract/operations.ts';
import { isSuccess } from '../values/http-status.ts';
import type { Availability } from './availability.ts';
import type { ClientEnding } from './client-ending.ts';
import { FailureStreak } from './failure-streak.ts';
import type { Pace } from './pace.ts';
import type { TokenSource } from './token.ts';

export interface RefusedTokenParts {
  readonly token: TokenSource;
  readonly pace: Pace;
  readonly availability: Availability;
  readonly ending: ClientEnding;
}

/** A request whose token may be renewed once. */
export interface Renewable {
  readonly operation: Operation;
  renewed: boolean;
}

/** Renews tokens that the target refuses, and ends the run when it refuses every token. */
export class RefusedTokens {
  readonly #parts: RefusedTokenParts;
  /** Consecutive requests whose token was refused. */
  readonly #refusals = new FailureStreak();
  /** Operations that refuse a fresh token too, so that another one would not help. */
  readonly #refusingFreshTokens = new Set<Operation>();

  constructor(parts: RefusedTokenParts) {
    this.#parts = parts;
  }

  /** Records an answer that does not refuse the token. */
  recordAnswer(operation: Operation): void {
    this.#refusals.end();
    this.#refusingFreshTokens.delete(operation);
  }

  /**
   * Returns the milliseconds to wait before the next attempt, or undefined when there is none. The token is renewed once
   * per request, and never for an operation that has refused a fresh token.
   */
  async waitAfter(request: Renewable, refused: string): Promise<number | undefined> {
    const { token, pace, ending } = this.#parts;
    const { operation, renewed } = request;
    if (renewed) this.#refusingFreshTokens.add(operation);
    if (!token.renewable || this.#refusingFreshTokens.has(operation)) {
      if (this.#refusals.grow(operation)) await this.#explain(operation);
      return undefined;
    }
    request.renewed = true;
    const fresh = await token.renew(refused);
    if (fresh.kind === 'ok') return 0;
    if (!pace.isStopped) ending.unreachable(fresh.problem);
    return undefined;
  }

  /**
   * A token with which a plain list is answered is valid; then 401 is the way in which the target refuses a request.
   */
  async #explain(operation: Operation): Promise<void> {
    const { token, pace, availability, ending } = this.#parts;
    const { length } = this.#refusals;
    const list = await availability.askList(operation);
    if (list.kind === 'answered' && isSuccess(list.response.status)) this.#refusals.end();
    else if (!pace.isStopped) ending.unreachable(refusedForGood(length, token));
  }
}

const refusedForGood = (requests: number, { renewable }: TokenSource): string =>
  `the token is no longer accepted: the last ${requests} requests with it got status 401; ${
    renewable ? 'a renewed token was refused too, so check the client and its scope' : 'set a new ACCESS_TOKEN'
  }`;
