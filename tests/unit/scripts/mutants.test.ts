import { describe, expect, it } from 'vitest';
import { judge } from '../../../scripts/service-mutants/judge.mjs';
import { mutantsOf, mutated } from '../../../scripts/service-mutants/operators.mjs';
import { figuresTable, withSection } from '../../../scripts/service-mutants/page.mjs';
import { likelyFor, sampleOf } from '../../../scripts/service-mutants/sample.mjs';

const made = async (source: string): Promise<readonly string[]> =>
  (await mutantsOf(source, 'some')).map((mutant) => mutated(source, mutant));

describe('mutants of an implementation', () => {
  it.each([
    [
      'those of Stryker',
      'const less = (a, b) => a < b;',
      ['const less = (a, b) => a <= b;', 'const less = (a, b) => true;'],
    ],
    ['a number by one', 'const most = 100;', ['const most = (101);', 'const most = (99);']],
    [
      'a statement left out',
      'function f() { g(); return 1; }',
      ['function f() { ; return 1; }', 'function f() { g(); ; }'],
    ],
    ['a member left out', 'const o = { a: x, b: y };', ['const o = { b: y };', 'const o = { a: x,  };']],
    ['an element left out', 'const l = [x, y];', ['const l = [y];', 'const l = [x, ];']],
    ['values of members exchanged', 'const o = { a: x, b: y };', ['const o = { a: y, b: x };']],
  ])('include %s', async (_, source, wanted) => {
    expect(await made(source)).toEqual(expect.arrayContaining(wanted));
  });

  it('are unique, and differ from the source', async () => {
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

  it('leave the condition for a planted defect as it is', async () => {
    expect(await made("const f = () => bug('x');")).toEqual(['const f = () => undefined;']);
  });

  it('change the check and the status of a refusal, but not its message', async () => {
    expect(await made("must(truth, 'a reason', 400);")).toEqual([
      ';',
      "must(truth, 'a reason', (401));",
      "must(truth, 'a reason', (399));",
    ]);
  });

  it('have keys that do not depend on the lines above', async () => {
    const keys = async (source: string) => (await mutantsOf(source, 'some')).map(({ key }) => key);
    const source = '  const most = 100;';
    expect(await keys(`// a line above\n${source}`)).toEqual(await keys(source));
  });

  it('have unique keys even if lines are equal', async () => {
    const source = 'function f() { g();\nh(1);\nh(1); }';
    const keys = (await mutantsOf(source, 'some')).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => key.startsWith('some f: '))).toBe(true);
  });
});

describe('a sample of mutants', () => {
  const mutants = Array.from({ length: 50 }, (_, index) => `mutant ${index}`);

  it('depends on the seed, and changes by at most one when a mutant is added', () => {
    const before = sampleOf(mutants, 20, 1);
    const after = sampleOf(['another', ...mutants], 20, 1);
    expect(before).toHaveLength(20);
    expect(after.filter((each) => !before.includes(each)).length).toBeLessThanOrEqual(1);
    expect(sampleOf(mutants, 20, 2)).not.toEqual(before);
  });
});

describe('the requirements that a mutant is likely to fail', () => {
  const failed = (mutant: string, id: string) => ({ mutant, verdict: 'nonconformant', failures: [{ id }] });

  it('are first those that mutants of its declaration failed, then the most frequent ones', () => {
    const findings = [
      failed('terse page: a', 'FAR'),
      failed('terse page: b', 'FAR'),
      failed('terse quote: c', 'NEAR'),
      failed('wary quote: d', 'RARE'),
      { mutant: 'terse quote: e', verdict: 'conformant', failures: [{ id: 'WARNED' }] },
    ];
    expect(likelyFor({ key: 'terse quote: x' }, findings)).toEqual(['NEAR', 'FAR', 'RARE']);
  });
});

describe('the judgement of a mutant', () => {
  it.each([
    ['nonconformant', { end: 'failed', kind: 'defect' }],
    ['conformant', { end: 'unseen', kind: 'open' }],
    ['incomplete', { end: 'incomplete', kind: 'open' }],
    ['aborted', { end: 'aborted', kind: 'open' }],
    ['not started', { end: 'not started', kind: 'not started' }],
  ])('follows from the verdict %s when nobody has read the mutant', (verdict, judgement) => {
    expect(judge({ mutant: 'some: new', verdict })).toEqual(judgement);
  });

  it.each([
    ['nonconformant', 'strictly failed'],
    ['incomplete', 'incomplete'],
  ])('follows from an incomplete run that is %s with --strict', (verdict, end) => {
    expect(judge({ mutant: 'some: new', verdict: 'incomplete', strict: { verdict } })).toMatchObject({ end });
  });
});

describe('the section about mutants in docs/proof.md', () => {
  const judged = [
    { mutant: 'terse f: 1', end: 'failed', kind: 'defect' },
    { mutant: 'terse f: 2', end: 'incomplete', kind: 'defect' },
    { mutant: 'wary f: 3', end: 'unseen', kind: 'lawful' },
    { mutant: 'wary f: 4', end: 'failed', kind: 'lawful' },
    { mutant: 'wary f: 5', end: 'strictly failed', kind: 'undecidable' },
    { mutant: 'wary f: 6', end: 'aborted', kind: 'undecidable' },
  ];

  it('counts mutants by implementation and in total', () => {
    const table = figuresTable(judged, ['terse', 'wary']);
    expect(table).toContain('| of these fail the run | 1 (50 %) | 0 (0 %) | 1 (25 %) |');
    expect(table).toContain('| of these accused | 0 | 1 | 1 |');
    expect(table).toContain('| fail only a run with `--strict` | 0 (0 %) | 1 (50 %) | 1 (25 %) |');
    expect(table).toMatch(/\| abort the run .* \| 0 \(0 %\) \| 1 \(50 %\) \| 1 \(25 %\) \|/);
  });

  it('replaces the former section, and leaves the rest of the page as it is', () => {
    const page = '# Proof\n\n## Mutants of the independent implementations\n\nold\n\n## Next\n\nrest\n';
    const again = withSection(page, 'new\n');
    expect(again).toBe('# Proof\n\n## Mutants of the independent implementations\n\nnew\n\n## Next\n\nrest\n');
    expect(withSection(again, 'new\n')).toBe(again);
  });
});
