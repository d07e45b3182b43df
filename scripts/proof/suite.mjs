// The parts of the suite with which a fault is tried.
import { isJudging } from '../../dist/src/engine/check.js';
import { BASELINE_ROW } from '../../dist/src/run/baseline/baseline-requests.js';

/** @import { Results, Row } from './types.ts' */

/**
 * Returns the row with only these checks, or nothing when there are none.
 * @param {Row} row
 * @param {readonly Row['checks'][number][]} checks
 * @returns {Row[]}
 */
export const withChecks = (row, [first, ...more]) => (first ? [{ ...row, checks: [first, ...more] }] : []);

/**
 * Returns one requirement with the rules of all others, which judge the traffic that it causes.
 * @param {readonly Row[]} suite
 * @param {string} due
 * @returns {Row[]}
 */
export const withRulesOf = (suite, due) =>
  suite.flatMap((row) => {
    // This requirement sends the smallest requests, on which the rules are judged.
    if (row.id === due || row.id === BASELINE_ROW) return [row];
    const checks = row.level === 'observe' ? [] : row.checks.filter(isJudging);
    return withChecks(row, checks);
  });

/**
 * Returns the IDs of the requirements with these statuses, except those of level `observe`.
 * @param {Results} results
 * @param {readonly string[]} statuses
 */
export const ids = (results, statuses) =>
  results.filter(({ status, row }) => statuses.includes(status) && row.level !== 'observe').map(({ row }) => row.id);

/**
 * Returns the operations on which a requirement does not hold.
 * @param {Results} results
 * @param {string | undefined} id
 */
export const operationsOf = (results, id) =>
  results
    .filter(({ row }) => row.id === id)
    .flatMap(({ operations }) => operations)
    .filter(({ status }) => status === 'failed' || status === 'warned')
    .map(({ operation }) => operation);
