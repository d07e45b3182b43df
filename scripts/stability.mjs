// Checks that a run has the same result whatever the seed, the latency and other clients: `npm run stability` (in CI
// with `-- --short`). Runs against the embedded service with offset cursors, with keyset cursors and with lists that
// lag, and against the independent implementations, each with and without another client that writes all the time,
// behind a relay that delays answers by 0 to 60 ms. The verdict and the status of each requirement must be those of the
// first run of the same target; otherwise it prints the differences and exits with 1. Options: --short (one run of each
// target, two of the embedded service), --of NAME (targets whose names begin with it), --runs N (per target).
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { parseArgs } from 'node:util';
import { neighbour } from '../dist/src/reference/neighbour.js';
import { random } from '../dist/src/reference/values.js';
import { Run } from '../dist/src/run/run.js';
import { readSettings } from '../dist/src/settings/run-settings.js';
import { optionSource, Settings } from '../dist/src/settings/settings.js';
import { addressOf } from './address.mjs';
import { INDEPENDENT, startIndependent, startWithLatitudes } from './services.mjs';

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    of: { type: 'string', default: '' },
    runs: { type: 'string' },
  },
});

/** Number of concurrent runs; each of them mostly waits. */
const TOGETHER = 2;
const JITTER_MS = 60;
/** Milliseconds between two writes of the other client. */
const NEIGHBOUR_MS = 60;

const embedded = (name, latitudes) => ({
  name,
  runs: 6,
  short: 2,
  start: () => startWithLatitudes(latitudes),
});
const targets = [
  embedded('embedded with offset cursors', ['cursor/offset']),
  embedded('embedded with keyset cursors', []),
  embedded('embedded with lists that lag', ['list/lags-a-second']),
  ...INDEPENDENT.map((name) => ({ name, runs: 4, short: 1, start: () => startIndependent(name) })),
].filter(({ name }) => name.startsWith(values.of));

/** Starts a relay in front of a service that delays each answer. */
async function relay(target, milliseconds) {
  const { hostname, port } = new URL(target);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    // The service could close a kept-alive connection just as it is reused.
    const passed = request({ hostname, port, method, path, headers, agent: false }, (response) =>
      setTimeout(() => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      }, milliseconds()),
    );
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: addressOf(server), close };
}

/**
 * Returns a function that gets a new token for the other client each time, because some tokens live only for seconds.
 */
const tokenOf =
  (
    /** @type {import('./services.mjs').Started['options']} */ {
      accessToken,
      authUrl = '',
      clientId = '',
      clientSecret = '',
    },
  ) =>
  async () => {
    if (accessToken !== undefined) return accessToken;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(authUrl, { method: 'POST', body: new URLSearchParams(form) });
    return /** @type {{ access_token: string }} */ (await answer.json()).access_token;
  };

/**
 * Makes one run. Returns its verdict, and the status of each requirement on each of its operations.
 * @param {{ start: () => Promise<import('./services.mjs').Started> }} target
 * @param {number} number
 */
async function made({ start }, number) {
  const runsConcurrently = number % 2 === 1;
  const next = random(number);
  const jitter = Math.floor((number % 4) * (JITTER_MS / 3));
  const { options, fixtures, close } = await start();
  const front = await relay(options.baseUrl, () => next() * jitter);
  const other = runsConcurrently
    ? neighbour({ url: options.baseUrl, token: tokenOf(options), fixtures: { ...fixtures } }, NEIGHBOUR_MS)
    : undefined;
  const run = new Run(
    readSettings(new Settings([optionSource({ ...options, baseUrl: front.url, seed: number + 1 })]), {}, fixtures),
  );
  await run.complete();
  await other?.stop();
  await Promise.all([front.close(), close()]);
  const { verdict, requirements } = run.report();
  const statuses = requirements.flatMap(({ id, by_operation }) =>
    Object.entries(by_operation).map(([operation, status]) => [`${id} on ${operation}`, status]),
  );
  const reasons = Object.fromEntries(
    requirements.map(({ id, failures, reason }) => [id, failures[0]?.message ?? reason ?? '']),
  );
  const circumstances = `seed ${number + 1}, 0 to ${jitter} ms${runsConcurrently ? ', beside another client' : ''}`;
  return { verdict, statuses: Object.fromEntries(statuses), reasons, circumstances };
}

/**
 * A run: its verdict, the status of each `ID on OPERATION`, and why each ID has it.
 * @typedef {Awaited<ReturnType<typeof made>>} Found
 */

const requirementIn = (/** @type {string} */ key) => key.slice(0, key.indexOf(' '));

/**
 * Returns the differences from the first run of the same target, one per line.
 * @param {Found} first
 * @param {Found} other
 */
function differences(first, other) {
  const verdict = first.verdict === other.verdict ? [] : [`${other.verdict}, not ${first.verdict}`];
  const rows = Object.keys(first.statuses)
    .filter((key) => first.statuses[key] !== other.statuses[key])
    .map((key) => {
      const why = other.reasons[requirementIn(key)] || first.reasons[requirementIn(key)] || '';
      return `${key}: ${other.statuses[key]}, not ${first.statuses[key]} (${why.slice(0, 200)})`;
    });
  return [...verdict, ...rows];
}

/** Returns what no run against a correct service may show. */
const accusations = (/** @type {Found} */ { verdict, statuses, reasons }) => [
  ...(verdict === 'conformant' ? [] : [verdict]),
  ...Object.entries(statuses)
    .filter(([, status]) => status === 'failed' || status === 'warned')
    .map(([key, status]) => `${key}: ${status} (${reasons[requirementIn(key)]?.slice(0, 200)})`),
];

const began = Date.now();
const waiting = targets.flatMap((target) => {
  const count = Number(values.runs ?? (values.short ? target.short : target.runs));
  return Array.from({ length: count }, (_, number) => ({ target, number }));
});
const count = waiting.length;
const firsts = new Map();
let unlike = 0;
let ended = 0;

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { target, number } = next;
    const found = await made(target, number);
    const first = firsts.get(target.name) ?? found;
    firsts.set(target.name, first);
    const lines = [...new Set([...accusations(found), ...differences(first, found)])];
    if (lines.length > 0) unlike += 1;
    ended += 1;
    console.log(
      `${ended}/${count} ${lines.length === 0 ? 'same ' : 'OTHER'} ${target.name}, ${found.circumstances}: ${found.verdict}`,
    );
    for (const line of lines) console.log(`    ${line}`);
  }
}

await Promise.all(Array.from({ length: TOGETHER }, work));
const seconds = Math.round((Date.now() - began) / 1000);
console.log(
  unlike === 0
    ? `${count} runs in ${seconds} s: one verdict and one set of statuses for each of ${targets.length} targets`
    : `${unlike} of ${count} runs are not like the others, after ${seconds} s`,
);
process.exitCode = unlike === 0 ? 0 : 1;
