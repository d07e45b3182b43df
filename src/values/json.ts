import { Memory } from './memory.ts';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a member that may be missing reads as `undefined`. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** True for a JSON object, false for arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member `name` of an object, or undefined; never an inherited one such as `constructor`. */
export function member(value: unknown, name: string): Json | undefined {
  if (!isObject(value)) return undefined;
  const found = value[name];
  // JSON has no functions: what is one is inherited, and so may be what `__proto__` reads.
  const isDoubtful = typeof found === 'function' || name === '__proto__';
  return isDoubtful && !Object.hasOwn(value, name) ? undefined : found;
}

/** Pointers taken apart before: rules follow the same ones in every item of every list. */
const known = new Memory<string, readonly string[]>(10_000);

/** The steps of a JSON Pointer (RFC 6901); none for the whole. */
export function stepsOf(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const found = known.get(pointer);
  if (found) return found;
  const steps = pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  known.set(pointer, steps);
  return steps;
}

/** The value at a JSON Pointer (RFC 6901) below `root`, or undefined when any step is missing. */
export function at(root: unknown, pointer: string): Json | undefined {
  let value = root as Json | undefined;
  if (pointer === '') return value;
  for (const step of stepsOf(pointer)) {
    value = Array.isArray(value) ? value[Number(step)] : member(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

/** `/items/3/fee` as people write it: `items[3].fee`; the whole document reads `body`. */
export function readable(pointer: string): string {
  const steps = pointer.slice(1).split('/');
  if (pointer === '') return 'body';
  return steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** True when two JSON values are equal; the order of an object's members does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((each, i) => sameJson(each, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}
