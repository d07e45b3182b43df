import { describe, expect, it } from 'vitest';
import { isFlaws } from '../../../../src/engine/judgement.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { uniqueIds } from '../../../../suites/vocabulary/unique-ids.ts';
import { exchange } from '../../../support/exchanges.ts';
import { transfer } from '../../../support/transfer.ts';

/** How many of the answers, all with one id, share it unlawfully. */
function flawed(...bodies: readonly JsonObject[]): number {
  const judge = uniqueIds(['amount', 'destination_address'])();
  return bodies.filter((body) => {
    const judged = judge(exchange('fiatWithdrawal', { status: 200, body: transfer }, { body }));
    return isFlaws(judged) && judged.length > 0;
  }).length;
}

describe('an id in the answers to two requests', () => {
  it.each([
    ['different ref_ids', { ref_id: 'a' }, { ref_id: 'b' }, 1],
    ['one ref_id', { ref_id: 'a', amount: '1' }, { ref_id: 'a', amount: '2' }, 0],
    ['no ref_id and another amount', { amount: '1' }, { amount: '2' }, 1],
    ['no ref_id and an amount in one of them', { amount: '1' }, { destination_address: 'x' }, 1],
    ['no ref_id and another spelling of the amount', { amount: '1' }, { amount: '1.00' }, 0],
    ['no ref_id and the same amount', { amount: '1' }, { amount: '1', memo: 'x' }, 0],
    ['a ref_id in one of them', { ref_id: 'a', amount: '1' }, { amount: '2' }, 0],
  ])('with %s is judged', (_, first, second, count) => {
    expect(flawed(first, second)).toBe(count);
  });
});
