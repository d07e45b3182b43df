import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { command, entry, failed, folder, harFile, transfer, withdrawal, withdrawing } from './recordings.ts';

describe('recordings of other tools', () => {
  it.each([
    ['plain text', {}, { size: 1, text: JSON.stringify({ items: 1 }) }],
    ['base64', {}, { size: 1, encoding: 'base64', text: Buffer.from(JSON.stringify({ items: 1 })).toString('base64') }],
    [
      'a gzip body that is still compressed',
      { 'content-encoding': 'gzip' },
      { size: 1, encoding: 'base64', text: gzipSync(JSON.stringify({ items: 1 })).toString('base64') },
    ],
    [
      'a brotli body that is still compressed',
      { 'content-encoding': 'br' },
      { size: 1, encoding: 'base64', text: brotliCompressSync(JSON.stringify({ items: 1 })).toString('base64') },
    ],
    [
      'a decompressed body with its former content-encoding',
      { 'content-encoding': 'br' },
      { size: 1, text: JSON.stringify({ items: 1 }) },
    ],
  ])('are read with %s', async (_, headers, content) => {
    const answerHeaders = { ':status': '200', 'Content-Type': 'application/json', ...headers };
    const ended = await command(['verify', harFile([entry({ answerHeaders, content })])]);
    expect(failed(ended)).toEqual(['LIST-ITEMS-ARRAY']);
    expect(ended.code).toBe(1);
  });

  it.each([
    ['without text', { size: 400, mimeType: 'application/json' }],
    ['with an empty text and a size', { size: 400, mimeType: 'application/json', text: '' }],
    [
      'that was truncated with a comment',
      { size: 400, mimeType: 'application/json', text: '{"items":1}', comment: 'only a part of the body' },
    ],
    ['that a tool truncated', { size: 400, mimeType: 'application/json', text: '{"items":[{"execution_id":"a' }],
    ['in a file that does not exist', { size: 400, _file: '../../../etc/passwd' }],
  ])('show no violation for an answer %s', async (_, content) => {
    const ended = await command(['verify', harFile([entry({ content })])]);
    expect(failed(ended)).toEqual([]);
    expect(ended.code).toBe(3);
    expect(ended.report?.notes.join()).toContain('1 response was recorded without the whole body');
  });

  it.runIf(process.platform !== 'win32')('are read with bodies from ordinary files, but not from links', async () => {
    const har = harFile([
      entry({ content: { size: 400, _file: 'link' } }),
      entry({ content: { size: 400, _file: 'pipe' } }),
    ]);
    const outside = join(folder(), 'outside.json');
    writeFileSync(outside, '{"items":1}');
    symlinkSync(outside, join(dirname(har), 'link'));
    execFileSync('mkfifo', [join(dirname(har), 'pipe')]);
    const ended = await command(['verify', har]);
    expect(failed(ended)).toEqual([]);
    expect(ended.report?.notes.join()).toContain('2 responses were recorded without the whole body');
  });

  it('may contain exchanges with other services, which are counted and ignored', async () => {
    const other = entry({ url: 'https://cdn.example.com/v2/pictures', answer: 'x' });
    const preflight = entry({ method: 'OPTIONS', status: 204 });
    const ended = await command(['verify', harFile([other, preflight, withdrawing(withdrawal), { not: 'an entry' }])]);
    expect(failed(ended)).toEqual([]);
    expect(ended.code).toBe(0);
    expect(ended.report?.summary.requests).toBe(1);
    expect(ended.report?.target.base_url).toBe('https://api.example.com/sandbox');
    expect(ended.report?.notes).toContain('2 exchanges belong to no operation of the interface and were ignored');
    expect(ended.report?.notes.join()).toContain('1 entry could not be read as an exchange');
  });

  it('are read only for the base URL that is given', async () => {
    const wrong = withdrawing(withdrawal, { answer: {} });
    const ended = await command(['verify', harFile([wrong]), '--base-url', 'https://api.example.com']);
    expect(ended.report?.summary.requests).toBe(0);
    expect(ended.report?.notes).toEqual([
      'exchanges with another base URL than --base-url were ignored: https://api.example.com/sandbox (1)',
    ]);
    expect(ended.code).toBe(3);
  });

  it('have their entries numbered per file', async () => {
    const good = harFile([withdrawing(withdrawal), withdrawing(withdrawal)], 'good.har');
    const bad = harFile(
      [
        entry({ url: 'https://x.example/', answer: '' }),
        withdrawing(withdrawal, { answer: { ...transfer, total: '1' } }),
      ],
      'bad.har',
    );
    const ended = await command(['verify', good, bad]);
    expect(failed(ended)).toEqual(['FW-TOTAL']);
    expect(ended.text).toContain('bad.har, entry 2\n');
  });

  it('have none of their secrets in the reports', async () => {
    const headers = { Authorization: 'Bearer canary-token-1234567890', Cookie: 'session=canary-cookie' };
    const url = 'https://api.example.com/v2/executions?access_token=canary-query';
    const cwd = folder();
    await command(['verify', harFile([entry({ headers, url, answer: { items: 'canary-token-1234567890' } })])], cwd);
    for (const file of ['report.json', 'report.html', 'exchanges.har', 'junit.xml', 'summary.md'])
      expect(readFileSync(join(cwd, 'conformance-report', file), 'utf8')).not.toContain('canary');
  });
});

