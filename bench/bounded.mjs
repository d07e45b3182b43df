// Peak memory of a default run against targets in which something never ends, until a bound of the run ends it.
import { join } from 'node:path';
import { MAIN } from '../scripts/command.mjs';
import { inTurn, summary } from './figures.mjs';
import { temporary, timed, withServer } from './processes.mjs';

const ENDLESS = join(import.meta.dirname, 'endless.mjs');
const TARGETS = [
  'pages without end',
  'empty pages without end',
  'bodies without end',
  'pages of huge items without end',
];

/** Exit codes of a run that ended by itself: a requirement failed, or one was not exercised. */
const ENDED = [1, 3];

const against = (/** @type {string} */ name) => () =>
  withServer([ENDLESS, name], async (env) => {
    const ended = await timed([MAIN, 'run', '--quiet', '--seed', '7', '--out', temporary()], { env });
    if (ended.code === null || !ENDED.includes(ended.code))
      throw new Error(`${name}: ended with ${ended.code}: ${ended.text.slice(-400)}`);
    return ended.peakMB;
  });

/**
 * Returns the peak memory for each target.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureBounded({ rounds = 1 } = {}) {
  const peaks = await inTurn(rounds, ...TARGETS.map(against));
  return TARGETS.map((name, i) => ({
    name: `most memory against ${name}`,
    aim: 'at most 300',
    unit: 'MB',
    ...summary(peaks[i] ?? []),
  }));
}

if (process.argv[1] === import.meta.filename) console.table(await measureBounded());
