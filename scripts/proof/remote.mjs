// Tries a fault as if on another host: within the default budgets for such a target, with only the generated cases
// that they allow.
import { activeChecks } from '../../dist/src/engine/row.js';
import { called } from '../../dist/src/reference/service.js';
import { InProcess } from '../../dist/src/run/embedded/in-process.js';
import { Run } from '../../dist/src/run/run.js';
import { readAsRemote } from '../../dist/src/settings/run-settings.js';
import { optionSource, Settings } from '../../dist/src/settings/settings.js';
import { rows } from '../../dist/suites/index.js';
import { ids, withChecks, withRulesOf } from './suite.mjs';

/** @import { Allowances, FaultTarget, Found, RunTarget, Row } from './types.ts' */

const SETTLE_AFTER_MS = 300;
const FEW_ACCOUNTS = 240;
/** Requirements that change bank details or a status only if the user named the account. */
const NAMING = /^FA-(?:UPDATE-INSTRUCTIONS|UPDATE-METADATA-ALONE$|UPDATE-WHOLE$|STATUS-ASSIGNED$)/;
/** Number of cases of a property by default. */
const CASES = 20;

/**
 * Returns a run on another host, whose service is in this process. The pace is not limited, because it only costs time.
 * @param {import('../../dist/src/reference/service.js').Called} service
 * @param {import('../../dist/src/model/fixtures.js').Fixtures} fixtures
 * @param {{ seed?: number, runs?: number | undefined, suite?: readonly Row[] }} [options]
 */
function remote(service, fixtures, { seed, runs, suite = rows } = {}) {
  const given = {
    baseUrl: 'http://127.0.0.1',
    accessToken: service.token,
    seed,
    allowWrites: true,
    rate: 100_000,
    runs,
  };
  const settings = readAsRemote(new Settings([optionSource(given)]), {}, fixtures);
  return new Run(settings, { suite, carriage: new InProcess(service, settings.target.bounds) });
}

/** Returns the fixtures. If a requirement needs it, they name the account to update, which is found in the lists. */
async function named(service, suite) {
  if (!suite.some(({ id, checks }) => NAMING.test(id) && checks.some(({ kind }) => kind === 'probe')))
    return service.fixtures;
  const { session } = remote(service, service.fixtures);
  await session.open();
  await session.close();
  return { ...service.fixtures, updatable_fiat_account_id: session.fixtures.updatable_fiat_account_id };
}

/**
 * @param {RunTarget} target
 * @param {number} seed
 * @param {{ suite?: readonly Row[], runs?: number }} [options]
 */
async function ran({ faults = [], whole = false }, seed, { suite = rows, runs } = {}) {
  const service = called({ settleAfterMs: SETTLE_AFTER_MS, faults, ...(whole ? {} : { accounts: FEW_ACCOUNTS }) });
  const made = remote(service, await named(service, suite), { seed, runs, suite });
  await made.complete();
  return made;
}

/**
 * Returns what a whole run against a service without faults allows: the cases of properties that want more, by
 * requirement and operation, and the requirements that are not exercised.
 * @param {number} seed
 * @returns {Promise<Allowances>}
 */
export async function allowances(seed) {
  const made = await ran({}, seed);
  const { sent: requests, withdrawn, allowedCases } = made.session;
  const { withdrawals } = withdrawn;
  return {
    cases: { ...allowedCases.fewer },
    unexercised: ids(made.results(), ['not_exercised']),
    requests,
    withdrawals,
  };
}

/**
 * Returns the requirement with as many generated cases as the whole run has; with none, without generated checks.
 * @param {Row} row
 * @param {readonly string[]} on
 * @param {Allowances['cases']} cases
 */
function rationed(row, on, cases) {
  const operations = row.operations.filter((operation) => on.includes(operation));
  const counts = (operations.length > 0 ? operations : row.operations).map(
    (operation) => cases[`${row.id} ${operation}`] ?? Number.POSITIVE_INFINITY,
  );
  const least = Math.min(...counts);
  if (least === Number.POSITIVE_INFINITY || activeChecks(row, 'generated').length === 0) return [row];
  const checks = row.checks.flatMap((check) => {
    if (!('generated' in check) || check.generated === undefined) return [check];
    return least === 0 ? [] : [{ ...check, generated: { ...check.generated, share: least / CASES } }];
  });
  return withChecks(row, checks);
}

const found = (made) => ({
  failed: ids(made.results(), ['failed', 'warned']),
  requests: made.session.sent,
  withdrawals: made.session.withdrawn.withdrawals,
});

/**
 * Tries the requirement that must catch the fault together with the rules of all others and, if that is not enough, the
 * whole suite.
 * @param {FaultTarget} target
 * @param {{ seed: number, allowed: Allowances }} options
 * @returns {Promise<Found>}
 */
export async function verify(target, { seed, allowed }) {
  const whole = async () => ({ ...found(await ran(target, seed)), whole: true });
  if (allowed.unexercised.includes(target.due)) return whole();
  const suite = withRulesOf(rows, target.due).flatMap((row) =>
    row.id === target.due ? rationed(row, target.on, allowed.cases) : [row],
  );
  const narrow = found(await ran(target, seed, { suite, runs: CASES }));
  if (narrow.failed.includes(target.due)) return narrow;
  return whole();
}
