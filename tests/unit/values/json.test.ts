import { describe, expect, it } from 'vitest';
import { pathParameters } from '../../../src/contract/operations.ts';
import { shown } from '../../../src/model/outcome.ts';
import { at, isObject, member, readable, sameJson } from '../../../src/values/json.ts';

describe('JSON values', () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ['text', false],
    [undefined, false],
    [() => 1, false],
  ])('%j is an object: %j', (value, expected) => {
    expect(isObject(value)).toBe(expected);
  });

  it('have only own members', () => {
    expect(member({ id: 'a' }, 'id')).toBe('a');
    expect(member({ id: 'a' }, 'constructor')).toBeUndefined();
    expect(member(['a'], '0')).toBeUndefined();
    expect(member(null, 'id')).toBeUndefined();
  });

  it('are found by JSON Pointers, also with names that contain slashes and tildes', () => {
    const value = { items: [{ 'a/b': 1, 'c~d': 2 }], '': 3 };
    expect(at(value, '')).toBe(value);
    expect(at(value, '/items/0/a~1b')).toBe(1);
    expect(at(value, '/items/0/c~0d')).toBe(2);
    expect(at(value, '/')).toBe(3);
    expect(at(value, '/items/1/a')).toBeUndefined();
    expect(at('text', '/length')).toBeUndefined();
  });

  it.each([
    ['', 'body'],
    ['/items/3/fee', 'items[3].fee'],
    ['/total', 'total'],
    ['/3', '[3]'],
    ['/items/12/a1', 'items[12].a1'],
    ['/1a/b', '1a.b'],
  ])('are named for readers: the pointer %j as %j', (pointer, expected) => {
    expect(readable(pointer)).toBe(expected);
  });

  it.each([
    [1, 1, true],
    ['1', 1, false],
    [null, undefined, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [1, 3], false],
    [[1, 2], [1], false],
    [[1], [1, 2], false],
    [[1], { 0: 1 }, false],
    [{ 0: 1 }, [1], false],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, false],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1, c: 2 }, false],
    [{}, null, false],
    [{}, 'text', false],
    ['text', {}, false],
    [{ constructor: undefined }, { a: undefined }, false],
  ])('are compared: %j and %j are the same: %j', (a, b, expected) => {
    expect(sameJson(a, b)).toBe(expected);
  });
});

describe('values in messages', () => {
  it('are shown as JSON, truncated when they are long', () => {
    expect(shown(undefined)).toBe('nothing');
    expect(shown('a')).toBe('"a"');
    expect(shown('x'.repeat(500))).toMatch(/^"x+… \(502 characters\)$/);
    expect(shown('x'.repeat(500)).length).toBeLessThan(400);
  });

  it('include the names of the path parameters of an operation', () => {
    expect(pathParameters('getQuote')).toEqual(['profile_id', 'id']);
    expect(pathParameters('listFiat')).toEqual([]);
  });
});
