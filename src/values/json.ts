import { Memory } from './memory.ts';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. A missing member reads as `undefined`. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Returns whether a value is a JSON object: false for arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a JSON array. */
export const isArray = (value: unknown): value is readonly Json[] => Array.isArray(value);

/** Returns the own member `name` of an object, or undefined. Never returns an inherited one such as `constructor`. */
export function member(value: unknown, name: string): Json | undefined {
  if (!isObject(value)) return undefined;
  const found = value[name];
  // JSON has no functions, so a function is inherited. The value of `__proto__` may be inherited too.
  const isDoubtful = typeof found === 'function' || name === '__proto__';
  return isDoubtful && !Object.hasOwn(value, name) ? undefined : found;
}

/** JSON Pointers that were parsed before, since rules use the same ones for every item of every list. */
const known = new Memory<string, readonly string[]>(10_000);

/** Splits a JSON Pointer (RFC 6901) into its steps; none for the whole document. */
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

/** Returns the name of a member as a step of a JSON Pointer. */
export const pointerStep = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;

/** An index of an array in a JSON Pointer. */
const INDEX = /^(?:0|[1-9]\d*)$/;

/** Returns the value at a JSON Pointer (RFC 6901) below `root`, or undefined if a step is missing. */
export function at(root: unknown, pointer: string): Json | undefined {
  let value = root as Json | undefined;
  if (pointer === '') return value;
  for (const step of stepsOf(pointer)) {
    value = isArray(value) ? (INDEX.test(step) ? value[Number(step)] : undefined) : member(value, step);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Writes a JSON Pointer for readers: `/items/3/fee` becomes `items[3].fee`, the empty pointer `body`. */
export function readable(pointer: string): string {
  if (pointer === '') return 'body';
  return stepsOf(pointer)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}

/** Returns whether two JSON values are equal. The order of an object's members does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((each, i) => sameJson(each, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}
