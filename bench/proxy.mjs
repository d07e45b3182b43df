// The time that the proxy adds to an exchange on loopback: sends the same request directly and through the proxy, in
// turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import autocannon from 'autocannon';
import { addressOf } from '../scripts/address.mjs';
import { MAIN } from '../scripts/command.mjs';
import { inTurn, ratio, summary } from './figures.mjs';

const [ROUNDS, EACH, WARM_UP] = [15, 200, 400];
const LIST = '/v2/executions?limit=20';
const answer = JSON.stringify({
  items: Array.from({ length: 20 }, (_, index) => ({ execution_id: String(index), market: 'BTCUSD', price: '60000' })),
});

/** Starts a target that answers at once, so that only the way to it is measured. */
async function target() {
  const server = createServer((_, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Starts the built command in front of the target. */
async function proxyTo(url, out) {
  const child = spawn(process.execPath, [MAIN, 'proxy', '--target', url, '--listen', '127.0.0.1:0', '--out', out]);
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const found = /^BASE_URL=(\S+)$/m.exec(text)?.[1];
    if (found) return { child, url: found };
  }
  throw new Error(`the proxy ended: ${text}`);
}

/** Resolves to the milliseconds from the request to the last byte of its answer. */
function exchange(url, agent) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    request(url + LIST, { agent, headers: { authorization: 'Bearer bench' } }, (res) => {
      res.resume().once('end', () => resolve(performance.now() - began));
    })
      .once('error', reject)
      .end();
  });
}

async function medianOf(url, agent, count = EACH) {
  const took = [];
  for (let index = 0; index < count; index += 1) took.push(await exchange(url, agent));
  return summary(took).median;
}

async function rounds(count, direct, through) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const url of [direct, through]) await medianOf(url, agent, WARM_UP);
  const found = [];
  for (let round = 0; round < count; round += 1)
    found.push({ direct: await medianOf(direct, agent), through: await medianOf(through, agent) });
  agent.destroy();
  return found;
}

/** Number of concurrently busy connections, and for how many seconds they are busy. */
const [BUSY, BUSY_S] = [64, 3];

const busy = (url) =>
  autocannon({ url: url + LIST, connections: BUSY, duration: BUSY_S, headers: { authorization: 'Bearer bench' } });

/** Returns how many exchanges the proxy judged, and how many it forwarded without judging, from its report. */
function judgedIn(out) {
  const { summary: counts, notes } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
  const unjudged = notes
    .map((note) => /^([\d,]+) exchanges? (?:was|were) not judged/.exec(note)?.[1])
    .find((found) => found !== undefined);
  return { judged: counts.requests, unjudged: Number((unjudged ?? '0').replaceAll(',', '')) };
}

/**
 * Measures the time that the proxy adds to single answers. With many concurrent requests, compares its throughput with
 * the target's, and counts how many exchanges it judges.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureProxy({ rounds: count = ROUNDS } = {}) {
  const server = await target();
  const direct = addressOf(server);
  const out = mkdtempSync(join(tmpdir(), 'bench-proxy-'));
  const { child, url } = await proxyTo(direct, out);
  try {
    const found = await rounds(count, direct, url);
    const [straight, through] = await inTurn(
      1,
      () => busy(direct),
      () => busy(url),
    );
    child.kill('SIGTERM');
    await once(child, 'close');
    const { judged, unjudged } = judgedIn(out);
    const milliseconds = (name, aim, of) => ({ name, aim, unit: 'ms', ...summary(found.map(of)) });
    return [
      milliseconds('one answer, direct', '', (each) => each.direct),
      milliseconds('what the proxy adds to an answer', 'at most 0.3', (each) => each.through - each.direct),
      ratio(
        `answers a second through the proxy ÷ direct, ${BUSY} connections`,
        '',
        through.map((each) => each.requests.average),
        straight.map((each) => each.requests.average),
      ),
      {
        name: 'exchanges of these that were judged',
        aim: '',
        unit: '%',
        ...summary([(100 * judged) / (judged + unjudged)]),
      },
    ];
  } finally {
    child.kill('SIGTERM');
    server.close();
    rmSync(out, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await measureProxy());
