// Each tool, in the configuration that shows it best: what it says of one service, and how many requests it sent.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { MAIN, temporary, timed } from '../processes.mjs';
import { requestsIn } from '../recorded.mjs';
import { arazzo } from './arazzo.mjs';

const BIN = join(import.meta.dirname, 'node_modules/.bin');
const REDOCLY = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
const HOOKS = join(import.meta.dirname, 'dredd-hooks.cjs');
const LONGEST_MS = 60_000;

/** Runs a command to its end: exit code and output. */
function ran(command, args, env = {}, cwd = temporary()) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, timeout: LONGEST_MS });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text, cwd })));
}

/** This tool, by its command. */
async function ours({ env }) {
  const { code, cwd } = await timed([MAIN, 'run', '--quiet', '--seed', '7', '--fail-on', 'should'], { env });
  const path = join(cwd, 'conformance-report/report.json');
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  return { accuses: code === 1, requests: report?.summary.requests ?? 0 };
}

/** Redocly Respect: lawful requests and refusals, as workflows; it checks status, media type and schema besides. */
async function respect({ url, requests, openapi }) {
  const folder = temporary();
  const file = join(folder, 'lawful.arazzo.json');
  writeFileSync(file, JSON.stringify(arazzo(requests, openapi)));
  const { code } = await ran(
    process.execPath,
    [REDOCLY, 'respect', file, '-S', `api=${url}`, '--severity', 'STATUS_CODE_CHECK=off'],
    {},
    folder,
  );
  return { accuses: code !== 0, requests: Object.keys(requests).length + 4 };
}

/** Dredd with hooks that give it the lawful requests. */
async function dredd({ url, requests, openapi, token }) {
  const folder = temporary();
  const file = join(folder, 'requests.json');
  writeFileSync(file, JSON.stringify(requests));
  const args = [openapi, url, '--hookfiles', HOOKS, '--header', `Authorization: Bearer ${token}`];
  const { code, text } = await ran(join(BIN, 'dredd'), args, { PEER_REQUESTS: file, PEER_OPENAPI: openapi }, folder);
  const [, passing = 0, failing = 0] = /(\d+) passing, (\d+) failing/.exec(text) ?? [];
  return { accuses: code !== 0, requests: Number(passing) + Number(failing) };
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Prism as a validating proxy; it gets the whole traffic of a run of ours, since it makes none. */
async function prism({ url, openapi, token, recorded }) {
  const port = await freePort();
  const child = spawn(join(BIN, 'prism'), ['proxy', openapi, url, '-p', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    await new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('Prism did not start')), LONGEST_MS);
      child.stdout.on('data', (text) => {
        if (!String(text).includes('listening')) return;
        clearTimeout(late);
        resolve();
      });
    });
    child.stdout.resume();
    child.stderr.resume();
    return await throughPrism(requestsIn(recorded, `http://127.0.0.1:${port}`, token));
  } finally {
    child.kill();
  }
}

async function throughPrism(sent) {
  const waiting = [...sent];
  const said = new Set();
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { url, ...options } = next;
      const { headers, body } = await request(url, options);
      await body.text();
      for (const { location, message } of JSON.parse(String(headers['sl-violations'] ?? '[]')))
        if (location[0] === 'response')
          said.add(`${location.filter((part) => !/^\d+$/.test(part)).join('.')} ${message}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { accuses: said.size > 0, requests: sent.length };
}

const versionIn = (path) => JSON.parse(readFileSync(join(import.meta.dirname, path, 'package.json'), 'utf8')).version;

/** The tools with their versions and how each is used. */
export const peers = () => [
  {
    name: 'transfer-conformance',
    version: versionIn('../..'),
    use: 'a default run with fixtures and `--fail-on should`',
    verdict: ours,
  },
  {
    name: 'Redocly Respect',
    version: versionIn('../../node_modules/@redocly/cli'),
    use: '14 lawful requests and 4 that must be refused, with criteria',
    verdict: respect,
  },
  {
    name: 'Prism',
    version: versionIn('node_modules/@stoplight/prism-cli'),
    use: 'validating proxy for the requests of a default run',
    verdict: prism,
  },
  { name: 'Dredd', version: versionIn('node_modules/dredd'), use: '14 lawful requests by hooks', verdict: dredd },
];
