import { type ArrayFormat, arrayFormatNames, arrayFormats } from '../../contract/array-formats.ts';
import { idTextOf, itemsIn, listsTaking, sized } from '../../contract/lists.ts';
import type { ListOperation } from '../../contract/operations.ts';
import {
  answered,
  type Exchange,
  isAccepted,
  isAnswered,
  type Recorded,
  type RequestInput,
} from '../../model/exchange.ts';
import type { Purpose } from '../../model/purpose.ts';
import { id } from '../../values/id.ts';

/**
 * The purpose of this search's requests. The target may not read the format they are written in, so no rule judges
 * them.
 */
const ARRAY_FORMAT = { kind: 'run', what: 'array-format' } as const satisfies Purpose;

/**
 * Returns whether rules judge an exchange. They skip requests to unknown paths, and requests of the array format search,
 * which the target may not be able to read.
 */
export const isJudged = ({ request, purpose }: Exchange): boolean =>
  !request.elsewhere && !(purpose.kind === 'run' && purpose.what === ARRAY_FORMAT.what);

/** Lists that can be filtered by `ids`. Two ids must select two items. */
const LISTS = listsTaking('ids');

/** Returns the formats other than `format`. */
export const othersThan = (format: ArrayFormat): readonly ArrayFormat[] =>
  arrayFormatNames.filter((each) => each !== format);

/** Formats in which the parameter has another name. */
const RENAMING: ReadonlySet<ArrayFormat> = new Set(['brackets', 'indices']);

/** Number of items requested to find two; a page may be shorter than its limit. */
const PAGE = 10;

/** Maximum number of searches that find no two items; the lists may have grown since the last one. */
const MOST_SEARCHES = 3;

/** Sends the requests of the search. From then on it writes lists in the format that `arrayFormat` names. */
export interface Writer {
  arrayFormat: ArrayFormat;
  send(operation: ListOperation, input: RequestInput, purpose: Purpose): Promise<Recorded>;
}

/**
 * Returns whether a query parameter of the request is a list. A list of one value counts too, since its name may need
 * brackets.
 */
const hasList = ({ query = {} }: RequestInput): boolean =>
  Object.values(query).some((value) => typeof value === 'object');

/**
 * Finds out how the target reads string[] query parameters, which the document does not show. The search is made before
 * the first request that has one.
 */
export class ArrayFormatSearch {
  readonly #writer: Writer;
  readonly #note: (sentence: string) => void;
  #search: Promise<void> | undefined;
  #ended = false;
  #searches = 0;

  /** `note` receives one sentence if lists are written in a format other than the default. */
  constructor(writer: Writer, note: (sentence: string) => void) {
    this.#writer = writer;
    this.#note = note;
  }

  /** Resolves when the format of the request is known, as far as the lists of the target show it. */
  async before(input: RequestInput): Promise<void> {
    if (this.#ended || !hasList(input)) return;
    this.#search ??= this.#made().finally(() => {
      this.#search = undefined;
    });
    await this.#search;
  }

  /**
   * Searches in the first list that shows two items. If none does, the next requests search again, at most
   * MOST_SEARCHES times in all.
   */
  async #made(): Promise<void> {
    this.#searches += 1;
    for (const list of LISTS) {
      const [one, other] = await this.#twoOf(list);
      if (one === undefined || other === undefined) continue;
      await this.#decide(list, [one, other]);
      this.#ended = true;
      return;
    }
    this.#ended = this.#searches >= MOST_SEARCHES;
  }

  async #twoOf(list: ListOperation): Promise<readonly string[]> {
    const recorded = await this.#writer.send(list, { query: sized(PAGE) }, ARRAY_FORMAT);
    const texts = itemsOf(recorded).flatMap((item) => idTextOf(item) ?? []);
    return [...new Map(texts.map((text) => [id(text), text])).values()].slice(0, 2);
  }

  /** Switches to another format if two ids select exactly their items only in that format. */
  async #decide(list: ListOperation, two: readonly [string, string]): Promise<void> {
    if (await this.#leaves(list, two)) return;
    const usual = this.#writer.arrayFormat;
    for (const other of await this.#othersFor(list, two)) {
      this.#writer.arrayFormat = other;
      if (await this.#leaves(list, two)) {
        this.#note(
          `string[] query parameters are written ${arrayFormats[other].example}, because ${list} reads two ids in this format and not in ${arrayFormats[usual].example}; the document shows neither (--array-format)`,
        );
        return;
      }
    }
    this.#writer.arrayFormat = usual;
  }

  /**
   * Returns the formats that may replace the usual one. If a single id does not select its item, only formats that change
   * the name of the parameter can be read.
   */
  async #othersFor(list: ListOperation, two: readonly [string, string]): Promise<readonly ArrayFormat[]> {
    const others = othersThan(this.#writer.arrayFormat);
    for (const each of two)
      if (!(await this.#leaves(list, [each]))) return others.filter((other) => RENAMING.has(other));
    return others;
  }

  /** Returns whether a list of ids selects exactly the items that have them. */
  async #leaves(list: ListOperation, ids: readonly string[]): Promise<boolean> {
    const found = itemsOf(await this.#writer.send(list, { query: { ids } }, ARRAY_FORMAT)).map((item) =>
      id(idTextOf(item)),
    );
    return found.length === ids.length && ids.every((each) => found.includes(id(each)));
  }
}

const itemsOf = (recorded: Recorded) =>
  isAnswered(recorded) && isAccepted(recorded) ? (itemsIn(answered(recorded)) ?? []) : [];
