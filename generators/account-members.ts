import fc, { type Arbitrary } from 'fast-check';
import { schema } from '../schemas/index.ts';
import { definite } from '../src/values/definite.ts';
import type { JsonObject } from '../src/values/json.ts';
import { type Facet, type Plan, validBodies } from './plan.ts';
import { valuesOf } from './schema-values.ts';
/** What the generator needs to know of a target. */
export interface Inputs {
  readonly account_id: string;
  /** Identities that may be added as members. */
  readonly identity_ids: readonly string[];
}

const MOST_MEMBERS = 3;
/** The members of a new-member object besides its identity. */
const { identity_id: _identity, ...described } = schema('new-member').properties ?? {};
function newMember(identity_id: string): Arbitrary<JsonObject> {
  const values = Object.entries(described).map(([name, node]) => [name, valuesOf(node)] as const);
  return fc
    .record<JsonObject>({ identity_id: fc.constant(identity_id), ...Object.fromEntries(values) })
    .map((members): JsonObject => definite(members));
}
/** Elements with distinct identities and at least one role each. */
const members: Facet<Inputs> = {
  members: ['members'],
  make: ({ identity_ids }) => {
    if (identity_ids.length === 0) return undefined;
    const chosen = fc.subarray([...identity_ids], {
      minLength: 1,
      maxLength: Math.min(MOST_MEMBERS, identity_ids.length),
    });
    return chosen.chain((ids) => fc.tuple(...ids.map(newMember))).map((added) => ({ members: added }));
  },
  needs: 'identity_id',
};
const plan: Plan<Inputs> = { schema: 'account-members-add', facets: [members], beyond: [] };
/** Generates valid bodies of Add Account Members. Shrinks to one identity with one role. */
export const valid = (inputs: Inputs): Arbitrary<JsonObject> => validBodies(plan, inputs);
