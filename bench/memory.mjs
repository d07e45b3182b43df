// The cost of a nightly run and of a large service, compared with a smoke test and a small service.

import { join } from 'node:path';
import { MAIN } from '../scripts/command.mjs';
import { inTurn, ratio } from './figures.mjs';
import { succeeding, temporary, withServer, withService } from './processes.mjs';

const LARGE = join(import.meta.dirname, 'large.mjs');

const run = (env, ...flags) =>
  succeeding([MAIN, 'run', '--quiet', '--allow-incomplete', '--seed', '7', '--out', temporary(), ...flags], { env });

const withRuns = (runs) => () =>
  withService({}, (env) => run(env, '--only', 'LAWFUL-BODIES', '--runs', String(runs), '--concurrency', '16'));

/** The requirements that read whole lists, with bounds that allow this. */
const WALKS = ['--only', 'LIST-PAGE-NO-REPEAT', '--max-items', '200000', '--max-pages', '20000'];

const withAccounts = (accounts) => () => withServer([LARGE, String(accounts)], (env) => run(env, ...WALKS));

const peaks = (ended) => ended.map(({ peakMB }) => peakMB);
const seconds = (ended) => ended.map((each) => each.seconds);

/**
 * Measures peak memory with 10,000 cases ÷ 100 per property, and with 100,000 fiat accounts ÷ 1,000; also time.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureMemory({ rounds = 1 } = {}) {
  const [night, smoke] = await inTurn(rounds, withRuns(10_000), withRuns(100));
  const [large, medium, small] = await inTurn(rounds, withAccounts(100_000), withAccounts(50_000), withAccounts(1_000));
  return [
    ratio(
      'peak memory with --runs 10,000 ÷ with --runs 100 (60,000 requests of six operations)',
      'at most 1.2',
      peaks(night),
      peaks(smoke),
    ),
    ratio(
      'peak memory with 100,000 fiat accounts ÷ 1,000, the list read whole',
      'at most 2',
      peaks(large),
      peaks(small),
    ),
    ratio(
      'time with 100,000 fiat accounts ÷ 50,000, the list read whole',
      'about 2 or less',
      seconds(large),
      seconds(medium),
    ),
  ];
}

if (process.argv[1] === import.meta.filename) console.table(await measureMemory({ rounds: 1 }));
