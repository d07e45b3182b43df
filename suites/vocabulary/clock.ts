import { creations, type Operation } from '../../src/contract/operations.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { flawUnless, HOLDS, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import {
  type Instant,
  instant,
  MILLISECOND,
  millisecondsBetween,
  ofMilliseconds,
  shift,
} from '../../src/values/instant.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { onceEach, onceEachItem } from '../../src/values/once-each.ts';
import { acceptedBody, moment, string } from './answers.ts';
import { plain } from './requests.ts';
import { clockStepOf } from './shown-times.ts';
import {
  CLOCK_MS,
  COARSEST_CLOCK_MS,
  FARTHEST_ZONE_MS,
  inWords,
  NEAREST_ZONE_MS,
  ZONE_SLACK_MS,
  ZONE_STEP_MS,
} from './tolerances.ts';

const instantOf = (header: string | undefined): Instant | undefined => {
  const read = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(read) ? instant(header) : ofMilliseconds(read);
};

/**
 * When an answer was given: by its Date header, or else by the clock of the client. Undefined for an exchange of a
 * recording that shows neither.
 */
const answeredAt = onceEach(
  ({ response, startedAt }: Exchange): Instant | undefined =>
    instantOf(response.headers['date']) ?? (startedAt > 0 ? ofMilliseconds(startedAt) : undefined),
);

/** Returns how many milliseconds before an answer was given this time was; undefined if either is not known. */
export function millisecondsBefore(exchange: Exchange, time: Instant | undefined): number | undefined {
  const answered = answeredAt(exchange);
  return answered === undefined || time === undefined ? undefined : millisecondsBetween(time, answered);
}

/**
 * Returns by how many milliseconds a time in an answer differs from when the answer was given, by its Date header or by
 * the run's clock, whichever is nearer: a gateway may add the header, and its clock may be wrong. Returns undefined when
 * the time cannot be read.
 */
function offBy(exchange: Exchange, name: string): number | undefined {
  const shownAt = moment(acceptedBody(exchange), `/${name}`);
  if (shownAt === undefined) return undefined;
  const ours = ofMilliseconds(exchange.startedAt);
  const clocks = [answeredAt(exchange) ?? ours, ours];
  return Math.min(...clocks.map((clock) => Math.abs(millisecondsBetween(shownAt, clock))));
}

/** The first creation of an operation whose time could be read. */
interface FirstTime {
  readonly offMs: number;
  readonly text: string;
}

/**
 * Makes the state of a sequence: creations of an operation show times that are equally far from when their answers were given. A
 * constant clock offset is ignored, and each of several clocks may differ from the right time by the tolerance.
 */
export function steadyOffset(): (exchange: Exchange) => Judgement {
  const first = new Map<string, FirstTime>();
  return (exchange) => {
    const text = string(acceptedBody(exchange), '/created_at');
    // Recordings may come from several clients, whose clocks differ.
    const isDated = exchange.place !== undefined || exchange.response.headers['date'] !== undefined;
    const offMs = millisecondsBefore(exchange, instant(text));
    if (text === undefined || offMs === undefined || !isDated) return NOT_CONCERNED;
    const other = first.get(exchange.operation) ?? { offMs, text };
    first.set(exchange.operation, other);
    return flawUnless(Math.abs(offMs - other.offMs) <= 2 * CLOCK_MS, () => ({
      where: '/created_at',
      expected: `the time of this request, which is near to it in another creation that shows ${other.text}`,
      actual: shown(text),
    }));
  };
}

/** Members with the times of past events. */
const HAPPENED = ['created_at', 'updated_at', 'settled_at'];

/** The lenience of requirements that a time is the current one. */
export const NEAR_NOW = `The time may differ by ${inWords(CLOCK_MS)} from the Date header of the answer or from the clock of the run. A constant clock offset is ignored, unless it is that of a time zone.`;

/** Nanoseconds by which a time zone and a clock offset can explain that a time is in the future. */
const FARTHEST_AHEAD = BigInt(FARTHEST_ZONE_MS + CLOCK_MS) * MILLISECOND;

interface Happened {
  readonly name: string;
  readonly time: Instant;
}

const happened = onceEachItem((item: JsonObject): readonly Happened[] => {
  const times: Happened[] = [];
  for (const name of HAPPENED) {
    const time = instant(member(item, name));
    // Before the settlement, its time may be the planned one.
    const isPlanned = name === 'settled_at' && member(item, 'status') !== 'SETTLED';
    if (time !== undefined && !isPlanned) times.push({ name, time });
  }
  return times;
});

/** The latest time that may be in the past when an answer is given, whatever its clock offset and time zone. */
const latestAt = onceEach((exchange: Exchange): Instant | undefined => {
  const answered = answeredAt(exchange);
  return answered === undefined ? undefined : shift(answered, FARTHEST_AHEAD);
});

/**
 * Judges times that are further in the future than any clock offset and time zone explains, where the same object shows
 * another time that is not: a constant clock offset would affect all of them.
 */
export function timesAhead(item: JsonObject, root: string, exchange: Exchange): Judgement {
  const times = happened(item);
  const latest = latestAt(exchange);
  if (times.length < 2 || latest === undefined) return NOT_CONCERNED;
  const ahead = times.filter(({ time }) => time > latest);
  if (ahead.length === 0) return HOLDS;
  if (ahead.length === times.length) return NOTHING_TO_JUDGE;
  return ahead.map(({ name }) => ({
    where: `${root}/${name}`,
    expected: 'not in the future: the event has already happened',
    actual: shown(member(item, name)),
  }));
}

/** Whether the difference is that of local time which is sent as UTC. */
const isZone = (off: number): boolean =>
  off >= NEAREST_ZONE_MS - ZONE_SLACK_MS &&
  off <= FARTHEST_ZONE_MS + ZONE_SLACK_MS &&
  (off + ZONE_SLACK_MS) % ZONE_STEP_MS <= 2 * ZONE_SLACK_MS;

/** Whether another creation shows the right time. A constant clock offset would show in all of them. */
async function keepsTime(p: Probing, but: Operation): Promise<boolean> {
  for (const operation of creations.filter((each) => each !== but)) {
    const made = await unlessInconclusive(undefined, () => p.twin(plain(p, operation)));
    const off = made && offBy(made, 'created_at');
    if (off !== undefined && off <= CLOCK_MS) return true;
  }
  return false;
}

/**
 * Demands that a time in an answer is the time of its request. Ignores a constant clock offset, unless it is that of a
 * time zone. Throws Inconclusive when the time cannot be read.
 */
export async function expectNow(
  p: Probing,
  exchange: Exchange,
  name: string,
  why: string,
): Promise<readonly Failure[]> {
  const off = offBy(exchange, name);
  if (off === undefined) throw new Inconclusive('other', `the answer of ${exchange.operation} shows no ${name}`);
  if (off <= CLOCK_MS) return [];
  if (!isZone(off) && !(await keepsTime(p, exchange.operation))) return [];
  const actual = shown(member(acceptedBody(exchange), name));
  return [failure(exchange, { where: `/${name}`, expected: `the time of this request: ${why}`, actual })];
}

/** Whether a time is that of the answer by a clock that counts whole minutes. */
export function isThisMinute(answer: Exchange, text = ''): boolean {
  const ageMs = millisecondsBefore(answer, instant(text));
  if (ageMs === undefined || clockStepOf(text) < COARSEST_CLOCK_MS) return false;
  return Math.abs(ageMs) < COARSEST_CLOCK_MS;
}
