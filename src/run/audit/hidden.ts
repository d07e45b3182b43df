import { isAccountNumber, isMasked, SHOWN } from '../../values/account-number.ts';
import { isObject, type Json } from '../../values/json.ts';
import { Memory } from '../../values/memory.ts';
import { isShared } from '../../values/parsed.ts';

/**
 * What a recording keeps of an account number that it masks: enough to compare it, and none of what is masked. It is `number`,
 * the same wherever the same number turns up.
 */
export interface HiddenNumber {
  readonly number: number;
  /** The first number that was met with the same last characters: four of them, or all of a shorter one; absent where this is it. */
  readonly like?: number;
  /**
   * Before the last four: signs that mask as they are, and for each other character `d` for a digit and `a` for another one, or
   * how it compares with `like`: `e` equal counted from the end, `s` counted from the start, else `d` or `a`. All `u`: one
   * character, repeated. Absent where all are `d`.
   */
  readonly shape?: string;
  /** True where the body has a number of JSON. */
  readonly numeric?: true;
  /** True where the target masked it itself and nothing is hidden: given once, for what is like it. */
  readonly shown?: true;
}

/** Masked numbers by their places in a body, as JSON Pointers. */
export type Hidden = Readonly<Record<string, HiddenNumber>>;

const escaped = (name: string): string => (/[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name);

/** A text or number that is shown otherwise than it was given, or is an account number. */
interface Found {
  readonly pointer: string;
  readonly given: string | number;
  readonly isNumber: boolean;
  readonly isShown: boolean;
}

/** What differs in items of lists that were compared before: they come again and again, as the same objects. */
const compared = new Memory<object, { readonly shown: unknown; readonly found: readonly Found[] }>(2_000);

/** Each text and number of a value that another form of the same value shows otherwise, and account numbers. */
function differing(given: Json, shown: Json, pointer = '', isNumber = false): readonly Found[] {
  if (typeof given === 'string' || typeof given === 'number')
    return given !== shown || isNumber ? [{ pointer, given, isNumber, isShown: given === shown }] : NONE;
  const found: Found[] = [];
  if (Array.isArray(given) && Array.isArray(shown))
    for (const [i, each] of given.entries())
      for (const place of differingItem(each, shown[i] ?? null, isNumber))
        found.push({ ...place, pointer: `${pointer}/${i}${place.pointer}` });
  else if (isObject(given) && isObject(shown))
    for (const name of Object.keys(given)) {
      const [inner, beside] = [given[name], shown[name]];
      if (inner === undefined || beside === undefined) continue;
      const places = differing(inner, beside, `${pointer}/${escaped(name)}`, isNumber || isAccountNumber(name));
      for (const place of places) found.push(place);
    }
  return found.length > 0 ? found : NONE;
}

function differingItem(given: Json, shown: Json, isNumber: boolean): readonly Found[] {
  if (isNumber || !isObject(given) || !isShared(given)) return differing(given, shown, '', isNumber);
  const known = compared.get(given);
  if (known?.shown === shown) return known.found;
  const found = differing(given, shown);
  compared.set(given, { shown, found });
  return found;
}

const NONE: readonly Found[] = [];

/** A number that was met before, with what is written of it. */
interface Known {
  readonly text: string;
  readonly written: HiddenNumber;
}

/** The account numbers that a run met, as its recording names them. */
export class HiddenNumbers {
  readonly #known = new Map<string, Known>();
  /** The first of each end, of one to four characters. */
  readonly #ends = new Map<string, Known>();

  /** The masked places of a body, of which `shown` is what the recording shows. */
  in(given: Json | undefined, shown: Json | undefined): Hidden {
    const places: Record<string, HiddenNumber> = {};
    if (given === undefined || shown === undefined) return places;
    for (const { pointer, given: found, isNumber, isShown } of differing(given, shown)) {
      const text = String(found);
      const known = this.#known.get(text);
      if (isShown ? known !== undefined : !isNumber && !known) continue;
      const { written } = known ?? this.#met(text);
      places[pointer] = {
        ...written,
        ...(typeof found === 'number' ? { numeric: true } : {}),
        ...(isShown ? { shown: true } : {}),
      };
    }
    return places;
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

/** Its last characters, the longest first; of a number that is no longer than what is shown, only itself. */
const endsOf = (text: string): readonly string[] =>
  text.length <= SHOWN ? [text] : Array.from({ length: SHOWN }, (_, i) => text.slice(i - SHOWN));

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
