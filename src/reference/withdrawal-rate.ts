import type { Call } from './call.ts';
import { decision } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { Problem } from './problem.ts';

/** How many withdrawals a service takes within so many milliseconds. */
interface Rate {
  readonly count: number;
  readonly ms: number;
}

/** The most withdrawals in some time: the document states no limit. */
const most = decision<Rate | undefined>({ section: '4.15', on: WITHDRAWALS }, undefined, {
  latitudes: {
    'withdrawals/forty-in-four-seconds': { count: 40, ms: 4_000 },
    'withdrawals/one-in-a-fifth-of-a-second': { count: 1, ms: 200 },
  },
  protects: ['OPERATION-ANSWERED', 'FW-*', 'CW-*', 'METADATA-*'],
});

const taken = new WeakMap<Call['store'], number[]>();

/** Counts a withdrawal. Throws Problem if the service has taken too many a moment ago. */
export function refuseTooMany({ choices, store }: Call): void {
  const rate = choices.of(most);
  if (rate === undefined) return;
  const now = Date.now();
  const recent = (taken.get(store) ?? []).filter((at) => at > now - rate.ms);
  if (recent.length >= rate.count) throw new Problem(403, 'too many withdrawals a moment ago');
  taken.set(store, [...recent, now]);
}
