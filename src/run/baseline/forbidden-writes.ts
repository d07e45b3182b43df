import { isRead, type Operation, operationNames } from '../../contract/operations.ts';
import { type Facts, type Findings, keyOf } from '../../model/facts.ts';
import type { Outcome } from '../../model/outcome.ts';
import { FORBIDDEN, UNAUTHORIZED } from '../../values/http-status.ts';
import { BASELINE_ROW } from './baseline-requests.ts';

/** Fewer operations may be refused for reasons of their own. */
const LEAST = 2;

/** Returns the target's words in the refusal of a valid request. */
function refusalIn(outcome: Outcome | undefined): string | undefined {
  if (outcome?.kind === 'inconclusive') return outcome.said;
  return outcome?.kind === 'fails' ? outcome.failures[0].actual : undefined;
}

/** Whether words of a refusal begin with 401 or 403. */
export const isForbidden = (said: string): boolean =>
  [UNAUTHORIZED, FORBIDDEN].some((status) => new RegExp(`^${status}\\b`).test(said));

/** Returns a sentence if the token is accepted for reads, and every valid write that was tried got 401 or 403. */
export function forbiddenWrites(outcomes: Findings['outcomes'], traffic: Facts['traffic']): string | undefined {
  const [reads, writes] = [operationNames.filter(isRead), operationNames.filter((each) => !isRead(each))];
  const accepts = (operation: Operation): boolean => (traffic[operation]?.accepted ?? 0) > 0;
  if (!reads.some(accepts) || writes.some(accepts)) return undefined;
  const refusals = writes.flatMap((each) => refusalIn(outcomes[keyOf(BASELINE_ROW, each)]) ?? []);
  if (refusals.length < LEAST || !refusals.every(isForbidden)) return undefined;
  const statuses = [...new Set(refusals.map((said) => Number.parseInt(said, 10)))].join(' or ');
  return `every valid write was answered ${statuses} while reads are accepted: the token may lack the right to write (SCOPE, or the client's permissions)`;
}
