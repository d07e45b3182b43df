import fc, { type Arbitrary } from 'fast-check';
import { isObject, type Json, type JsonObject } from '../src/values/json.ts';
import { present } from './choice.ts';
import { nearMissesOf } from './derived-near-misses.ts';
import { type NearMiss, setting, type Variation, varied } from './near-miss.ts';
import { unknownMember } from './open-variations.ts';
import { type Facet, lawfulBodies, type Plan } from './plan.ts';
import { requestSchema, valuesOf } from './schema-values.ts';
/** What is known of a target that members are added on. */
export interface Ground {
  readonly account_id: string;
  /** Identities that may become members. */
  readonly identity_ids: readonly string[];
}

const MOST_MEMBERS = 3;
/** Values of each member that a new member has, beside its identity. */
const { identity_id: _identity, ...described } = requestSchema('new-member').properties ?? {};
function newMember(identity_id: string): Arbitrary<JsonObject> {
  const values = Object.entries(described).map(([name, node]) => [name, valuesOf(node)] as const);
  return fc.record<JsonObject>({ identity_id: fc.constant(identity_id), ...Object.fromEntries(values) }).map(present);
}
/** Elements of distinct identities, each with at least one role. */
const members: Facet<Ground> = {
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
const plan: Plan<Ground> = { schema: 'account-members-add', facets: [members], beyond: [] };
/** Bodies of Add Account Members that keep every rule. Shrinks to one identity with one role. */
export const lawful = (ground: Ground): Arbitrary<JsonObject> => lawfulBodies(plan, ground);
/** Requests wrong in exactly one way. */
export const nearMisses: readonly NearMiss<Ground>[] = nearMissesOf(plan);
const elements = (body: JsonObject): readonly Json[] => (Array.isArray(body['members']) ? body['members'] : []);

/** A variation of the first element of `members`. */
const first = (name: string, change: (element: JsonObject) => JsonObject): Variation<object> =>
  varied<JsonObject>(name, 'members', (twin) => {
    const [element, ...rest] = elements(twin);
    return { ...twin, members: [change(isObject(element) ? element : {}), ...rest] };
  });
/** Requests of which the document does not say whether they are accepted. */
export const observed: readonly Variation<Ground>[] = [
  first('an element without identity_id', ({ identity_id: _, ...rest }) => rest),
  first('an element without roles', ({ roles: _, ...rest }) => rest),
  first('an element without any role', (element) => ({ ...element, roles: [] })),
  first('a role that the document does not show', (element) => ({ ...element, roles: ['OTHER_ROLE'] })),
  first('a role twice', (element) => ({ ...element, roles: ['AUTHORIZED_USER', 'AUTHORIZED_USER'] })),
  first('roles as a string', (element) => ({ ...element, roles: 'AUTHORIZED_USER' })),
  first('a type', (element) => ({ ...element, type: 'BENEFICIAL_OWNER' })),
  varied<JsonObject>('an identity twice', 'members', (twin) => ({
    ...twin,
    members: [...elements(twin), ...elements(twin).slice(0, 1)],
  })),
  setting('an element that is no object', 'members', ['AUTHORIZED_USER']),
  unknownMember(),
];
