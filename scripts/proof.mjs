// Runs the suite against every fault, latitude and null target of the embedded implementation: `npm run proof [NAME…]`.
// Options: --seed N (of the suite), --seeds A,B,… (combinations of latitudes), --without ID (shows what is missed
// without a requirement), --whole (tries each fault with the whole suite, and not only with its own requirement and all
// rules), --remote (tries each fault within the default budgets for a target on another host;
// scripts/proof/remote-misses.json lists those that are then missed). Prints each finding when it is complete. Without
// names, it writes docs/proof.md (with --remote only the section of that profile) and reports/proof.md. Exits with 1
// unless every finding is as expected.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { judge } from './proof/judge.mjs';
import { summaryPage, wholePage, withRemote } from './proof/page.mjs';
import { runAll } from './proof/pool.mjs';
import { allowances } from './proof/remote.mjs';
import { targetsOf } from './proof/targets.mjs';

/** @import { FaultTarget, Finding, Target } from './proof/types.ts' */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    seeds: { type: 'string', default: '1,2,3,4,5,6,7,8,9,10' },
    without: { type: 'string', multiple: true, default: [] },
    whole: { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const all = targetsOf(positionals, values.seeds.split(',').map(Number));
/** @type {Target[]} */
const targets = values.remote
  ? all.flatMap((target) => (target.kind === 'fault' ? [{ ...target, kind: 'remote' }] : []))
  : all;
if (targets.length === 0) {
  console.error(`no fault, latitude or null target begins with ${positionals.join(' or ')}; "serve --list" names them`);
  process.exit(2);
}

const former = () => (existsSync('docs/proof.md') ? readFileSync('docs/proof.md', 'utf8') : '');

/** Returns what the budgets for another host allow in a run against a service without faults. */
async function allowed() {
  const found = await allowances(Number(values.seed));
  const { requests, withdrawals, unexercised, cases } = found;
  const without = Object.values(cases).filter((count) => count === 0).length;
  console.log(
    `without faults: ${requests} requests, ${withdrawals} withdrawals, ${unexercised.length} requirements not exercised, ${without} properties without a case`,
  );
  return found;
}

const began = Date.now();
/** @type {Finding[]} */
const findings = [];
const options = {
  module: new URL(values.remote ? './proof/remote.mjs' : './proof/verify.mjs', import.meta.url).href,
  seed: Number(values.seed),
  without: values.without,
  whole: values.whole,
  allowed: values.remote ? await allowed() : undefined,
};
// Faults come last: most of them are the shortest runs, so no thread waits long for another at the end.
const inTurn = [...targets.filter(({ kind }) => kind !== 'fault'), ...targets.filter(({ kind }) => kind === 'fault')];
await runAll(inTurn, options, (target, /** @type {Finding['found']} */ found) => {
  const judgement = judge(target, found);
  findings.push({ target, found, judgement });
  const count = `${String(findings.length).padStart(String(targets.length).length)}/${targets.length}`;
  console.log(`${count} ${judgement.ok ? 'ok   ' : 'WRONG'} ${target.name}: ${judgement.what}`);
});
const seconds = Math.round((Date.now() - began) / 1000);
findings.sort((a, b) => targets.indexOf(a.target) - targets.indexOf(b.target));

const wrong = findings.filter(({ judgement }) => !judgement.ok);
for (const { target, judgement } of wrong) console.log(`WRONG ${target.name}: ${judgement.what}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(findings)}\n`);
const isWhole = positionals.length === 0 && values.without.length === 0;
if (isWhole && options.allowed)
  writeFileSync('docs/proof.md', withRemote(former(), findings, options.allowed, values.seed));
else if (isWhole) {
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/proof.md', wholePage(findings, values.seed));
  writeFileSync('docs/proof.md', summaryPage(findings, values.seed, former()));
}
console.log(
  wrong.length === 0
    ? `${targets.length} ${targets.length === 1 ? 'target' : 'targets'} in ${seconds} s: every fault is caught by the requirement it names, no latitude is accused`
    : `${wrong.length} of ${targets.length} are not as they should be, after ${seconds} s`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
