import { SHOWN } from '../../values/account-number.ts';
import { at, isObject, type Json, type JsonObject, member, stepsOf } from '../../values/json.ts';
import { share } from '../../values/parsed.ts';
import type { Hidden, HiddenNumber } from './hidden.ts';

/** A masked number with the text that a body shows of it. */
interface Shown extends HiddenNumber {
  readonly text: string;
}

/**
 * Makes the texts that replace masked account numbers in an audit. They have the same length, ending and kinds of
 * character, and they are equal or agree with each other where the original numbers did. A number that a check made up
 * is replaced by the number that the check makes up again.
 */
export class StandIns {
  readonly #shown = new Map<number, Shown>();
  readonly #made = new Map<number, string>();
  readonly #learnt = new Map<number, string>();
  #items = new WeakMap<object, Map<string, Json>>();

  /**
   * Reads what a body shows of its masked numbers. All bodies of a recording must be read before the first is restored.
   */
  read(body: Json | undefined, hidden: Hidden): void {
    for (const [pointer, number] of Object.entries(hidden)) {
      const text = at(body, pointer);
      if (typeof text === 'string' || typeof text === 'number')
        this.#shown.set(number.number, { ...number, text: String(text) });
    }
  }

  /** Learns the numbers of a request that a check has made again. Returns true if one of them was not known. */
  learn(given: Json | undefined, hidden: Hidden): boolean {
    let isNew = false;
    for (const [pointer, { number }] of Object.entries(hidden)) {
      const found = at(given, pointer);
      if (typeof found !== 'string' && typeof found !== 'number') continue;
      const wasOther = this.#of(number) !== String(found);
      this.#learnt.set(number, String(found));
      if (!wasOther) continue;
      // Other stand-ins may have been derived from the one that is replaced here.
      this.#made.clear();
      this.#items = new WeakMap();
      isNew = true;
    }
    return isNew;
  }

  /** Returns whether the checks have made up each number of a request. */
  knows(hidden: Hidden): boolean {
    return Object.values(hidden).every(({ number }) => this.#learnt.has(number));
  }

  /** Returns the body with its masked numbers replaced. */
  restored(body: Json, hidden: Hidden): Json {
    return Object.keys(hidden).length === 0 ? body : this.#restored(body, branchOf(hidden));
  }

  #restored(value: Json, { number, below }: Branch): Json {
    if (typeof value === 'string') return number ? this.#of(number.number) : value;
    if (typeof value === 'number') return number ? Number(this.#of(number.number)) : value;
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

  /** Equal list items are one object. Items with the same numbers remain one object. */
  #restoredItem(item: JsonObject, branch: Branch): Json {
    const known = this.#items.get(item) ?? new Map<string, Json>();
    this.#items.set(item, known);
    const numbers = numbersIn(branch);
    const made = known.get(numbers) ?? this.#restored(item, branch);
    known.set(numbers, made);
    if (isObject(made)) share(made);
    return made;
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

  /** Makes a number that is masked completely because it is no longer than the ending that others show. */
  #ofEnd(number: number, like: number | undefined, length: number): string {
    if (like !== undefined) return this.#of(like).slice(-length);
    const longer = [...this.#shown.values()].find((each) => each.like === number && each.text.length > SHOWN);
    return longer ? longer.text.slice(-length) : padded(number, length);
  }
}

/** The masked numbers of a body as a tree, by the steps that lead to them. */
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

/** Writes the numbers of a branch with their places as one text, for use as a key. */
const numbersIn = ({ number, below }: Branch): string =>
  `${number?.number ?? ''}{${[...below].map(([step, branch]) => `${JSON.stringify(step)}:${numbersIn(branch)}`).join()}}`;

const padded = (number: number, length: number): string => String(number).padStart(length, '0').slice(-length);

const LETTERS = 'ABCDEFGHIJ';
const letterOf = (digit: string): string => LETTERS[Number(digit)] ?? 'A';
const uniform = (number: number, length: number): string => String((number % 9) + 1).repeat(length);

/**
 * Writes `number` in the digits and letters of the shape, or as private-use Unicode characters if the shape has too few
 * of them.
 */
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

/** Makes a text that agrees with `first` exactly where the shape says so. */
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
