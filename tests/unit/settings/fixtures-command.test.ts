import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { transactionsFrom } from '../../../src/settings/fixtures-command.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import { environmentSource, flagSource, optionSource, Settings } from '../../../src/settings/settings.ts';
import { UsageError } from '../../../src/settings/usage-error.ts';
import { command, service, towards } from '../../support/command.ts';

/** A script that prints fixtures, and names a PENDING transaction from the second time on. */
async function provider() {
  const target = await service();
  const folder = mkdtempSync(join(tmpdir(), 'provider '));
  const { settlement_transactions: transactions, ...rest } = target.fixtures as Record<string, { PENDING?: string[] }>;
  writeFileSync(
    join(folder, 'provide.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync('asked', 'x');
     const later = readFileSync('asked', 'utf8').length > 1;
     const PENDING = later ? ${JSON.stringify(transactions?.PENDING ?? [])} : [];
     console.log(JSON.stringify({ ...${JSON.stringify(rest)}, settlement_transactions: { PENDING } }));`,
  );
  return { target, folder };
}

const given = (line: string) => ({ line, name: '--fixtures-command' });

const TARGET = optionSource({ baseUrl: 'http://127.0.0.1:9', accessToken: 'token' });

describe('--fixtures-command', () => {
  it('provides the fixtures, and is run again when one is used up', async () => {
    const { target, folder } = await provider();
    const args = ['--fixtures-command', 'node provide.mjs', '--only', 'ST-AFFIRMED,QE-UNCHANGED'];
    const { code, text } = await command(args, towards(target), folder);
    expect(text).toContain('conformant: 2 passed');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'asked'), 'utf8').length).toBeGreaterThan(1);
  });

  it('is ended with the run, and not started again afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'provider '));
    const asked = join(folder, 'asked');
    const over = new AbortController();
    const ask = transactionsFrom(given(`echo x >> '${asked}'; exec sleep 60`), {}, over.signal);
    const first = ask('PENDING');
    await vi.waitUntil(() => existsSync(asked) && readFileSync(asked, 'utf8') !== '');
    over.abort();
    expect(await first).toBeUndefined();
    expect(await ask('PENDING')).toBeUndefined();
    expect(readFileSync(asked, 'utf8')).toBe('x\n');
  });

  it('shows the message of a command that fails when it is run again', async () => {
    const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const ask = transactionsFrom(given('echo "no connection" >&2; exit 3'), {}, new AbortController().signal);
      await expect(ask('PENDING')).rejects.toThrow('exited with 3');
      expect(shown).toHaveBeenCalledWith('no connection\n');
    } finally {
      shown.mockRestore();
    }
  });

  it.each([
    ['--fixtures-command', flagSource({ fixturesCommand: 'exit 3 # key-0815' })],
    ['FIXTURES_COMMAND', environmentSource({ FIXTURES_COMMAND: 'exit 3 # key-0815' })],
    [
      'fixturesCommand in x.json',
      optionSource({ fixturesCommand: 'exit 3 # key-0815' }, { fixturesCommand: 'fixturesCommand in x.json' }),
    ],
  ])('names %s and does not quote the command, which may contain a secret', (name, source) => {
    expect(() => readSettings(new Settings([source, TARGET]), {})).toThrow(new UsageError(`${name} exited with 3`));
  });

  it('names the setting when the command fails during the run', async () => {
    const ask = transactionsFrom(
      { line: 'exit 3 # key-0815', name: 'FIXTURES_COMMAND' },
      {},
      new AbortController().signal,
    );
    await expect(ask('PENDING')).rejects.toThrow(/^FIXTURES_COMMAND exited with 3$/);
  });

  it.each([
    ['exit 3', 'exited with 3'],
    [`node -e "console.log('x'.repeat(11e6))"`, 'printed more than 10 MB'],
    ['echo nonsense', 'the output of --fixtures-command'],
  ])('exits 2 with a message when the command is "%s"', async (line, sentence) => {
    const { code, text } = await command(['--fixtures-command', line], towards(await service()));
    expect(code).toBe(2);
    expect(text).toContain(sentence);
    expect(text).not.toMatch(/^\s+at /m);
  });
});
