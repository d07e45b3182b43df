// Removes the source maps from dist after write-catalogue.mjs has read them, because the package ships no
// sources.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const file of readdirSync('dist', { encoding: 'utf8', recursive: true })) {
  const path = join('dist', file);
  if (path.endsWith('.js.map')) rmSync(path);
  else if (path.endsWith('.js'))
    writeFileSync(path, readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL=\S+\s*$/, ''));
}
