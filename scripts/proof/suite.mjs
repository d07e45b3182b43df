// Parts of the suite that a fault is met with.
import { BASELINE_ROW } from '../../dist/src/run/baseline-requests.js';

const PASSIVE = ['rule', 'sequence', 'group', 'consequence'];

/** One row with the rules of all others, which judge the traffic that it makes. */
export const withRulesOf = (suite, due) =>
  suite.flatMap((row) => {
    // The row of the smallest requests makes the traffic on which only rules are judged.
    if (row.id === due || row.id === BASELINE_ROW) return [row];
    const checks = row.level === 'observe' ? [] : row.checks.filter(({ kind }) => PASSIVE.includes(kind));
    return checks.length > 0 ? [{ ...row, checks }] : [];
  });

/** Requirements of some results, what is only observed left out. */
export const ids = (results, statuses) =>
  results.filter(({ status, row }) => statuses.includes(status) && row.level !== 'observe').map(({ row }) => row.id);

/** Operations on which a requirement does not hold. */
export const operationsOf = (results, id) =>
  results
    .filter(({ row }) => row.id === id)
    .flatMap(({ operations }) => operations)
    .filter(({ status }) => status === 'failed' || status === 'warned')
    .map(({ operation }) => operation);
