import { inUnits, readUnits } from '../values/duration.ts';
import { listed } from '../values/listed.ts';
import { Problem } from './usage-error.ts';

/**
 * How values of one type are read and written. `T` is the type that is read, `G` the type that a program or the
 * configuration file gives.
 */
export interface ValueType<T, G = unknown> {
  /** The argument that follows the flag in the help; missing for a switch. */
  readonly argument?: string;
  /** True if the flag may be given several times. */
  readonly repeatable?: true;
  /** The JSON Schema of `G`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Reads the text of a flag or variable, or a value of type `G`. Throws Problem. */
  read(given: unknown): T;
  /** Writes a value for the help. */
  written?(value: T): string;
  /** Never set; it only carries `G` in the type. */
  readonly given?: G;
}

/** Quotes a wrong value, shortened and without control characters. */
function quoted(value: unknown): string {
  const plain = (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))).replace(
    /\p{C}/gu,
    '\uFFFD',
  );
  return `"${plain.length <= 40 ? plain : `${plain.slice(0, 40)}…`}"`;
}

function textOf(given: unknown): string {
  if (typeof given === 'number') return String(given);
  if (typeof given !== 'string' || given.trim() === '') throw new Problem('needs a value');
  return given;
}

/** Makes a type for text that `understand` reads. `understand` throws Problem. */
export const textual = <T>(argument: string, understand: (text: string) => T): ValueType<T, string> => ({
  argument,
  schema: { type: 'string', minLength: 1 },
  read: (given) => understand(textOf(given)),
});

/** Makes a type for any text. */
export const text = (argument: string): ValueType<string, string> => textual(argument, (given) => given);

/** A folder. It refuses "-", which other tools use for standard output, instead of making a folder of that name. */
export const folder: ValueType<string, string> = textual('dir', (given) => {
  if (given !== '-') return given;
  throw new Problem('must name a folder, not "-": "run --format json" prints the report on standard output');
});

/** Makes a type for whole numbers from `least` to `most`. */
export const wholeNumber = (least: number, most: number): ValueType<number, number> => ({
  argument: 'n',
  schema: { type: 'integer', minimum: least, maximum: most },
  read: (given) => {
    const number = /^\s*-?\d{1,15}\s*$/.test(textOf(given)) ? Number(given) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new Problem(`must be a whole number from ${least} to ${most}, not ${quoted(given)}`);
  },
});

/** Makes a type for numbers from `least` to `most`, optionally with a decimal point. */
export const number = (argument: string, least: number, most: number): ValueType<number, number> => ({
  argument,
  schema: { type: 'number', minimum: least, maximum: most },
  read: (given) => {
    const read = /^\s*\d{1,15}(\.\d{1,9})?\s*$/.test(textOf(given)) ? Number(given) : Number.NaN;
    if (read >= least && read <= most) return read;
    const unit = argument === 'seconds' ? ' of seconds' : '';
    throw new Problem(`must be a number${unit} from ${least} to ${most}, not ${quoted(given)}`);
  },
});

/** Longer times do not fit a timer. */
const LONGEST_MS = 24 * 3_600_000;

/** A limit of time such as `90s`, `30m` or `2h`, in milliseconds. Null means no limit. */
export const timeLimit: ValueType<number | null, string> = {
  argument: 'time',
  schema: { type: 'string', pattern: '^\\d{1,6}(\\.\\d{1,3})?[smh]$' },
  read: (given) => {
    const read = readUnits(textOf(given));
    if (read > 0 && read <= LONGEST_MS) return read;
    throw new Problem(`must be a time up to 24h such as 90s, 30m or 2h, not ${quoted(given)}`);
  },
  written: (value) => (value === null ? 'no limit' : inUnits(value)),
};

/** A switch. As a variable it is `true` or `false`. */
export const toggle: ValueType<boolean, boolean> = {
  schema: { type: 'boolean' },
  read: (given) => {
    if (typeof given === 'boolean') return given;
    if (/^(true|1|yes|on)$/i.test(String(given))) return true;
    if (/^(false|0|no|off)$/i.test(String(given))) return false;
    throw new Problem(`must be true or false, not ${quoted(given)}`);
  },
};

/** Makes a type for one of a few words. */
export const choice = <const W extends string>(argument: string, words: readonly W[]): ValueType<W, W> => ({
  argument,
  schema: { enum: words },
  read: (given) => {
    const found = words.find((each) => each === given);
    if (found !== undefined) return found;
    throw new Problem(`must be ${listed(words.map(quoted), 'or')}, not ${quoted(given)}`);
  },
});

/** Makes a type for words, separated by commas or as a list; at least one. */
export const words = (argument: string): ValueType<readonly string[], string | readonly string[]> => ({
  argument,
  schema: {
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'array', items: { type: 'string' }, minItems: 1 },
    ],
  },
  read: (given) => {
    const named = (Array.isArray(given) ? given : [given])
      .flatMap((each) => String(each).split(','))
      .map((each) => each.trim())
      .filter((each) => each !== '');
    if (named.length > 0) return named;
    throw new Problem('is empty: give requirement ids, operations or sections, or leave it out');
  },
});
