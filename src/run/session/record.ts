import { Redaction } from '../../client/redaction.ts';
import type { Secret } from '../../client/secrets.ts';
import type { Judge, Violation } from '../../engine/judge.ts';
import { answered, type Exchange, isAnswered, type Recorded } from '../../model/exchange.ts';
import type { Failure } from '../../model/outcome.ts';
import { RequestStats } from '../report/request-stats.ts';
import { isJudged } from './array-format.ts';
import { Creations } from './creations.ts';
import { Ledger } from './ledger.ts';

/** Receives the events of a session as they happen. */
export interface Observer {
  readonly onExchange?: (recorded: Recorded) => void;
  readonly onViolation?: (violation: Violation) => void;
}

/** What a session keeps of its exchanges: counts, secrets, creations, and what the rules found. */
export class SessionRecord {
  readonly redaction: Redaction;
  readonly traffic = new RequestStats();
  readonly ledger = new Ledger();
  readonly creations = new Creations();
  readonly #judge: Judge;
  readonly #observers: Observer[] = [];
  readonly #violations = new WeakMap<Exchange, readonly Violation[]>();

  constructor(judge: Judge, secrets: readonly Secret[]) {
    this.#judge = judge;
    this.redaction = new Redaction(secrets);
  }

  /** Adds an observer of all later exchanges. Observers are called in the order in which they were added. */
  observe(observer: Observer): void {
    this.#observers.push(observer);
  }

  /** Keeps what matters of an exchange, has it judged and informs the observers. */
  take(recorded: Recorded): void {
    this.traffic.add(recorded);
    if (isAnswered(recorded)) this.#takeAnswer(recorded);
    else this.#judge.takeLost(recorded);
    for (const each of this.#observers) each.onExchange?.(recorded);
  }

  #takeAnswer(exchange: Exchange): void {
    this.redaction.notice(exchange.request.body);
    this.redaction.notice(answered(exchange));
    this.ledger.see(exchange);
    if (!isJudged(exchange)) return;
    this.creations.see(exchange);
    const violations = this.#judge.take(exchange);
    if (violations.length > 0) this.#violations.set(exchange, violations);
    for (const violation of violations) for (const each of this.#observers) each.onViolation?.(violation);
  }

  /** Returns what the rules found wrong with an exchange. */
  violations(exchange: Exchange): readonly Failure[] {
    return this.#violations.get(exchange)?.map(({ failure }) => failure) ?? [];
  }
}
