import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { exchangesBehindFailures, type HarOptions, harEntry, harFile, withFailures } from '../../../reporters/har.ts';
import type { RecordedEntry } from '../../../src/model/har.ts';
import { captureOf } from '../../../src/recordings/har-entry.ts';
import { hostile, sample } from '../../support/sample.ts';

const entry = (id: number, members: Partial<RecordedEntry> = {}): RecordedEntry => ({
  id,
  operation: 'listFiat',
  purpose: { kind: 'requirement', id: 'LIST-PAGE-LIMIT' },
  started_at: '2025-03-03T09:14:07.120Z',
  duration_ms: 12.5,
  request: {
    method: 'GET',
    url: 'https://x.test/v2/transfer/fiat-accounts?ids=a&ids=b',
    headers: { accept: 'application/json' },
  },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body: { items: [] } },
  ...members,
});

interface Log {
  readonly comment: string;
  readonly entries: readonly {
    readonly _id: number;
    readonly request: { readonly postData?: { readonly text: string } };
    readonly response: { readonly content: object };
  }[];
}

async function written(entries: readonly RecordedEntry[], options: Partial<HarOptions> = {}) {
  const pieces: string[] = [];
  const lines = entries.map((each) => withFailures(harEntry(each), options.failing?.get(each.id) ?? []));
  for await (const piece of harFile(lines, { version: '0.1.0', ...options })) pieces.push(piece);
  const text = pieces.join('');
  const { log }: { log: Log } = JSON.parse(text);
  return { log, pieces, bytes: Buffer.byteLength(text) };
}

describe('exchanges.har', () => {
  it.each([
    ['that could not be read', { read: { kind: 'unreadable', reason: 'too long' } }, {}],
    ['of which only a part is kept', {}, { cut: true }],
  ] as const)('has a body %s as it was received, although its media type is JSON', async (_, members, part) => {
    const response = { status: 404, headers: { 'content-type': 'application/json' }, body: '{"detail":"xxx', ...part };
    const { log } = await written([entry(1, { ...members, response })]);
    expect(log.entries[0]?.response.content).toMatchObject({ text: '{"detail":"xxx' });
  });

  it('is a HAR 1.2 log', async () => {
    const { log } = await written([entry(1), entry(2)]);
    expect(log).toMatchObject({
      version: '1.2',
      creator: { name: 'transfer-conformance', version: '0.1.0' },
      pages: [],
      comment: 'All 2 exchanges.',
    });
    expect(log.entries[0]).toEqual({
      _id: 1,
      _operation: 'listFiat',
      _requirements: ['LIST-PAGE-LIMIT'],
      startedDateTime: '2025-03-03T09:14:07.120Z',
      time: 12.5,
      request: {
        method: 'GET',
        url: 'https://x.test/v2/transfer/fiat-accounts?ids=a&ids=b',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'accept', value: 'application/json' }],
        queryString: [
          { name: 'ids', value: 'a' },
          { name: 'ids', value: 'b' },
        ],
        headersSize: -1,
        bodySize: 0,
      },
      response: {
        status: 200,
        statusText: '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { size: 12, mimeType: 'application/json', text: '{"items":[]}' },
        redirectURL: '',
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 12.5, receive: 0 },
      comment: 'LIST-PAGE-LIMIT',
    });
  });

  it('keeps the request body as JSON and the response body as text', async () => {
    const request = {
      method: 'POST',
      url: 'not a URL',
      headers: { 'Content-Type': 'application/json' },
      body: { memo: hostile },
    };
    const response = { status: 502, headers: { 'content-type': 'text/html' }, body: hostile, cut: true };
    const { log } = await written([entry(1, { request, response })]);
    expect(JSON.parse(log.entries[0]?.request.postData?.text ?? '')).toEqual({ memo: hostile });
    expect(log.entries[0]?.response.content).toMatchObject({
      text: hostile,
      mimeType: 'text/html',
      comment: 'only a part of the body',
    });
  });

  it('shows status 0 and the reason for an exchange without a response', async () => {
    const { log } = await written([entry(1, { response: null, lost: 'the connection was reset' })]);
    expect(log.entries[0]).toMatchObject({
      response: { status: 0, _error: 'the connection was reset' },
      comment: 'LIST-PAGE-LIMIT; no response: the connection was reset',
    });
  });

  it('distinguishes a request that this tool aborted from one that the target left unanswered', async () => {
    const unanswered = { response: null, lost: 'the connection was reset' };
    const { log } = await written([entry(1, unanswered), entry(2, { ...unanswered, unsent: true })]);
    const answers = log.entries.map((each, index) => captureOf(each, { id: index, file: 'x', entry: index })?.answer);
    const reason = 'the connection was reset';
    expect(answers).toEqual([
      { kind: 'lost', reason },
      { kind: 'unsent', reason },
    ]);
  });

  it('is written in pieces of one exchange each', async () => {
    expect((await written([entry(1), entry(2), entry(3)])).pieces).toHaveLength(5);
    expect((await written([])).log.entries).toEqual([]);
  });

  it('stays within its limit of bytes and says which exchanges were left out', async () => {
    const entries = Array.from({ length: 500 }, (_, i) => entry(i + 1));
    const sentences: string[] = [];
    const { log, bytes } = await written(entries, {
      mostBytes: 50_000,
      onDropped: (sentence) => sentences.push(sentence),
    });
    expect(sentences).toEqual([log.comment]);
    const dropped = 500 - log.entries.length;
    expect(bytes).toBeLessThanOrEqual(50_000);
    expect(bytes).toBeGreaterThan(45_000);
    expect(log.comment).toBe(
      `${dropped} of 500 exchanges were left out to stay within 50000 bytes, starting with number ${log.entries.length + 1}; none of them shows a failure.`,
    );
  });

  it('prefers exchanges that show failures when not all fit into its limit of bytes', async () => {
    const entries = Array.from({ length: 500 }, (_, i) => entry(i + 1));
    const few = await written(entries, { mostBytes: 50_000, failing: new Map([[499, ['LIST-PAGE-NO-REPEAT']]]) });
    expect(few.log.entries.at(-1)).toMatchObject({
      _id: 499,
      _requirements: ['LIST-PAGE-LIMIT', 'LIST-PAGE-NO-REPEAT'],
      comment: 'LIST-PAGE-LIMIT; it shows the failure of LIST-PAGE-NO-REPEAT',
    });
    const many = await written(entries, { mostBytes: 50_000, failing: new Map(entries.map(({ id }) => [id, []])) });
    expect(many.bytes).toBeLessThanOrEqual(50_000);
    expect(many.log.comment).toMatch(/\d+ of them show failures\.$/);
  });

  it('finds the exchanges that show the failures of a report', () => {
    expect([...exchangesBehindFailures(sample).keys()]).toEqual(expect.arrayContaining([106, 107, 201, 202]));
  });
});
