import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { command, failed, folder, reportIn } from './recordings.ts';

/** One run of the suite against the embedded implementation, whose record the tests read. */
async function recorded(): Promise<string> {
  const cwd = folder();
  await command([], cwd);
  return join(cwd, 'conformance-report/exchanges.har');
}

const ours = recorded();

interface Har {
  readonly log: {
    entries: {
      readonly request: { method: string; url: string; headers: { readonly name: string }[] };
      response: { status: number; content: { text: string } };
    }[];
  };
}

describe('the recording of a run of this tool', () => {
  it('is verified as conformant without violations of the target or of clients', async () => {
    const ended = await command(['verify', await ours]);
    expect(ended.code).toBe(0);
    expect(ended.report?.verdict).toBe('conformant');
    expect(failed(ended)).toEqual([]);
    expect(ended.report?.requirements.filter(({ status }) => status === 'warned')).toEqual([]);
  });

  it('shows one failed requirement with file and entry when one answer was edited', async () => {
    const har = JSON.parse(readFileSync(await ours, 'utf8')) as Har;
    const index = har.log.entries.findIndex(
      ({ request, response }) => request.url.endsWith('/transfer/fiat-withdrawals') && response.status === 200,
    );
    const content = har.log.entries[index]?.response.content ?? { text: '' };
    content.text = JSON.stringify({ ...(JSON.parse(content.text) as object), fee: undefined });
    const cwd = folder();
    writeFileSync(join(cwd, 'edited.har'), JSON.stringify(har));
    const ended = await command(['verify', 'edited.har'], cwd);
    expect(ended.code).toBe(1);
    expect(failed(ended)).toEqual(['TRANSFER-FEE-PRESENT']);
    expect(ended.text).toContain(`edited.har, entry ${index + 1}\n`);
    const [failure] = ended.report?.requirements.find(({ status }) => status === 'failed')?.failures ?? [];
    expect(failure?.recorded).toEqual({ file: 'edited.har', entry: index + 1 });
  });

  it('is not changed by verify, which says what only probes can show', async () => {
    const before = readFileSync(await ours);
    const cwd = join(await ours, '../..');
    const ended = await command(['verify', 'conformance-report/exchanges.har'], cwd);
    expect(ended.code).toBe(0);
    expect(readFileSync(await ours).equals(before)).toBe(true);
    const unknown = reportIn(cwd)?.requirements.find(({ id }) => id === 'AUTH-TOKEN-UNKNOWN');
    expect(unknown?.status).toBe('not_exercised');
    expect(unknown?.reason).toContain('sent on purpose');
  });

  it('shows no violation when its accepted requests are judged as those of a client', async () => {
    const har = JSON.parse(readFileSync(await ours, 'utf8')) as Har;
    har.log.entries = har.log.entries.filter(({ response }) => response.status === 200);
    for (const { request } of har.log.entries)
      request.headers = request.headers.filter(({ name }) => name.toLowerCase() !== 'user-agent');
    const cwd = folder();
    writeFileSync(join(cwd, 'client.har'), JSON.stringify(har));
    const ended = await command(['verify', 'client.har', '--side', 'client'], cwd);
    const passed = ended.report?.requirements.filter(({ status }) => status === 'passed') ?? [];
    expect(passed.length).toBeGreaterThan(40);
    expect(failed(ended)).toEqual([]);
    expect(ended.code).toBe(0);
  });
});

describe('the recording of a run against a service with many latitudes', () => {
  const latitudes = [
    'cursor/in-clear-with-reserved-characters',
    'ties/in-the-other-order',
    'timestamps/nine-digits',
    'list/masked',
    'decimals/leading-zeros',
    'fee/many-places',
    'execution-ids/with-blanks-and-slashes',
    'json/escaped',
    'end/empty-page',
    'page/sparse-when-filtered',
    'answer/unknown-members',
    'update/approves',
    'transport/gzip',
  ];

  it('is verified without violations', async () => {
    const cwd = folder();
    const service = await startEmbedded({ accounts: 240, latitudes });
    const { url, authUrl, clientId, clientSecret, fixtures } = service;
    const env = { BASE_URL: url, AUTH_URL: authUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(cwd, '.env'), lines.join(''));
    writeFileSync(join(cwd, 'fixtures.json'), JSON.stringify(fixtures));
    const run = await command(['--fixtures', 'fixtures.json', '--seed', '3', '--runs', '5'], cwd);
    await service.close();
    expect(run.report?.verdict).toBe('conformant');
    const ended = await command(['verify', 'conformance-report/exchanges.har'], cwd);
    expect(failed(ended)).toEqual([]);
    expect(ended.report?.requirements.filter(({ status }) => status === 'warned')).toEqual([]);
    expect(ended.code).toBe(0);
  });
});
