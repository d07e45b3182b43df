import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOperations } from '../../../src/contract/operations.ts';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import type { Report } from '../../../src/model/report.ts';
import { command, type Ended, inNewProcess, MAIN, service, towards } from '../../support/command.ts';
import { closing } from '../../support/keep.ts';

const report = ({ folder }: Ended): Report =>
  JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8')) as Report;

/** A server that gives every request the same answer. */
async function constant(status: number, body: string, headers: OutgoingHttpHeaders = {}): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closing(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Transactions = NonNullable<Fixtures['settlement_transactions']>;

describe('run', () => {
  it('annotates an error that ends it on GitHub', async () => {
    const { code, text } = await command(['--fixtures', 'none.json'], { GITHUB_ACTIONS: 'true' });
    expect([code, text]).toEqual([
      2,
      expect.stringMatching(/^::error title=Conformance::--fixtures needs your own target/m),
    ]);
  });

  it('finds the embedded service conformant, exercises everything and writes all reports', async () => {
    const ended = await inNewProcess([]);
    expect(ended.text).toContain('conformant');
    expect(ended.text).toContain('This is the verdict on the embedded reference implementation');
    expect(ended.code).toBe(0);
    expect(report(ended).summary.not_exercised).toBe(0);
    expect(readdirSync(ended.folder)).toEqual(['conformance-report']);
    expect(readdirSync(join(ended.folder, 'conformance-report')).sort()).toEqual([
      'badge.json',
      'exchanges.har',
      'junit.xml',
      'report.html',
      'report.json',
      'summary.md',
    ]);
  });

  it('escapes control characters in its message about a setting', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ 'transfer-conformance': { 'se\u001b[31med': 1 } }));
    const ended = await command([], {}, folder);
    expect(ended.text).toContain('se\\u001b[31med in "transfer-conformance"');
    expect(ended.code).toBe(2);
  });

  it('finds a service conformant with a fixtures file, and incomplete without one', async () => {
    const target = await service();
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(target.fixtures));
    const whole = await command(['--fixtures', 'fixtures.json'], towards(target), folder);
    expect(whole.code).toBe(0);
    const bare = await command([], towards(target));
    expect(bare.code).toBe(3);
    const open = report(bare).requirements.filter(({ status }) => status === 'not_exercised');
    expect(open.filter(({ provide, reason }) => provide === undefined && reason === null)).toEqual([]);
  });

  it('finds a service conformant in two concurrent runs, which do not disturb each other', async () => {
    const target = await service();
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(target.fixtures));
    const runs = ['first', 'second'].map((out) =>
      command(['--fixtures', 'fixtures.json', '--out', out], towards(target), folder),
    );
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0]);
  });

  it('finds a service conformant whose fixtures name transactions that others have affirmed', async () => {
    const target = await service();
    const { PENDING = [], AFFIRMED = [], ...others } = target.fixtures['settlement_transactions'] as Transactions;
    const [first = '', ...used] = AFFIRMED;
    const [fresh = '', ...rest] = PENDING;
    const named = [first, fresh, ...used, ...rest];
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const fixtures = { ...target.fixtures, settlement_transactions: { ...others, PENDING: named } };
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(fixtures));
    expect((await command(['--fixtures', 'fixtures.json'], towards(target), folder)).code).toBe(0);
    expect((await command(['--fixtures', 'fixtures.json'], towards(target), folder)).code).toBe(0);
  });

  it('shows one missing field as one failed requirement, with its section and curl', async () => {
    const ended = await command([], towards(await service({ faults: ['TRANSFER-FEE-PRESENT/left-out'] })));
    const failed = report(ended).requirements.filter(({ status }) => status === 'failed');
    expect(ended.code).toBe(1);
    expect(failed.map(({ id, section }) => `${id} ${section}`)).toEqual(['TRANSFER-FEE-PRESENT 2.1']);
    expect(failed[0]?.cites[0]).toEqual({
      section: '2.1',
      words: 'Field: fee; Type: string; Required: yes; Meaning: Fee paid',
    });
    expect(failed[0]?.failures[0]?.curl).toMatch(/^curl .*\$ACCESS_TOKEN/);
    expect(ended.text).toContain('fee');
  });

  it('shows no secret in anything that it prints or writes', async () => {
    const clientSecret = 'canary-5ec2e7-canary';
    const target = await service({ clientSecret });
    const basic = Buffer.from(`${target.clientId}:${clientSecret}`).toString('base64');
    const granted = await fetch(target.authUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = (await granted.json()) as { readonly access_token: string };
    for (const [env, secret] of [
      [towards(target), clientSecret],
      [{ BASE_URL: target.url, ACCESS_TOKEN: token }, token],
    ] as const) {
      const ended = await command([], env);
      const files = readdirSync(join(ended.folder, 'conformance-report'));
      const written = files.map((file) => readFileSync(join(ended.folder, 'conformance-report', file), 'utf8'));
      expect([ended.text, ...written].filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it.each([
    [200, '{}'],
    [200, '{"items":[]}'],
    [404, '{}'],
    [401, '{}'],
    [500, '{}'],
  ])('does not find a target conformant that answers everything with %i %s', async (status, body) => {
    const ended = await command([], { BASE_URL: await constant(status, body), ACCESS_TOKEN: 'any-token' });
    expect([1, 3, 4]).toContain(ended.code);
  });

  it('says that the base URL may be wrong when every list is answered 404, and so does doctor', async () => {
    const env = { BASE_URL: await constant(404, '{}'), ACCESS_TOKEN: 'any-token' };
    const said = `every list answers 404, for example ${env.BASE_URL}/v2/transfer/fiat-accounts: check the base URL`;
    const examined = await command(['doctor'], env);
    expect(examined).toMatchObject({ code: 4, text: expect.stringContaining(said) });
    const ended = await command(['--only', 'getFiat', '--quiet'], env);
    const { notes, verdict_reason: reason } = report(ended);
    expect(notes[0]).toBe(`${said}; /v2/… is appended to it`);
    expect(reason.startsWith(`${notes[0]}; `)).toBe(true);
    expect(ended.text.trimStart().startsWith('every list answers 404')).toBe(true);
    expect(await command(['--only', 'getFiat', '--allow-incomplete'], env)).toMatchObject({ code: 3 });
  });

  it('says that the base URL may be wrong when a web server answers everything with a page', async () => {
    const page = await constant(200, '<html></html>', { 'content-type': 'text/html' });
    const ended = await command(['--only', 'getFiat', '--quiet'], { BASE_URL: page, ACCESS_TOKEN: 'any-token' });
    const { verdict_reason: reason, requirements } = report(ended);
    expect(reason).toMatch(/^every list answers 200 without JSON \("text\/html"\), .*: check the base URL; /);
    const needs = requirements.flatMap(({ status, provide }) => (status === 'not_exercised' ? [provide] : []));
    expect(needs).not.toContain('fiat_accounts');
    expect(ended.code).toBe(1);
  });

  it('says that the token may lack the right to read when every list is answered 403, and so does doctor', async () => {
    const env = { BASE_URL: await constant(403, '{"error":"scope is missing"}'), ACCESS_TOKEN: 'any-token' };
    const said = 'every list answers 403 "scope is missing": the token may be wrong, or lack the right to read: check';
    const examined = await command(['doctor'], env);
    expect(examined).toMatchObject({ code: 4, text: expect.stringContaining(said) });
    const ended = await command(['--quiet'], env);
    const { verdict_reason: reason, requirements } = report(ended);
    expect(reason.startsWith(said)).toBe(true);
    const needs = requirements.flatMap(({ status, provide }) => (status === 'not_exercised' ? [provide] : []));
    expect(needs).toContain('a token that may read');
    expect(needs).not.toContain('fiat_amount');
    expect(needs).not.toContain('updatable_fiat_account_id');
  });

  it('does not suspect the base URL of a service whose lists all fail once another operation is answered', async () => {
    const faults = listOperations.map((list) => `OPERATION-ANSWERED/${list}-fails`);
    const target = await service({ faults });
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(target.fixtures));
    const ended = await command(['--only', 'getFiat,listFiat', '--fixtures', 'fixtures.json'], towards(target), folder);
    expect(report(ended).suspected_cause).toBeUndefined();
    expect(ended.code).toBe(1);
  });

  it.each([
    [302, '', { location: 'https://login.example.com' }, '302, a redirect to "https://login.example.com"'],
    [200, '<html></html>', { 'content-type': 'text/html' }, '200 without JSON ("text/html")'],
    [500, '{}', {}, '500'],
  ])('doctor says that every list answers %i', async (status, body, headers, how) => {
    const env = { BASE_URL: await constant(status, body, headers), ACCESS_TOKEN: 'any-token' };
    const said = `every list answers ${how}, for example ${env.BASE_URL}/v2/transfer/fiat-accounts: check the base URL`;
    expect(await command(['doctor'], env)).toMatchObject({ code: 4, text: expect.stringContaining(said) });
  });

  it('doctor counts the requirements that lack a fixture, and names what no requirement needs as not set', async () => {
    const target = await service();
    const { quote_executions: _, ...others } = target.fixtures as Fixtures;
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(others));
    const { code, text } = await command(['doctor', '--fixtures', 'fixtures.json'], towards(target), folder);
    expect(text).toMatch(/^fixture +third_party +not set$/m);
    expect(text).toMatch(/^fixture +quote_executions +missing: \d+ requirements need it$/m);
    expect(code).toBe(0);
  });

  it('exits 4 and says that the target could not be reached when nothing listens', async () => {
    const ended = await command([], { BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'any-token' });
    expect(ended.code).toBe(4);
    expect(ended.text).toContain('could not be reached');
    expect(ended.text).not.toMatch(/\n\s+at /);
  });

  it.each([
    [['--sped', '1'], {}, '--sped'],
    [['--only', 'NO-SUCH-THING'], {}, 'NO-SUCH-THING'],
    [['--only', ''], {}, '--only is empty'],
    [[], { BASE_URL: '' }, 'BASE_URL is set and empty'],
    [['doctor'], { BASE_URL: '' }, 'BASE_URL is set and empty'],
    [['--fixtures', 'fixtures.json'], {}, '--fixtures needs your own target'],
    [['list', '--only', ' , '], {}, '--only is empty'],
    [['--seed', 'x'], {}, '--seed must be a whole number from 0 to 2147483647, not "x"'],
    [['--runs', '0'], {}, '--runs must be a whole number from 1 to 1000000, not "0"'],
    [['--runs', '100000000000'], {}, '--runs must be a whole number from 1 to 1000000'],
    [['--out', '/proc/reports'], {}, 'the folder /proc/reports cannot be written to; give another with --out'],
    [['--out', '-'], {}, '--out must name a folder, not "-": "run --format json" prints the report on standard output'],
    [['--read-only=true'], {}, '--read-only takes no value: leave out what follows it'],
    [['http://127.0.0.1:9'], {}, 'an address is no argument: give that of the target with --base-url or BASE_URL'],
    [['run', 'http://127.0.0.1:9'], {}, 'an address is no argument: give that of the target with --base-url'],
    [['--junit', 'x.xml'], {}, 'a run always writes junit.xml and report.html to the folder of --out'],
    [['rnu'], {}, 'there is no command "rnu" (did you mean run?); "transfer-conformance --help" lists all commands'],
    [['FW-TOTAL'], {}, '"transfer-conformance explain FW-TOTAL" shows it, and --only FW-TOTAL verifies it'],
    [['proxy', '--port', '1'], {}, "unknown option '--port'; give the port with --listen"],
    [['list', '--section', '4.3'], {}, "unknown option '--section'; select a section with --only"],
    [['--section', '4.3'], {}, "unknown option '--section'; select a section with --only"],
    [['compare', 'a'], {}, '"transfer-conformance compare --help" lists every flag'],
    [['--quit'], {}, '(did you mean --quiet?)'],
    [['--fixtures', 'a.json', '--fixtures-command', 'b'], {}, 'cannot be used with'],
    [['serve', '--port', '70000'], {}, 'from 0 to 65535'],
    [['serve', '--fault', 'NO-SUCH/first', '--fault', 'FW-TOTAL/subtracts-fee'], {}, 'named "NO-SUCH/first"'],
    [['serve', '--port', '0', '--fixtures-out', 'none/f.json'], {}, 'none/f.json cannot be written'],
    [[], { BASE_URL: 'ftp://example.com' }, 'BASE_URL'],
    [['--base-url', 'http://127.0.0.1:9'], {}, 'ACCESS_TOKEN'],
    [['--base-url', 'http://127.0.0.1:9', '--fixtures', 'none.json'], { ACCESS_TOKEN: 'any-token' }, 'none.json'],
  ])('exits 2 with a message when its arguments and variables are %j %j', async (args, env, named) => {
    const ended = await command(args as string[], env as Record<string, string>);
    expect(ended.code).toBe(2);
    expect(ended.text).toContain(named);
    expect(ended.text).not.toMatch(/\n\s+at /);
  });

  it.each([
    ['serve', (port: string) => ['serve', '--port', port]],
    ['proxy', (port: string) => ['proxy', '--target', 'http://127.0.0.1:9', '--listen', `127.0.0.1:${port}`]],
  ])('exits 2 with one sentence when the port of %s is in use', async (_, args) => {
    const { port } = new URL((await service()).url);
    const ended = await command(args(port));
    expect(ended.code).toBe(2);
    expect(ended.text).toMatch(/^transfer-conformance: .*in use; give another .*\n$/);
  });

  it('notes that an asset in --max-amount is unknown unless the fixtures name it', async () => {
    const limits = ['--only', 'FW-TOTAL', '--max-amount', 'USD=500,XYZ=1'];
    expect((await command(limits)).text).toContain('note: --max-amount limits XYZ, an unknown asset');
    const target = await service();
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const [first] = (target.fixtures as Fixtures).crypto_destinations ?? [];
    const fixtures = { ...target.fixtures, crypto_destinations: [{ ...first, asset: 'XYZ' }] };
    writeFileSync(join(folder, 'fixtures.json'), JSON.stringify(fixtures));
    const known = await command([...limits, '--fixtures', 'fixtures.json'], towards(target), folder);
    expect(known.text).not.toContain('an unknown asset');
  });

  it('reports only the selection with --only', async () => {
    const ended = await command(['--only', 'FW-TOTAL']);
    expect(ended.code).toBe(0);
    expect(report(ended).selection).toBe('--only FW-TOTAL');
    expect(report(ended).summary.requirements).toBe(1);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('writes its reports on %s and exits %i', async (signal, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN], { cwd: folder, env: { PATH, HOME } });
    const started = join(folder, 'conformance-report/.exchanges.ndjson');
    const waiting = setInterval(() => {
      if (!child.killed && existsSync(started) && readFileSync(started).length > 0) child.kill(signal);
    }, 50);
    const ended = await new Promise<number | null>((resolve) => child.on('close', resolve));
    clearInterval(waiting);
    expect(ended).toBe(code);
    const written = report({ code: ended, text: '', folder });
    expect(written.verdict).toBe('aborted');
    expect(written.verdict_reason).toBe('interrupted');
    expect(written.summary.requests).toBeGreaterThan(0);
  });

  it('sends only GET requests with --read-only', async () => {
    const ended = await command(['--read-only']);
    expect(ended.code).toBe(3);
    expect(
      report(ended)
        .traffic.map(({ operation }) => operation)
        .filter((each) => !/^(get|list)/.test(each)),
    ).toEqual([]);
  });
});
