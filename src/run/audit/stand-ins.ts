import { SHOWN } from '../../values/account-number.ts';
import { at, isObject, type Json, type JsonObject, member, stepsOf } from '../../values/json.ts';
import { share } from '../../values/parsed.ts';
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
  #items = new WeakMap<object, Map<string, Json>>();

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
      if (typeof found !== 'string' && typeof found !== 'number') continue;
      const wasOther = this.#of(number) !== String(found);
      this.#learnt.set(number, String(found));
      if (!wasOther) continue;
      // What was made for the others was made from the stand-in of this one.
      this.#made.clear();
      this.#items = new WeakMap();
      isNew = true;
    }
    return isNew;
  }

  /** Whether the checks have made up each number of a request. */
  knows(hidden: Hidden): boolean {
    return Object.values(hidden).every(({ number }) => this.#learnt.has(number));
  }

  /** The body with its masked numbers replaced. */
  restored(body: Json, hidden: Hidden): Json {
    return Object.keys(hidden).length === 0 ? body : this.#restored(body, branchOf(hidden));
  }

  #restored(value: Json, { number, below }: Branch): Json {
    if (typeof value === 'string') return number ? this.#inPlaceOf(number) : value;
    if (Array.isArray(value)) return this.#restoredList(value, below);
    if (!isObject(value)) return value;
    const whole: Record<string, Json | undefined> = { ...value };
    for (const [name, branch] of below) {
      const inner = member(value, name);
      if (inner !== undefined) whole[name] = this.#restored(inner, branch);
    }
    return whole;
  }

  #restoredList(list: readonly Json[], below: Branch['below']): Json {
    const whole = [...list];
    for (const [index, branch] of below) {
      const item = list[Number(index)];
      if (item !== undefined)
        whole[Number(index)] = isObject(item) ? this.#restoredItem(item, branch) : this.#restored(item, branch);
    }
    return whole;
  }

  /** Equal items of lists are the same object, and with the same numbers they stay the same. */
  #restoredItem(item: JsonObject, branch: Branch): Json {
    const known = this.#items.get(item) ?? new Map<string, Json>();
    this.#items.set(item, known);
    const numbers = numbersIn(branch);
    const made = known.get(numbers) ?? this.#restored(item, branch);
    known.set(numbers, made);
    if (isObject(made)) share(made);
    return made;
  }

  #inPlaceOf({ number, numeric }: HiddenNumber): Json {
    const text = this.#of(number);
    return numeric ? Number(text) : text;
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

/** The masked numbers of a body by the steps that lead to them. */
interface Branch {
  number?: HiddenNumber;
  readonly below: Map<string, Branch>;
}

function branchOf(hidden: Hidden): Branch {
  const root: Branch = { below: new Map() };
  for (const [pointer, number] of Object.entries(hidden)) {
    let branch = root;
    for (const step of stepsOf(pointer)) {
      const next = branch.below.get(step) ?? { below: new Map() };
      branch.below.set(step, next);
      branch = next;
    }
    branch.number = number;
  }
  return root;
}

/** The numbers of a branch with their places, as a text. */
const numbersIn = ({ number, below }: Branch): string =>
  `${number?.number ?? ''}${number?.numeric ?? ''}{${[...below].map(([step, branch]) => `${JSON.stringify(step)}:${numbersIn(branch)}`).join()}}`;

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
