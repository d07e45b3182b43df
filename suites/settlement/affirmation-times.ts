import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { isFlaws, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type Instant, instant, millisecondsBetween, timestamp } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { affirmedAnswer, affirming, hasPlenty } from '../vocabulary/affirmation.ts';
import { acceptedBody, moment, string } from '../vocabulary/answers.ts';
import { expectNow, isThisMinute, millisecondsBefore } from '../vocabulary/clock.ts';
import { precedes } from '../vocabulary/shown-times.ts';
import {
  countsMilliseconds,
  inWords,
  ONE_CHECK_MS,
  ONE_TICK_MS,
  showsFractions,
  visiblyLaterThan,
} from '../vocabulary/tolerances.ts';

/**
 * Judges that updated_at of an affirmed transaction is later than created_at. Not concerned when the creation is so
 * recent that the resolution of a clock may hide the change.
 */
export function touched(exchange: Exchange): Judgement {
  const body = acceptedBody(exchange);
  const [created, updated] = [moment(body, '/created_at'), moment(body, '/updated_at')];
  if (string(body, '/status') !== 'AFFIRMED' || created === undefined || updated === undefined) return NOT_CONCERNED;
  if (updated > created) return [];
  const ageMs = millisecondsBefore(exchange, created);
  if (ageMs === undefined || ageMs < ONE_TICK_MS) return NOT_CONCERNED;
  const expected = `later than created_at (${shown(member(body, 'created_at'))}): affirming changes it`;
  return [{ where: '/updated_at', expected, actual: shown(member(body, 'updated_at')) }];
}

/** Whether updated_at certainly stayed as it was, which ST-UPDATED-AT judges. */
function isUntouched(exchange: Exchange): boolean {
  const judged = touched(exchange);
  return isFlaws(judged) && judged.length > 0;
}

/**
 * Demands the same of the run's affirmation, also if the creation is recent: the fixtures named the transaction before
 * the run, so a clock that counts milliseconds cannot show both events at once.
 */
export async function touchedAfterCreation(p: Probing): Promise<readonly Failure[]> {
  const exchange = await affirmedAnswer(p);
  if (touched(exchange) !== NOT_CONCERNED) return [];
  const body = acceptedBody(exchange);
  const [created, updated] = [moment(body, '/created_at'), moment(body, '/updated_at')];
  if (created === undefined || updated !== created || !countsMilliseconds(created))
    throw new Inconclusive('other', 'the transaction was created so recently that its times may be the same', {
      need: {
        fixture: 'settlement_transactions.PENDING',
        which: `that were created at least ${inWords(ONE_TICK_MS)} ago`,
      },
    });
  const expected = 'later than created_at: the transaction existed before it was affirmed';
  return [failure(exchange, { where: '/updated_at', expected, actual: shown(member(body, 'updated_at')) })];
}

/** Two affirmations of different transactions, of which one was made visibly later than the other. */
interface TwoAffirmations {
  readonly first: Exchange;
  readonly later: Exchange;
}

const updatedAt = (exchange: Exchange): Instant | undefined => moment(acceptedBody(exchange), '/updated_at');

/**
 * Affirms another transaction visibly later than the first one, once for all checks. Returns undefined where transactions
 * are few, or if the first affirmation is not dated or the other one is refused.
 */
const affirmedApart = (p: Probing): Promise<TwoAffirmations | undefined> =>
  p.once('two affirmations', async () => {
    const first = await affirmedAnswer(p);
    const before = updatedAt(first);
    if (before === undefined || !hasPlenty(p) || isUntouched(first)) return undefined;
    await p.pauseSince(first, visiblyLaterThan(before));
    const { isAccepted, exchange } = await affirming(p, await p.takeTransaction('PENDING'));
    return isAccepted ? { first, later: exchange } : undefined;
  });

/**
 * Demands that the affirmation of another transaction is dated later than the first one. An earlier date shows that it
 * was affirmed with the first one.
 */
export async function datedLater(p: Probing): Promise<readonly Failure[]> {
  const two = await affirmedApart(p);
  const [before, found] = [two && updatedAt(two.first), two && updatedAt(two.later)];
  if (!two || before === undefined || found === undefined || found > before) return [];
  const text = string(acceptedBody(two.later), '/updated_at');
  if (found === before && isThisMinute(two.later, text)) return [];
  const expected = `later than that of a transaction that was affirmed ${visiblyLaterThan(before) / 1000} s before`;
  return [failure(two.later, { where: '/updated_at', expected, actual: shown(text) }, [two.first])];
}

/**
 * Demands that the later affirmation keeps created_at: the fixtures named its transaction before the first one was
 * affirmed. A difference of minutes shows that the first one is dated wrongly, which ST-UPDATED-NOW judges.
 */
export async function createdBefore(p: Probing): Promise<readonly Failure[]> {
  const two = await affirmedApart(p);
  const affirmed = two && updatedAt(two.first);
  const text = string(two && acceptedBody(two.later), '/created_at');
  const created = instant(text);
  if (!two || affirmed === undefined || created === undefined || !showsFractions(affirmed)) return [];
  const laterByMs = millisecondsBetween(affirmed, created);
  const isLater = precedes(string(acceptedBody(two.first), '/updated_at'), text);
  if (!isLater || laterByMs > ONE_CHECK_MS) return [];
  const expected = `not after ${timestamp(affirmed)}, when another transaction was affirmed: both existed before`;
  return [failure(two.later, { where: '/created_at', expected, actual: shown(text) }, [two.first])];
}

/** Maximum number of transactions whose times are compared with the clock. */
const MOST_DATED = 3;

/**
 * Demands that the time of an affirmation is that of its request. An earlier run may have affirmed the transaction, which
 * may then be answered as it is: so others of the fixtures are affirmed as well, and one with the right time is enough.
 */
export async function datedNow(p: Probing, answer: Exchange, tried = 1): Promise<readonly Failure[]> {
  if (isUntouched(answer)) return [];
  const why = 'affirming changes it, if no earlier run has affirmed the transaction';
  const failures = await expectNow(p, answer, 'updated_at', why);
  if (failures.length === 0 || tried === MOST_DATED) return failures;
  const other = await unlessInconclusive(undefined, () => p.takeTransaction('PENDING'));
  const next = other === undefined ? undefined : await affirming(p, other);
  return next?.isAccepted ? datedNow(p, next.exchange, tried + 1) : failures;
}
