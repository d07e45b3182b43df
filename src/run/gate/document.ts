import { readJson } from '../../contract/validation/json-text.ts';
import { mistakesIn } from '../../contract/validation/mistakes.ts';

/** A file that was read, or one sentence on what is wrong with it. */
export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'wrong'; readonly problem: string };

/** JSON text as the value that a schema of schemas/ describes. */
export function readDocument<T>(name: string, content: string): Read<T> {
  const read = readJson(content);
  if (read.kind === 'wrong') return read;
  const [problem] = mistakesIn(name, read.value);
  return problem === undefined ? { kind: 'read', value: read.value as T } : { kind: 'wrong', problem };
}
