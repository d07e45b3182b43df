// Runs the suite against one embedded target, and returns which requirements did not hold and which passed.
import { seedOf } from '../../dist/src/engine/seeds.js';
import { verdictOf } from '../../dist/src/engine/verdict.js';
import { listenNull } from '../../dist/src/reference/null-targets.js';
import { embeddedSettings, inProcessEmbedded, startEmbedded } from '../../dist/src/run/embedded/embedded.js';
import { Run } from '../../dist/src/run/run.js';
import { flagSource, Settings } from '../../dist/src/settings/settings.js';
import { rows } from '../../dist/suites/index.js';
import { ids, operationsOf, withChecks, withRulesOf } from './suite.mjs';

/** @import { FaultTarget, Found, LossTarget, Options, Row, RunTarget, Target } from './types.ts' */

const SETTLE_AFTER_MS = 300;
/** Fewer accounts than usual, and fewer cases per property, because a proof consists of many runs. */
const FEW_ACCOUNTS = 240;
const FEW_CASES = '5';
/** As many cases as are needed to send most parameters of a list, and as make every parameter likely. */
const MORE_CASES = '100';
const MANY_CASES = '500';

/**
 * Returns the suite without some checks: `ID` removes a requirement, `ID:rule` or `ID:probe` one kind of its checks.
 * @param {readonly string[]} parts
 * @returns {Row[]}
 */
function suiteWithout(parts) {
  const out = (id, kind) => parts.includes(id) || parts.includes(`${id}:${kind}`);
  return rows.flatMap((row) => {
    const checks = row.checks.filter(({ kind }) => !out(row.id, kind));
    return withChecks(row, checks);
  });
}

/** Latitudes of connections and tokens, and those with another client: they need a service that listens. */
const NEEDS_SOCKETS = /^(?:transport|token|others)\//;

/** @type {(target: RunTarget) => boolean} */
const needsSockets = ({ kind, faults = [], latitudes = [] }) =>
  kind === 'lawful' || [...faults, ...latitudes].some((name) => NEEDS_SOCKETS.test(name));

/**
 * Creates the service of a target. Returns the settings of a run against it, its carriage if it does not listen, and
 * `close`. Most services are called in this process, which takes two thirds of the processor time.
 * @param {RunTarget} target
 * @param {import('../../dist/src/settings/settings.js').Flags} flags
 */
async function start(target, flags) {
  const { nullTarget, whole, faults = [], latitudes = [] } = target;
  const options = { settleAfterMs: SETTLE_AFTER_MS, faults, latitudes, ...(whole ? {} : { accounts: FEW_ACCOUNTS }) };
  if (nullTarget === undefined && !needsSockets(target))
    return { ...inProcessEmbedded(new Settings([flagSource(flags)]), options), close: async () => undefined };
  const service = await (nullTarget === undefined ? startEmbedded(options) : listenNull(nullTarget));
  return { settings: embeddedSettings(flags, service), carriage: undefined, close: () => service.close() };
}

/**
 * Runs every requirement against a target with these faults and latitudes, or against a null target. `due` names the
 * only requirement that sends requests, `until` the one whose failure ends the run.
 * @param {RunTarget} target
 * @param {Options} options
 * @param {{ due?: string, until?: string }} [requirements]
 */
async function run(target, { seed, without }, { due, until } = {}) {
  const began = Date.now();
  const { whole, runs = FEW_CASES } = target;
  const suite = suiteWithout(without);
  const only = target.only?.filter((id) => suite.some((row) => row.id === id)).join();
  const flags = { seed: String(seed), ...(only ? { only } : {}), ...(whole ? {} : { runs }) };
  const { settings, carriage, close } = await start(target, flags);
  try {
    const made = new Run(settings, {
      carriage,
      suite: due === undefined ? suite : withRulesOf(suite, due),
      onFailed: ({ id }) => id === until && made.session.abort('it was caught'),
    });
    await made.complete();
    const results = made.results();
    return {
      failed: ids(results, ['failed', 'warned']),
      caughtOn: operationsOf(results, target.due),
      passed: ids(results, ['passed']),
      unexercised: ids(results, ['not_exercised']),
      verdict: made.session.ending.stopped === undefined ? verdictOf(results) : 'aborted',
      requests: made.session.record.traffic.total,
      milliseconds: Date.now() - began,
      stopped: made.session.ending.stopped,
    };
  } finally {
    await close();
  }
}

/** Requirements that send random requests, which may by chance do what a probe does on purpose. */
const RANDOM = ['LAWFUL-BODIES', 'LAWFUL-QUERIES'];

/**
 * Returns the runs in which one kind of a requirement's checks may be needed: a run of only that requirement, a whole
 * run, or runs without its probes, on random traffic or on that of other requirements.
 * @param {LossTarget} target
 * @returns {{ only?: string[], out: readonly string[], runs?: string }[]}
 */
function occasions({ due, probes }) {
  const random = (runs) => (probes.length > 0 ? [{ only: [due, ...RANDOM], out: probes, runs }] : []);
  const others = probes.length > 0 ? [{ out: probes }] : [];
  return [{ only: [due], out: RANDOM }, ...random(MORE_CASES), { out: [] }, ...others, ...random(MANY_CASES)];
}

/**
 * Returns the first fault of a requirement that is caught, but missed without one kind of its checks.
 * @param {LossTarget} target
 * @param {Options} options
 */
async function lost(target, { seed, without }) {
  const { due, left, losing } = target;
  for (const { out, ...where } of occasions(target))
    for (const fault of losing) {
      const caught = async (/** @type {string[]} */ parts) => {
        const checked = { seed, without: [...without, ...out, ...parts] };
        return (await run({ ...fault, ...where }, checked, { until: due })).failed.includes(due);
      };
      if (!(await caught([left])) && (await caught([]))) return { lost: fault.name };
    }
  return {};
}

/** One in this many faults is tried with the whole suite, to count the other requirements that fail. */
const SAMPLED = 20;

/** Whether a fault is in the sample. That depends on its name, so that a new fault does not change the rest of it. */
const isSampled = ({ name }) => seedOf('sample', name) % SAMPLED === 0;

/**
 * Tries a fault with its own requirement and the rules on the traffic that this causes. The whole suite is used when
 * that is not enough, when all faults are to be tried in this way (`--whole`), and for a sample. A fault that shows only
 * until a quote execution settles may be missed in a whole run: then its own requirement decides.
 * @param {FaultTarget} target
 * @param {Options} options
 */
async function faulty(target, options) {
  const sampled = options.whole || isSampled(target);
  const narrowly = () => run(target, options, { due: target.due });
  const wholly = async () => ({ ...(await run(target, options)), whole: true });
  const isCaught = (/** @type {Awaited<ReturnType<typeof run>>} */ { caughtOn }) =>
    target.dueOn.every((operation) => caughtOn.includes(operation));
  const first = await (sampled ? wholly() : narrowly());
  return isCaught(first) ? first : sampled ? narrowly() : wholly();
}

/**
 * Returns what one target shows.
 * @param {Target} target
 * @param {Options} options
 * @returns {Promise<Found>}
 */
export async function verify(target, options) {
  if (target.kind === 'loss') return lost(target, options);
  if (target.kind === 'fault' || target.kind === 'remote') return faulty(target, options);
  return run(target, options);
}
