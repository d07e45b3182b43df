import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody } from './answers.ts';
import { agreeAsAmounts } from './comparisons.ts';

/** Maximum number of things to remember the parts of, and maximum length of an answer whose parts are remembered. */
const [MOST, LONGEST] = [5_000, 16_384];

/** Whether a part is shown otherwise than before. Another row judges a value that is missing. */
const hasChanged = (before: Json | undefined, now: Json | undefined): boolean =>
  before !== undefined && now !== undefined && !agreeAsAmounts(before, now);

/** Parts of an answer, by the name that failures use. */
export type Parts = Readonly<Record<string, Json | undefined>>;

/** Returns some members of an answer as parts. */
export const membersOf = (body: Json | undefined, names: readonly string[]): Parts =>
  Object.fromEntries(names.map((name) => [`/${name}`, member(body, name)]));

/** Makes the state of a sequence: parts of the answers about one thing do not change. */
export const unchangedSince =
  (partsOf: (body: Json | undefined) => Parts) => (): ((exchange: Exchange) => Judgement) => {
    const first = new Memory<Id, Parts>(MOST);
    return (exchange) => {
      const body = acceptedBody(exchange);
      const of = id(member(body, 'id'));
      if (of === undefined || !body) return NOT_CONCERNED;
      const now = partsOf(body);
      const before = first.get(of);
      if (before === undefined) {
        if (exchange.response.bytes <= LONGEST) first.set(of, now);
        return NOTHING_TO_JUDGE;
      }
      return Object.entries(now)
        .filter(([name, part]) => hasChanged(before[name], part))
        .map(([name, part]) => ({
          where: name,
          expected: `${shown(before[name])}, as read before`,
          actual: shown(part),
        }));
    };
  };
