import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from '../../support/once.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** How a project's tests ended: each title with what became of it. */
export interface Outcomes {
  readonly code: number | null;
  readonly text: string;
  readonly tests: Readonly<Record<string, string>>;
  /** What the failures say. */
  readonly failures: string;
}

interface JsonReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * A folder in which the package is installed as in a project of others: its files lie in `node_modules`, so that Vitest
 * imports them as they are. Vite would transform all of them behind a link to this repository, which takes seconds.
 */
const installed = once(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'library-')));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => !each.startsWith('.')))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const part of ['package.json', 'dist'])
    cpSync(join(ROOT, part), join(modules, 'transfer-conformance', part), { recursive: true });
  return folder;
});

/** A project with a test file in which the package and Vitest are installed. */
export function project(test: string, name = 'conformance.test.js'): string {
  const folder = mkdtempSync(join(installed(), 'project-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, name), test);
  return folder;
}

/** The same with several test files. */
export function projectOf(tests: Readonly<Record<string, string>>): string {
  const folder = project('', 'empty.js');
  for (const [name, text] of Object.entries(tests)) writeFileSync(join(folder, name), text);
  return folder;
}

/** The start of a test file that verifies the embedded service. */
export const serving = (service: object, options: string, before = ''): string => `
import { defineConformance } from 'transfer-conformance/vitest';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { listen } from '../node_modules/transfer-conformance/dist/src/reference/service.js';
${before}
let service;
beforeAll(async () => { service = await listen(${JSON.stringify({ accounts: 150, ...service })}); });
afterAll(() => service.close());
defineConformance({ describe, test, beforeAll, afterAll }, {
  baseUrl: () => service.url,
  clientCredentials: () => service,
  fixtures: () => service.fixtures,
  seed: 7,
  runs: 5,
  ${options}
});
`;

/** Runs a program of Node in a folder. */
export async function node(folder: string, ...args: readonly string[]): Promise<Pick<Outcomes, 'code' | 'text'>> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, args, { cwd: folder, env: { PATH, HOME, NO_COLOR: '1' } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text };
}

/** Runs the project's Vitest. */
export async function vitest(folder: string, ...flags: readonly string[]): Promise<Outcomes> {
  const json = join(folder, 'results.json');
  const cli = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const ended = await node(folder, cli, 'run', '--reporter=default', '--reporter=json', '--outputFile', json, ...flags);
  const files = (JSON.parse(readFileSync(json, 'utf8')) as JsonReport).testResults;
  const all = files.flatMap(({ assertionResults }) => assertionResults);
  return {
    ...ended,
    tests: Object.fromEntries(all.map(({ title, status }) => [title, status])),
    failures: [...files.map(({ message }) => message), ...all.flatMap((each) => each.failureMessages)].join('\n'),
  };
}

/** What is shown of the failures of one file among several. */
export const shownOf = ({ text }: Outcomes, file: string): string =>
  text
    .split(/\bFAIL\b/)
    .filter((part) => part.trimStart().startsWith(file))
    .join('\n');

/** The titles of the tests that ended so. */
export const titles = ({ tests }: Outcomes, status: string): readonly string[] =>
  Object.keys(tests).filter((title) => tests[title] === status);
