import { isObject, type Json } from '../../values/json.ts';

/**
 * Account numbers that a recording masks, by their place in a body. A number of the target has an ordinal, the same wherever
 * it turns up; one that the run made up itself, or that is no longer than the end that is always shown, stands there as it is.
 */
export type Hidden = Readonly<Record<string, number | string>>;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Calls `see` with each string of a value that another form of the same value shows otherwise. */
function differing(given: Json, shown: Json, see: (pointer: string, given: string) => void, pointer = ''): void {
  if (typeof given === 'string') {
    if (given !== shown) see(pointer, given);
  } else if (Array.isArray(given)) {
    if (Array.isArray(shown))
      for (const [i, each] of given.entries()) differing(each, shown[i] ?? null, see, `${pointer}/${i}`);
  } else if (isObject(given) && isObject(shown))
    for (const [name, inner] of Object.entries(given)) {
      const found = shown[name];
      if (inner !== undefined && found !== undefined) differing(inner, found, see, `${pointer}/${escaped(name)}`);
    }
}

/** Characters that a masked number still shows. */
const SHOWN = 4;

/** Numbers of the account numbers that a run met. */
export class Ordinals {
  readonly #known = new Map<string, number | string>();

  /** The places of a body where it is masked. What is first met in a request of the run, the run has made up. */
  hidden(given: Json | undefined, shown: Json | undefined, made: boolean): Hidden {
    const places: Record<string, number | string> = {};
    if (given === undefined || shown === undefined) return places;
    differing(given, shown, (pointer, number) => {
      if (!isAccountNumber(pointer)) return;
      // So few characters are no more than the end that is shown of every number: a list may show nothing else of it.
      const isOpen = made || number.length <= SHOWN;
      const known = this.#known.get(number) ?? (isOpen ? number : this.#known.size + 1);
      this.#known.set(number, known);
      places[pointer] = known;
    });
    return places;
  }
}

const isAccountNumber = (pointer: string): boolean => /\/account_number$/i.test(pointer);

/** What stands for a number that is not known: its length and its end, and nothing that another number has. */
function standIn(masked: string, ordinal: number): string {
  const length = Math.max(1, masked.length - SHOWN);
  return String(ordinal).padStart(length, '0').slice(-length) + masked.slice(length);
}

/** A body with the places of its masked numbers filled again: equal where the originals were, and different where they were. */
export function restored(body: Json, hidden: Hidden, pointer = ''): Json {
  if (typeof body === 'string') {
    const known = hidden[pointer];
    if (known === undefined) return body;
    return typeof known === 'string' ? known : standIn(body, known);
  }
  if (Array.isArray(body)) return body.map((each, i) => restored(each, hidden, `${pointer}/${i}`));
  if (!isObject(body)) return body;
  const members = Object.entries(body).flatMap(([name, inner]): [string, Json][] =>
    inner === undefined ? [] : [[name, restored(inner, hidden, `${pointer}/${escaped(name)}`)]],
  );
  return Object.fromEntries(members);
}
