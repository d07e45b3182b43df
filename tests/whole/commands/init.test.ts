import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, it } from 'vitest';
import { envFile } from '../../../src/cli/init/env-file.ts';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { missingFixtures } from '../../../src/run/fixtures/missing-fixtures.ts';
import { command, MAIN, service, towards } from '../../support/command.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'conformance-'));

const read = (dir: string, file: string): string => readFileSync(join(dir, file), 'utf8');

describe('init', async () => {
  const target = await service();
  const { BASE_URL, AUTH_URL, ...secrets } = towards(target);

  it('writes a private .env, the configuration and fixtures from lists, and prints what is missing', async () => {
    const ended = await command(['init', '--base-url', BASE_URL, '--auth-url', AUTH_URL], secrets);
    expect(ended.code).toBe(0);
    expect(statSync(join(ended.folder, '.env')).mode & 0o777).toBe(0o600);
    expect(parse(read(ended.folder, '.env'))).toEqual(secrets);
    const config = JSON.parse(read(ended.folder, 'transfer-conformance.config.json')) as Record<string, unknown>;
    expect(config).toEqual({
      $schema: './node_modules/transfer-conformance/dist/schemas/config.schema.json',
      baseUrl: BASE_URL,
      authUrl: AUTH_URL,
      fixtures: 'fixtures.json',
    });
    const fixtures = JSON.parse(read(ended.folder, 'fixtures.json')) as Fixtures;
    expect(Object.keys(fixtures)).toEqual(expect.arrayContaining(['profile_id', 'memo_id', 'fiat_accounts']));
    // After the first run the identity would be a member.
    expect(fixtures).not.toHaveProperty('new_member_identity_id');
    expect(ended.text).toMatch(/^new_member_identity_id left out: each run finds/m);
    expect(ended.text).not.toMatch(/^fixtures\.json written: .*new_member_identity_id/m);
    expect(ended.text).toMatch(/settlement_transactions\.PENDING \(\d+ requirements\): SETTLEMENT-TRANSACTION-OBJECT/);
    expect(ended.text).toContain('"third_party": true, if withdrawals must have identity_id and account_id');
    expect(ended.text).toContain('"fiat_amount": "5", if 0.50 USD is too small');
    expect(ended.text).toContain('"amount": "0.01" next to a destination_address');
    expect(ended.text).not.toContain(secrets.CLIENT_SECRET);
  });

  it('keeps members of a given fixtures file, and does not print them as missing', async () => {
    const dir = folder();
    const crypto_destinations = [{ asset: 'ETH', crypto_network: 'BASE', destination_address: '0x', amount: '0.01' }];
    const new_member_identity_id = '0a13e5c6-7f5e-46ec-aa03-e14f086044b8';
    const given = { third_party: true, fiat_amount: '5', crypto_destinations, new_member_identity_id };
    writeFileSync(join(dir, 'given.json'), JSON.stringify(given));
    const ended = await command(['init', '--fixtures', 'given.json'], towards(target), dir);
    expect(ended.text).not.toContain('needed only by some targets');
    expect(ended.text).not.toContain('left out');
    expect(JSON.parse(read(dir, 'fixtures.json'))).toMatchObject(given);
  });

  it('writes all files that a run in the folder needs', async () => {
    const made = await command(['init'], towards(target));
    const ended = await command(['--only', 'FW-TOTAL'], {}, made.folder);
    expect(ended.code).toBe(0);
    expect(ended.text).toContain(BASE_URL);
  });

  it('keeps what else .env sets', async () => {
    const dir = folder();
    const own = '# of the application\nPORT=3000\nMANY="a\nCLIENT_ID=b"\n';
    writeFileSync(join(dir, '.env'), own);
    expect(await command(['init'], towards(target), dir)).toMatchObject({ code: 0 });
    expect(read(dir, '.env').startsWith(own)).toBe(true);
    expect(parse(read(dir, '.env'))).toMatchObject({ PORT: '3000', MANY: 'a\nCLIENT_ID=b', ...secrets });
  });

  it.each([
    ['.env', 'CLIENT_SECRET=mine'],
    ['fixtures.json', 'mine'],
  ])('replaces %s only with --force', async (file, mine) => {
    const dir = folder();
    writeFileSync(join(dir, file), mine);
    chmodSync(join(dir, file), 0o644);
    const refused = await command(['init'], towards(target), dir);
    expect(refused.code).toBe(2);
    expect(refused.text).toContain(`${file} already exists`);
    expect(read(dir, file)).toBe(mine);
    expect(existsSync(join(dir, file === '.env' ? 'fixtures.json' : '.env'))).toBe(false);
    const forced = await command(['init', '--force'], towards(target), dir);
    expect(forced.code).toBe(0);
    expect(read(dir, file)).not.toContain('mine');
    expect(statSync(join(dir, '.env')).mode & 0o777).toBe(0o600);
  });

  it('writes nothing when the target does not answer, refuses the token or has another address', async () => {
    for (const env of [
      { BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'any' },
      { BASE_URL, ACCESS_TOKEN: 'any' },
      { ...towards(target), BASE_URL: `${BASE_URL}/elsewhere` },
    ]) {
      const ended = await command(['init'], env);
      expect(ended.code).toBe(4);
      expect(existsSync(join(ended.folder, '.env'))).toBe(false);
    }
  });

  it('names the missing settings in one sentence when it cannot ask', async () => {
    const ended = await command(['init']);
    expect(ended.code).toBe(2);
    expect(ended.text).toMatch(/^transfer-conformance: there is no target[^\n]*\n$/);
  });

  it('asks for settings on a terminal, and shows no secret', async () => {
    const dir = folder();
    const { code, text } = await answering(dir, [
      ['Address of the target', `${BASE_URL}\r`],
      ['How do you authenticate', '\r'],
      ['token endpoint', `${AUTH_URL}\r`],
      ['Client id', `${secrets.CLIENT_ID}\r`],
      ['Client secret', `${secrets.CLIENT_SECRET}\r`],
    ]);
    expect(code).toBe(0);
    expect(parse(read(dir, '.env'))).toEqual(secrets);
    expect(read(dir, 'transfer-conformance.config.json')).toContain(AUTH_URL);
    expect(text).not.toContain(secrets.CLIENT_SECRET);
    expect(text).not.toContain('.gitignore');
  });

  it('asks again when credentials are refused, and offers to add .env to .gitignore', async () => {
    const dir = folder();
    writeFileSync(join(dir, '.gitignore'), 'node_modules/');
    const { code, text } = await answering(dir, [
      ['Address of the target', `${BASE_URL}\r`],
      ['How do you authenticate', '\r'],
      ['token endpoint', `${AUTH_URL}\r`],
      ['Client id', `${secrets.CLIENT_ID}\r`],
      ['Client secret', 'not-the-secret\r'],
      ['to enter again', '\r'],
      ['Client id', `${secrets.CLIENT_ID}\r`],
      ['Client secret', `${secrets.CLIENT_SECRET}\r`],
      ['Add it to .gitignore', '\r'],
    ]);
    expect(code).toBe(0);
    expect(parse(read(dir, '.env'))).toEqual(secrets);
    expect(read(dir, '.gitignore')).toBe('node_modules/\n.env\n');
    expect(text).toContain('.env added to .gitignore');
    expect(text).not.toContain('not-the-secret');
  });

  it('says that .env should be added to .gitignore when it cannot ask', async () => {
    const dir = folder();
    writeFileSync(join(dir, '.gitignore'), 'node_modules/\n');
    const open = await command(['init'], towards(target), dir);
    expect(open.text).toContain('.env contains secrets: add it to .gitignore');
    writeFileSync(join(dir, '.gitignore'), '.env\n');
    const kept = await command(['init', '--force'], towards(target), dir);
    expect(kept.text).not.toContain('.gitignore');
  });
});

