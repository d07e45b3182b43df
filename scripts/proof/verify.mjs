// A run of the suite against one embedded target: which requirements did not hold, and which passed.

import { verdictOf } from '../../dist/src/engine/verdict.js';
import { listenNull } from '../../dist/src/reference/null-targets.js';
import { embeddedSettings, startEmbedded } from '../../dist/src/run/embedded.js';
import { Run } from '../../dist/src/run/run.js';
import { rows } from '../../dist/suites/index.js';
import { ids, operationsOf, withRulesOf } from './suite.mjs';

const SETTLE_AFTER_MS = 300;
/** Fewer accounts than the service usually holds, and fewer cases per property: a proof is many runs. */
const FEW_ACCOUNTS = 240;
const FEW_CASES = '5';
/** As many as ask for most parameters of a list, and as make every one likely. */
const MORE_CASES = '100';
const MANY_CASES = '500';

/** The suite without some checks: `ID` takes a requirement out whole, `ID:rule` or `ID:probe` that part of it. */
function suiteWithout(parts) {
  const out = (id, kind) => parts.includes(id) || parts.includes(`${id}:${kind}`);
  return rows.flatMap((row) => {
    const checks = row.checks.filter(({ kind }) => !out(row.id, kind));
    return checks.length > 0 ? [{ ...row, checks }] : [];
  });
}

const start = ({ nullTarget, whole, faults = [], latitudes = [] }) =>
  nullTarget === undefined
    ? startEmbedded({
        settleAfterMs: SETTLE_AFTER_MS,
        faults,
        latitudes,
        ...(whole ? {} : { accounts: FEW_ACCOUNTS }),
      })
    : listenNull(nullTarget);

/**
 * Runs every row against a target with these faults and latitudes, or against a null target; `due` names the one row that asks,
 * `until` the one whose failure ends the run.
 */
async function run(target, { seed, without }, { due, until } = {}) {
  const began = Date.now();
  const service = await start(target);
  try {
    const { whole, runs = FEW_CASES } = target;
    const suite = suiteWithout(without);
    const only = target.only?.filter((id) => suite.some((row) => row.id === id)).join();
    const flags = { seed: String(seed), ...(only ? { only } : {}), ...(whole ? {} : { runs }) };
    const settings = embeddedSettings(flags, service);
    const made = new Run(settings, {
      suite: due === undefined ? suite : withRulesOf(suite, due),
      onFailed: ({ id }) => id === until && made.session.stop('it was caught'),
    });
    await made.complete();
    const results = made.results();
    return {
      failed: ids(results, ['failed', 'warned']),
      caughtOn: operationsOf(results, target.due),
      passed: ids(results, ['passed']),
      unexercised: ids(results, ['not_exercised']),
      verdict: made.session.stopped === undefined ? verdictOf(results) : 'aborted',
      requests: made.session.traffic.total,
      milliseconds: Date.now() - began,
      stopped: made.session.stopped,
    };
  } finally {
    await service.close();
  }
}

/** What makes traffic at random, and would now and then make what a probe makes for certain. */
const RANDOM = ['LAWFUL-BODIES', 'LAWFUL-QUERIES'];

/** Where half of a requirement's checks may be needed: in a run of only that row, in a whole run, or without probes, on random traffic or on others'. */
function occasions({ due, probes }) {
  const random = (runs) => (probes.length > 0 ? [{ only: [due, ...RANDOM], out: probes, runs }] : []);
  const others = probes.length > 0 ? [{ out: probes }] : [];
  return [{ only: [due], out: RANDOM }, ...random(MORE_CASES), { out: [] }, ...others, ...random(MANY_CASES)];
}

/** The first fault of a requirement that is caught, and missed once a part of its checks is gone. */
async function lost({ due, left, probes, losing }, { seed, without }) {
  for (const { out, ...where } of occasions({ due, probes }))
    for (const fault of losing) {
      const caught = async (parts) => {
        const checked = { seed, without: [...without, ...out, ...parts] };
        return (await run({ ...fault, ...where }, checked, { until: due })).failed.includes(due);
      };
      if (!(await caught([left])) && (await caught([]))) return { lost: fault.name };
    }
  return {};
}

/** One of so many faults is tried with the whole suite, to count the requirements that fail beside the one that is due. */
const SAMPLED = 20;

/**
 * A fault is shown by its own row and the rules on the traffic that this makes. The whole suite meets it where that is not
 * enough, where all are to be met so (`--whole`), and in a sample.
 */
async function faulty(target, options) {
  const sampled = options.whole || target.number % SAMPLED === 0;
  const narrow = sampled ? undefined : await run(target, options, { due: target.due });
  if (narrow && target.dueOn.every((operation) => narrow.caughtOn.includes(operation))) return narrow;
  return { ...(await run(target, options)), whole: true };
}

const VERIFY = { loss: lost, fault: faulty };

/** What one target shows. */
export const verify = (target, options) => (VERIFY[target.kind] ?? run)(target, options);
