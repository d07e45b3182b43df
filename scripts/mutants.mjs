// Measures what the suite sees of defects that nobody planned: `npm run mutants`. Each mutant of the independent implementations
// of tests/independent/, in code that a run reaches, is verified by the suite; a fixed random sample of them.
// Options: --sample N (default 1000), --seed N (of sample and suite), --of NAMES, --match TEXT (keys that contain it), --whole
// (without ending at the first failure), --json FILE.
// Mutants that keep the document, or that nobody could see, are in mutants/reviewed.json with the reason. Exits 1 for a survivor
// that is not there.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { coveredBy } from './mutants/covered.mjs';
import { mutantsOf, mutated } from './mutants/operators.mjs';
import { runAll } from './proof/pool.mjs';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    of: { type: 'string', default: 'terse,lavish,quirky,wary' },
    match: { type: 'string', default: '' },
    whole: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const seed = Number(values.seed);
const REVIEWED = new URL('./mutants/reviewed.json', import.meta.url);
const reviewed = new Map(JSON.parse(readFileSync(REVIEWED, 'utf8')).map((each) => [each.mutant, each]));

/** The mutants of one implementation in code that a run reaches. */
async function covered(of) {
  const file = fileURLToPath(new URL(`../tests/independent/${of}.js`, import.meta.url));
  const source = readFileSync(file, 'utf8');
  const { found, isCovered } = await coveredBy(file, { seed, bail: false });
  if (found.verdict !== 'conformant') throw new Error(`${of} is ${found.verdict} without a mutant: ${found.reason}`);
  const all = await mutantsOf(source, of);
  const reached = all.filter(({ start }) => isCovered(start));
  console.log(`${of}: ${all.length} mutants, ${reached.length} of them in code that a run reaches`);
  return reached.map((mutant) => ({ ...mutant, text: mutated(source, mutant) }));
}

/** How the run of a mutant ended. */
function fateOf({ key }, { verdict, broken }) {
  if (broken) return 'broken';
  if (verdict === 'nonconformant') return 'failed';
  if (verdict === 'not started') return 'not started';
  return reviewed.get(key)?.kind ?? (verdict === 'conformant' ? 'unseen' : 'undecided');
}

const pool = (await Promise.all(values.of.split(',').map(covered)))
  .flat()
  .filter(({ key }) => key.includes(values.match));
const chosen =
  fc.sample(
    fc.shuffledSubarray(pool, {
      minLength: Math.min(Number(values.sample), pool.length),
      maxLength: Math.min(Number(values.sample), pool.length),
    }),
    { seed, numRuns: 1 },
  )[0] ?? [];

const findings = [];
const options = { module: new URL('./mutants/implementation.mjs', import.meta.url).href, seed, bail: !values.whole };
await runAll(chosen, options, (mutant, found) => {
  const fate = fateOf(mutant, found);
  findings.push({ mutant: mutant.key, fate, ...found });
  const first = found.failures?.[0];
  console.log(
    `${findings.length}/${chosen.length} ${fate} ${mutant.key}${first ? ` [${first.id} ${first.operation}]` : ''}${found.broken ? ` ${found.broken}` : ''}`,
  );
});

const count = (...fates) => findings.filter(({ fate }) => fates.includes(fate)).length;
const breaking = findings.length - count('not started', 'lawful', 'unobservable', 'broken');
const share = (n) => `${n} (${breaking === 0 ? 0 : Math.round((1000 * n) / breaking) / 10} %)`;
console.log(
  `${findings.length} mutants: ${count('lawful')} keep the document, ${count('unobservable')} cannot be seen, ${count('not started')} do not start`,
);
console.log(
  `of ${breaking} others ${share(count('failed'))} fail the run, ${share(count('undecided'))} leave it undecided, ${share(count('unseen', 'open'))} leave no trace`,
);
if (values.json) writeFileSync(values.json, `${JSON.stringify(findings, null, 2)}\n`);
process.exitCode = count('undecided', 'unseen', 'broken') > 0 ? 1 : 0;
