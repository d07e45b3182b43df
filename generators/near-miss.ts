import fc, { type Arbitrary } from 'fast-check';
import type { QueryValue } from '../src/model/exchange.ts';
import type { Json, JsonObject } from '../src/values/json.ts';

/** The parameters of a list, as they are sent. */
export type Query = Readonly<Record<string, QueryValue>>;

/** A request with a change, and its twin: the same request without it. */
export interface Pair<R> {
  readonly twin: R;
  readonly variant: R;
}

/** A change of one thing in a lawful request; `G` is the ground it needs, `R` the kind of request. */
export interface Variation<G, R = JsonObject> {
  /** What is changed, in words that a reader of a report understands. */
  readonly name: string;
  /** The member or parameter that is changed. */
  readonly member: string;
  /** Whether the ground has what the change takes. */
  readonly applies: (ground: G) => boolean;
  /** What to provide where it does not apply: a member of the fixtures file. */
  readonly needs?: string;
  /** The pair, made of any lawful request. */
  readonly make: (lawful: R, ground: G) => Arbitrary<Pair<R>>;
}

/** What the document says that a near-miss breaks. */
export type Claim = 'required' | 'enum' | 'one-of' | 'limit' | 'type' | 'null' | 'empty' | 'unknown-id';

/** A change that makes a lawful request wrong in exactly one way, so that a rejection proves that one rule. */
export interface NearMiss<G, R = JsonObject> extends Variation<G, R> {
  readonly claim: Claim;
  /** True where the document leaves open how the request is answered. */
  readonly observeOnly: boolean;
}

const always = (): boolean => true;

/** A variation whose twin is any lawful request. */
export const varied = <R>(name: string, member: string, change: (twin: R) => R): Variation<object, R> => ({
  name,
  member,
  applies: always,
  make: (twin) => fc.constant({ twin, variant: change(twin) }),
});

/** A variation that sets one member of any lawful body to a value. */
export const setting = (name: string, member: string, value: Json): Variation<object> =>
  varied<JsonObject>(name, member, (twin) => ({ ...twin, [member]: value }));

/** A variation of a body for each of the values, named by the reason of each. */
export const settings = (member: string, values: Readonly<Record<string, Json>>): readonly Variation<object>[] =>
  Object.entries(values).map(([reason, value]) => setting(`${member}: ${reason}`, member, value));
