// Runs the suite against one of the independent implementations, as it is or with a mutant in it.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { Run } from '../../dist/src/run/run.js';
import { readSettings } from '../../dist/src/run/settings.js';
import { environmentSource, flagSource, Settings } from '../../dist/src/settings/settings.js';

const FEW_CASES = '5';
/** A run that a mutant holds up, as by an answer that never ends, is ended then. */
const LONGEST_MS = 240_000;
const LOOK_MS = 25;

const urlOf = (source) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

/** What an implementation says of itself on its first line; undefined where it does not start. */
async function saidBy(worker) {
  const lines = createInterface({ input: worker.stdout });
  const ended = once(worker, 'exit').then(() => undefined);
  const first = (async () => {
    for await (const line of lines) return JSON.parse(line);
  })();
  return Promise.race([first, ended]);
}

/** Flags of the command line that an implementation asks for, such as `--array-format comma`. */
const asFlags = (args) =>
  Object.fromEntries(args.flatMap((name, i) => (name === '--array-format' ? [['arrayFormat', args[i + 1]]] : [])));

/** The first failures of a report, as a reader meets them. */
const failuresIn = ({ requirements }) =>
  requirements
    .filter(({ status }) => status === 'failed' || status === 'warned')
    .map(({ id, level, failures }) => ({
      id,
      level,
      operation: failures[0]?.operation,
      message: failures[0]?.message,
    }));

/** Runs the suite against a running implementation; with `bail` the run ends at the first must that does not hold. */
export async function runOn({ env, args, fixtures }, { seed, bail }) {
  const flags = { seed: String(seed), runs: FEW_CASES, ...asFlags(args) };
  const settings = new Settings([flagSource(flags), environmentSource(env)]);
  const run = new Run(readSettings(settings, {}, fixtures));
  const began = Date.now();
  const watch = setInterval(() => {
    if (bail && run.standing.failed > 0) run.session.stop('a requirement does not hold');
    else if (Date.now() - began > LONGEST_MS) run.session.stop('the run took too long');
  }, LOOK_MS);
  try {
    await run.complete();
  } finally {
    clearInterval(watch);
  }
  const { verdict, verdict_reason: reason, ...report } = run.report();
  return { verdict, reason, failures: failuresIn(report), requests: run.session.traffic.total };
}

/** Verifies the implementation of a source text, which runs on a thread of its own. */
export async function verify({ text }, options) {
  const worker = new Worker(urlOf(text), { stdin: true, stdout: true, stderr: true });
  worker.on('error', () => {});
  try {
    const said = await saidBy(worker);
    return said ? await runOn(said, options) : { verdict: 'not started', failures: [] };
  } finally {
    await worker.terminate();
  }
}
