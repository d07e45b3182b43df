import { idTextOf, itemsIn, sized } from '../contract/lists.ts';
import { facts, type ListOperation, listOperations } from '../contract/operations.ts';
import { answered, isAccepted, isAnswered, type Recorded, type RequestInput } from '../model/exchange.ts';
import type { ArrayFormat } from '../settings/configuration.ts';
import { id } from '../values/id.ts';

/** What the requests of this search are made for. They may be written as the target does not read them: no rule judges them. */
export const ARRAY_FORMAT = 'array-format';

/** Lists that take ids: the member that identifies an item, so that two of them select two items. */
const LISTS = listOperations.filter((operation) => 'ids' in facts(operation).query);

const WRITTEN: Readonly<Record<ArrayFormat, string>> = {
  repeat: 'ids=a&ids=b',
  comma: 'ids=a,b',
  brackets: 'ids[]=a&ids[]=b',
};

/** The formats other than this one. */
export const othersThan = (format: ArrayFormat): readonly ArrayFormat[] =>
  (Object.keys(WRITTEN) as ArrayFormat[]).filter((each) => each !== format);

/** Items of the page in which two are looked for: a page may be shorter than its limit. */
const PAGE = 10;

/** Searches of lists that show no two items: more may have come since the last one. */
const MOST_SEARCHES = 3;

/** Sends requests of the search, and writes lists as it says from then on. */
export interface Writer {
  arrayFormat: ArrayFormat;
  send(operation: ListOperation, input: RequestInput, purpose: string): Promise<Recorded>;
}

/** Whether a query parameter of the request is a list, if only of one value: its name may have brackets. */
const hasList = ({ query = {} }: RequestInput): boolean =>
  Object.values(query).some((value) => typeof value === 'object');

/**
 * Finds out how the target reads string[] query parameters, which the document does not show: before the first request that
 * has one.
 */
export class ArrayFormatSearch {
  readonly #writer: Writer;
  readonly #note: (sentence: string) => void;
  #search: Promise<void> | undefined;
  #ended = false;
  #searches = 0;

  /** `note` gets one sentence when lists are written otherwise than by default. */
  constructor(writer: Writer, note: (sentence: string) => void) {
    this.#writer = writer;
    this.#note = note;
  }

  /** Returns when the format in which the request is to be written is known, as far as the lists of the target show it. */
  async before(input: RequestInput): Promise<void> {
    if (this.#ended || !hasList(input)) return;
    this.#search ??= this.#made().finally(() => {
      this.#search = undefined;
    });
    await this.#search;
  }

  /** Searches in the first list that shows two items; without any, the next request searches again, a few times. */
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

  /** Takes another format where two values leave their items only in that one. */
  async #decide(list: ListOperation, two: readonly [string, string]): Promise<void> {
    if (await this.#leaves(list, two)) return;
    const usual = this.#writer.arrayFormat;
    for (const other of await this.#othersFor(list, two)) {
      this.#writer.arrayFormat = other;
      if (await this.#leaves(list, two)) {
        this.#note(
          `string[] query parameters are written ${WRITTEN[other]}, as ${list} reads two ids there and not in ${WRITTEN[usual]}; the document shows neither (--array-format)`,
        );
        return;
      }
    }
    this.#writer.arrayFormat = usual;
  }

  /** The formats that may be read in place of the usual one: where one value by itself does not leave its item, names have brackets. */
  async #othersFor(list: ListOperation, two: readonly [string, string]): Promise<readonly ArrayFormat[]> {
    const others = othersThan(this.#writer.arrayFormat);
    for (const each of two)
      if (!(await this.#leaves(list, [each]))) return others.filter((other) => other === 'brackets');
    return others;
  }

  /** Whether a list of ids selects exactly the items that have them. */
  async #leaves(list: ListOperation, ids: readonly string[]): Promise<boolean> {
    const found = itemsOf(await this.#writer.send(list, { query: { ids } }, ARRAY_FORMAT)).map((item) =>
      id(idTextOf(item)),
    );
    return found.length === ids.length && ids.every((each) => found.includes(id(each)));
  }
}

const itemsOf = (recorded: Recorded) =>
  isAnswered(recorded) && isAccepted(recorded) ? (itemsIn(answered(recorded)) ?? []) : [];
