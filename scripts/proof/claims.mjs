// A claim is a requirement on one operation, or on one parameter of it. Each claim has a fault that is caught there, or
// an excuse with a reason.
import { readFileSync } from 'node:fs';
import { claimsOf } from '../../dist/src/contract/requirement.js';
import { faults, requirementOf } from '../../dist/src/reference/decision.js';
import '../../dist/src/reference/service.js';
import { rows } from '../../dist/suites/index.js';

/**
 * Claims without a fault that is caught there, with the reasons.
 * @type {readonly { readonly reason: string, readonly claims: readonly string[] }[]}
 */
export const excused = JSON.parse(readFileSync(new URL('./excused-claims.json', import.meta.url), 'utf8'));

const judged = rows.filter(({ level }) => level !== 'observe');
const operationIn = (/** @type {string} */ claim) => claim.replace(/ .*/, '');

/**
 * Returns the operations on which the requirement of a fault must catch it.
 * @param {Pick<import('../../dist/src/reference/decision.js').Variant, 'name' | 'shows'>} fault
 * @returns {readonly import('../../dist/src/contract/operations.js').Operation[]}
 */
export function dueOn(fault) {
  const row = judged.find(({ id }) => id === requirementOf(fault));
  const shown = fault.shows.map(operationIn);
  return row?.operations.filter((operation) => shown.includes(operation)) ?? [];
}

/**
 * Returns the faults of each claim of a requirement, by their names without the requirement's ID.
 * @param {import('../../dist/src/contract/requirement.js').Requirement} row
 */
export function faultsOf(row) {
  const own = faults().filter((fault) => requirementOf(fault) === row.id);
  return claimsOf(row).map((claim) => ({
    claim,
    faults: own.filter(({ shows }) => shows.includes(claim)).map(({ name }) => name.slice(row.id.length + 1)),
  }));
}

/** Claims in which no fault is caught, excused or not. */
export const open = judged.flatMap((row) =>
  faultsOf(row).flatMap((each) => (each.faults.length > 0 ? [] : [`${row.id} ${each.claim}`])),
);

/** The number of claims. */
export const count = judged.reduce((sum, row) => sum + claimsOf(row).length, 0);
