import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Listening, listen, type ServiceOptions } from '../../src/reference/service.ts';
import { closing } from '../keep.ts';

export const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js');

/** The environment of a command that ends at its first look at the network. */
export const OFFLINE = { NODE_OPTIONS: `--import ${join(import.meta.dirname, '../runs/offline.mjs')}` };

export interface Ended {
  readonly code: number | null;
  readonly text: string;
  readonly folder: string;
}

/** Runs the built command in an empty folder. */
export function command(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  folder = mkdtempSync(join(tmpdir(), 'conformance-')),
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { PATH, HOME, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
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
