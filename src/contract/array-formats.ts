/** How the values of a `string[]` query parameter are written. Names and values are percent-encoded. */
interface Written {
  /** Two values `a` and `b` of `ids`. */
  readonly example: string;
  /** Returns `name=value` pairs of a query. */
  write(name: string, values: readonly string[]): readonly string[];
}

const each = (name: string, values: readonly string[]): readonly string[] => values.map((value) => `${name}=${value}`);

const joined =
  (separator: string): Written['write'] =>
  (name, values) =>
    values.length === 0 ? [] : [`${name}=${values.join(separator)}`];

/** The formats of `string[]` query parameters, which the document does not show, the usual ones first. */
export const arrayFormats = {
  repeat: { example: 'ids=a&ids=b', write: each },
  comma: { example: 'ids=a,b', write: joined(',') },
  brackets: { example: 'ids[]=a&ids[]=b', write: (name, values) => each(`${name}%5B%5D`, values) },
  indices: {
    example: 'ids[0]=a&ids[1]=b',
    write: (name, values) => values.map((value, index) => `${name}%5B${index}%5D=${value}`),
  },
  pipe: { example: 'ids=a|b', write: joined('%7C') },
  space: { example: 'ids=a%20b', write: joined('%20') },
} as const satisfies Readonly<Record<string, Written>>;

export type ArrayFormat = keyof typeof arrayFormats;

export const arrayFormatNames = Object.keys(arrayFormats) as readonly ArrayFormat[];

/** Separates the values of a list that is written as one text. */
const SEPARATOR = /[,| ]/;

/** Returns the values of a list as a recording shows them. One text with separators counts both as its parts and whole. */
export const readBack = (values: readonly string[]): readonly string[] => {
  const [only = ''] = values;
  return values.length === 1 && SEPARATOR.test(only) ? [...only.split(SEPARATOR), only] : values;
};

/** Counts the values of a list, without the whole text that {@link readBack} adds. */
export function countOf(values: readonly string[]): number {
  const parts = values.slice(0, -1);
  const whole = values.at(-1)?.split(SEPARATOR) ?? [];
  const isAdded = parts.length > 1 && whole.length === parts.length && whole.every((part, i) => part === parts[i]);
  return isAdded ? parts.length : values.length;
}
