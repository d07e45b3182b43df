import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { withOtherAmount } from '../../../../suites/vocabulary/usual-amounts.ts';
import { worldOf } from '../../../support/world.ts';

const p = new Prober(
  worldOf(() => ({ status: 200 })),
  'ROW',
  'fiatWithdrawal',
);

it('the amount that replaces a usual one follows from the ref_id, and differs by cents or by the last place', () => {
  const usd = withOtherAmount(p, { asset: 'USD', amount: '0.50', ref_id: 'a' });
  expect(usd).toEqual(withOtherAmount(p, { asset: 'USD', amount: '0.50', ref_id: 'a' }));
  expect(usd).not.toEqual(withOtherAmount(p, { asset: 'USD', amount: '0.50', ref_id: 'b' }));
  expect(usd['amount']).toMatch(/^\d{1,3}(\.\d{1,2})?$/);
  expect(Number(usd['amount'])).toBeGreaterThan(0.5);
  const ether = withOtherAmount(p, { asset: 'ETH', total: '0.0001', ref_id: 'a' });
  expect(ether['total']).toMatch(/^0\.000[12]\d{0,4}$/);
  expect(ether['amount']).toBeUndefined();
});
