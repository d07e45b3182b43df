import { Problem } from '../usage-error.ts';
import type { ValueType } from '../value-types.ts';

/** A header of every request to the target, as the user wrote it. */
export interface HeaderTemplate {
  readonly name: string;
  /** The value, in which `$NAME` and `${NAME}` are replaced from the environment, and `$$` means a dollar sign. */
  readonly value: string;
}

/** Matches headers that the run or the connection sets itself. */
const OWN =
  /^(authorization|accept-encoding|content-.*|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|user-agent)$/i;

function template(given: string): HeaderTemplate {
  const [, name = '', value = ''] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:(.*)$/.exec(given) ?? [];
  if (name === '') throw new Problem("must be 'Name: value', such as 'X-Api-Key: $API_KEY'");
  if (OWN.test(name)) throw new Problem(`cannot set ${name}, which the run sets itself`);
  return { name, value: value.trim() };
}

/** Reads `Name: value`, a list of them, or an object of names and values. */
export const headers: ValueType<
  readonly HeaderTemplate[],
  string | readonly string[] | Readonly<Record<string, string>>
> = {
  argument: "'name: value'",
  repeatable: true,
  schema: {
    anyOf: [
      { type: 'string' },
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  },
  read: (given) => {
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      return Object.entries(given).map(([name, value]) => template(`${name}: ${String(value)}`));
    // An environment variable can hold several headers, one per line.
    return (
      Array.isArray(given)
        ? given
        : String(given)
            .split('\n')
            .filter((line) => line.trim() !== '')
    ).map((each) => template(String(each)));
  },
};
