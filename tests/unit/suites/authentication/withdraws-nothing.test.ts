import { expect, it } from 'vitest';
import { Prober } from '../../../../src/engine/prober.ts';
import { member } from '../../../../src/values/json.ts';
import { withdrawsNothing } from '../../../../suites/authentication/withdraws-nothing.ts';
import { worldOf } from '../../../support/world.ts';

const FIXTURES = { profile_id: 'profile-1', fiat_accounts: { wire: ['account-1'] } };
const CONFLICT = { status: 409, body: { error: 'conflict' } };

/**
 * A target that requires the token. `refuses` decides by the ref_id, by those of requests before, and by the number of
 * withdrawals that were made, whether a withdrawal meets a conflict.
 */
function target(refuses: (ref: string, seen: ReadonlySet<string>, made: number) => boolean) {
  const seen = new Set<string>();
  let made = 0;
  return worldOf(
    ({ input }) => {
      const ref = String(member(input.body, 'ref_id'));
      const isRefused = refuses(ref, seen, made);
      seen.add(ref);
      if (input.credentials === 'none') return { status: 401, body: {} };
      if (isRefused) return CONFLICT;
      made += 1;
      return { status: 200, body: { ...Object(input.body), id: `transfer-${made}` } };
    },
    { fixtures: FIXTURES },
  );
}

const judged = (world: ReturnType<typeof target>) =>
  withdrawsNothing(new Prober(world, 'AUTH-REFUSED-DOES-NOTHING', 'fiatWithdrawal'), {
    credentials: 'none',
    blockedBy: 'AUTH-HEADER-MISSING',
  });

it('a ref_id that a request without a token has used up is a failure', async () => {
  const world = target((ref, seen) => seen.has(ref));
  expect(await judged(world)).toMatchObject([{ actual: 'its ref_id is used' }]);
});

it('conflicts that any withdrawal meets after another one show no used ref_id', async () => {
  const world = target((ref, seen, made) => seen.has(ref) || made === 2);
  expect(await judged(world)).toEqual([]);
});
