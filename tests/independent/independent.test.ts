import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../model/report.ts';
import { closing, command } from '../cli/command.ts';

/** What an implementation says of itself on its first line. */
interface Said {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly fixtures: object;
}

/** Starts an implementation in a process of its own, with at most one defect; it ends with its standard input. */
async function started(name: string, defect?: string): Promise<Said> {
  const env = { ...process.env, ...(defect === undefined ? {} : { DEFECT: defect }) };
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.js`)], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  closing({ close: () => child.stdin.end() });
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Said;
  throw new Error(`${name} did not start`);
}

async function verified({ env, args, fixtures }: Said): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(fixtures));
  await command(['--fixtures', 'fixtures.json', '--seed', '1', '--runs', '5', ...args], env, folder);
  return JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8')) as Report;
}

/** Requirements that do not hold or were not seen, each with what was said of it. */
const open = ({ requirements }: Report): readonly unknown[] =>
  requirements
    .filter(({ level, status }) => level !== 'observe' && !['passed', 'not_exercised'].includes(status))
    .map(({ id, failures }) => [id, failures[0]?.message]);

// Implementations that share no code with the reference and none with each other, written from the document alone: where it is
// silent they differ as much as they can, so that what they do differently accuses nobody.
describe.concurrent('an implementation written from the document alone', () => {
  it.each(['terse', 'lavish', 'quirky'])('%s is conformant', async (name) => {
    const report = await verified(await started(name));
    expect(open(report)).toEqual([]);
    expect(report.verdict).toBe('conformant');
  });
});
