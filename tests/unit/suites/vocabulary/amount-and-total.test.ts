import { expect, it } from 'vitest';
import { exercise } from '../../../../src/engine/exercise.ts';
import { type Json, member } from '../../../../src/values/json.ts';
import { rows } from '../../../../suites/index.ts';
import { worldOf } from '../../../support/world.ts';

const FEE = 10n;

/** Reads a sum of dollars in cents. */
function cents(value: Json | undefined): bigint | undefined {
  const [, dollars, rest = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(value)) ?? [];
  return dollars === undefined ? undefined : BigInt(dollars + rest.padEnd(2, '0'));
}

const dollars = (sum: bigint): string => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;

/** A target that withdraws only whole dollars, for a fee. */
const wholeDollars = (takesTotals: boolean) =>
  worldOf(
    ({ input: { body }, index }) => {
      const [net, total] = [cents(member(body, 'amount')), cents(member(body, 'total'))];
      const amount = net ?? (takesTotals && total !== undefined ? total - FEE : undefined);
      if (amount === undefined || amount % 100n !== 0n) return { status: 422, body: { message: 'not a whole dollar' } };
      return {
        status: 200,
        body: { id: `transfer ${index}`, amount: dollars(amount), fee: dollars(FEE), total: dollars(amount + FEE) },
      };
    },
    {
      fixtures: {
        profile_id: 'profile',
        fiat_accounts: { wire: ['183d5b6f-6813-4f5f-a0b4-f35987db60c6'] },
        fiat_amount: '1',
      },
    },
  );

const row = rows.find(({ id }) => id === 'FW-TOTAL-ACCEPTED');

it('a total is not refused if only amounts in steps are taken, and the total of such an amount is', async () => {
  expect(row && (await exercise(row, 'fiatWithdrawal', wholeDollars(true)))).toMatchObject({ kind: 'holds' });
});

it('a total is refused if the total of such an amount is too', async () => {
  expect(row && (await exercise(row, 'fiatWithdrawal', wholeDollars(false)))).toMatchObject({ kind: 'fails' });
});
