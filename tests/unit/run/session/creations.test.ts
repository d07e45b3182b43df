import { expect, test } from 'vitest';
import { Creations } from '../../../../src/run/session/creations.ts';
import { exchange } from '../../../support/world.ts';

const created = (id: number) => exchange('createAddress', { status: 200, body: { id: `address-${id}` } }, {}, id);

test('creations are known in the order in which they were asked for, refusals and other requests are none', () => {
  const creations = new Creations();
  for (const id of [3, 1, 2]) creations.see(created(id));
  creations.see(exchange('createAddress', { status: 400, body: {} }, {}, 4));
  creations.see(exchange('putFiat', { status: 200, body: {} }, {}, 5));
  expect(creations.of('createAddress').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(creations.of('putFiat')).toEqual([]);
});

test('the first ones are kept, whatever the length of a run', () => {
  const creations = new Creations();
  for (let id = 1000; id > 0; id -= 1) creations.see(created(id));
  const kept = creations.of('createAddress');
  expect(kept.length).toBeLessThan(500);
  expect(kept[0]?.id).toBe(1);
});
