// Rewrites the JSON modules of dist without blanks, because the package has a limit on its disk size.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

for (const file of readdirSync('dist/src', { recursive: true })) {
  const path = join('dist/src', file);
  if (path.endsWith('.json')) writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))));
}
