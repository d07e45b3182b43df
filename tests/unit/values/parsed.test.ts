import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { member } from '../../../src/values/json.ts';
import { isShared, parsed, TooDeep } from '../../../src/values/parsed.ts';

const itemsOf = (text: string): readonly unknown[] => {
  const items = member(parsed(text), 'items');
  return Array.isArray(items) ? items : [];
};

describe('parsed', () => {
  it('returns the same as JSON.parse for any JSON', () => {
    const list = fc.record({ items: fc.array(fc.jsonValue()), next: fc.jsonValue() }, { requiredKeys: ['items'] });
    const spaced = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), list), spaced, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(parsed(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '{"items":[{"a":"]}\\"{["},5,{"":0},[{"a":1}],null,{"a":"]}\\"{["}],"more":[{"b":{}}],"items":[{"c":"\\ud800"}]}',
    '\n {"__proto__":[{"a":1}],"2":[{"b":2}],"1":[{"c":3}]} ',
    '[{"items":[{"a":1}]}]',
    '{"items":[{"__proto__":1},{}]}',
  ])('returns the same as JSON.parse for misleading JSON: %s', (text) => {
    expect(JSON.stringify(parsed(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each([
    '{"items":[{"a":1]}',
    '{"items":[{"a":1}{"b":2}]}',
    '{"items":[{"a":1},]}',
    '{"items":[{"a":1}]',
    '{"items":[{"a":}]}',
    '{"items":[{"a":"1}]}',
    '{"items":[{"a":"1\\',
    '\ufeff{"items":[{}]}',
    '',
  ])('throws a SyntaxError for text that is not JSON: %j', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parsed(text)).toThrow(SyntaxError);
  });

  it('returns the same object for items with the same text, and another for other text', () => {
    const [first, second, other] = itemsOf('{"items":[{"id":"same"},{"id":"same"},{"id": "same"}]}');
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(itemsOf('{"page":2,"items":[{"id":"same"}]}')[0]).toBe(first);
  });

  it('returns another object for an item that only begins like an earlier one', () => {
    const id = 'x'.repeat(100);
    const page = (...items: readonly object[]): string => JSON.stringify({ items });
    const [first] = itemsOf(page({ id, a: 1 }));
    const [longer, again, other] = itemsOf(page({ id, a: 1, b: '}' }, { id, a: 1 }, { id, a: 2 }));
    expect([longer, other]).toEqual([
      { id, a: 1, b: '}' },
      { id, a: 2 },
    ]);
    expect(again).toBe(first);
    expect(parsed(`${page({ id, a: 2 }).slice(0, -2)},{"":0}]}`)).toEqual({ items: [{ id, a: 2 }, { '': 0 }] });
  });

  it('stops sharing items when hardly any is repeated, and shares them again when they are', () => {
    const page = (from: number): string =>
      JSON.stringify({ items: Array.from({ length: 100 }, (_, i) => ({ number: from + i })) });
    const isKept = (text: string): boolean => itemsOf(text).every((item) => isShared(Object(item)));
    const pages = Array.from({ length: 200 }, (_, i) => isKept(page(i * 100)));
    expect(pages.indexOf(false)).toBeGreaterThan(0);
    expect(pages.lastIndexOf(true)).toBeLessThan(100);
    const again = Array.from({ length: 600 }, () => isKept(page(0)));
    expect(again.at(-1)).toBe(true);
    expect(parsed(page(0))).toEqual(JSON.parse(page(0)));
  });

  it('throws an error for text that is nested too deep', () => {
    expect(parsed('{"items":[{}]}', 3)).toEqual({ items: [{}] });
    expect(() => parsed('{"items":[{"a":[]}]}', 3)).toThrow(TooDeep);
    expect(parsed('{"items":[{"met":{"before":[]}}]}')).toEqual({ items: [{ met: { before: [] } }] });
    expect(() => parsed('{"items":[{"met":{"before":[]}}]}', 4)).toThrow(TooDeep);
    expect(parsed('{"items":[{"met":{"before":[]}}]}', 5)).toEqual({ items: [{ met: { before: [] } }] });
    expect(() => parsed('['.repeat(1_000_000), 1_000)).toThrow(TooDeep);
    expect(parsed('{"items":"[[[[[["}', 3)).toEqual({ items: '[[[[[[' });
  });
});
