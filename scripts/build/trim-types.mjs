// Keeps only the declarations that the two entry points of the package need; the others are internal.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const needed = new Set();

function need(file) {
  if (needed.has(file) || !existsSync(file)) return;
  needed.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.[jt]s['"]/g))
    need(join(dirname(file), `${path}.d.ts`));
}

for (const entry of ['index', 'vitest']) need(join('dist/src/library', `${entry}.d.ts`));
for (const file of readdirSync('dist', { encoding: 'utf8', recursive: true })) {
  const path = join('dist', file);
  if (file.endsWith('.d.ts') && !needed.has(path)) rmSync(path);
}
