import { combining, probe, rule } from '../../src/engine/check.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, should, suite } from '../../src/engine/row.ts';
import { CRYPTO_AMOUNT } from '../../src/model/fixtures.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
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
import { carrierOf, changed, smallest } from '../vocabulary/body-variants.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { refusesBeyond } from '../vocabulary/constraints/probes.ts';
import { derived, stated } from '../vocabulary/constraints/sources.ts';

/** Small amounts of ether: one that no double can represent exactly, and one that JavaScript writes with an exponent. */
const SMALL = ['0.007900000000000001', '0.0000007'];

/**
 * Returns changes with an amount of ether that uses all 18 decimal places, where the fixtures name a destination for
 * ether; on loopback also the small ones.
 */
function toTheWei(p: Probing): readonly JsonObject[] {
  const ether = p.fixtures.crypto_destinations?.find(({ asset }) => asset === 'ETH');
  if (!ether) return [];
  const [whole, places = ''] = (ether.amount ?? CRYPTO_AMOUNT).split('.');
  const usual = `${whole}.${places.padEnd(17, '0')}1`;
  return [usual, ...(p.run.spendsFreely ? SMALL : [])].map((amount) => ({ ...ether, amount }));
}

/**
 * Withdraws these amounts so that the rule can judge the accepted ones. Ignores a small one where it cannot be sent, as
 * when a budget does not allow it.
 */
async function withdrawsToTheWei(p: Probing): Promise<readonly Failure[]> {
  await p.twin(smallest(p));
  for (const change of toTheWei(p)) {
    if (await carrierOf(p, change)) continue;
    try {
      await p.answerTo(changed(p, change));
    } catch (error) {
      if (!(error instanceof Inconclusive) || !SMALL.some((amount) => amount === change['amount'])) throw error;
    }
  }
  return [];
}

const ONE_OF = stated('one-of', ({ operation }) => operation === 'cryptoWithdrawal');

/** amount, total and fee of a crypto withdrawal (4.5). */
export const cryptoAmounts: readonly Row[] = suite('4.5', ['cryptoWithdrawal'], {
  'CW-ONE-OF': must(
    'A request with both or neither of amount and total is answered with an error',
    { aspect: 'request checks', ...derived(ONE_OF, '7'), traffic: [acceptsBeyond(ONE_OF)] },
    ...refusesBeyond(ONE_OF),
    refusesBothElsewhere,
  ),
  'CW-TOTAL-ACCEPTED': must(
    'A request with total instead of amount is accepted',
    { aspect: 'request checks', cites: ['| total | string | one of | Total including fees |'] },
    totalAccepted,
  ),
  'CW-TOTAL': must(
    'total = amount + fee for crypto withdrawals, requested by amount or by total',
    {
      aspect: 'semantics',
      cites: ['2.1: amount + fee for withdrawals'],
      lenience: 'Amounts that the target refuses because they are below its minimum are ignored.',
    },
    rule(totalIsSum),
    sums('0.00001', (p) => p.fixtures.crypto_destinations?.[0]?.amount),
  ),
  'CW-AMOUNT-KEPT': must(
    'If the request gives amount, that amount is withdrawn',
    {
      aspect: 'semantics',
      cites: ['| amount | string | one of | Amount to withdraw |'],
      lenience: 'The target may refuse an amount that has more decimal places than it accepts.',
    },
    rule(keepsAmount('amount', 'the requested amount')),
    combining('open', toTheWei, probe(withdrawsToTheWei)),
  ),
  'CW-TOTAL-KEPT': must(
    'If the request gives total, the balance changes by that total',
    { aspect: 'semantics', cites: ['| total | string | one of | Total including fees |'] },
    rule(keepsAmount('total', 'the requested total')),
    asksForTotals,
  ),
  'CW-TOTAL-COVERS-FEE': should(
    'The fee of a withdrawal does not exceed the requested total',
    {
      aspect: 'request checks',
      cites: ['| total | string | one of | Total including fees |'],
      lenience: 'The target may refuse a total below the usual fee, or charge a smaller fee.',
    },
    rule(coversFee),
    asksForLeastTotal,
  ),
  'CW-AMOUNT-DIGITS': must(
    'Amounts with one more decimal place than usual and amounts without a decimal point are accepted',
    {
      aspect: 'request checks',
      cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'],
      lenience:
        'A refusal counts only if a smaller and a larger amount are accepted, because there may be a minimum and a maximum. Amounts have at most five decimal places, and those of an asset that is not a usual cryptocurrency no more than the usual amount. Whole amounts, and amounts of three digits, are tried only on a loopback target.',
    },
    takesEachSpelling,
  ),
  'CW-AMOUNT-NOT-DECIMAL': must(
    'An amount that is not a decimal number is refused',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    refusesNearDecimals,
  ),
  'CW-AMOUNT-NEGATIVE': should(
    'A negative amount is refused',
    {
      aspect: 'request checks',
      cites: [
        '| amount | string | one of | Amount to withdraw |',
        '2.1: Balance change, unsigned: amount - fee for deposits, amount + fee for withdrawals',
      ],
    },
    refusesNegative,
  ),
});
