import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from '../../scripts/command.mjs';
import { type Listening, listen, type ServiceOptions } from '../../src/reference/service.ts';
import { closing } from './keep.ts';

export { MAIN };

/** The environment of a command that ends at its first look at the network. */
export const OFFLINE = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'offline.mjs')}` };

export interface Ended {
  readonly code: number | null;
  readonly text: string;
  readonly folder: string;
}

/** Processes that wait for a command, by the environment that Node reads only when it starts. */
const waiting = new Map<string, ChildProcess[]>();

const WARM = join(import.meta.dirname, 'warm.mjs');

function warm(started: string): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(WARM, [MAIN], { stdio: 'ignore', env: { PATH, HOME, ...JSON.parse(started) } });
  child.setMaxListeners(0);
  return child;
}

/**
 * Runs the built command in an empty folder. The process has run other commands before, so the command runs warm: what
 * takes a new process three seconds takes a third of that. See {@link inNewProcess} for what depends on the process.
 */
export async function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  folder = mkdtempSync(join(tmpdir(), 'conformance-')),
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const { NODE_OPTIONS, NODE_EXTRA_CA_CERTS } = env;
  const started = JSON.stringify({ NODE_OPTIONS, NODE_EXTRA_CA_CERTS });
  const idle = waiting.get(started) ?? [];
  waiting.set(started, idle);
  const child = idle.pop() ?? warm(started);
  child.ref();
  child.channel?.ref();
  const ended = await new Promise<Omit<Ended, 'folder'>>((resolve, reject) => {
    child.once('message', resolve).once('exit', (code) => reject(new Error(`the command ended its process: ${code}`)));
    child.send({ args, env: { PATH, HOME, ...env }, folder });
  });
  child.removeAllListeners();
  child.channel?.unref();
  child.unref();
  idle.push(child);
  return { ...ended, folder };
}

/** As {@link command}, in a process of its own, with something on its standard input. */
export function inNewProcess(
  args: readonly string[],
  input = '',
  folder = mkdtempSync(join(tmpdir(), 'conformance-')),
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { PATH, HOME } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text, folder })));
}

/** As {@link command}, on a terminal of 80 columns. */
export function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const words = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols 80 rows 40; exec ${words}`, '/dev/null'], {
    cwd: folder,
    env: { PATH, HOME, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text, folder })));
}

/** A reference implementation for the tests of a file, with as many accounts as make several pages of the default size. */
export const service = async (options: ServiceOptions = {}): Promise<Listening> =>
  closing(await listen({ accounts: 240, ...options }));

/** The environment that leads a command to an implementation. */
export const towards = ({ url, authUrl, clientId, clientSecret }: Listening) => ({
  BASE_URL: url,
  AUTH_URL: authUrl,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
});
