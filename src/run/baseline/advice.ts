import { isRead, type Operation } from '../../contract/operations.ts';
import { type Findings, keyOf, operationIn } from '../../model/facts.ts';
import type { Fixtures } from '../../model/fixtures.ts';
import type { InconclusiveOutcome, Outcome } from '../../model/outcome.ts';
import { flagFor } from '../../values/flag.ts';
import { CONFLICT } from '../../values/http-status.ts';
import { member } from '../../values/json.ts';
import { BASELINE_ROW } from './baseline-requests.ts';
import { isForbidden } from './forbidden-writes.ts';

/** What is known of the run besides the outcome of one check. */
export interface Situation {
  /** The user's fixtures. */
  readonly given: Fixtures;
  /** Whether the base URL is probably wrong. */
  readonly isMisplaced: boolean;
  /** Whether every valid write was refused because of the token. */
  readonly isForbidden: boolean;
}

const OTHER_URL = 'a base URL at which the service answers lists';
const WRITING_TOKEN = 'a token that may write';
const PENDING = 'settlement_transactions.PENDING';
const UNUSED = `other ${PENDING}, because those given are used up, or ${flagFor('fixturesCommand')}`;

const isGiven = (fixture: string, given: Fixtures): boolean => {
  const [first = '', second] = fixture.split('.');
  const value = member(given, first);
  const found = second === undefined ? value : member(value, second);
  return found !== undefined && !(Array.isArray(found) && found.length === 0);
};

/** Names another value of a fixture that the user gave, since the one given was refused. */
const otherThan = (fixture: string): string => `${/s$|\./.test(fixture) ? 'other' : 'another'} ${fixture}`;

const meetsConflict = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'inconclusive' && outcome.refusal?.status === CONFLICT;

/** Whether transactions of the user's fixtures are not PENDING any more: affirming them is refused with a conflict. */
const areUsedUp = (outcomes: Findings['outcomes'], given: Fixtures): boolean =>
  isGiven(PENDING, given) && meetsConflict(outcomes[keyOf(BASELINE_ROW, 'affirm')]);

/** Returns what the whole run lacks, if that is why a check was not possible. */
function lacking(operation: Operation, outcome: InconclusiveOutcome, situation: Situation): string | undefined {
  const { cause, refusal, provide } = outcome;
  const isRefused = cause === 'refused';
  if (situation.isMisplaced)
    return isRefused || cause === 'fixture' || cause === 'unrecognised' ? OTHER_URL : undefined;
  if (!situation.isForbidden || isRead(operation)) return undefined;
  const isInVain = cause === 'fixture' && provide !== undefined && isGiven(provide, situation.given);
  return isInVain || (isRefused && isForbidden(refusal?.status)) ? WRITING_TOKEN : undefined;
}

function withAdvice(operation: Operation, outcome: InconclusiveOutcome, situation: Situation): InconclusiveOutcome {
  const missing = lacking(operation, outcome, situation);
  if (missing !== undefined) return { ...outcome, cause: 'other', provide: missing };
  const { cause, provide } = outcome;
  return cause === 'refused' && provide !== undefined && isGiven(provide, situation.given)
    ? { ...outcome, provide: otherThan(provide) }
    : outcome;
}

/** Says of an outcome for lack of PENDING transactions that those of the fixtures are used up. */
const withUnused = (outcome: InconclusiveOutcome): InconclusiveOutcome =>
  outcome.provide === PENDING || (outcome.cause === 'refused' && meetsConflict(outcome))
    ? { ...outcome, cause: 'fixture', provide: UNUSED }
    : outcome;

/**
 * Fits what outcomes say to provide to the situation: not a fixture that the user has given, but another one, or what
 * the whole run lacks.
 */
export function advised(outcomes: Findings['outcomes'], situation: Situation): Findings['outcomes'] {
  const used = areUsedUp(outcomes, situation.given);
  return Object.fromEntries(
    Object.entries(outcomes).map(([key, outcome]) => {
      const operation = operationIn(key);
      if (operation === undefined || outcome.kind !== 'inconclusive') return [key, outcome];
      const unused = used && operation === 'affirm' ? withUnused(outcome) : outcome;
      return [key, withAdvice(operation, unused, situation)];
    }),
  );
}
