import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entries } from '../../../src/recordings/recording.ts';

const request = { method: 'GET', url: 'https://target.example/v2/transfer/fiat-accounts' };
const response = { status: 200, body: { items: [], padding: 'x'.repeat(600_000) } };

/** The URLs of the exchanges in a file with this text. */
async function urlsIn(text: string): Promise<readonly string[]> {
  const path = join(mkdtempSync(join(tmpdir(), 'recording-')), 'calls');
  writeFileSync(path, text);
  const found: string[] = [];
  for await (const entry of entries(path, { next: 1 })) found.push(entry === 'malformed' ? entry : entry.url);
  return found;
}

it.each([
  ['begins with the request', { request, response }],
  ['begins with the time', { started_at: '2026-01-01T00:00:00Z', response, request }],
  ['begins with a response of several pieces', { response, request }],
  ['begins with a member of another tool', { test: 'lists accounts', request, response }],
])('a line of NDJSON may be one that %s', async (_, line) => {
  expect(await urlsIn(`${JSON.stringify(line)}\n`)).toEqual([request.url]);
});

it.each([
  ['on one line', undefined],
  ['on several lines', 2],
])('a HAR may be written %s', async (_, indent) => {
  const entry = { request: { ...request, headers: [] }, response: { status: 200, headers: [], content: {} } };
  const har = { log: { version: '1.2', creator: {}, entries: [entry] } };
  expect(await urlsIn(JSON.stringify(har, null, indent))).toEqual([request.url]);
});

it.each([
  ['with version and creator', { version: '1.2', creator: {}, entries: [] }],
  ['without them', { pages: [], entries: [] }],
])('a HAR may have no entries, %s', async (_, log) => {
  expect(await urlsIn(JSON.stringify({ log }))).toEqual([]);
  await expect(urlsIn(JSON.stringify({ log }).slice(0, -1))).rejects.toThrow(
    'is cut off before the end of its first entry',
  );
});

it('an empty file is called empty', async () => {
  await expect(urlsIn('')).rejects.toThrow('is empty: record some exchanges first');
});

it('other JSON is refused as no HAR', async () => {
  await expect(urlsIn(JSON.stringify({ tool: 'another', results: [] }, null, 2))).rejects.toThrow('is not a HAR file');
});
