// Measures whole processes, and starts the embedded service in a separate process.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const USAGE = join(import.meta.dirname, 'usage.mjs');
const SERVER = join(import.meta.dirname, 'server.mjs');

/** Returns a new folder. */
export const temporary = () => mkdtempSync(join(tmpdir(), 'bench-'));

/** @typedef {{ seconds: number, code: number | null, text: string, cwd: string, peakMB: number, cpuSeconds: number }} Ended */

/** @typedef {Readonly<Record<string, string>>} Environment */

/**
 * Runs a Node script to its end. Resolves to seconds, exit code, output, peak memory in MB and CPU seconds.
 * @param {readonly string[]} args
 * @param {{ env?: Environment, cwd?: string }} [options]
 * @returns {Promise<Ended>}
 */
export function timed(args, { env = {}, cwd = temporary() } = {}) {
  const usage = join(temporary(), 'usage.json');
  const began = performance.now();
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['--import', USAGE, ...args], {
    cwd,
    env: { PATH, HOME, USAGE_FILE: usage, ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  return new Promise((resolve) =>
    child.on('close', (code) =>
      resolve({
        seconds: (performance.now() - began) / 1000,
        code,
        text,
        cwd,
        ...JSON.parse(readFileSync(usage, 'utf8')),
      }),
    ),
  );
}

/**
 * The same, but throws when the exit code is not 0.
 * @param {readonly string[]} args
 * @param {{ env?: Environment, cwd?: string }} [options]
 */
export async function succeeding(args, options) {
  const ended = await timed(args, options);
  if (ended.code !== 0) throw new Error(`${args.join(' ')} ended with ${ended.code}: ${ended.text.slice(-400)}`);
  return ended;
}

/**
 * @template T
 * @typedef {(env: Environment & { BASE_URL: string }, folder: string) => Promise<T>} Use
 */

/**
 * Starts the embedded service in a separate process; `use` gets the environment variables for reaching it.
 * @template T
 * @param {import('../dist/src/reference/service.js').ServiceOptions} options
 * @param {Use<T>} use
 */
export const withService = (options, use) => withServer([SERVER, JSON.stringify(options)], use);

/**
 * The same for a script that prints its address and ends when its standard input ends.
 * @template T
 * @param {readonly string[]} args
 * @param {Use<T>} use
 */
export async function withServer(args, use) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const service = JSON.parse(await firstLine(child.stdout));
    const folder = temporary();
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(service.fixtures));
    const credentials = service.authUrl
      ? { AUTH_URL: service.authUrl, CLIENT_ID: service.clientId, CLIENT_SECRET: service.clientSecret }
      : { ACCESS_TOKEN: service.token ?? 'token-of-the-bench' };
    return await use({ BASE_URL: service.url, FIXTURES: join(folder, 'fixtures.json'), ...credentials }, folder);
  } finally {
    child.stdin.end();
    await new Promise((resolve) => child.once('close', resolve));
  }
}

/**
 * @param {import('node:stream').Readable} stream
 * @returns {Promise<string>}
 */
function firstLine(stream) {
  let text = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    stream.on('close', () => reject(new Error(`the service did not start: ${text}`)));
  });
}
