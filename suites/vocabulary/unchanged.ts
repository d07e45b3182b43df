import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/row.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, sameAmount } from './answers.ts';
import { agree } from './comparisons.ts';

/** Maximum number of things to remember an answer of: half the usual one, since whole answers are held. */
const MOST = 5_000;

/**
 * Whether two values are the same number, time or word, in any spelling. Another row judges a value that is missing.
 */
const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined || agree(a, b) || sameAmount(a, b);

/** Parts of an answer, by the name that failures use. */
export type Parts = Readonly<Record<string, Json | undefined>>;

/** Returns some members of an answer as parts. */
export const membersOf = (body: Json | undefined, names: readonly string[]): Parts =>
  Object.fromEntries(names.map((name) => [`/${name}`, member(body, name)]));

/** Makes the state of a sequence: parts of the answers about one thing do not change. */
export const unchangedSince =
  (partsOf: (body: Json | undefined) => Parts) => (): ((exchange: Exchange) => Judgement) => {
    const first = new Memory<Id, Exchange>(MOST);
    return (exchange) => {
      const body = acceptedBody(exchange);
      const of = id(member(body, 'id'));
      if (of === undefined || !body) return NOT_CONCERNED;
      const earlier = first.first(of, exchange);
      if (earlier === exchange) return NOTHING_TO_JUDGE;
      const before = partsOf(answered(earlier));
      return Object.entries(partsOf(body))
        .filter(([name, now]) => !isSame(before[name], now))
        .map(([name, now]) => ({
          where: name,
          expected: `${shown(before[name])}, as read before`,
          actual: shown(now),
        }));
    };
  };
