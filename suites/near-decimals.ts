import { nearDecimals } from '../generators/index.ts';
import type { Probing } from '../src/engine/probing.ts';
import type { Failure } from '../src/model/outcome.ts';
import { asking, bodies, plain } from './requests.ts';

type MoneyOperation = 'fiatWithdrawal' | 'cryptoWithdrawal' | 'sandboxDeposit';

/** Demands that an operation refuses amounts that are no decimal numbers. */
export async function refusesNearDecimals(p: Probing, operation: MoneyOperation): Promise<readonly Failure[]> {
  const body = bodies[operation](p);
  for (const amount of nearDecimals(body.amount)) {
    const failures = await p.refused(
      `amount "${amount}"`,
      asking(p, operation, { ...body, amount }),
      plain(p, operation),
    );
    if (failures.length > 0) return failures;
  }
  return [];
}
