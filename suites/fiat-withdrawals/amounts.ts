import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, probe, question, type Row, rule, should, suite } from '../../src/engine/row.ts';
import { acceptsBeyond } from '../constraints/judging.ts';
import { refusesBeyond } from '../constraints/probes.ts';
import { derived, stated } from '../constraints/sources.ts';
import { refusesNearDecimals } from '../near-decimals.ts';
import { answersTo } from '../request-bodies.ts';
import { asking, plain, totalBody } from '../requests.ts';
import { keepsAmount, sums, totalIsSum } from '../transfers.ts';
import { body, changed, ON, OPERATION } from './request.ts';

function spellings(p: Probing) {
  const given = {
    '"1"': '1',
    '"1.10"': '1.10',
    '"01.10"': '01.10',
    '".50"': '.50',
    '"+1"': '+1',
    '"1e0"': '1e0',
    '"0"': '0',
    '"0.001"': '0.001',
    'number 1': 1,
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { ...body(p), amount: value }]));
}

const ONE_OF = stated('one-of', ({ operation }) => operation === OPERATION);

/** amount, total and fee of a fiat withdrawal (4.4). */
export const amounts: readonly Row[] = suite('4.4', ON, {
  'FW-ONE-OF': must(
    'Exactly one of amount or total is specified: both and neither are refused',
    { aspect: 'request checks', ...derived(ONE_OF, '4.4'), traffic: [acceptsBeyond(ONE_OF)] },
    refusesBeyond(ONE_OF),
  ),
  'FW-TOTAL-ACCEPTED': must(
    'total may be given in place of amount',
    { aspect: 'request checks', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    probe(async (p) =>
      p.admitted(
        'total in place of amount',
        asking(p, OPERATION, await totalBody(p, OPERATION, body(p))),
        plain(p, OPERATION),
      ),
    ),
  ),
  'FW-TOTAL': must(
    'total = amount + fee for fiat withdrawals, with amount or with total given',
    {
      aspect: 'semantics',
      lenience: 'amounts that the target refuses, for a least amount of its own, are passed over',
      cites: ['2.1: amount + fee for withdrawals', '2.1: | amount | string | yes | Amount sent in the transfer |'],
    },
    rule(totalIsSum),
    sums(OPERATION, '0.01', (p) => p.fixtures.fiat_amount),
  ),
  'FW-AMOUNT-KEPT': must(
    'With amount given, the withdrawal is made for that amount and the fee comes on top',
    {
      aspect: 'semantics',
      cites: ['Amount excluding fees; the withdrawal is initiated for amount and fees are charged on top'],
    },
    rule(keepsAmount('amount', 'the amount that was asked for')),
  ),
  'FW-TOTAL-KEPT': must(
    'With total given, the balance changes by that total',
    { aspect: 'semantics', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    rule(keepsAmount('total', 'the total that was asked for')),
  ),
  'FW-AMOUNT-NOT-DECIMAL': should(
    'An amount that is no decimal number is refused',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    probe((p) => refusesNearDecimals(p, OPERATION)),
  ),
  'FW-AMOUNT-NEGATIVE': should(
    'A negative amount is refused',
    { aspect: 'request checks', cites: ['Amount excluding fees'] },
    probe((p) => {
      const amount = `-${body(p).amount}`;
      return p.refused(`amount "${amount}"`, changed(p, { amount }), plain(p, OPERATION));
    }),
  ),
  'FW-AMOUNT-SPELLINGS': observe(
    'Which spellings of an amount are accepted',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    question((p) => answersTo(p, spellings(p), OPERATION)),
  ),
});
