import fc, { type Arbitrary } from 'fast-check';
import { depositAddress } from '../../generators/index.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { itemWith } from '../vocabulary/comparisons.ts';
import { histories } from '../vocabulary/history.ts';
import { addressInputs } from '../vocabulary/inputs.ts';
import { pageHolding } from '../vocabulary/lists/listing.ts';
import { asking, listBy } from '../vocabulary/requests.ts';
import { notListed, unlikeCreation, untilFound } from './address-look-ups.ts';

/** One step: an address is created, or an address that was created before is looked up. */
type Step =
  | { readonly do: 'create'; readonly body: JsonObject }
  | { readonly do: 'look up'; readonly by: 'ids' | 'ref_ids' | 'profile_ids'; readonly which: number };

interface KnownAddress {
  /** In the order of the requests; undefined where one was refused or is not answered yet. */
  readonly created: (Exchange | undefined)[];
}

const steps = (p: Probing): Arbitrary<Step> =>
  fc.oneof(
    depositAddress.valid(addressInputs(p)).map((body): Step => ({ do: 'create', body })),
    fc
      .record({
        by: fc.constantFrom('ids' as const, 'ref_ids' as const, 'profile_ids' as const),
        which: fc.nat({ max: 5 }),
      })
      .map((step): Step => ({ do: 'look up', ...step })),
  );

/** The pointer to the value for each look-up parameter. */
const MEMBERS = { ids: '/id', ref_ids: '/ref_id', profile_ids: '/profile_id' } as const;

/**
 * Looks up an address, and demands that it is listed as it was created. A look-up by profile may miss it on the first
 * page, if others create many addresses meanwhile.
 */
async function lookUp(p: Probing, made: Exchange, by: keyof typeof MEMBERS): Promise<readonly Failure[]> {
  const created = acceptedBody(made) ?? {};
  const id = string(created, '/id');
  const value = string(by === 'ref_ids' ? made.request.body : created, MEMBERS[by]);
  if (id === undefined || value === undefined) return [];
  return untilFound(p, async () => {
    const first = await p.sendValid(listBy('listAddresses', { [by]: [value] }));
    const list = by === 'profile_ids' ? first : await pageHolding(p, first, id);
    const item = itemWith(list, id);
    if (item) return unlikeCreation(list, item, made);
    if (by === 'profile_ids') return [];
    return [notListed(list, `the created address ${id}`, made)];
  });
}

/**
 * Runs generated sequences of creations and look-ups, and demands that each address is found by its id, its ref_id and
 * its profile, as it was created.
 */
export const addressHistories = (p: Probing): Promise<readonly Failure[]> =>
  histories<Step, KnownAddress>(p, steps(p), [
    async () => ({ created: [] }),
    async (step, { created }) => {
      if (step.do === 'create') {
        // A network may be closed: a refused creation is not looked up.
        const place = created.push(undefined) - 1;
        const { isAccepted, exchange } = await p.answerTo(asking(p, 'createAddress', step.body));
        if (isAccepted) created[place] = exchange;
        return [];
      }
      const known = created.filter((each) => each !== undefined);
      const made = known[step.which % Math.max(1, known.length)];
      return made ? lookUp(p, made, step.by) : [];
    },
  ]);
