// Writes src/run/sharding/requests.json: how many requests each requirement sends on each operation, counted in a run
// against the embedded implementation, so that shards take the same time. `npm run weigh`, optionally with the
// exchanges.har of such a run.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows } from '../dist/suites/index.js';

function recorded() {
  const out = mkdtempSync(join(tmpdir(), 'weigh-'));
  execFileSync(process.execPath, ['dist/bundled/main.js', 'run', '--seed', '1', '--quiet', '--out', out]);
  return join(out, 'exchanges.har');
}

const { log } = JSON.parse(readFileSync(process.argv[2] ?? recorded(), 'utf8'));
const known = new Map(rows.map((row) => [row.id, row.operations]));
const counts = new Map();
for (const { _requirements: [id] = [], _operation } of log.entries) {
  const operations = known.get(id);
  if (!operations) continue;
  // Requests to other operations count for one of the requirement's own.
  const key = `${id} ${operations.includes(_operation) ? _operation : operations[0]}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
const more = [...counts].filter(([, count]) => count > 1).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync('src/run/sharding/requests.json', `${JSON.stringify(Object.fromEntries(more), null, 2)}\n`);
console.log(`${more.length} rows on an operation send more than one request`);
