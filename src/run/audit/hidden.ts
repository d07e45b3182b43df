import { isAccountNumber, isMasked, SHOWN } from '../../values/account-number.ts';
import { isObject, type Json } from '../../values/json.ts';

/**
 * What a recording keeps of an account number that it masks: enough to compare it, and none of what is masked. It is `number`,
 * the same wherever the same number turns up.
 */
export interface HiddenNumber {
  readonly number: number;
  /** The first number that was met with the same last four characters; absent where this is it. */
  readonly like?: number;
  /**
   * Before the last four: signs that mask as they are, and for each other character `d` for a digit and `a` for another one, or
   * how it compares with `like`: `e` equal counted from the end, `s` counted from the start, else `d` or `a`. All `u`: one
   * character, repeated. Absent where all are `d`.
   */
  readonly shape?: string;
  /** True where the body has a number of JSON. */
  readonly numeric?: true;
}

/** Masked numbers by their places in a body, as JSON Pointers. */
export type Hidden = Readonly<Record<string, HiddenNumber>>;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

type See = (place: { readonly pointer: string; readonly isNumber: boolean }, given: string | number) => void;

/** Calls `see` with each text and number of a value that another form of the same value shows otherwise. */
function differing(given: Json, shown: Json, see: See, pointer = '', isNumber = false): void {
  if (typeof given === 'string' || typeof given === 'number') {
    if (given !== shown) see({ pointer, isNumber }, given);
  } else if (Array.isArray(given)) {
    if (Array.isArray(shown))
      for (const [i, each] of given.entries()) differing(each, shown[i] ?? null, see, `${pointer}/${i}`, isNumber);
  } else if (isObject(given) && isObject(shown))
    for (const [name, inner] of Object.entries(given)) {
      const found = shown[name];
      if (inner !== undefined && found !== undefined)
        differing(inner, found, see, `${pointer}/${escaped(name)}`, isNumber || isAccountNumber(name));
    }
}

/** A number that was met before, with what is written of it. */
interface Known {
  readonly text: string;
  readonly written: HiddenNumber;
}

/** The account numbers that a run met, as its recording names them. */
export class HiddenNumbers {
  readonly #known = new Map<string, Known>();
  /** The first of each end. */
  readonly #first = new Map<string, Known>();

  /** The masked places of a body, of which `shown` is what the recording shows. */
  in(given: Json | undefined, shown: Json | undefined): Hidden {
    const places: Record<string, HiddenNumber> = {};
    if (given === undefined || shown === undefined) return places;
    differing(given, shown, ({ pointer, isNumber }, found) => {
      const text = String(found);
      if (!isNumber && !this.#known.has(text)) return;
      const { written } = this.#known.get(text) ?? this.#met(text);
      places[pointer] = typeof found === 'number' ? { ...written, numeric: true } : written;
    });
    return places;
  }

  #met(text: string): Known {
    const end = text.slice(-SHOWN);
    const first = this.#first.get(end);
    const shape = first ? shapeLike(text, first.text) : ownShape(text);
    const written = {
      number: this.#known.size + 1,
      ...(first ? { like: first.written.number } : {}),
      ...(/^d*$/.test(shape) ? {} : { shape }),
    };
    const known = { text, written };
    this.#known.set(text, known);
    if (!first) this.#first.set(end, known);
    return known;
  }
}

const hiddenPart = (text: string): string => text.slice(0, -SHOWN);

const isUniform = (part: string): boolean => /^([0-9A-Za-z])\1+$/.test(part);

/** A sign that masks, or the class of the character. */
const classOf = (character: string): string => {
  if (isMasked(`${character}0000`)) return character;
  return /\d/.test(character) ? 'd' : 'a';
};

function ownShape(text: string): string {
  const part = hiddenPart(text);
  return isUniform(part) ? 'u'.repeat(part.length) : [...part].map(classOf).join('');
}

function shapeLike(text: string, first: string): string {
  const part = hiddenPart(text);
  const shape = [...part].map((character, i) => {
    const own = classOf(character);
    if (own === character) return own;
    if (first[first.length - text.length + i] === character) return 'e';
    return hiddenPart(first)[i] === character ? 's' : own;
  });
  return isUniform(part) && shape.some((each) => each !== 'e') ? 'u'.repeat(part.length) : shape.join('');
}