/** Runs init on a terminal, where each answer is typed once its question stands there. */
async function answering(dir: string, dialogue: readonly (readonly [question: string, answer: string])[]) {
  const { PATH = '', HOME = '' } = process.env;
  const words = `stty cols 100 rows 40; exec "${process.execPath}" "${MAIN}" init`;
  const env = { PATH, HOME, TERM: 'xterm', SHELL: '/bin/sh' };
  const child = spawn('script', ['-qefc', words, '/dev/null'], { cwd: dir, env });
  const waiting = [...dialogue];
  let [text, from] = ['', 0];
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const [question, answer] = waiting[0] ?? [];
    if (question === undefined || !text.includes(question, from)) return;
    waiting.shift();
    setTimeout(() => {
      from = text.length;
      child.stdin.write(answer ?? '');
    }, 150);
  });
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  return { code, text };
}

it('init exits 130 and writes nothing when a question is answered with Ctrl-C', async () => {
  const dir = folder();
  const { PATH = '', HOME = '' } = process.env;
  const words = `stty cols 100 rows 40; exec "${process.execPath}" "${MAIN}" init`;
  const env = { PATH, HOME, TERM: 'xterm', SHELL: '/bin/sh' };
  const child = spawn('script', ['-qefc', words, '/dev/null'], { cwd: dir, env });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (!text.includes('Address') && (text + chunk.toString()).includes('Address'))
      setTimeout(() => child.stdin.write('\u0003'), 100);
    text += chunk.toString();
  });
  expect(await new Promise((ended) => child.on('close', ended))).toBe(130);
  expect(text).toContain('cancelled; nothing was written');
  expect(existsSync(join(dir, '.env'))).toBe(false);
});

describe('.env', () => {
  it.each([
    'plain',
    'with blank',
    "it's",
    'a#b',
    '$HOME ${HOME}',
    'back`tick "double"',
    "`'",
    '',
    'a=b==',
    'C:\\new',
  ])('keeps the value %j', (value) => {
    expect(parse(envFile({ CLIENT_SECRET: value }).text)).toEqual({ CLIENT_SECRET: value });
  });

  it('refuses a value that it cannot represent', () => {
    expect(() => envFile({ CLIENT_SECRET: '\'"`' })).toThrow('CLIENT_SECRET has characters');
  });
});

describe('the list of missing fixtures', () => {
  const whole = async (): Promise<Fixtures> => ({
    ...((await service()).fixtures as Fixtures),
    updatable_fiat_account_id: 'an-account-of-its-own',
  });

  it('is empty with every fixture of the embedded service', async () => {
    expect(await missingFixtures(await whole())).toEqual([]);
  });

  it('includes requirements whose rules would see no answers', async () => {
    const { quote_executions: _, ...fixtures } = await whole();
    const found = await missingFixtures(fixtures);
    expect(found.map(({ need }) => need)).toEqual([{ fixture: 'quote_executions' }]);
    expect(found[0]?.ids).toContain('QUOTE-EXECUTION-PRICE-PRESENT');
  });
});
