import { describe, expect, it } from 'vitest';
import { bodyListing, excerpt, type Line, listing } from '../../../reporters/view/listing.ts';
import type { Json } from '../../../src/values/json.ts';

const marked = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap((line) => (line.kind === 'absent' || (line.kind === 'text' && line.marked) ? [line.text.trim()] : []));

const body = {
  items: [
    { id: 'a', 'a/b~c': 1 },
    { id: 'b', tags: [] },
  ],
  empty: {},
};

describe('the listing of a body', () => {
  it('is the text that JSON.stringify makes with an indentation', () => {
    const text = listing(body, null).map((line) => (line.kind === 'text' ? line.text : ''));
    expect(text.join('\n')).toBe(JSON.stringify(body, null, 2));
  });

  it.each([
    ['/items/1/id', ['"id": "b",']],
    ['/items/1', ['{']],
    ['/items/0/a~1b~0c', ['"a/b~c": 1']],
    ['', ['{']],
    ['/items/1/fee', ['"fee" is missing']],
    ['/items/7', ['"7" is missing']],
    ['/total', ['"total" is missing']],
    ['/empty/x', ['"empty": {}']],
    ['/items/0/id/deeper', ['"id": "a",']],
  ])('marks the line at %s', (where, expected) => {
    expect(marked(listing(body, where))).toEqual(expected);
  });

  it('marks no missing member when the body is incomplete', () => {
    expect(marked(listing(body, '/total', false))).toEqual([]);
    expect(marked(listing(body, '/items/0/id', false))).toEqual(['"id": "a",']);
  });

  it('marks the line in the only item that was kept of a list', () => {
    const part = {
      headers: { 'content-type': 'application/json' },
      body: { items: [body.items[1] ?? null] },
      cut: true,
      first_item: 7,
    };
    expect(marked(bodyListing(part, '/items/7/id'))).toEqual(['"id": "b",']);
    expect(marked(bodyListing(part, '/items/7/fee'))).toEqual(['"fee" is missing']);
    expect(marked(bodyListing(part, '/next_page_cursor'))).toEqual([]);
  });

  it('limits depth and length', () => {
    let deep: Json = 'x'.repeat(10_000);
    for (let i = 0; i < 5_000; i += 1) deep = [deep];
    expect(listing(deep, null).length).toBeLessThan(100);
    expect(listing('x'.repeat(10_000), null)).toEqual([
      { kind: 'text', text: `"${'x'.repeat(400)}… (10000 characters)"`, marked: false },
    ]);
  });

  it('shows text that is not JSON line by line', () => {
    const html = { headers: { 'Content-Type': 'text/html' }, body: 'a\nb' };
    expect(bodyListing(html, '/fee')).toHaveLength(2);
    expect(bodyListing({ headers: { 'content-type': 'application/json' }, body: 'a\nb' }, null)).toHaveLength(1);
    expect(bodyListing({ headers: {} }, null)).toEqual([]);
  });
});

describe('the excerpt of a listing', () => {
  const long = listing(
    Array.from({ length: 200 }, (_, i) => i),
    '/100',
  );

  it('keeps the marked line, the lines around it, and both ends', () => {
    const shown = excerpt(long, 4);
    expect(marked(shown)).toEqual(['100,']);
    expect(shown.filter(({ kind }) => kind === 'text')).toHaveLength(3 + 9 + 1);
    expect(shown.flatMap((line) => (line.kind === 'gap' ? [line.lines] : []))).toEqual([94, 95]);
  });

  it('shows a single line instead of the words that it is left out', () => {
    const lines = listing(
      Array.from({ length: 200 }, (_, i) => i),
      '/6',
    );
    const shown = excerpt(lines, 4);
    expect(shown[2]).toEqual(lines[2]);
    expect(shown.map((line) => (line.kind === 'gap' ? line.lines : 0)).filter((count) => count > 0)).toEqual([189]);
  });

  it('is the whole listing when that is short', () => {
    const short = listing(body, '/items/1/id');
    expect(excerpt(short, 4)).toEqual(short);
  });
});
