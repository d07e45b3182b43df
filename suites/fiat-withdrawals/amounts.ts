import { must, observe, type Row, rule, should, suite } from '../../src/engine/row.ts';
import {
  asksForLargeTotal,
  asksForLeastTotal,
  coversFee,
  keepsAmount,
  refusesBothElsewhere,
  sums,
  totalAccepted,
  totalIsSum,
} from '../transfers.ts';
import { refusesNearDecimals, refusesNegative, takesEachSpelling } from '../vocabulary/amounts.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { refusesBeyond } from '../vocabulary/constraints/probes.ts';
import { derived, stated } from '../vocabulary/constraints/sources.ts';
import { answering } from '../vocabulary/questions.ts';
import { ON, OPERATION } from './request.ts';

const SPELLINGS = {
  '"01.10"': { amount: '01.10' },
  '".50"': { amount: '.50' },
  '"+1"': { amount: '+1' },
  '"1e0"': { amount: '1e0' },
  '"0"': { amount: '0' },
  '"0.001"': { amount: '0.001' },
};

const ONE_OF = stated('one-of', ({ operation }) => operation === OPERATION);

/** amount, total and fee of a fiat withdrawal (4.4). */
export const fiatAmounts: readonly Row[] = suite('4.4', ON, {
  'FW-ONE-OF': must(
    'Exactly one of amount or total is specified: both and neither are refused',
    { aspect: 'request checks', ...derived(ONE_OF, '4.4'), traffic: [acceptsBeyond(ONE_OF)] },
    ...refusesBeyond(ONE_OF),
    refusesBothElsewhere(OPERATION),
  ),
  'FW-TOTAL-ACCEPTED': must(
    'total may be given in place of amount',
    { aspect: 'request checks', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    totalAccepted(OPERATION),
  ),
  'FW-TOTAL': must(
    'total = amount + fee for fiat withdrawals, with amount or with total given',
    {
      aspect: 'semantics',
      lenience: 'amounts below the least amount of the target, which it refuses, are ignored',
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
    asksForLargeTotal(OPERATION),
  ),
  'FW-TOTAL-COVERS-FEE': should(
    'The fee of a withdrawal is within the total that was asked for',
    {
      aspect: 'request checks',
      cites: ['Total including fees; the withdrawal is initiated for total minus the fee'],
      lenience: 'a total below the usual fee may be refused, or charged a smaller one',
    },
    rule(coversFee),
    asksForLeastTotal(OPERATION),
  ),
  'FW-AMOUNT-DIGITS': must(
    'An amount is accepted without a decimal point, and with one and two decimal places',
    {
      aspect: 'request checks',
      cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'],
      lenience:
        'one that is refused counts where amounts to either side of it are accepted: there may be a least and a most; one of three digits is tried on loopback',
    },
    takesEachSpelling,
  ),
  'FW-AMOUNT-NOT-DECIMAL': must(
    'An amount that is no decimal number is refused',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    refusesNearDecimals,
  ),
  'FW-AMOUNT-NEGATIVE': should(
    'A negative amount is refused',
    {
      aspect: 'request checks',
      cites: [
        'Amount excluding fees; the withdrawal is initiated for amount and fees are charged on top',
        '2.1: Balance change, unsigned: amount - fee for deposits, amount + fee for withdrawals',
      ],
    },
    refusesNegative,
  ),
  'FW-AMOUNT-SPELLINGS': observe(
    'Which spellings of an amount are accepted',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    answering(() => SPELLINGS),
  ),
});
