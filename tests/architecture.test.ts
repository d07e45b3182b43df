import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** The table of docs/architecture.md: folder and what it may import. */
const table = new Map(
  [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `(\w+)\/`\s*\|[^|]*\|\s*([^|]*?)\s*\|$/gm)].map(
    ([, folder = '', may = '']) => [folder, may === 'nothing' ? [] : may.split(', ')],
  ),
);

const sources = [...table.keys()].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

function imports(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, path = '']) => relative('.', join(dirname(file), path)).split('/')[0] ?? '');
}

it('names every folder of the sources', () => {
  expect([...table.keys()].sort()).toEqual([
    'cli',
    'engine',
    'gate',
    'generators',
    'library',
    'model',
    'openapi',
    'proxy',
    'reference',
    'reporters',
    'schemas',
    'suites',
    'target',
    'traffic',
    'validation',
  ]);
});

it.each(sources)('%s imports only what its folder may', (file) => {
  const folder = file.split('/')[0] ?? '';
  const allowed = new Set([folder, ...(table.get(folder) ?? [])]);
  expect(imports(file).filter((other) => !allowed.has(other))).toEqual([]);
});
