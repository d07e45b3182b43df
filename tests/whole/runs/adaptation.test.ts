import { expect, it } from 'vitest';
import type { ServiceOptions } from '../../../src/reference/service.ts';
import { embeddedReport } from '../../support/embedded.ts';

/** The requirements that do not pass in a run against the embedded service, with their statuses. */
async function notPassed(
  only: string,
  { level = 'observe', ...given }: ServiceOptions & { readonly level?: string },
): Promise<readonly string[]> {
  const { requirements } = await embeddedReport({ seed: '1', runs: '1', only, level }, { accounts: 40, ...given });
  expect(requirements.length).toBeGreaterThan(1);
  const without = requirements.filter(({ status }) => status !== 'passed' && status !== 'observed');
  return without.map(({ id, status }) => `${id}: ${status}`);
}

/** Choices of a service to which a run adapts, and requirements that have no verdict where it does not. */
it.each([
  ['members/no-authorized-users', 'AM-MEMBERS-ECHO,AM-LISTED,AM-ROLES-ONLY,ACCOUNT-KEEPS-MEMBERS'],
  ['deposits/only-of-the-account-of-the-instruction', 'SD-REQUIRED-ALONE,SD-AMOUNT-REQUIRED'],
  ['writes/one-at-a-time', 'CW-*-REQUIRED,METADATA-*,SD-AMOUNT-*,DA-*-REQUIRED,FW-*-REQUIRED'],
  ['writes/locked-for-a-moment-after', 'CW-*-REQUIRED,SD-AMOUNT-*,DA-*-REQUIRED,FW-*-REQUIRED'],
  ['unstated-maximum/5-and-pages-of-20', 'LIST-CURSOR-KEEPS-*'],
  ['withdrawals/none-of-equal-amounts', 'METADATA-*,CW-*-ECHO,FW-*-ECHO,FW-TOTAL-*,CW-TOTAL-*'],
  [
    'end-user/required-but-not-in-the-fixtures,amounts/a-least-one-that-is-not-in-the-fixtures',
    'FW-*-REQUIRED,CW-*-REQUIRED,FW-*-ECHO,CW-*-ECHO',
  ],
])(
  'a run adapts to a service with %s, so that every requirement of %s passes',
  { timeout: 60_000 },
  async (latitudes, only) => {
    expect(await notPassed(only, { latitudes: latitudes.split(',') })).toEqual([]);
  },
);

it('AUTH-* passes when a repeated addition is refused in the same way as missing credentials', async () => {
  const latitudes = ['member/twice-refused', 'failure/404-for-all'];
  expect(await notPassed('AUTH-*', { latitudes, level: 'must' })).toEqual([]);
}, 60_000);

it('every must requirement about lists passes when pages hold at least ten items', async () => {
  const faults = ['LIST-LIMIT-AT-MINIMUM/refuses-less-than-10'];
  expect(await notPassed('LIST-*,CREATED-AT-*,FILTER-*,ST-UNKNOWN', { level: 'must', faults })).toEqual([]);
}, 60_000);
