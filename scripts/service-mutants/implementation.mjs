// Runs the suite against one of the independent implementations, as it is or with a mutant in it.
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { findings } from '../../dist/reporters/view/findings.js';
import { message } from '../../dist/src/run/report/report-failure.js';
import { Run } from '../../dist/src/run/run.js';
import { readSettings } from '../../dist/src/settings/run-settings.js';
import { environmentSource, flagSource, Settings } from '../../dist/src/settings/settings.js';
import { rows } from '../../dist/suites/index.js';
import { Carriage } from './carriage.mjs';

/**
 * @import { ReportedRequirement } from '../../dist/src/model/reported.js'
 * @import { Found, Shown, Verdict } from './types.ts'
 * @typedef {object} Options
 * @property {number} seed
 * @property {boolean} bail Whether the run ends at the first must that does not hold.
 * @property {readonly string[]} likely Requirements that are tried first.
 * @property {boolean} [strict]
 * @property {boolean} [isCovered] Whether the functions that requests reach are found as well.
 */

const FEW_CASES = '5';
/** A run that a mutant holds up, as by an answer that never ends, is ended then. */
const LONGEST_MS = 180_000;
/** A mutant that has not said by then where it is reached does not start. */
const START_WITHIN_MS = 20_000;
/** A mutant that keeps more than this is ended. */
const MOST_MEGABYTES = 256;

/**
 * What an implementation says of itself on its first line; undefined where it does not start.
 * @param {Worker} worker
 */
async function saidBy(worker) {
  const lines = createInterface({ input: worker.stdout });
  const ended = new Promise((resolve) => {
    worker.on('exit', () => resolve(undefined));
  });
  const first = (async () => {
    for await (const line of lines) return JSON.parse(line);
  })();
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, START_WITHIN_MS);
  });
  return Promise.race([first, ended, late]).finally(() => clearTimeout(timer));
}

/** Flags of the command line that an implementation asks for, such as `--array-format comma`. */
const asFlags = (args) =>
  Object.fromEntries(args.flatMap((name, i) => (name === '--array-format' ? [['arrayFormat', args[i + 1]]] : [])));

/** @type {(requirement: ReportedRequirement) => Shown} */
const shown = ({ id, level, status, reason, failures: [first] }) => ({
  id,
  level,
  status,
  operation: first?.operation,
  message: first?.message ?? reason,
});

/** What a whole run found: the requirements that do not hold as a reader meets them, and those that were not exercised. */
function wholly(run) {
  const report = run.report();
  const { verdict, verdict_reason: reason, requirements } = report;
  const unexercised = requirements.filter(({ status, level }) => status === 'not_exercised' && level !== 'observe');
  return {
    verdict,
    reason,
    failures: findings(report).map(({ requirement }) => shown(requirement)),
    unexercised: unexercised.map(shown),
  };
}

/**
 * The settings of a run against what an implementation says of itself.
 * @param {{ env: Record<string, string>, args: string[], fixtures: import('../../dist/src/model/fixtures.js').Fixtures }} said
 * @param {Options} options
 */
function settingsOf({ env, args, fixtures }, { seed, strict }) {
  const flags = { seed: String(seed), runs: FEW_CASES, ...(strict ? { strict } : {}), ...asFlags(args) };
  return readSettings(new Settings([flagSource(flags), environmentSource(env)]), {}, fixtures);
}

/** All rows, those that are likely to fail before the others. */
function ordered(likely) {
  const place = ({ id }) => (likely.includes(id) ? likely.indexOf(id) : likely.length);
  return rows.toSorted((a, b) => place(a) - place(b));
}

/**
 * Runs the suite against a running implementation; with `bail` the run ends at the first must that does not hold.
 * @param {import('../../dist/src/settings/run-settings.js').RunSettings} settings
 * @param {Carriage} carriage
 * @param {Options} options
 * @returns {Promise<Found & Verdict>}
 */
async function runOn(settings, carriage, { bail, likely }) {
  /** @type {Shown | undefined} */
  let first;
  const run = new Run(settings, {
    carriage,
    suite: ordered(likely),
    onFailed: ({ id, level }, failure) => {
      if (!bail || first) return;
      first = { id, level, operation: failure.operation, message: message(failure) };
      run.session.abort('a requirement does not hold');
    },
  });
  const bound = setTimeout(() => run.session.abort('the run took too long'), LONGEST_MS);
  try {
    await run.complete();
  } finally {
    clearTimeout(bound);
  }
  const { total: requests } = run.session.record.traffic;
  return first ? { verdict: 'nonconformant', failures: [first], requests } : { ...wholly(run), requests };
}

/**
 * Verifies the implementation of a source text, which runs on a thread of its own.
 * @param {string} text
 * @param {Options} options
 * @returns {Promise<Found & Verdict>}
 */
async function verified(text, options) {
  const { isCovered = false } = options;
  const worker = new Worker(new URL('./thread.mjs', import.meta.url), {
    workerData: { text, isCovered },
    stdin: true,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  worker.on('error', () => {});
  const began = Date.now();
  try {
    const said = await saidBy(worker);
    if (!said) return { verdict: 'not started', failures: [] };
    const settings = settingsOf(said, options);
    const carriage = new Carriage(worker, settings.target.bounds);
    const found = await runOn(settings, carriage, options);
    const coverage = isCovered ? { coverage: await carriage.coverage() } : {};
    return { ...found, ...coverage, milliseconds: Date.now() - began };
  } finally {
    await worker.terminate();
  }
}

/** The requirement that only a run with --strict can hold against a target. */
const STRICT_ROW = 'OPERATION-ANSWERED';

/**
 * Verifies the implementation of a source text. A mutant that leaves the run incomplete is verified once more with --strict, since its
 * fixtures are known to be valid: `strict` is what that run found. With `isCovered` the functions that requests reached are found as well.
 * @param {{ readonly text: string, readonly likely?: readonly string[] }} mutant
 * @param {Omit<Options, 'likely' | 'strict'>} options
 * @returns {Promise<Found & Verdict>}
 */
export async function verify({ text, likely = [] }, { seed, bail, isCovered = false }) {
  const found = await verified(text, { seed, bail, likely, isCovered });
  if (!bail || found.verdict !== 'incomplete') return found;
  const { verdict, failures } = await verified(text, { seed, bail, likely: [STRICT_ROW], strict: true });
  return { ...found, strict: { verdict, failures } };
}
