import { isRead, type Operation } from '../contract/operations.ts';
import { type Exchange, isAccepted } from '../model/exchange.ts';
import type { Failure } from '../model/outcome.ts';
import { flagFor } from '../values/flag.ts';
import { isTemporary } from '../values/http-status.ts';
import type { Ask, Controls, Twin } from './ask.ts';
import { failure } from './failure.ts';
import { Conflicted, Inconclusive, unlessInconclusive } from './inconclusive.ts';
import { isRefusedAlike, refusal, refusalOf } from './refusal.ts';
import { refute } from './refuted.ts';
import { metAConflict } from './repeated-writes.ts';
import { MOST_OTHERS, type Sender } from './sender.ts';
import type { SharedValues } from './shared-values.ts';

/** The flaw of a response to a valid request that is a server error. */
const erring = (answer: Exchange) => ({ expected: 'success: the request is valid', actual: refusal(answer) });

export const unrecognised = (answer: Exchange): Inconclusive =>
  beyondBound(answer) ??
  new Inconclusive('unrecognised', `${answer.operation} returned something that cannot be its response`);

/** Returns why nothing follows from a body that exceeds a bound of the run. */
function beyondBound({ operation, response: { body } }: Exchange): Inconclusive | undefined {
  if (body.kind !== 'unreadable' || body.bound === undefined) return undefined;
  return new Inconclusive('unrecognised', `${operation} answered with a body that is not read: ${body.reason}`, {
    need: { words: `a larger ${flagFor(body.bound)}` },
  });
}

/** A server error that did not come back, and the later response to the same request. */
interface Unsteady {
  readonly failure: Failure;
  readonly answer: Exchange;
}

/** Sends requests that the target should accept, for one attempt at a check. */
export class ValidRequests {
  readonly #sender: Sender;
  readonly #values: SharedValues;
  readonly #controls: (operation: Operation) => Controls | undefined;
  #unsteady: Unsteady | undefined;

  constructor(sender: Sender, values: SharedValues, controls: (operation: Operation) => Controls | undefined) {
    this.#sender = sender;
    this.#values = values;
    this.#controls = controls;
  }

  /** The first server error that did not come back. */
  get unsteady(): Unsteady | undefined {
    return this.#unsteady;
  }

  async sendValid(ask: Ask): Promise<Exchange> {
    const sender = this.#sender;
    const { failures, answer: first } = await this.#afterError(
      ask,
      await sender.ask({ ...ask, retriesConflicts: true }),
    );
    refute(failures);
    const answer = await this.#withOtherAmount(ask, first);
    const found = sender.evidence(answer);
    if (found === 'accepted') return answer;
    if (found === 'unrecognised') throw unrecognised(answer);
    const refused = refusalOf(answer);
    const reason = `a valid request was refused: ${ask.operation} answered ${refused.words}`;
    if (metAConflict(answer)) throw new Conflicted(reason, refused);
    throw new Inconclusive(isTemporary(refused.status) ? 'transport' : 'refused', reason, { refusal: refused });
  }

  /**
   * Sends a refused withdrawal with another amount if the operation had accepted one of the same amount: a service may take
   * withdrawals of equal amounts for a mistake, whatever their ref_ids. Returns the first response unless this one is accepted.
   */
  async #withOtherAmount(ask: Ask, first: Exchange): Promise<Exchange> {
    const sender = this.#sender;
    const found = sender.evidence(first);
    const isRefused = found === 'refused' || found === 'doubtful';
    if (!ask.mayVaryAmount || !isRefused || !sender.hadAcceptedAmount(first)) return first;
    const varied: Ask = { ...ask, input: () => ask.input(true) };
    const answer = await unlessInconclusive(first, () => sender.askAnew(varied));
    if (sender.evidence(answer) !== 'accepted') return first;
    sender.varyAmounts(ask.operation);
    return answer;
  }

  async serverError(ask: Ask, answer: Exchange): Promise<readonly Failure[]> {
    return (await this.#afterError(ask, answer)).failures;
  }

  /**
   * After a server error, sends the plainest request of the operation and then the same request again. If the error
   * comes back, it is a failure; if not, the check is unsteady. Returns the first response if neither follows.
   */
  async #afterError(ask: Ask, first: Exchange): Promise<{ failures: readonly Failure[]; answer: Exchange }> {
    const sender = this.#sender;
    const nothing = { failures: [], answer: first };
    const controls = await this.#controlsOfError(ask, first);
    const control = controls && (await sender.askAnew(controls.plain));
    return control && sender.evidence(control) === 'accepted' ? this.#repeated(ask, first, control) : nothing;
  }

  /**
   * Does the same for a read that met a server error before another one, `control`, was accepted. What is read may be in a
   * state that causes the error.
   */
  async erringAgain(ask: Ask, first: Exchange, control: Exchange): Promise<readonly Failure[]> {
    const isJudged = isRead(ask.operation) && (await this.#controlsOfError(ask, first)) !== undefined;
    return isJudged ? (await this.#repeated(ask, first, control)).failures : [];
  }

  /** Returns the controls of a request that met a server error, unless the target refuses invalid requests so. */
  async #controlsOfError(ask: Ask, first: Exchange): Promise<Controls | undefined> {
    if (this.#sender.evidence(first) !== 'error' || ask.isUnstated) return undefined;
    const controls = this.#controls(first.operation);
    return controls && isRefusedAlike(await this.#sender.ask(controls.invalid), first) ? undefined : controls;
  }

  async #repeated(
    ask: Ask,
    first: Exchange,
    control: Exchange,
  ): Promise<{ failures: readonly Failure[]; answer: Exchange }> {
    const sender = this.#sender;
    const answer = await sender.askAnew(ask);
    const flaw = erring(first);
    if (sender.evidence(answer) === 'error') return { failures: [failure(answer, flaw, [first, control])], answer };
    this.#unsteady ??= { failure: failure(first, flaw, [control]), answer };
    return { failures: [], answer };
  }

  async page(ask: Ask): Promise<Exchange> {
    const sender = this.#sender;
    const first = await sender.ask(ask);
    const beyond = isAccepted(first) && beyondBound(first);
    if (beyond) throw beyond;
    if (sender.evidence(first) !== 'error') return first;
    const answer = await sender.askAnew(ask);
    if (sender.evidence(answer) === 'accepted') this.#unsteady ??= { failure: failure(first, erring(first)), answer };
    return answer;
  }

  async twin({ key, ask, isGenerated }: Twin): Promise<Exchange> {
    if (isGenerated && !this.#sender.scope.sharesGenerated) return this.sendValid(ask);
    const name = `twin ${ask.operation} ${key}`;
    const values = this.#values;
    try {
      const answer = await this.#sender.once(name, () => this.sendValid(ask));
      if (isRead(ask.operation) && !values.keeps(answer)) values.forget(name);
      return answer;
    } catch (error) {
      if (error instanceof Inconclusive && error.cause === 'transport') values.forget(name);
      if (error instanceof Conflicted) values.forget(name, MOST_OTHERS);
      throw error;
    }
  }

  async isAccepted(twin: Twin): Promise<boolean> {
    return (await unlessInconclusive(undefined, () => this.twin(twin))) !== undefined;
  }
}