describe('sequences of recorded exchanges', () => {
  const page = (query: string, ids: readonly string[], cursor = '') =>
    entry({
      url: `https://api.example.com/v2/executions?${query}`,
      answer: { items: ids.map((execution_id) => ({ execution_id })), next_page_cursor: cursor },
    });
  const quote = (status: string, second: number) => ({
    ...(entry({
      url: 'https://api.example.com/v2/profiles/p-1/quote-executions/0b6a7f62-1f0a-4b0e-9a3e-0d0a3d5a1c11',
      answer: {
        id: '0b6a7f62-1f0a-4b0e-9a3e-0d0a3d5a1c11',
        profile_id: 'p-1',
        quote_id: 'q-1',
        status,
        market: 'BTCUSD',
        side: 'BUY',
        price: '2',
        base_amount: '2',
        base_asset: 'BTC',
        quote_amount: '4',
        quote_asset: 'USD',
        created_at: '2026-01-02T03:04:00Z',
        ...(status === 'SETTLED' ? { settled_at: '2026-01-02T03:04:01Z' } : {}),
      },
    }) as object),
    startedDateTime: new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString(),
    time: 10,
  });

  it('show an item that is in two pages of one walk', async () => {
    const entries = [page('limit=2', ['a', 'b'], 'n1'), page('limit=2&page_cursor=n1', ['c', 'a'])];
    expect(failed(await command(['verify', harFile(entries)]))).toEqual(['LIST-PAGE-NO-REPEAT']);
  });

  it('show no violation for items that new ones pushed to the next page, or for shared cursors', async () => {
    const pushed = [page('limit=2', ['a', 'b'], 'n1'), page('limit=2&page_cursor=n1', ['b', 'c'])];
    const shared = [
      page('limit=3', ['x'], 'n2'),
      page('limit=3', ['y'], 'n2'),
      page('limit=3&page_cursor=n2', ['z', 'y']),
    ];
    expect(failed(await command(['verify', harFile([...pushed, ...shared])]))).toEqual([]);
  });

  it('show a status that goes back, unless the requests overlapped', async () => {
    const back = harFile([quote('SETTLED', 5), quote('CREATED', 6)]);
    const together = harFile([quote('SETTLED', 5), quote('CREATED', 5)]);
    expect(failed(await command(['verify', back]))).toEqual(['QE-STATUS-FORWARD']);
    expect(failed(await command(['verify', together]))).toEqual([]);
  });
});

