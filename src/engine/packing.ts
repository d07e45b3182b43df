import { type JsonObject, sameJson } from '../values/json.ts';
import type { Probing } from './probing.ts';

export const COMBINABLE_KINDS = ['demanded', 'open', 'unstated'] as const;
export type CombinableKind = (typeof COMBINABLE_KINDS)[number];

/**
 * Changes to the smallest request that a check sends.
 * - `demanded`: each change must be accepted.
 * - `open`: a change may be refused, so it is combined only with changes that need not be accepted either.
 * - `unstated`: the document does not say whether a change is valid, so it may be refused with any status.
 */
export interface CombinableChanges {
  readonly kind: CombinableKind;
  readonly changes: (probing: Probing) => readonly JsonObject[] | Promise<readonly JsonObject[]>;
}

/** Returns whether `whole` has every member of `change`, with the same values. */
export const includes = (whole: JsonObject, change: JsonObject): boolean =>
  Object.entries(change).every(([name, value]) => Object.hasOwn(whole, name) && sameJson(whole[name], value));

/** Returns whether no member has different values in the two changes. */
const isCompatible = (one: JsonObject, other: JsonObject): boolean =>
  Object.entries(other).every(([name, value]) => !Object.hasOwn(one, name) || sameJson(one[name], value));

/**
 * Combines changes into as few requests as possible: each goes into the first combination that has no other value for
 * its members. Changes with the most members are placed first. A member that is null is removed from the request (RFC
 * 7386).
 */
export function packed(changes: readonly JsonObject[]): readonly JsonObject[] {
  const bins: JsonObject[] = [];
  for (const change of [...changes].sort((a, b) => Object.keys(b).length - Object.keys(a).length)) {
    const index = bins.findIndex((bin) => isCompatible(bin, change));
    if (index < 0) bins.push({ ...change });
    else bins[index] = { ...bins[index], ...change };
  }
  return bins;
}

/** Adds changes to a combination, as far as it has no other values for their members. */
export function filled(whole: JsonObject, changes: readonly JsonObject[]): JsonObject {
  let made = whole;
  for (const each of changes) if (isCompatible(made, each)) made = { ...made, ...each };
  return made;
}

/** Returns the merge patch (RFC 7386) that turns `from` into `to`. */
export const difference = (from: JsonObject, to: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.keys(from).flatMap((name) => (Object.hasOwn(to, name) ? [] : [[name, null]]))),
  ...Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value))),
});

/** Applies a merge patch (RFC 7386) to the members of a body. */
export const patched = (body: JsonObject, change: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== null));
