import { expect, test } from 'vitest';
import { Pace } from '../../../src/client/pace.ts';
import { readBody } from '../../../src/model/read-body.ts';
import type { Bounds } from '../../../src/settings/target/bounds.ts';

const BOUNDS: Bounds = {
  connectMs: 1000,
  headersMs: 1000,
  bodyMs: 1000,
  waitMs: 1000,
  headerBytes: 16_384,
  responseBytes: 10_000_000,
  decompressedBytes: 10_000_000,
  jsonDepth: 64,
  pages: 10,
  items: 10,
};

const bodyOf = (value: unknown) =>
  readBody({ bytes: Buffer.from(JSON.stringify(value)), whole: true }, undefined, BOUNDS);

const page = (length: number) => ({
  items: Array.from({ length: 100 }, (_, i) => ({
    id: `item ${i}`,
    note: 'x'.repeat(length),
    lists: [['y'.repeat(length)]],
  })),
  next_page_cursor: 'c'.repeat(5_000),
});

test('a huge body is truncated: its text and long strings are cut, and the cursor is kept whole', async () => {
  const body = await bodyOf(page(50_000));
  if (body.kind !== 'json') throw new Error('it is JSON');
  const { value, text } = body;
  expect(body.cut).toBe(true);
  expect(JSON.stringify(value).length + text.length).toBeLessThan(200_000);
  expect(text).toBe(JSON.stringify(page(50_000)).slice(0, text.length));
  expect(value).toMatchObject({ next_page_cursor: 'c'.repeat(5_000) });
  const { items } = value as { items: { id: string; note: string; lists: string[][] }[] };
  expect(items.map(({ id }) => id)).toEqual(page(1).items.map(({ id }) => id));
  expect(items.every(({ note, lists }) => /^x{501,}$/.test(note) && /^y{501,}$/.test(lists[0]?.[0] ?? ''))).toBe(true);
});

test('any other body is kept whole', async () => {
  expect(await bodyOf(page(4_000))).toEqual({ kind: 'json', value: page(4_000), text: JSON.stringify(page(4_000)) });
});

test('fewer requests are in flight after the pace is narrowed, whether requests are in flight or not', async () => {
  for (const taken of [0, 3, 4]) {
    const pace = new Pace({ concurrency: 4, rate: null });
    for (let i = 0; i < taken; i += 1) await pace.enter();
    pace.narrow(2);
    pace.narrow(2);
    for (let i = 0; i < taken; i += 1) pace.leave();
    const entered: number[] = [];
    for (let i = 0; i < 4; i += 1) void pace.enter().then(() => entered.push(i));
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toEqual([0, 1]);
    pace.leave();
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toEqual([0, 1, 2]);
  }
});
