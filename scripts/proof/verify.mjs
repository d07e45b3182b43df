// One whole run of the suite against one embedded target: which requirements did not hold, and which passed.
import { embeddedSettings, startEmbedded } from '../../dist/cli/embedded.js';
import { Conduct } from '../../dist/cli/runner/conduct.js';
import { listenNull } from '../../dist/reference/null-targets.js';
import { rows } from '../../dist/suites/index.js';

const SETTLE_AFTER_MS = 300;
/** Fewer accounts than the service usually holds, and fewer cases per property: a proof is many runs. */
const FEW_ACCOUNTS = 240;
const FEW_CASES = '5';

/** Takes requirements out of the suite, to see what is lost with them. */
export function leaveOut(ids) {
  for (const id of ids) {
    const place = rows.findIndex((row) => row.id === id);
    if (place >= 0) rows.splice(place, 1);
  }
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

const ids = (results, statuses) =>
  results.filter(({ status, row }) => statuses.includes(status) && row.level !== 'observe').map(({ row }) => row.id);

/** Runs every row against a target with these faults and latitudes, or against a null target. */
export async function verify(target, seed) {
  const began = Date.now();
  const service = await start(target);
  try {
    const conduct = new Conduct(
      embeddedSettings({ seed: String(seed), ...(target.whole ? {} : { runs: FEW_CASES }) }, service),
    );
    let stopped;
    try {
      await conduct.session.open();
      await Promise.all(conduct.active.map((row) => conduct.exercise(row)));
    } catch (error) {
      stopped = error instanceof Error ? error.message : String(error);
    }
    await conduct.session.close();
    const results = conduct.results();
    return {
      failed: ids(results, ['failed', 'warned']),
      passed: ids(results, ['passed']),
      unexercised: ids(results, ['not_exercised']),
      verdict: conduct.report().verdict,
      requests: conduct.session.traffic.total,
      milliseconds: Date.now() - began,
      ...(stopped === undefined ? {} : { stopped }),
    };
  } finally {
    await service.close();
  }
}
