import { Buffer } from 'node:buffer';
import type { EntryLine } from '../../src/model/har.ts';
import { type Content, data, markup } from './markup.ts';

/** The exchanges that a page contains, as HAR entries. */
export interface EmbeddedExchanges {
  readonly entries: readonly EntryLine[];
  /** Number of exchanges that the run made. */
  readonly all: number;
}

/** Maximum bytes of exchanges in one page. */
const MOST_BYTES = 2_000_000;
/** Longer exchanges without a failure are only in exchanges.har, so that the page has room for more. */
const LONG = 12_000;

/** A list of entries with a limit on its bytes. */
class Bounded {
  readonly entries: EntryLine[] = [];
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get left(): number {
    return this.#most - this.#bytes;
  }

  add(entry: EntryLine): void {
    const bytes = Buffer.byteLength(entry.text);
    if (bytes > this.left) return;
    this.#bytes += bytes;
    this.entries.push(entry);
  }
}

/**
 * Chooses the exchanges of a run that a page contains: those that show failures first, then the first of the others. It
 * is given each exchange once.
 */
export class Embedding {
  readonly #failing: ReadonlyMap<number, readonly string[]>;
  readonly #withFailures = new Bounded(MOST_BYTES);
  readonly #others = new Bounded(MOST_BYTES);
  #all = 0;

  constructor(failing: ReadonlyMap<number, readonly string[]>) {
    this.#failing = failing;
  }

  add(entry: EntryLine): void {
    this.#all += 1;
    if (this.#failing.has(entry.id)) this.#withFailures.add(entry);
    else if (entry.text.length <= LONG) this.#others.add(entry);
  }

  /** The chosen ones of the exchanges that were added. */
  get chosen(): EmbeddedExchanges {
    const rest = new Bounded(this.#withFailures.left);
    for (const entry of this.#others.entries) rest.add(entry);
    return { entries: [...this.#withFailures.entries, ...rest.entries].sort((a, b) => a.id - b.id), all: this.#all };
  }
}

/** Returns the exchanges as data for the viewer, which the script creates, or nothing when there are none. */
export function exchangesData(exchanges: EmbeddedExchanges | undefined): Content {
  if (!exchanges || exchanges.entries.length === 0) return false;
  return data('exchanges', `[${exchanges.entries.map(({ text }) => text).join(',\n')}]`);
}

/** Returns an exchange number, which the script links to the exchange if the page contains it. */
export const exchangeNumber = (id: number): Content => markup`<span data-exchange="${id}">${id}</span>`;
