import { isAccountNumber, isMasked, SHOWN } from '../../values/account-number.ts';
import { isObject, type Json, type JsonObject, pointerStep } from '../../values/json.ts';
import { Memory } from '../../values/memory.ts';
import { isShared } from '../../values/parsed.ts';

/**
 * What a recording keeps of a masked account number: enough to compare it with others, and none of the masked
 * characters. `number` is the same wherever the same account number occurs.
 */
export interface HiddenNumber {
  readonly number: number;
  /**
   * The first number that had the same last characters (four, or all of a shorter number). Missing if this is that
   * number.
   */
  readonly like?: number;
  /**
   * One character for each masked one, that is for all but the last four. A mask character stands for itself; `d` is a
   * digit and `a` any other character. Compared with `like`, `e` means equal to its character counted from the end, `s`
   * equal counted from the start. All `u` means one character repeated. Missing if all are `d`.
   */
  readonly shape?: string;
  /**
   * True if the target masked the number itself, so that nothing is hidden. It is recorded once, so that others can
   * name it as `like`.
   */
  readonly shown?: true;
}

/** Masked numbers by their JSON Pointer in a body. */
export type Hidden = Readonly<Record<string, HiddenNumber>>;

/** A string or number that the recording shows differently, or that is an account number. */
interface Found {
  readonly pointer: string;
  readonly given: string | number;
  readonly isNumber: boolean;
  readonly isShown: boolean;
}

const NONE: readonly Found[] = [];

/** An account number that was met before, with its record. */
interface Known {
  readonly text: string;
  readonly written: HiddenNumber;
}

/** The account numbers that a run met, numbered as in its recording. */
export class HiddenNumbers {
  readonly #known = new Map<string, Known>();
  /** The first number with each ending of one to four characters. */
  readonly #ends = new Map<string, Known>();
  /** Results of earlier comparisons of list items. The same item objects occur again and again. */
  readonly #compared = new Memory<object, { readonly shown: unknown; readonly found: readonly Found[] }>(2_000);

  /** Returns the masked places of a body. `shown` is the body as the recording shows it. */
  in(given: Json | undefined, shown: Json | undefined): Hidden {
    const places: Record<string, HiddenNumber> = {};
    if (given === undefined || shown === undefined) return places;
    for (const { pointer, given: found, isNumber, isShown } of this.#differing(given, shown)) {
      const text = String(found);
      const known = this.#known.get(text);
      if (isShown ? known !== undefined : !isNumber && !known) continue;
      const { written } = known ?? this.#met(text);
      places[pointer] = isShown ? { ...written, shown: true } : written;
    }
    return places;
  }

  /** Finds each string and number that `shown` shows differently from `given`, and each account number. */
  #differing(given: Json, shown: Json, pointer = '', isNumber = false): readonly Found[] {
    if (typeof given === 'string' || typeof given === 'number')
      return given !== shown || isNumber ? [{ pointer, given, isNumber, isShown: given === shown }] : NONE;
    let found = NONE;
    if (Array.isArray(given) && Array.isArray(shown)) found = this.#inItems(given, shown, pointer, isNumber);
    else if (isObject(given) && isObject(shown)) found = this.#inMembers(given, shown, pointer, isNumber);
    return found.length > 0 ? found : NONE;
  }

  #inItems(given: readonly Json[], shown: readonly Json[], pointer: string, isNumber: boolean): readonly Found[] {
    const found: Found[] = [];
    for (const [i, each] of given.entries())
      for (const place of this.#differingItem(each, shown[i] ?? null, isNumber))
        found.push({ ...place, pointer: `${pointer}/${i}${place.pointer}` });
    return found;
  }

  #inMembers(given: JsonObject, shown: JsonObject, pointer: string, isNumber: boolean): readonly Found[] {
    const found: Found[] = [];
    for (const name of Object.keys(given)) {
      const [inner, beside] = [given[name], shown[name]];
      if (inner === undefined || beside === undefined) continue;
      const at = `${pointer}/${pointerStep(name)}`;
      for (const place of this.#differing(inner, beside, at, isNumber || isAccountNumber(name))) found.push(place);
    }
    return found;
  }

  #differingItem(given: Json, shown: Json, isNumber: boolean): readonly Found[] {
    if (isNumber || !isObject(given) || !isShared(given)) return this.#differing(given, shown, '', isNumber);
    const known = this.#compared.get(given);
    if (known?.shown === shown) return known.found;
    const found = this.#differing(given, shown);
    this.#compared.set(given, { shown, found });
    return found;
  }

  #met(text: string): Known {
    const like = this.#alike(text);
    const shape = like ? shapeLike(text, like.text) : ownShape(text);
    const written = {
      number: this.#known.size + 1,
      ...(like ? { like: like.written.number } : {}),
      ...(/^d*$/.test(shape) ? {} : { shape }),
    };
    const known = { text, written };
    this.#known.set(text, known);
    for (const end of endsOf(text)) if (!this.#ends.has(end)) this.#ends.set(end, known);
    return known;
  }

  #alike(text: string): Known | undefined {
    const [longest = text, ...shorter] = endsOf(text);
    const whole = shorter.flatMap((end) => this.#ends.get(end) ?? []).find((each) => text.endsWith(each.text));
    return this.#ends.get(longest) ?? whole;
  }
}

/** Returns the endings of a number, longest first. A number that is no longer than what is shown has only itself. */
const endsOf = (text: string): readonly string[] =>
  text.length <= SHOWN ? [text] : Array.from({ length: SHOWN }, (_, i) => text.slice(i - SHOWN));

const hiddenPart = (text: string): string => text.slice(0, -SHOWN);

const isUniform = (part: string): boolean => /^([0-9A-Za-z])\1+$/.test(part);

/** Returns a mask character as it is, otherwise `d` for a digit and `a` for any other character. */
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
