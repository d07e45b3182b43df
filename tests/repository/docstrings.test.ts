import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDERS = ['src', 'suites', 'generators', 'reporters', 'scripts', 'bench', 'tests'];

/** A docstring that is followed by another one. */
const FOLLOWED = /^[ \t]*\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=\/\*\*)/gm;

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs|js)$/.test(file))
    .map((file) => join(folder, file)),
);

/** Returns the docstrings that describe nothing. The first of a file may describe the file, and JSDoc declares types. */
function orphansIn(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(FOLLOWED)]
    .filter(({ 0: found, index }) => text.indexOf('/**') < index && !/@(?:typedef|import)\b/.test(found))
    .map(({ 0: found }) => `${file}: ${found.trim()}`);
}

it('every docstring stands above what it describes', () => {
  expect(sources.flatMap(orphansIn)).toEqual([]);
});
