import { Buffer } from 'node:buffer';
import type { DrawnEntry } from '../har.ts';
import { type Content, data, markup } from './markup.ts';

/** The exchanges that a page holds, as entries of a HAR, by their numbers. */
export interface EmbeddedExchanges {
  readonly entries: readonly DrawnEntry[];
  /** How many the run made. */
  readonly all: number;
}

/** The most bytes of exchanges in one page. */
const MOST_BYTES = 2_000_000;
/** Exchanges that are behind no failure and longer than this are left to exchanges.har, so that more of them find room. */
const LONG = 12_000;

/** A list of entries that stays within a number of bytes. */
class Bounded {
  readonly entries: DrawnEntry[] = [];
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get left(): number {
    return this.#most - this.#bytes;
  }

  add(entry: DrawnEntry): void {
    const bytes = Buffer.byteLength(entry.text);
    if (bytes > this.left) return;
    this.#bytes += bytes;
    this.entries.push(entry);
  }
}

/** Chooses what a page embeds of the exchanges of a run: those behind failures first, then the first others. */
export async function embeddable(
  entries: AsyncIterable<DrawnEntry>,
  failing: ReadonlyMap<number, readonly string[]>,
  mostBytes = MOST_BYTES,
): Promise<EmbeddedExchanges> {
  const behind = new Bounded(mostBytes);
  const others = new Bounded(mostBytes);
  let all = 0;
  for await (const entry of entries) {
    all += 1;
    if (failing.has(entry.id)) behind.add(entry);
    else if (entry.text.length <= LONG) others.add(entry);
  }
  const rest = new Bounded(behind.left);
  for (const entry of others.entries) rest.add(entry);
  return { entries: [...behind.entries, ...rest.entries].sort((a, b) => a.id - b.id), all };
}

/** The exchanges as data for the viewer, which the script makes; nothing where there are none. */
export function exchangesData(exchanges: EmbeddedExchanges | undefined): Content {
  if (!exchanges || exchanges.entries.length === 0) return false;
  return data('exchanges', `[${exchanges.entries.map(({ text }) => text).join(',\n')}]`);
}

/** A number of an exchange, which the script makes a link to the exchange where the page holds it. */
export const exchangeNumber = (id: number): Content => markup`<span data-exchange="${id}">${id}</span>`;
