// Runs against one slow service in 1, 2 and 4 concurrent parts.
import { join } from 'node:path';
import { MAIN } from '../scripts/command.mjs';
import { inTurn, ratio } from './figures.mjs';
import { succeeding, temporary, withServer } from './processes.mjs';

const SLOW = join(import.meta.dirname, 'slow.mjs');
/** Milliseconds that each answer takes. */
const DELAY = 60;

/** Returns the seconds of a whole run in this many parts, including the merge. */
const inParts = (of) => () =>
  withServer([SLOW, String(DELAY)], async (env, folder) => {
    const began = performance.now();
    const names = Array.from({ length: of }, (_, i) => String(i + 1));
    await Promise.all(
      names.map((name) =>
        succeeding([MAIN, 'run', '--quiet', '--shard', `${name}/${of}`, '--out', join(folder, name)], { env }),
      ),
    );
    await succeeding([MAIN, 'merge', ...names.map((name) => join(folder, name)), '--quiet', '--out', temporary()]);
    return (performance.now() - began) / 1000;
  });

/**
 * Measures how much faster 2 and 4 parts are than one.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureShards({ rounds = 3 } = {}) {
  const [one, two, four] = await inTurn(rounds, inParts(1), inParts(2), inParts(4));
  return [
    ratio(`a run in one part ÷ in 2 parts and merged, ${DELAY} ms an answer`, 'at least 1.8', one, two),
    ratio(`a run in one part ÷ in 4 parts and merged, ${DELAY} ms an answer`, 'at least 3.2', one, four),
  ];
}

if (process.argv[1] === import.meta.filename) console.table(await measureShards({ rounds: 1 }));
