// The cost of a complete verdict about a target that answers at once: requests, withdrawals and seconds, for a loopback
// target and with the standard budgets and pace for another host.
import { Run } from '../dist/src/run/run.js';
import { readAsRemote, readSettings } from '../dist/src/settings/run-settings.js';
import { optionSource, Settings } from '../dist/src/settings/settings.js';
import { startIndependent } from '../scripts/services.mjs';
import { inTurn, summary } from './figures.mjs';

/** An implementation of tests/independent that refuses a used ref_id. */
const TARGET = 'terse';

/** @param {typeof readSettings} read */
const completed = (read) => async (/** @type {number} */ round) => {
  const { options, fixtures, close } = await startIndependent(TARGET);
  try {
    const said = { ...options, seed: round + 1, allowWrites: true };
    const run = new Run(read(new Settings([optionSource(said)]), {}, fixtures));
    const began = performance.now();
    await run.complete();
    const seconds = (performance.now() - began) / 1000;
    const { verdict } = run.report();
    if (verdict !== 'conformant') throw new Error(`${TARGET} came out ${verdict}, which is no complete verdict`);
    const { sent, withdrawn } = run.session;
    return { requests: sent, withdrawals: withdrawn.withdrawals, seconds };
  } finally {
    await close();
  }
};

/** @type {[string, { requests: string, withdrawals: string, seconds: string }][]} */
const WHERE = [
  ['loopback', { requests: 'at most 1000', withdrawals: '', seconds: '' }],
  ['another host', { requests: 'at most 600', withdrawals: 'at most 40', seconds: 'at most 75' }],
];

/**
 * Measures a complete verdict in both places.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureComplete({ rounds = 1 } = {}) {
  const found = await inTurn(rounds, completed(readSettings), completed(readAsRemote));
  return WHERE.flatMap(([where, aims], i) =>
    Object.entries(aims).map(([what, aim]) => ({
      name: `${what} to a complete verdict, ${where}`,
      aim,
      unit: what === 'seconds' ? 's' : '',
      ...summary((found[i] ?? []).map((each) => each[what])),
    })),
  );
}

if (process.argv[1] === import.meta.filename) console.table(await measureComplete());
