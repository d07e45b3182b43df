import { counted } from '../../values/counted.ts';
import { Counter } from '../../values/counter.ts';

/** Maximum number of base URLs that one note names. */
const MOST_BASES = 8;

/** What an entry or an exchange may be that was not judged, or not by everything. */
export type Unjudged =
  | 'foreign'
  | 'malformed'
  | 'without the whole body'
  | 'not kept'
  | 'possible repetition'
  | 'probe';

const were = (count: number, what: string): string => `${count === 1 ? 'was' : 'were'} ${what}`;

/** One sentence on each kind, in the order of the notes. */
const SENTENCES: readonly (readonly [Unjudged, (count: number) => string])[] = [
  [
    'foreign',
    (count) =>
      `${counted(count, 'exchange belongs', 'exchanges belong')} to no operation of the interface and ${were(count, 'ignored')}`,
  ],
  [
    'malformed',
    (count) => `${counted(count, 'entry', 'entries')} could not be read as an exchange and ${were(count, 'ignored')}`,
  ],
  [
    'without the whole body',
    (count) =>
      `${counted(count, 'response')} ${were(count, 'recorded without the whole body')} and ${were(count, 'not judged')}`,
  ],
  [
    'not kept',
    (count) => `${counted(count, 'exchange')} ${were(count, 'not judged')}: more arrived than could be kept`,
  ],
  [
    'possible repetition',
    (count) =>
      `${counted(count, 'accepted request')} with a ref_id ${were(count, 'judged only in part')}: after so many, any ref_id may be a used one`,
  ],
  [
    'probe',
    (count) =>
      `${counted(count, 'request')} ${were(count, 'sent by probes of this tool')}, which break rules on purpose: clients are not judged by them`,
  ],
];

const listed = (counts: Counter): string =>
  counts
    .entries()
    .map(([base, count]) => `${base} (${count})`)
    .join(', ');

/** Counts the base URLs of traffic and what of it could not be judged, for the notes of the report. */
export class TrafficTally {
  readonly #unjudged = new Map<Unjudged, number>();
  readonly #bases = new Counter(MOST_BASES);
  /** Base URLs of exchanges that do not count because another base URL was chosen. */
  readonly #elsewhere = new Counter(MOST_BASES);

  leftOut(kind: Unjudged, count = 1): void {
    this.#unjudged.set(kind, (this.#unjudged.get(kind) ?? 0) + count);
  }

  /** Sets the number of a kind that is counted elsewhere. */
  leftOutInAll(kind: Unjudged, count: number): void {
    this.#unjudged.set(kind, count);
  }

  ofBase(base: string): void {
    this.#bases.add(base);
  }

  elsewhere(base: string): void {
    this.#elsewhere.add(base);
  }

  /** The base URLs of the judged traffic in one line; empty if there are none. */
  get bases(): string {
    return this.#bases
      .entries()
      .map(([base]) => base)
      .sort()
      .join(', ');
  }

  notes(): readonly string[] {
    return [
      ...(this.#elsewhere.size > 0
        ? [`exchanges with another base URL than --base-url were ignored: ${listed(this.#elsewhere)}`]
        : []),
      ...SENTENCES.flatMap(([kind, sentence]) => {
        const count = this.#unjudged.get(kind) ?? 0;
        return count > 0 ? [sentence(count)] : [];
      }),
      ...(this.#bases.size > 1
        ? [`the traffic is of several base URLs: ${listed(this.#bases)}; choose one with --base-url`]
        : []),
    ];
  }
}
