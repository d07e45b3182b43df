import { type ReadJson, readHandwritten, readJson } from './json-text.ts';
import { mistakesIn } from './mistakes.ts';

/** The value of a file, or one sentence that says what is wrong with it. */
export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'wrong'; readonly problem: string };

/** Parses JSON text and checks it against the schema `name` in schemas/. */
export const readDocument = <T>(name: string, content: string): Read<T> => checked(name, readJson(content));

/** Does the same for a file that a person wrote: an object must not repeat a name. */
export const readOwnDocument = <T>(name: string, content: string): Read<T> => checked(name, readHandwritten(content));

function checked<T>(name: string, read: ReadJson): Read<T> {
  if (read.kind === 'wrong') return read;
  const [problem] = mistakesIn(name, read.value);
  return problem === undefined ? { kind: 'read', value: read.value as T } : { kind: 'wrong', problem };
}
