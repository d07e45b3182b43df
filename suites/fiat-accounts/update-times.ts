import { probe, sequence } from '../../src/engine/check.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { type Flaw, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Instant, instant } from '../../src/values/instant.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { millisecondsBefore } from '../vocabulary/clock.ts';
import { agree } from '../vocabulary/comparisons.ts';
import { asking, plainAnswer } from '../vocabulary/requests.ts';
import { clockStepOf } from '../vocabulary/shown-times.ts';
import { APART_MS, CLOCK_MS, inWords, TIMER_SLACK_MS } from '../vocabulary/tolerances.ts';
import { detailsBesideOthers } from './bank-details.ts';
import { datedUpdate } from './dated-update.ts';
import { namedAfterRun } from './updating.ts';

/** The parts of an account that an update changes (4.1). */
const PARTS = ['metadata', 'fiat_account_owner', 'fiat_network_instructions'] as const;

/** An account as the answer to an update shows it. */
interface Updated {
  readonly account: JsonObject;
  readonly text: string;
  readonly time: Instant;
  readonly endedAt: number;
}

const isChanged = (before: JsonObject, now: JsonObject): boolean =>
  PARTS.some((part) => !agree(before[part], now[part]));

/** Whether the update began to wait for approval, so that it may not have happened yet. */
const beginsToWait = (before: JsonObject, now: JsonObject): boolean =>
  member(now, 'status') === 'PENDING' && member(before, 'status') !== 'PENDING';

function updatedIn(exchange: Exchange): Updated | undefined {
  const account = acceptedBody(exchange);
  const text = string(account, '/updated_at');
  const time = instant(text);
  if (!account || text === undefined || time === undefined) return undefined;
  return { account, text, time, endedAt: exchange.startedAt + exchange.durationMs };
}

/**
 * Makes the state of a sequence: an update that changes what the account shows gives it another updated_at, which is as
 * far from the time of the answer as that of the first such update. A constant clock offset is ignored.
 */
function datedUpdates(): (exchange: Exchange) => Judgement {
  const latest = new Memory<Id, Updated>();
  let first: { readonly text: string; readonly offMs: number } | undefined;
  return (exchange) => {
    const account = id(string(acceptedBody(exchange), '/id'));
    if (account === undefined || exchange.startedAt === 0) return NOT_CONCERNED;
    const [before, now] = [latest.get(account), updatedIn(exchange)];
    if (!now) return NOTHING_TO_JUDGE;
    latest.set(account, now);
    if (!before || !isChanged(before.account, now.account) || beginsToWait(before.account, now.account))
      return NOTHING_TO_JUDGE;
    if (now.text === before.text) return unchangedTime(now.text, exchange.startedAt - before.endedAt);
    const offMs = millisecondsBefore(exchange, now.time);
    if (offMs === undefined) return NOTHING_TO_JUDGE;
    first ??= { text: now.text, offMs };
    return Math.abs(offMs - first.offMs) <= 2 * CLOCK_MS
      ? []
      : flaw(now.text, `the time of this request, which is near to it in another update that shows ${first.text}`);
  };
}

const flaw = (text: string, expected: string): readonly Flaw[] => [
  { where: '/updated_at', expected, actual: shown(text) },
];

/** Judges an update that shows the time of the one before: a coarse clock may show one time for both if they are near. */
function unchangedTime(text: string, apartMs: number): Judgement {
  const least = Math.max(APART_MS, 2 * clockStepOf(text));
  if (apartMs < least) return NOTHING_TO_JUDGE;
  return flaw(text, `another time than before: the account shows other values, at least ${least} ms later`);
}

/**
 * Updates only the owner and then, on loopback, only the bank details, each when any clock has moved on since the last
 * update, for the rule to judge. It comes before other accepted updates, so that the pauses of refused
 * ones count.
 */
async function updatesPartsLater(p: Probing): Promise<readonly Failure[]> {
  await plainAnswer(p, 'putFiat');
  await p.pauseSinceLatest('putFiat', APART_MS + TIMER_SLACK_MS);
  await namedAfterRun(p);
  if (!p.run.spendsFreely || !p.run.changesBankDetails) return [];
  const details = await unlessInconclusive(undefined, () => detailsBesideOthers(p));
  await p.pauseSinceLatest('putFiat', APART_MS + TIMER_SLACK_MS);
  if (details) await p.answerTo(asking(p, 'putFiat', details.change));
  return [];
}

/** The meaning of updated_at after an update (2.2, 4.1). */
export const updateTimes: readonly Row[] = suite('2.2', ['putFiat'], {
  'FA-UPDATE-DATED': must(
    'An update changes updated_at to its time',
    {
      aspect: 'state across',
      cites: ['2.2: | updated_at | date-time | no | Time of most recent update |'],
      lenience: `An account may be returned without updated_at. Another update is made after some seconds, since the clock of the service may be coarse; a clock may count whole minutes. The time may differ by ${inWords(CLOCK_MS)} from the Date header of the answer, and a constant clock offset is ignored, unless it is that of a time zone. Answers to two updates are compared if they show different values, and more than two units of the last digit of the time apart; an update that sets the account to PENDING may wait for approval.`,
    },
    sequence(datedUpdates),
    probe(updatesPartsLater),
    probe(async (p) => (await datedUpdate(p)).failures),
  ),
});
