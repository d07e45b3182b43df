import { listOperations, type Operation } from '../contract/operations.ts';
import { type Exchange, isAccepted, isAnswered, unanswered } from '../model/exchange.ts';
import type { Failure } from '../model/outcome.ts';
import { definite } from '../values/definite.ts';
import { flagFor } from '../values/flag.ts';
import type { Ask, Controls, Twin } from './ask.ts';
import { failure } from './failure.ts';
import { Inconclusive, nothingToSend } from './inconclusive.ts';
import type { AnswerDemand, OutcomeProof, RouteTest } from './probing.ts';
import {
  type Conclusion,
  controlledProofOf,
  type Demand,
  evidenceOf,
  isConflict,
  isPassing,
  proofOf,
  refusalOfLawful,
} from './proof.ts';
import { refusal, refusalOf } from './refusal.ts';
import { refute } from './refuted.ts';
import { failedTransiently } from './repeated-writes.ts';
import { isSameAnswer } from './same-answer.ts';
import { type Sender, Unanswered } from './sender.ts';
import { unrecognised, type ValidRequests } from './valid-requests.ts';

/**
 * How often in a row a request must get no response, between two requests that do, before this counts as its failure.
 */
const UNANSWERED_IN_A_ROW = 3;

/** Number of different requests that must meet a server error to decide, whatever others are answered. */
const SEVERAL_ERRORS = 2;

/** What is demanded of a variant of an accepted twin. */
type VariantDemand = Extract<Demand, 'refused' | 'accepted'>;

/** Returns the same request without sharing, so that it is sent again. */
const unshared = ({ operation, input, mayVaryAmount }: Ask): Ask => ({
  operation,
  input,
  ...(mayVaryAmount ? { mayVaryAmount } : {}),
});

/** Demands that requests are refused or accepted, for one attempt at a check. {@link proofOf} decides what follows. */
export class Demands {
  readonly #sender: Sender;
  readonly #valid: ValidRequests;
  readonly #controls: (operation: Operation) => Controls | undefined;

  constructor(sender: Sender, valid: ValidRequests, controls: (operation: Operation) => Controls | undefined) {
    this.#sender = sender;
    this.#valid = valid;
    this.#controls = controls;
  }

  async sendVariant(what: string, ask: Ask, twin: Ask): Promise<Exchange> {
    const answer = await this.#valid.page(ask);
    if (this.#sender.evidence(answer) === 'accepted') return answer;
    const accepted: Exchange[] = [];
    const control = async () => accepted.push(await this.#valid.sendValid(twin));
    refute(await this.expectOutcome('accepted', what, answer, { control, before: accepted }));
    throw new Inconclusive('refused', `${what}: answered ${refusal(answer)}, which may have another cause`);
  }

  /** Demands that a variant of an accepted twin is refused, or that it is accepted. */
  async expectOfVariant(demand: VariantDemand, what: string, variant: Ask, twin: Twin): Promise<readonly Failure[]> {
    const sender = this.#sender;
    const before = await this.#twinOf(variant, twin);
    if (before instanceof Inconclusive) return this.#failureIfAccepted(demand, what, variant, before);
    const first = await this.#firstAnswer(demand, variant);
    const proof = proofOf(demand, sender.evidence(first));
    if (proof !== 'needs-control') return this.#concluded(proof, { demand, what }, first, [before]);
    const control = demand === 'refused' ? await this.#control(twin) : await this.#valid.sendValid(unshared(twin.ask));
    // The accepted request may have changed something by now, so it is sent again only after a server error.
    const again = demand === 'refused' || sender.evidence(first) === 'error';
    const answer = again ? await this.#answerAgain(demand, variant) : first;
    const compared = again ? control : before;
    return this.#concluded(controlledProofOf(demand, sender.evidence(answer)), { demand, what }, answer, [compared]);
  }

  /** Returns what follows from the deciding response, and notes a refusal that an earlier acceptance may have caused. */
  #concluded(proof: Conclusion, demanded: WordedDemand, answer: Exchange, before: readonly Exchange[]) {
    if (demanded.demand === 'refused' && isConflict(answer.response.status)) this.#sender.noteRefusedByConflict();
    return conclusion(proof, demanded, answer, before);
  }

  /** Returns the first response to a variant that no passing reason explains. */
  async #firstAnswer(demand: VariantDemand, variant: Ask): Promise<Exchange> {
    const sender = this.#sender;
    const asked = { ...variant, retriesConflicts: demand === 'accepted' };
    const first = await this.#orLost(demand, () => sender.ask(asked));
    if (demand === 'refused' && failedTransiently(first)) {
      // A request that must be refused may be sent again: a target that executes it breaks the requirement.
      await sender.pauseAfter(first);
      return this.#orLost(demand, () => sender.askAnew(variant));
    }
    if (demand === 'accepted' && sender.attempt > 0 && sender.evidence(first) === 'refused') {
      // The target may refuse a request with any status while something is in its way, so a repetition waits before it
      // fails.
      await sender.pauseAfter(first);
      return sender.askAnew(variant);
    }
    return first;
  }

