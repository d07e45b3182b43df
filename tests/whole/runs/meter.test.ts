import { expect, it } from 'vitest';
import { rule } from '../../../src/engine/check.ts';
import { Judge } from '../../../src/engine/judge.ts';
import { HOLDS } from '../../../src/engine/judgement.ts';
import { itemsOf } from '../../../src/engine/paging.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { at } from '../../../src/values/json.ts';
import { onceEachItem } from '../../../src/values/once-each.ts';
import { parsed } from '../../../src/values/parsed.ts';
import { exchange as exchangeOf } from '../../support/exchanges.ts';
import { rowOf } from '../../support/rows.ts';
import { Meter } from './meter.ts';

const ITEMS = 50;
const list = JSON.stringify({
  items: Array.from({ length: ITEMS }, (_, id) => ({ id: `meter-${id}`, status: 'PENDING' })),
});

/** Members that a rule reads of a list which comes twice. */
function readsOf(judge: (exchange: Exchange) => void): number {
  const meter = new Meter();
  const check = rule((exchange) => {
    judge(exchange);
    return HOLDS;
  });
  const rules = new Judge(meter.metered([rowOf('STATUS', 'must', [check], { operations: ['listFiat'] })]));
  for (const id of [1, 2]) rules.take(exchangeOf('listFiat', { status: 200, body: parsed(list) }, {}, id));
  return meter.reads.count;
}

const statusesOf = (exchange: Exchange): void => {
  for (const item of itemsOf(exchange)) at(item, '/status');
};

it('the meter counts each read of a rule that reads every item again for each item', () => {
  const once = readsOf(statusesOf);
  const again = readsOf((exchange) => {
    for (const _ of itemsOf(exchange)) statusesOf(exchange);
  });
  expect(once).toBeGreaterThan(2 * ITEMS);
  expect(again).toBeGreaterThan((ITEMS / 2) * once);
});

it('the meter counts fewer reads when a rule remembers the result for an equal item', () => {
  const remembered = onceEachItem((item: object) => at(item, '/status'));
  const saving = readsOf((exchange) => {
    for (const item of itemsOf(exchange)) if (typeof item === 'object' && item !== null) remembered(item);
  });
  expect(saving).toBeLessThan(readsOf(statusesOf));
});
