import { describe, expect, it } from 'vitest';
import { mutantsOf, mutated } from '../../scripts/mutants/operators.mjs';

const made = async (source: string): Promise<readonly string[]> =>
  (await mutantsOf(source, 'some')).map((mutant) => mutated(source, mutant));

describe('mutants of an implementation', () => {
  it.each([
    ["Stryker's", 'const less = (a, b) => a < b;', ['const less = (a, b) => a <= b;', 'const less = (a, b) => true;']],
    ['a number by one', 'const most = 100;', ['const most = (101);', 'const most = (99);']],
    [
      'a statement left out',
      'function f() { g(); return 1; }',
      ['function f() { ; return 1; }', 'function f() { g(); ; }'],
    ],
    ['a member left out', 'const o = { a: x, b: y };', ['const o = { b: y };', 'const o = { a: x,  };']],
    ['an element left out', 'const l = [x, y];', ['const l = [y];', 'const l = [x, ];']],
    ['values of members exchanged', 'const o = { a: x, b: y };', ['const o = { a: y, b: x };']],
  ])('have %s', async (_, source, wanted) => {
    expect(await made(source)).toEqual(expect.arrayContaining(wanted));
  });

  it('are each made once, and differ from the source', async () => {
    const source = 'const on = true; const l = [1, 1]; const o = { a: x, b: x };';
    const all = await made(source);
    expect(new Set(all).size).toBe(all.length);
    expect(all).not.toContain(source);
  });

  it('leave fixtures, planted defects and imports as they are', async () => {
    const source =
      "import { a } from 'a';\nconst fixtures = { n: 1 };\nconst DEFECTS = ['x'];\nconst wrong = (n) => n === 1;";
    expect(await made(source)).toEqual([]);
  });

  it('have keys that lines above do not change', async () => {
    const keys = async (source: string) => (await mutantsOf(source, 'some')).map(({ key }) => key);
    const source = '  const most = 100;';
    expect(await keys(`// a line above\n${source}`)).toEqual(await keys(source));
  });
});