  /**
   * Returns the accepted twin. If the twin is refused and the variant is invalid by itself, returns why nothing follows
   * from a refusal.
   */
  async #twinOf({ isInvalid }: Ask, twin: Twin): Promise<Exchange | Inconclusive> {
    try {
      return await this.#valid.twin(twin);
    } catch (error) {
      if (isInvalid && error instanceof Inconclusive && error.cause === 'refused') return error;
      throw error;
    }
  }

  /**
   * Returns the failure of an invalid variant that is accepted although its twin is refused. Throws `refusedTwin` if
   * the variant is refused too.
   */
  async #failureIfAccepted(
    demand: Demand,
    what: string,
    variant: Ask,
    refusedTwin: Inconclusive,
  ): Promise<readonly Failure[]> {
    const answer = await this.#orLost(demand, () => this.#sender.ask(variant));
    if (this.#sender.evidence(answer) !== 'accepted') throw refusedTwin;
    return this.#concluded('fails', { demand, what }, answer, []);
  }

  /**
   * Has the twin accepted once more. If a twin can be accepted only once, sends another valid request of the operation
   * instead, once for all checks.
   */
  async #control({ ask }: Twin): Promise<Exchange> {
    try {
      return await this.#valid.sendValid(unshared(ask));
    } catch (error) {
      const another = error instanceof Inconclusive && this.#controls(ask.operation)?.another;
      if (!another) throw error;
      return this.#sender.once(`another request to ${ask.operation}`, async () => {
        const other = await another();
        if (!other) throw error;
        return this.#valid.sendValid(other);
      });
    }
  }

  /**
   * Returns the response to the same request sent again. If none comes it is sent a few more times, since connections
   * also break by chance.
   */
  async #answerAgain(demand: Demand, variant: Ask): Promise<Exchange> {
    const send = (): Promise<Exchange> => this.#orLost(demand, () => this.#sender.askAnew(variant));
    let answer = await send();
    for (let sent = 1; sent < UNANSWERED_IN_A_ROW && this.#sender.evidence(answer) === 'unanswered'; sent += 1)
      answer = await send();
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

  async expectOutcome(
    demand: Demand,
    what: string,
    answer: Exchange,
    { control, before = [] }: OutcomeProof = {},
  ): Promise<readonly Failure[]> {
    const evidence = this.#sender.evidence(answer);
    const proof = proofOf(demand, evidence);
    if (proof !== 'needs-control') return this.#concluded(proof, { demand, what }, answer, before);
    await control?.();
    return this.#concluded(controlledProofOf(demand, evidence), { demand, what }, answer, before);
  }

  async expectOneAnswered(asks: readonly Ask[], demand: AnswerDemand): Promise<readonly Failure[]> {
    const refused: { readonly ask: Ask; readonly answer: Exchange }[] = [];
    for (const ask of asks) {
      const answer = await this.#answerOrLost(ask);
      const erring = refused.find((each) => this.#sender.evidence(each.answer) === 'error');
      if (isAccepted(answer)) return erring ? this.#valid.erringAgain(erring.ask, erring.answer, answer) : [];
      refused.push({ ask, answer });
    }
    return this.#judgeRefusals(
      refused.map(({ answer }) => answer),
      demand,
    );
  }

  /** Returns the answer, or an exchange of status 0 if none came. Throws Inconclusive for one that is not recognised. */
  async #answerOrLost(ask: Ask): Promise<Exchange> {
    const recorded = await this.#sender.transmit(ask.operation, ask.input());
    if (!isAnswered(recorded)) return unanswered(recorded);
    if (this.#sender.evidence(recorded) === 'unrecognised') throw unrecognised(recorded);
    return recorded;
  }

  /** Judges that all requests of which one should be answered were refused. */
  async #judgeRefusals(
    refused: readonly Exchange[],
    { grounds, routes, control, need, expected }: AnswerDemand,
  ): Promise<readonly Failure[]> {
    // A request that met a server error may have been executed, so that a later one is refused for a conflict with it.
    const erring = refused.filter((each) => this.#sender.evidence(each) === 'error');
    const last = erring.length < SEVERAL_ERRORS ? refused.at(-1) : erring.at(-1);
    if (!last) throw nothingToSend();
    const proof = refusalOfLawful(last.response.status, grounds);
    if (proof === 'needs-control') await this.#valid.sendValid(control);
    const mayFail = proof === 'needs-control' || proof === 'needs-route' || proof === 'fails';
    if (mayFail && (await this.#isRefusedNow(last)))
      throw new Inconclusive(
        'refused',
        `${last.operation} answered ${refusal(last)}, as operations did that accepted other requests`,
        { ...LOWER_RATE, refusal: refusalOf(last) },
      );
    if (proof === 'needs-route' ? await this.#isMissing(last, routes) : mayFail)
      return [failure(last, { expected, actual: refusal(last) }, refused.slice(0, refused.indexOf(last)))];
    const cause = proof === 'transport' ? proof : 'refused';
    const reason = `${last.operation} answered ${refusal(last)}: check the fixtures in the request`;
    throw new Inconclusive(cause, reason, { need, refusal: refusalOf(last) });
  }

  /**
   * Returns whether a refusal may be one of all requests at this time, as a firewall refuses those that come too fast: the
   * operation accepted others, or a list that did is now refused with the same status.
   */
  async #isRefusedNow(refused: Exchange): Promise<boolean> {
    const { status } = refused.response;
    const hadAccepted = (operation: Operation): boolean => this.#sender.hadAccepted(operation, refused);
    if (evidenceOf(status) !== 'doubtful') return false;
    if (hadAccepted(refused.operation)) return true;
    const list = listOperations.find(hadAccepted);
    return list !== undefined && (await this.#sender.send(list)).response.status === status;
  }

  /**
   * Returns whether a refused operation does not exist: the target answers it like an unknown path, and answers a refusal
   * of another operation differently.
   */
  async #isMissing(refused: Exchange, routes: readonly RouteTest[]): Promise<boolean> {
    const sender = this.#sender;
    const { operation, request } = refused;
    for (const { alter, other } of routes) {
      const input = alter?.({ path: request.path, ...definite({ body: request.body }) });
      const own = input ? await sender.send(operation, input) : refused;
      const elsewhere = await sender.send(operation, { path: request.path, ...input, elsewhere: true });
      if (!isSameAnswer(own, elsewhere)) return false;
      if (!isSameAnswer(await sender.send(other.operation, other.input()), elsewhere)) return true;
    }
    return false;
  }
}

/** What is demanded of a request, and how failures describe the request. */
interface WordedDemand {
  readonly demand: Demand;
  readonly what: string;
}

function conclusion(
  proof: Conclusion,
  { demand, what }: WordedDemand,
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
      return [failure(answer, { expected: `${what}: ${WORDS[demand]}`, actual }, before)];
    }
    case 'unrecognised':
      throw unrecognised(answer);
    case 'transport':
    case 'refused':
      throw new Inconclusive(proof, `${what}: answered ${refusal(answer)}, which may have another cause`, {
        ...(isPassing(evidenceOf(answer.response.status)) ? LOWER_RATE : {}),
        refusal: refusalOf(answer),
      });
  }
}

/** What may help if a target answers some requests with a status that has nothing to do with them. */
const LOWER_RATE = { need: { words: `a lower ${flagFor('rate')}, if the target limits requests` } };

const WORDS: Readonly<Record<Demand, 'refused' | 'accepted'>> = {
  refused: 'refused',
  accepted: 'accepted',
  known: 'accepted',
  unauthenticated: 'refused',
};
