import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { harEntry, harFile } from '../../../reporters/har.ts';
import type { RecordedEntry } from '../../../src/model/har.ts';
import type { Json } from '../../../src/values/json.ts';
import { inChromium, opened } from './chromium.ts';

const entry = (id: number, url: string, body: Json): RecordedEntry => ({
  id,
  operation: 'listFiat',
  purpose: { kind: 'requirement', id: 'LIST-LIMIT' },
  started_at: '2025-03-03T09:14:07.120Z',
  duration_ms: 12.5,
  request: { method: 'GET', url, headers: { accept: 'application/json' } },
  response: { status: 200, headers: { 'content-type': 'application/json' }, body },
});

inChromium('exchanges.har', () => {
  it('is read and replayed by a browser', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'exchanges.har');
    const url = 'https://sandbox.example.test/v2/transfer/fiat-accounts?limit=1';
    const pieces: string[] = [];
    for await (const piece of harFile([harEntry(entry(1, url, { items: [] }))], { version: '0.1.0' }))
      pieces.push(piece);
    writeFileSync(file, pieces.join(''));
    const page = await opened('<!doctype html>');
    await page.routeFromHAR(file, { notFound: 'abort' });
    const answer = await page.goto(url);
    expect(answer?.status()).toBe(200);
    expect(await answer?.json()).toEqual({ items: [] });
  });
});
