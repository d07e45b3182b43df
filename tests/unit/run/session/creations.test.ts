import { expect, test } from 'vitest';
import { Creations } from '../../../../src/run/session/creations.ts';
import { exchange } from '../../../support/exchanges.ts';

const created = (id: number) => exchange('createAddress', { status: 200, body: { id: `address-${id}` } }, {}, id);

test('creations are the accepted requests that create something, in the order in which they were sent', () => {
  const creations = new Creations();
  for (const id of [3, 1, 2]) creations.see(created(id));
  creations.see(exchange('createAddress', { status: 400, body: {} }, {}, 4));
  creations.see(exchange('putFiat', { status: 200, body: {} }, {}, 5));
  expect(creations.of('createAddress').map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(creations.of('putFiat')).toEqual([]);
});

test('only the first creations of a long run are kept', () => {
  const creations = new Creations();
  for (let id = 1000; id > 0; id -= 1) creations.see(created(id));
  const kept = creations.of('createAddress');
  expect(kept.length).toBeLessThan(500);
  expect(kept[0]?.id).toBe(1);
});
