import { failure } from '../engine/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import { type Instant, instant, millisecondsBetween, ofMilliseconds } from '../model/instant.ts';
import { member } from '../model/json.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { accepted, moment } from './answers.ts';

/** By how much what a target tells of now may be off: its clocks need not agree to the minute. */
const TOLERANCE_MS = 10 * 60_000;

const instantOf = (header: string | undefined): Instant | undefined => {
  const read = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(read) ? instant(header) : ofMilliseconds(read);
};

/** When an answer was given, by the target's own clock where it tells that. */
export const answeredAt = (exchange: Exchange): Instant =>
  instantOf(exchange.response.headers['date']) ?? ofMilliseconds(exchange.startedAt);

/** A failure when a member that should tell of this request's time tells of another; none when it cannot be read. */
export function tellsNow(exchange: Exchange, name: string, why: string): readonly Failure[] {
  const [told, now] = [moment(accepted(exchange), `/${name}`), answeredAt(exchange)];
  if (told === undefined || Math.abs(millisecondsBetween(told, now)) <= TOLERANCE_MS) return [];
  const actual = shown(member(accepted(exchange), name));
  return [failure(exchange, { where: `/${name}`, expected: `the time of this request: ${why}`, actual })];
}
