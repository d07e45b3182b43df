import { type JsonObject, sameJson } from '../values/json.ts';
import type { Probing, Twin } from './probing.ts';

export const CLAIM_KINDS = ['demanded', 'open', 'unstated'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

/**
 * Changes of the smallest request that a check sends. `demanded`: each has to be accepted; `open`: one may be refused, so that
 * it goes together only with others of which nothing is demanded; `unstated`: no sentence says that it keeps every rule, so that
 * it may be refused with any status.
 */
export interface Claims {
  readonly kind: ClaimKind;
  readonly changes: (probing: Probing) => readonly JsonObject[] | Promise<readonly JsonObject[]>;
}

/** An accepted request that has a change among others: a twin, and its change of the smallest request. */
export interface Carrier {
  readonly twin: Twin;
  readonly change: JsonObject;
}

/** Whether a change has every member of another, with the same values. */
export const includes = (whole: JsonObject, change: JsonObject): boolean =>
  Object.entries(change).every(([name, value]) => Object.hasOwn(whole, name) && sameJson(whole[name], value));

/** Whether no member has one value in a change and another value in the other. */
const isCompatible = (one: JsonObject, other: JsonObject): boolean =>
  Object.entries(other).every(([name, value]) => !Object.hasOwn(one, name) || sameJson(one[name], value));

/**
 * Puts changes of one request together, so that few requests have all of them: each goes into the first that has no other
 * value of its members. A member that is null is left out of the request (RFC 7386). Those that name most members come first.
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

/** The change that makes one body of another. */
export const difference = (from: JsonObject, to: JsonObject): JsonObject => ({
  ...Object.fromEntries(Object.keys(from).flatMap((name) => (Object.hasOwn(to, name) ? [] : [[name, null]]))),
  ...Object.fromEntries(Object.entries(to).filter(([name, value]) => !sameJson(from[name], value))),
});

/** The members of a request with a change. */
export const patched = (body: JsonObject, change: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...body, ...change }).filter(([, value]) => value !== null));
