import type { Operation } from '../contract/operations.ts';
import type { Response } from '../model/exchange.ts';
import { FORBIDDEN } from '../values/http-status.ts';
import { steadyText } from '../values/steady-text.ts';
import type { Delivery } from './transport.ts';

/** Maximum number of different refusals for which a list is asked. */
const MOST_WORDINGS = 20;

/** Maximum number of characters of a refusal that are compared. */
const MOST_CHARACTERS = 1_000;

/** Matches a path of the interface. */
const PATH = /\/v2\/[^\s"'<>]*/g;

/** Returns what a refusal says, without what differs from one to the next. */
const wordsOf = ({ body }: Response): string =>
  body.kind === 'empty' ? '' : steadyText(body.text.slice(0, MOST_CHARACTERS).replaceAll(PATH, ''));

/**
 * Recognises a target that answers 403 to every request for a moment, as firewalls do without Retry-After if requests
 * come too fast: a plain list that was answered before is then refused in the same words.
 */
export class Blocks {
  readonly #known = new Map<string, Promise<boolean | undefined>>();
  readonly #askList: (refused: Operation) => Promise<Delivery | undefined>;

  /** `askList` sends a plain list on another operation. It returns undefined if none was answered with success before. */
  constructor(askList: (refused: Operation) => Promise<Delivery | undefined>) {
    this.#askList = askList;
  }

  /** Whether this answer blocks every request. Asks once for each wording, as soon as there is a list to ask for. */
  async include(operation: Operation, response: Response): Promise<boolean> {
    if (response.status !== FORBIDDEN) return false;
    const words = wordsOf(response);
    const known = this.#known.get(words);
    if (known || this.#known.size >= MOST_WORDINGS) return (await known) ?? false;
    const asked = this.#refusesList(operation, words);
    this.#known.set(words, asked);
    const found = await asked;
    if (found === undefined) this.#known.delete(words);
    return found ?? false;
  }

  /** Returns undefined if there is no list to ask for. */
  async #refusesList(operation: Operation, words: string): Promise<boolean | undefined> {
    const list = await this.#askList(operation);
    if (list === undefined) return undefined;
    return list.kind === 'answered' && list.response.status === FORBIDDEN && wordsOf(list.response) === words;
  }
}
