import { isRead, type Operation, operationNames } from '../../contract/operations.ts';
import { type Facts, keyOf } from '../../model/facts.ts';
import type { Outcome, Outcomes } from '../../model/outcome.ts';
import { FORBIDDEN, UNAUTHORIZED } from '../../values/http-status.ts';
import { BASELINE_ROW } from './baseline-requests.ts';

/** Fewer operations may be refused for reasons of their own. */
const LEAST = 2;

/** Returns the status with which a valid request was refused. */
function refusalIn(outcome: Outcome | undefined): number | undefined {
  if (outcome?.kind === 'inconclusive') return outcome.refusal?.status;
  return outcome?.kind === 'fails' ? outcome.failures[0].exchanges.at(-1)?.response.status : undefined;
}

/** Whether a refusal means that the token lacks a right. */
export const isForbidden = (status: number | undefined): boolean => status === UNAUTHORIZED || status === FORBIDDEN;

/** Returns a sentence if the token is accepted for reads, and every valid write that was tried got 401 or 403. */
export function forbiddenWrites(outcomes: Outcomes, traffic: Facts['traffic']): string | undefined {
  const [reads, writes] = [operationNames.filter(isRead), operationNames.filter((each) => !isRead(each))];
  const accepts = (operation: Operation): boolean => (traffic[operation]?.accepted ?? 0) > 0;
  if (!reads.some(accepts) || writes.some(accepts)) return undefined;
  const refusals = writes.flatMap((each) => refusalIn(outcomes[keyOf(BASELINE_ROW, each)]) ?? []);
  if (refusals.length < LEAST || !refusals.every(isForbidden)) return undefined;
  const statuses = [...new Set(refusals)].join(' or ');
  return `every valid write was answered ${statuses} while reads are accepted: the token may lack the right to write (SCOPE, or the client's permissions)`;
}
