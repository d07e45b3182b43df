import type { Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { OPERATIONS } from '../operations.ts';
import { Problem } from '../problem.ts';

/** Whether the service breaks down over a request. */
type Breaks = (call: Call) => boolean;

const HERE = { section: '4', on: OPERATIONS };

/** What keeps every rule is answered with success (4). */
const breaking = decision<Breaks>(HERE, () => false, {
  faults: {
    'NO-SERVER-ERROR/at-the-largest-page': only(
      ['listFiat', 'listInstructions', 'listAddresses'],
      ({ query }) => query['limit']?.[0] === '1000',
    ),
    'NO-SERVER-ERROR/on-text-of-other-scripts': only(['createAddress'], ({ body }) =>
      /[^\0-\x7f]/.test(JSON.stringify(body)),
    ),
    'NO-SERVER-ERROR/on-metadata-without-pairs': only(
      ['fiatWithdrawal'],
      ({ body }) => JSON.stringify(body['metadata']) === '{}',
    ),
  },
});

/** Throws where the service breaks down. */
export function err(call: Call): void {
  if (call.choices.of(breaking)(call)) throw new Problem(500, 'internal error');
}
