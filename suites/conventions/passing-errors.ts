import type { Operation } from '../../src/contract/operations.ts';
import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import { evidenceOf } from '../../src/engine/proof.ts';
import { type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { definite } from '../../src/values/definite.ts';
import { isObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';

/** Errors that pass count if there are at least `least`, and if at least `ofAHundred` in a hundred valid requests meet one. */
export const PASSING_ERRORS = { least: 4, ofAHundred: 5 } as const;

/** Returns what a request asks for, whatever its `ref_id`: a repetition of a creation has another one. */
function contentOf({ request: { path, query, body } }: Exchange): string {
  const content = isObject(body) ? definite({ ...body, ref_id: undefined }) : body;
  return JSON.stringify([path, query, content ?? null]);
}

/** What one operation has answered: the requests that met a server error and were not accepted since, and the counts. */
class Answers {
  readonly #erring = new Memory<string, Pick<Exchange, 'id' | 'startedAt'>>();
  readonly #references = new Memory<string, true>();
  readonly #passed: number[] = [];
  #passedAt = Number.NEGATIVE_INFINITY;
  #accepted = 0;
  /** Whether invalid requests get another status, so that a server error is no refusal. */
  #refusesOtherwise = false;

  get passed(): readonly number[] {
    return this.#passed;
  }

  get accepted(): number {
    return this.#accepted;
  }

  get areTooMany(): boolean {
    const { least, ofAHundred } = PASSING_ERRORS;
    const count = this.#passed.length;
    return this.#refusesOtherwise && count >= least && count * 100 >= this.#accepted * ofAHundred;
  }

  /** Notes an answer. Returns true if an error has passed that began after the one before had passed. */
  note(exchange: Exchange): boolean {
    const { id, startedAt, response } = exchange;
    const isFirst = this.#isFirstOfItsReference(exchange);
    const evidence = evidenceOf(response.status);
    this.#refusesOtherwise ||= evidence === 'refused';
    if (evidence === 'error' && isFirst) this.#erring.set(contentOf(exchange), { id, startedAt });
    if (!isAccepted(exchange)) return false;
    this.#accepted += 1;
    const error = this.#erring.isEmpty ? undefined : this.#erring.get(contentOf(exchange));
    if (error === undefined || error.startedAt < this.#passedAt) return false;
    this.#erring.delete(contentOf(exchange));
    this.#passed.push(error.id);
    this.#passedAt = startedAt;
    return true;
  }

  /** Whether no other request had the same `ref_id`: a repetition may be refused with any status. */
  #isFirstOfItsReference({ request: { body } }: Exchange): boolean {
    const reference = JSON.stringify(member(body, 'ref_id') ?? null);
    if (reference === 'null') return true;
    if (this.#references.mayHave(reference)) return false;
    this.#references.set(reference, true);
    return true;
  }
}

/**
 * Makes the state of a sequence: an operation does not meet server errors again and again, even if each of them passes
 * when the request is repeated. Errors that begin together, as in an outage, count once. Recordings without times do not
 * show which do.
 */
export function errsRarely(): (exchange: Exchange) => Judgement {
  const operations = new Map<Operation, Answers>();
  return (exchange) => {
    const { credentials, text } = exchange.request;
    if (credentials !== 'token' || text !== undefined || exchange.startedAt === 0) return NOT_CONCERNED;
    const answers = operations.get(exchange.operation) ?? new Answers();
    operations.set(exchange.operation, answers);
    if (!answers.note(exchange)) return NOT_CONCERNED;
    return flawUnless(!answers.areTooMany, () => ({
      where: null,
      expected: 'success: the requests are valid',
      actual: `server errors (5xx) to ${answers.passed.length} requests (exchanges ${answers.passed.join(', ')}) that were accepted when repeated, beside ${answers.accepted} requests with success`,
    }));
  };
}
