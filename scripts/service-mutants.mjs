// Measures what the suite sees of defects that nobody planned: `npm run mutants`. Each mutant of the independent implementations
// of tests/independent/, in code that a run reaches, is verified by the suite; a fixed sample of them.
// Options: --sample N (default 1000), --seed N (of sample and suite), --of NAMES, --match TEXT (keys that contain it), --whole (a run
// does not end at the first failure), --found FILE (where findings are kept, one a line, as they come: reports/mutants.ndjson),
// --resume (what is found there already is not tried again), --threads N.
// A whole sample of all four writes its figures to docs/proof.md. Mutants that do not fail a run are judged in service-mutants/reviewed.json.
// Exits 1 for one that is not there, and for one that keeps the document and fails.
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { runAll } from './proof/pool.mjs';
import { coveredBy } from './service-mutants/covered.mjs';
import { judge } from './service-mutants/judge.mjs';
import { mutantsOf, mutated } from './service-mutants/operators.mjs';
import { figuresTable, sectionOf, withSection } from './service-mutants/page.mjs';
import { likelyFor, sampleOf } from './service-mutants/sample.mjs';
import { INDEPENDENT } from './services.mjs';

const PAGE = 'docs/proof.md';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string', default: INDEPENDENT.join(',') },
    match: { type: 'string', default: '' },
    whole: { type: 'boolean', default: false },
    found: { type: 'string', default: 'reports/mutants.ndjson' },
    resume: { type: 'boolean', default: false },
    threads: { type: 'string', default: '2' },
  },
});
const seed = Number(values.seed);
const names = values.of.split(',');

const sourceOf = (of) => readFileSync(new URL(`../tests/independent/${of}.js`, import.meta.url), 'utf8');

/** The keys of an implementation's mutants in code that requests reach. */
async function covered(of) {
  const source = sourceOf(of);
  const { found, isCovered } = await coveredBy(source, { seed, bail: false });
  if (found.verdict !== 'conformant') throw new Error(`${of} is ${found.verdict} without a mutant: ${found.reason}`);
  const all = await mutantsOf(source, of);
  const reached = all.filter(({ start }) => isCovered(start));
  console.log(`${of}: ${all.length} mutants, ${reached.length} of them in code that requests reach`);
  return reached.map(({ key }) => key).filter((key) => key.includes(values.match));
}

/**
 * What is tried, and of which commit: keys of a sample, of so many mutants.
 * @returns {Promise<Sample>}
 */
async function sampled() {
  const pool = [];
  for (const name of names) pool.push(...(await covered(name)));
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return { seed, commit, pool: pool.length, keys: sampleOf(pool, Number(values.sample), seed) };
}

/** Lines that a run which was cut has written: what it tried, and what it found. */
function written() {
  if (!values.resume || !existsSync(values.found)) return [];
  const lines = readFileSync(values.found, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line));
}

/**
 * The mutants of these keys, with the source that each makes.
 * @param {readonly string[]} keys
 * @returns {Promise<(Mutant & { text: string })[]>}
 */
async function mutantsAt(keys) {
  const wanted = new Set(keys);
  const found = new Map();
  for (const name of names) {
    const source = sourceOf(name);
    for (const mutant of await mutantsOf(source, name))
      if (wanted.has(mutant.key)) found.set(mutant.key, { ...mutant, text: mutated(source, mutant) });
  }
  return keys.flatMap((key) => found.get(key) ?? []);
}

/**
 * @param {Finding} finding
 * @param {string} count
 */
function note(finding, count) {
  const { end, kind } = judge(finding);
  const first = finding.failures?.[0];
  const cause = first ? ` [${first.id} ${first.operation}]` : (finding.broken ?? '');
  console.log(`${count} ${end}${end.endsWith('failed') ? '' : ` (${kind})`} ${finding.mutant}${cause}`);
}

/**
 * @import { Judged, Mutant, Found, Sample } from './service-mutants/types.ts'
 * @typedef {Found & { readonly mutant: string }} Finding
 */

const [former, ...before] = written();
/** @type {Sample} */
const sample = former ?? (await sampled());
const chosen = await mutantsAt(sample.keys);
/** @type {Finding[]} */
const findings = before.filter(({ mutant }) => chosen.some(({ key }) => key === mutant));
const known = new Set(findings.map(({ mutant }) => mutant));

mkdirSync(dirname(values.found), { recursive: true });
writeFileSync(values.found, [sample, ...findings].map((each) => `${JSON.stringify(each)}\n`).join(''));
const options = {
  module: new URL('./service-mutants/implementation.mjs', import.meta.url).href,
  seed,
  bail: !values.whole,
};
const left = chosen
  .filter(({ key }) => !known.has(key))
  .map((mutant) => ({
    ...mutant,
    // Read as the mutant is handed to a thread, when others have been found.
    get likely() {
      return likelyFor(mutant, findings);
    },
  }));
const took = (/** @type {Mutant} */ mutant, /** @type {Found} */ result) => {
  const finding = { mutant: mutant.key, ...result };
  findings.push(finding);
  appendFileSync(values.found, `${JSON.stringify(finding)}\n`);
  note(finding, `${findings.length}/${chosen.length}`);
};
await runAll(left, options, took, Number(values.threads));

const judged = findings.map((each) => ({ ...each, ...judge(each) }));
console.log(figuresTable(judged, names));
if (values.match === '' && names.length === INDEPENDENT.length) {
  const section = sectionOf(judged, names, sample);
  writeFileSync(PAGE, withSection(readFileSync(PAGE, 'utf8'), section));
}
const isUnsettled = ({ end, kind }) =>
  ['open', 'broken'].includes(kind) || (kind === 'lawful' && end.endsWith('failed'));
process.exitCode = judged.some(isUnsettled) ? 1 : 0;
