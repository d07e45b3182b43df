// Writes the JSON modules of dist without blanks: the package has a bound on what it takes on disk.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const file of readdirSync('dist/src', { recursive: true })) {
  const path = join('dist/src', file);
  if (path.endsWith('.json')) writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
}
