// All figures: `npm run bench`. With --quick one round of each, which is printed and not written.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measureLimit, measureSlowLimit } from './limit.mjs';
import { measureMemory } from './memory.mjs';
import { machineOf, page } from './page.mjs';
import { measureRules } from './rules.mjs';
import { measureShards } from './shards.mjs';
import { measureStartup } from './startup.mjs';

const PAGE = join(import.meta.dirname, '../docs/performance.md');
const quick = process.argv.includes('--quick');

const figures = [];
for (const measure of [measureLimit, measureSlowLimit, measureRules, measureStartup, measureMemory, measureShards]) {
  const found = await measure(quick ? { rounds: 1 } : {});
  console.table(found);
  figures.push(...found);
}
if (!quick) {
  const former = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(PAGE, page(figures, machineOf(cpus(), process.version), former));
}
