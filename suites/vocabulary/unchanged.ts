import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/row.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { accepted, sameAmount } from './answers.ts';
import { agree } from './comparisons.ts';

/** Things of which an answer is remembered at most. */
const MOST = 5_000;

/** The same number, instant or word, however it is spelt; one that is not there at all is for the row of its presence. */
const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined || agree(a, b) || sameAmount(a, b);

/** Parts of an answer by what they are called in failures. */
export type Parts = Readonly<Record<string, Json | undefined>>;

/** Some members of an answer. */
export const membersOf = (body: Json | undefined, names: readonly string[]): Parts =>
  Object.fromEntries(names.map((name) => [`/${name}`, member(body, name)]));

/** Demands that parts of two answers about one thing are the same: the state of one run for a sequence. */
export const unchangedSince =
  (partsOf: (body: Json | undefined) => Parts) => (): ((exchange: Exchange) => Judgement) => {
    const first = new Memory<Id, Exchange>(MOST);
    return (exchange) => {
      const body = accepted(exchange);
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
