import { isRead, type Operation } from '../../contract/operations.ts';
import { keyOf, operationIn } from '../../model/facts.ts';
import { type FixturePath, type Fixtures, stepsOf } from '../../model/fixtures.ts';
import type { Need } from '../../model/need.ts';
import type { InconclusiveOutcome, Outcome, Outcomes } from '../../model/outcome.ts';
import { flagFor } from '../../values/flag.ts';
import { CONFLICT } from '../../values/http-status.ts';
import { member } from '../../values/json.ts';
import type { Obstacle } from '../session/reachability.ts';
import { BASELINE_ROW } from './baseline-requests.ts';
import { isForbidden } from './forbidden-writes.ts';

/** What is known of the run besides the outcome of one check. */
export interface Situation {
  /** The user's fixtures. */
  readonly given: Fixtures;
  /** What is probably wrong, if no answer comes from the service. */
  readonly obstacle: Obstacle['kind'] | undefined;
  /** Whether every valid write was refused because of the token. */
  readonly isForbidden: boolean;
}

const INSTEAD: Readonly<Record<Obstacle['kind'], string>> = {
  'base URL': 'a base URL at which the service answers lists',
  token: 'a token that may read',
};
const WRITING_TOKEN = 'a token that may write';
const PENDING = 'settlement_transactions.PENDING';
const UNUSED = `other ${PENDING}, because those given are used up, or ${flagFor('fixturesCommand')}`;

const isGiven = (fixture: FixturePath, given: Fixtures): boolean => {
  const [name, part] = stepsOf(fixture);
  const value = member(given, name);
  const found = part === undefined ? value : member(value, part);
  return found !== undefined && !(Array.isArray(found) && found.length === 0);
};

/** Returns the fixture that is needed, if the user has given it. */
const givenOf = (need: Need | undefined, given: Fixtures): FixturePath | undefined =>
  need && 'fixture' in need && isGiven(need.fixture, given) ? need.fixture : undefined;

/** Names another value of a fixture that the user gave, since the one given was refused. */
const otherThan = (fixture: FixturePath): string => `${/s$|\./.test(fixture) ? 'other' : 'another'} ${fixture}`;

const meetsConflict = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'inconclusive' && outcome.refusal?.status === CONFLICT;

/** Whether transactions of the user's fixtures are not PENDING any more: affirming them is refused with a conflict. */
const areUsedUp = (outcomes: Outcomes, given: Fixtures): boolean =>
  isGiven(PENDING, given) && meetsConflict(outcomes[keyOf(BASELINE_ROW, 'affirm')]);

/** Returns what the whole run lacks, if that is why a check was not possible. */
function lacking(operation: Operation, outcome: InconclusiveOutcome, situation: Situation): string | undefined {
  const { cause, refusal, need } = outcome;
  const isRefused = cause === 'refused';
  if (situation.obstacle)
    return isRefused || cause === 'fixture' || cause === 'unrecognised' ? INSTEAD[situation.obstacle] : undefined;
  if (!situation.isForbidden || isRead(operation)) return undefined;
  const isInVain = cause === 'fixture' && givenOf(need, situation.given) !== undefined;
  return isInVain || (isRefused && isForbidden(refusal?.status)) ? WRITING_TOKEN : undefined;
}

function withAdvice(operation: Operation, outcome: InconclusiveOutcome, situation: Situation): InconclusiveOutcome {
  const missing = lacking(operation, outcome, situation);
  if (missing !== undefined) return { ...outcome, cause: 'other', need: { words: missing } };
  const refused = outcome.cause === 'refused' ? givenOf(outcome.need, situation.given) : undefined;
  return refused === undefined ? outcome : { ...outcome, need: { words: otherThan(refused) } };
}

const isPending = (need: Need | undefined): boolean =>
  need !== undefined && 'fixture' in need && need.fixture === PENDING && need.which === undefined;

/** Says of an outcome for lack of PENDING transactions that those of the fixtures are used up. */
const withUnused = (outcome: InconclusiveOutcome): InconclusiveOutcome =>
  isPending(outcome.need) || (outcome.cause === 'refused' && meetsConflict(outcome))
    ? { ...outcome, cause: 'fixture', need: { words: UNUSED } }
    : outcome;

/**
 * Fits what outcomes need to the situation: not a fixture that the user has given, but another one, or what
 * the whole run lacks.
 */
export function advised(outcomes: Outcomes, situation: Situation): Outcomes {
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
