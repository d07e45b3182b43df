import { SHOWN } from '../../values/account-number.ts';
import { at, isObject, type Json } from '../../values/json.ts';
import type { Hidden, HiddenNumber } from './hidden.ts';

/** A masked number with what a body shows of it. */
interface Shown extends HiddenNumber {
  readonly text: string;
}

/**
 * What an audit puts in the place of masked account numbers: texts of the same length, end and class of characters, that are equal
 * and agree with each other where the numbers did. A number that the run made up is the one that its checks make up again.
 */
export class StandIns {
  readonly #shown = new Map<number, Shown>();
  readonly #made = new Map<number, string>();
  readonly #learnt = new Map<number, string>();

  /** Reads what a body shows of its masked numbers. Each body of a recording comes before the first is restored. */
  read(body: Json | undefined, hidden: Hidden): void {
    for (const [pointer, number] of Object.entries(hidden)) {
      const text = at(body, pointer);
      if (typeof text === 'string') this.#shown.set(number.number, { ...number, text });
    }
  }

  /** Learns the numbers of a request that a check makes up again; true when one of them was not known. */
  learn(given: Json | undefined, hidden: Hidden): boolean {
    let isNew = false;
    for (const [pointer, { number }] of Object.entries(hidden)) {
      const found = at(given, pointer);
      if ((typeof found !== 'string' && typeof found !== 'number') || this.#of(number) === String(found)) continue;
      // What was made for the others was made from the stand-in of this one.
      this.#made.clear();
      this.#learnt.set(number, String(found));
      isNew = true;
    }
    return isNew;
  }

  /** The body with its masked numbers replaced. */
  restored(body: Json, hidden: Hidden): Json {
    return Object.keys(hidden).length === 0 ? body : this.#restored(body, hidden, '');
  }

  #restored(body: Json, hidden: Hidden, pointer: string): Json {
    if (typeof body === 'string') {
      const number = hidden[pointer];
      if (!number) return body;
      const text = this.#of(number.number);
      return number.numeric ? Number(text) : text;
    }
    if (Array.isArray(body)) return body.map((each, i) => this.#restored(each, hidden, `${pointer}/${i}`));
    if (!isObject(body)) return body;
    const members = Object.entries(body).flatMap(([name, inner]): [string, Json][] =>
      inner === undefined ? [] : [[name, this.#restored(inner, hidden, `${pointer}/${escaped(name)}`)]],
    );
    return Object.fromEntries(members);
  }

  #of(number: number): string {
    const known = this.#learnt.get(number) ?? this.#made.get(number);
    if (known !== undefined) return known;
    const shown = this.#shown.get(number);
    const made = shown ? this.#make(shown) : String(number);
    this.#made.set(number, made);
    return made;
  }

  #make({ number, like, shape, text, shown }: Shown): string {
    if (shown) return text;
    const length = text.length - SHOWN;
    if (length <= 0) return this.#ofEnd(number, like, text.length);
    const signs = shape ?? 'd'.repeat(length);
    const hidden = like === undefined ? own(signs, number) : agreeing(signs, this.#of(like), number);
    return hidden + text.slice(length);
  }

  /** A number that is masked whole, as it is no longer than the end that others show. */
  #ofEnd(number: number, like: number | undefined, length: number): string {
    if (like !== undefined) return this.#of(like).slice(-length);
    const longer = [...this.#shown.values()].find((each) => each.like === number && each.text.length > SHOWN);
    return longer ? longer.text.slice(-length) : padded(number, length);
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const padded = (number: number, length: number): string => String(number).padStart(length, '0').slice(-length);

const LETTERS = 'ABCDEFGHIJ';
const letterOf = (digit: string): string => LETTERS[Number(digit)] ?? 'A';
const uniform = (number: number, length: number): string => String((number % 9) + 1).repeat(length);

/** The number in its digits and letters; in a sign of Unicode's private area where it has too few of them. */
function own(shape: string, number: number): string {
  if (shape.startsWith('u')) return uniform(number, shape.length);
  const room = shape.replace(/[^da]/g, '').length;
  const digits = [...padded(number, Math.max(1, room))];
  const isTooLong = String(number).length > room;
  return shape.replace(/[da]/g, (kind) => {
    const digit = digits.shift() ?? '0';
    if (isTooLong) return String.fromCharCode(0xe000 + ((number + digits.length) % 0x1900));
    return kind === 'd' ? digit : letterOf(digit);
  });
}

/** A text that agrees with another one where the shape says so, and only there. */
function agreeing(shape: string, first: string, number: number): string {
  if (shape.startsWith('u')) return uniform(number, shape.length);
  const offset = first.length - shape.length - SHOWN;
  return [...shape]
    .map((sign, i) => {
      const [fromEnd, fromStart] = [first[offset + i] ?? '0', first[i] ?? '0'];
      if (sign === 'e') return fromEnd;
      if (sign === 's') return fromStart;
      if (sign !== 'd' && sign !== 'a') return sign;
      const start = Math.floor(number / 10 ** (i % 5)) % 10;
      const digits = Array.from({ length: 10 }, (_, step) => String((start + step) % 10));
      const signs = sign === 'd' ? digits : digits.map(letterOf);
      return signs.find((each) => each !== fromEnd && each !== fromStart) ?? '0';
    })
    .join('');
}
