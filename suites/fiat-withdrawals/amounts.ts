import { rule } from '../../src/engine/check.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import {
  asksForLeastTotal,
  asksForTotals,
  coversFee,
  keepsAmount,
  refusesBothElsewhere,
  sums,
  totalAccepted,
  totalIsSum,
} from '../vocabulary/amount-and-total.ts';
import { refusesNearDecimals, refusesNegative, takesEachSpelling } from '../vocabulary/amount-spellings.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { refusesBeyond } from '../vocabulary/constraints/probes.ts';
import { derived, stated } from '../vocabulary/constraints/sources.ts';
import { answering } from '../vocabulary/questions.ts';

const SPELLINGS = {
  '"01.10"': { amount: '01.10' },
  '".50"': { amount: '.50' },
  '"+1"': { amount: '+1' },
  '"1e0"': { amount: '1e0' },
  '"0"': { amount: '0' },
  // Where it is accepted, FW-AMOUNT-KEPT demands that it is not rounded.
  '"1.005"': { amount: '1.005' },
};

const ONE_OF = stated('one-of', ({ operation }) => operation === 'fiatWithdrawal');

/** amount, total and fee of a fiat withdrawal (4.4). */
export const fiatAmounts: readonly Row[] = suite('4.4', ['fiatWithdrawal'], {
  'FW-ONE-OF': must(
    'A request with both or neither of amount and total is refused',
    { aspect: 'request checks', ...derived(ONE_OF, '4.4'), traffic: [acceptsBeyond(ONE_OF)] },
    ...refusesBeyond(ONE_OF),
    refusesBothElsewhere,
  ),
  'FW-TOTAL-ACCEPTED': must(
    'A request with total instead of amount is accepted',
    { aspect: 'request checks', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    totalAccepted,
  ),
  'FW-TOTAL': must(
    'total = amount + fee for fiat withdrawals, requested by amount or by total',
    {
      aspect: 'semantics',
      lenience: 'Amounts that the target refuses because they are below its minimum are ignored.',
      cites: ['2.1: amount + fee for withdrawals', '2.1: | amount | string | yes | Amount sent in the transfer |'],
    },
    rule(totalIsSum),
    sums('0.01', (p) => p.fixtures.fiat_amount),
  ),
  'FW-AMOUNT-KEPT': must(
    'If the request gives amount, the withdrawal is made for that amount and the fee is charged on top',
    {
      aspect: 'semantics',
      cites: ['Amount excluding fees; the withdrawal is initiated for amount and fees are charged on top'],
    },
    rule(keepsAmount('amount', 'the requested amount')),
  ),
  'FW-TOTAL-KEPT': must(
    'If the request gives total, the balance changes by that total',
    { aspect: 'semantics', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    rule(keepsAmount('total', 'the requested total')),
    asksForTotals,
  ),
  'FW-TOTAL-COVERS-FEE': should(
    'The fee of a withdrawal does not exceed the requested total',
    {
      aspect: 'request checks',
      cites: ['Total including fees; the withdrawal is initiated for total minus the fee'],
      lenience: 'The target may refuse a total below the usual fee, or charge a smaller fee.',
    },
    rule(coversFee),
    asksForLeastTotal,
  ),
  'FW-AMOUNT-DIGITS': must(
    'Amounts without a decimal point, with one decimal place and with two are accepted',
    {
      aspect: 'request checks',
      cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'],
      lenience:
        'A refusal counts only if a smaller and a larger amount are accepted, because there may be a minimum and a maximum. An amount of three digits is tried only on a loopback target.',
    },
    takesEachSpelling,
  ),
  'FW-AMOUNT-NOT-DECIMAL': must(
    'An amount that is not a decimal number is refused',
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
