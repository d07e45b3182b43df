import fc, { type Arbitrary } from 'fast-check';
import type { Constraint } from '../src/contract/constraints/index.ts';
import type { JsonObject } from '../src/values/json.ts';
import { among } from './choice.ts';
import { fills } from './text.ts';

/** A body that breaks one constraint, and its twin, which is valid and differs only in that. */
export interface Pair {
  /** A description of what the variant breaks. */
  readonly what: string;
  readonly twin: JsonObject;
  readonly variant: JsonObject;
}

/**
 * Generates bodies that break a constraint whatever else they contain, with their twins. Shrinks to the smallest case.
 */
export const nearMisses = ({ cases }: Pick<Constraint, 'cases'>, valid: Arbitrary<JsonObject>): Arbitrary<Pair> =>
  fc.tuple(valid, among(cases), fills()).map(([body, { what, at, variant }, fill]) => ({
    what,
    twin: at?.twin(body, fill) ?? body,
    variant: variant(body, fill),
  }));
