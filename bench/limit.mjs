// The cost of a default run compared with that of its bare requests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { MAIN } from '../scripts/command.mjs';
import { inTurn, ratio, summary } from './figures.mjs';
import { succeeding, temporary, withServer, withService } from './processes.mjs';
import { requestsIn, tokenOf } from './recorded.mjs';

const SLOW = join(import.meta.dirname, 'slow.mjs');
const REPLAY = join(import.meta.dirname, 'replay.mjs');
/** Number of requests in flight: the default of a run on loopback. */
const CONCURRENCY = 8;
const SEED = '7';

const run = (env, out) => succeeding([MAIN, 'run', '--seed', SEED, '--out', out], { env });

const reportIn = (folder) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

async function replay(env, recorded, folder) {
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(requestsIn(recorded, env.BASE_URL, await tokenOf(env))));
  return succeeding([REPLAY, file, String(CONCURRENCY)]);
}

async function cannon(env, recorded) {
  const [requests, url] = [requestsIn(recorded, env.BASE_URL, await tokenOf(env)), env.BASE_URL];
  const sent = requests.map(({ url: address, ...rest }) => ({ ...rest, path: address.slice(url.length) }));
  // autocannon sends as many requests in total as the run did; each connection goes through the whole list.
  const result = await autocannon({ url, connections: CONCURRENCY, amount: sent.length, requests: sent });
  return sent.length / ((result.finish - result.start) / 1000);
}

/** Returns the seconds from the first request of the run to its last answer. */
function sending(folder) {
  const { log } = JSON.parse(readFileSync(join(folder, 'exchanges.har'), 'utf8'));
  const times = log.entries.map(({ startedDateTime, time }) => [Date.parse(startedDateTime), time]);
  const began = Math.min(...times.map(([start]) => start));
  return (Math.max(...times.map(([start, time]) => start + time)) - began) / 1000;
}

/** @typedef {import('./figures.mjs').Figure} Figure */

/**
 * Measures a default run on the embedded service in its own process, from start to exit.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<Figure[]>}
 */
export async function measureWhole({ rounds = 3 } = {}) {
  const [ended] = await inTurn(rounds, () => run({}, temporary()));
  const figure = (name, aim, of) => ({ name, aim, unit: 's', ...summary(ended.map(of)) });
  return [
    figure('a default run on the embedded service, from start to exit', 'at most 2', (each) => each.seconds),
    figure('CPU of the same, the service included', '', (each) => each.cpuSeconds),
  ];
}

/**
 * Measures a run ÷ a replay in wall time, requests per second ÷ autocannon's, and CPU seconds per 1,000 exchanges.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<Figure[]>}
 */
export async function measureLimit({ rounds = 5 } = {}) {
  const recorded = temporary();
  mkdirSync(recorded, { recursive: true });
  const runs = await inTurn(
    rounds,
    () => withService({}, async (env) => ({ ...(await run(env, recorded)), sending: sending(recorded) })),
    () => withService({}, (env, folder) => replay(env, recorded, folder)),
    () => withService({}, (env) => cannon(env, recorded)),
  );
  const [whole, bare, shot] = runs;
  const { requests } = reportIn(recorded).summary;
  const seconds = (ended) => ended.map((each) => each.seconds);
  return [
    ratio(
      'wall time of a default run ÷ replay of its requests with bare undici',
      'at most 1.3',
      seconds(whole),
      seconds(bare),
    ),
    ratio(
      'requests a second in the run ÷ those of autocannon',
      'at least 0.7',
      whole.map((each) => requests / each.sending),
      shot,
    ),
    {
      name: 'CPU seconds per 1,000 exchanges of a run',
      aim: 'at most 1.0',
      unit: 's',
      ...summary(whole.map(({ cpuSeconds }) => (cpuSeconds / requests) * 1000)),
    },
  ];
}

/** Milliseconds for an answer, as of a service that reads a database on the same network. */
const DELAY = 20;

/**
 * Measures a run ÷ a replay when the service is slow, as services are that do not hold their data in memory.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<Figure[]>}
 */
export async function measureSlowLimit({ rounds = 3 } = {}) {
  const recorded = temporary();
  const slow = (use) => withServer([SLOW, String(DELAY)], use);
  const [whole, bare] = await inTurn(
    rounds,
    () => slow((env) => run(env, recorded)),
    () => slow((env, folder) => replay(env, recorded, folder)),
  );
  const seconds = (ended) => ended.map((each) => each.seconds);
  return [
    ratio(`the same with a service that takes ${DELAY} ms an answer`, 'at most 1.15', seconds(whole), seconds(bare)),
    {
      name: `a default run on a service that takes ${DELAY} ms an answer, from start to exit`,
      aim: '',
      unit: 's',
      ...summary(seconds(whole)),
    },
  ];
}

if (process.argv[1] === import.meta.filename) console.table(await measureLimit({ rounds: 3 }));
