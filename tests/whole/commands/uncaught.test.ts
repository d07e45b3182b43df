import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN } from '../../support/command.ts';

/** Runs a command in which an error is thrown that no code catches, once the command has printed its address. */
async function broken(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'broken-'));
  const cause = join(folder, 'break.mjs');
  const lines = [
    "import { isMainThread } from 'node:worker_threads';",
    'const write = process.stdout.write;',
    'process.stdout.write = function (text, ...more) {',
    "  if (isMainThread && String(text).startsWith('BASE_URL')) setTimeout(() => { throw new TypeError('odd state'); }, 100);",
    '  return write.call(this, text, ...more);',
    '};',
  ];
  writeFileSync(cause, lines.join('\n'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', cause, MAIN, ...args], { cwd: folder, env: { PATH, HOME } });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text, folder };
}

const SENTENCE = 'internal error (odd state): please report it';

describe('an error that no code catches', () => {
  it('ends a command with one sentence and no code of a verdict', async () => {
    const { code, text } = await broken('serve', '--port', '0');
    expect(text).toBe(`transfer-conformance: ${SENTENCE}\n`);
    expect(code).toBe(4);
  });

  it('ends the proxy, which still writes its report', async () => {
    const { code, text, folder } = await broken('proxy', '--target', 'http://127.0.0.1:9', '--listen', ':0');
    expect(text).toContain(SENTENCE);
    expect(text).not.toMatch(/^\s+at /m);
    const report = JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8'));
    expect(report).toMatchObject({ verdict: 'aborted', verdict_reason: SENTENCE });
    expect(code).toBe(4);
  });
});