describe('verify refuses', () => {
  it.each([
    [['verify', 'none.har'], 'none.har does not exist: give the path of a HAR file'],
    [['verify', harFile([]), 'none.har'], 'none.har does not exist: give the path of a HAR file'],
    [['verify'], 'recordings'],
    [['verify', '-', '--side', 'left'], '--side must be "both", "target" or "client", not "left"'],
    [['verify', '-', '--only', 'NOTHING-SUCH'], 'NOTHING-SUCH'],
  ])('wrong arguments with exit code 2: %j', async (args, sentence) => {
    const ended = await command(args);
    expect(ended.code).toBe(2);
    expect(ended.text).toContain(sentence);
    expect(ended.text).not.toMatch(/\n\s+at /);
  });

  it.each([
    ['{"log":{"version":"1.2","entries":[{"request":{', 'is cut off before the end of its first entry'],
    ['{"some":"JSON"}', 'is not a HAR file'],
    ['{"request": {"method":"GET"}} and more', 'line 1 of standard input is not JSON'],
    ['<html>', 'is not valid JSON'],
    ['', 'is empty: record some exchanges first'],
  ])('an input that is not a recording: %j', async (input, sentence) => {
    const ended = await command(['verify', '-'], folder(), input);
    expect(ended.code).toBe(2);
    expect(ended.text).toContain(sentence);
  });
});

it('audit says that a report of traffic has nothing for it to compute again', async () => {
  const cwd = folder();
  await command(['verify', harFile([entry({})])], cwd);
  const { code, text } = await command(['audit', 'conformance-report'], cwd);
  expect(code).toBe(2);
  expect(text).toContain('this report is of recorded or live traffic: audit computes the verdicts of a run again');
});

describe('a recording that cannot be read to its end', () => {
  it('is judged as far as it can be read, and the report says where it ends', async () => {
    const whole = readFileSync(
      harFile([withdrawing(withdrawal, { answer: { ...transfer, total: '5' } }), entry({})]),
      'utf8',
    );
    const ended = await command(['verify', '-'], folder(), whole.slice(0, -20));
    expect(failed(ended)).toEqual(['FW-TOTAL']);
    expect(ended.report?.verdict).toBe('aborted');
    expect(ended.text).toContain('standard input is not a HAR file, or is cut off after entry');
    expect(ended.code).toBe(4);
  });
});

describe('the recording in the folder of the report', () => {
  it('stays as it is, even if the folder has the log of a run that was killed', async () => {
    const out = folder();
    const path = join(out, 'exchanges.har');
    writeFileSync(path, readFileSync(harFile([entry({})])));
    const before = readFileSync(path, 'utf8');
    writeFileSync(join(out, '.exchanges.ndjson'), '{"_id":1,"comment":"left out"}\n');
    await command(['verify', path, '--out', out]);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

describe('NDJSON on standard input', () => {
  it('may contain exchanges in the plain form and as entries of a HAR', async () => {
    const plain = {
      request: {
        method: 'post',
        url: 'http://localhost/v2/transfer/fiat-withdrawals',
        headers: { 'content-type': 'application/json' },
        body: withdrawal,
      },
      response: { status: 200, headers: { 'content-type': 'application/json' }, body: { ...transfer, total: '5' } },
    };
    const input = `${JSON.stringify(withdrawing(withdrawal))}\n\n${JSON.stringify(plain)}\n`;
    const ended = await command(['verify', '-'], folder(), input);
    expect(failed(ended)).toEqual(['FW-TOTAL']);
    expect(ended.text).toContain('standard input, entry 3\n');
  });
});

describe('a recording without entries', () => {
  it('is incomplete, and the reason says how to record some', async () => {
    const ended = await command(['verify', harFile([])], folder());
    expect(ended.report?.verdict_reason).toMatch(
      /^the recording has no entries: make some requests while it records, /,
    );
    expect(ended.text).toContain('Checked: the traffic of ');
    expect(ended.text).not.toContain('Only a selection was run');
    expect(ended.code).toBe(3);
  });
});
