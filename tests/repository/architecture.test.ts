import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** The table of docs/architecture.md: folder and what it may import. */
const table = new Map(
  [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([\w/]+)\/`\s*\|[^|]*\|\s*([^|]*?)\s*\|$/gm)].map(
    ([, folder = '', may = '']) => [folder, may === 'nothing' ? [] : may.split(', ')],
  ),
);

const sources = [...table.keys()].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

/** The folder of the table that a path belongs to: one level deep, two below src/. */
const folderOf = (path: string): string => /^(?:src\/)?[^/]+/.exec(path)?.[0] ?? '';

/** Returns the paths of the modules that a file imports. */
function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, path = '']) => join(dirname(file), path));
}

it('the table of docs/architecture.md contains every source folder', () => {
  const inner = readdirSync('src').map((folder) => `src/${folder}`);
  expect([...table.keys()].sort()).toEqual(['generators', 'reporters', 'schemas', ...inner, 'suites'].sort());
});

it.each(sources)('%s imports only folders that the table allows', (file) => {
  const folder = folderOf(file);
  const allowed = new Set([folder, ...(table.get(folder) ?? [])]);
  expect(importsOf(file).filter((path) => !allowed.has(folderOf(path)))).toEqual([]);
});

/**
 * Returns the files that are in a cycle of imports, types included, or between two cycles. A file that is loaded when it
 * is needed, as a rehearsal of a run, does not count.
 */
function inCycles(): readonly string[] {
  const loaded = new Map(
    sources.map((file) => {
      const found = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g);
      return [file, [...found].map(([, path = '']) => join(dirname(file), path))];
    }),
  );
  let rest = sources;
  for (let before = 0; before !== rest.length; ) {
    before = rest.length;
    const left = new Set(rest);
    const imported = new Set(rest.flatMap((file) => loaded.get(file) ?? []));
    rest = rest.filter((file) => imported.has(file) && loaded.get(file)?.some((path) => left.has(path)));
  }
  return rest;
}

it('no files import each other in a cycle', () => {
  expect(inCycles()).toEqual([]);
});

const SUITES = 'suites/index.ts';

/** The files from which suites/index.ts takes rows. */
const rowFiles = importsOf(SUITES).filter(
  (path) => folderOf(path) === 'suites' && !path.startsWith('suites/vocabulary/'),
);

it('only suites/index.ts imports files of rows', () => {
  expect(rowFiles.length).toBeGreaterThan(0);
  const suites = sources.filter((file) => folderOf(file) === 'suites' && file !== SUITES);
  expect(suites.filter((file) => importsOf(file).some((path) => rowFiles.includes(path)))).toEqual([]);
});

it('other folders import suites only through suites/index.ts', () => {
  const others = sources.filter((file) => folderOf(file) !== 'suites');
  const inner = (path: string): boolean => folderOf(path) === 'suites' && path !== SUITES;
  expect(others.filter((file) => importsOf(file).some(inner))).toEqual([]);
});

it('suites/vocabulary contains only files that several files or suites/index.ts import', () => {
  const users = (path: string): readonly string[] =>
    sources.filter((file) => folderOf(file) === 'suites' && importsOf(file).includes(path));
  const shared = sources.filter((file) => file.startsWith('suites/vocabulary/'));
  expect(shared.filter((path) => users(path).length < 2 && !users(path).includes(SUITES))).toEqual([]);
});

it('functions in suites that return failures, flaws or judgements are not named like predicates', () => {
  const declared =
    /(?:function|const) ((?:is|has|have|are|holds|can|does|was)[A-Z]\w*)(?:(?!\n\n|\n}|;\n).)*?\): (?:Promise<)?(?:readonly (?:Failure|Flaw)\[\]|Judgement)/gs;
  const named = sources
    .filter((file) => folderOf(file) === 'suites')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name]) => `${file}: ${name}`));
  expect(named).toEqual([]);
});

it('time tolerances of suites are all in suites/vocabulary/tolerances.ts', () => {
  const elsewhere = sources
    .filter((file) => folderOf(file) === 'suites' && file !== 'suites/vocabulary/tolerances.ts')
    .filter((file) => /^(?:export )?const (?:\w+_MS|\[[^\]]*_MS\b[^\]]*\]) =/m.test(readFileSync(file, 'utf8')));
  expect(elsewhere).toEqual([]);
});
