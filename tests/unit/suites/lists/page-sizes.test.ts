import { expect, it } from 'vitest';
import { exercise } from '../../../../src/engine/exercise.ts';
import { pageSizes } from '../../../../suites/lists/page-sizes.ts';
import { type Reaction, worldOf } from '../../../support/world.ts';

/** A target with so many addresses, which makes others and serves pages of up to 1,000. */
function addresses(count: number) {
  const held = Array.from({ length: count }, (_, i) => i);
  return worldOf(
    ({ operation, input }): Reaction => {
      if (operation === 'createAddress') held.push(held.length);
      const items = held.slice(0, Number(input.query?.['limit'] ?? 100)).map((i) => ({ id: `address-${i}` }));
      return { status: 200, body: operation === 'createAddress' ? { id: 'address' } : { items } };
    },
    { fixtures: { profile_id: 'profile' } },
  );
}

it.each([
  { count: 3, made: 98 },
  { count: 101, made: 0 },
])('a list of $count addresses gets $made more, and shows them in a page with a limit over the default', async ({
  count,
  made,
}) => {
  const world = addresses(count);
  const [row] = pageSizes.filter(({ id }) => id === 'LIST-LIMIT-OVER-DEFAULT');
  expect(row && (await exercise(row, 'listAddresses', world))).toEqual({ kind: 'holds' });
  expect(world.asked.filter(({ operation }) => operation === 'createAddress')).toHaveLength(made);
});
