import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The entry points of the package that have types. */
const ENTRIES = ['index', 'vitest'].map((name) => join('dist/src/library', `${name}.d.ts`));

/**
 * Returns the declarations in dist that the entry points of the package do not need.
 *
 * @returns {readonly string[]}
 */
export function internalDeclarations() {
  /** @type {Set<string>} */
  const needed = new Set();
  const need = (/** @type {string} */ file) => {
    if (needed.has(file) || !existsSync(file)) return;
    needed.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g))
      need(join(dirname(file), `${path}.d.ts`));
  };
  for (const entry of ENTRIES) need(entry);
  return readdirSync('dist', { encoding: 'utf8', recursive: true })
    .map((file) => join('dist', file))
    .filter((file) => file.endsWith('.d.ts') && !needed.has(file));
}
