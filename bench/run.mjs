// Measures all figures, within ten minutes on a quiet machine: `npm run bench`, which writes docs/performance.md. With
// --check, runs fewer rounds, prints the ratios that differ from that page by more than a quarter, and exits with 1 if
// there are any. With --quick, runs one round and prints it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measureBounded } from './bounded.mjs';
import { measureComplete } from './complete.mjs';
import { measureLimit, measureSlowLimit, measureWhole } from './limit.mjs';
import { measureMemory } from './memory.mjs';
import { machineOf, moved, page } from './page.mjs';
import { measureProxy } from './proxy.mjs';
import { measureRecording } from './recording.mjs';
import { measureRules } from './rules.mjs';
import { measureShards } from './shards.mjs';
import { measureStartup } from './startup.mjs';

const PAGE = join(import.meta.dirname, '../docs/performance.md');
const [quick, checking] = ['--quick', '--check'].map((flag) => process.argv.includes(flag));
const former = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';

/** @typedef {import('./figures.mjs').Figure} Figure */

/**
 * The measurements, and the maximum number of rounds of each that fits into ten minutes.
 * @type {[(options: { rounds: number, megabytes?: number }) => Promise<Figure[]>, number][]}
 */
const MEASURES = [
  [measureComplete, 1],
  [measureWhole, 3],
  [measureLimit, 5],
  [measureSlowLimit, 3],
  [measureRules, 9],
  [measureStartup, 5],
  [measureShards, 2],
  [measureProxy, 9],
  [measureRecording, 1],
  [measureMemory, 1],
  [measureBounded, 1],
];
const CHECKED_ROUNDS = 3;
const roundsOf = (most) => (quick ? 1 : checking ? Math.min(most, CHECKED_ROUNDS) : most);

/** @type {Figure[]} */
const figures = [];
for (const [measure, most] of MEASURES) {
  const began = performance.now();
  const found = await measure({ rounds: roundsOf(most) });
  console.table(found);
  console.log(`${measure.name}: ${Math.round((performance.now() - began) / 1000)} s`);
  figures.push(...found);
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
if (checking) {
  const changes = moved(figures, former);
  for (const change of changes) console.log(change);
  if (changes.length === 0) console.log('no ratio moved by more than a quarter');
  process.exitCode = changes.length === 0 ? 0 : 1;
} else if (!quick)
  writeFileSync(PAGE, page(figures, { machine: machineOf(cpus(), process.version), commit, day: new Date() }, former));
