import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { each, string } from './answers.ts';

/** Subjects that are remembered at most. */
const MOST = 50_000;

/**
 * Demands that a member which holds an ID is the same wherever the same subject is shown: the state of one run for a sequence.
 * `subject` gives the ID or the words that the subject is known by.
 */
export const sameEverywhere =
  (name: string, subject: (item: JsonObject) => string | undefined) => (): ((exchange: Exchange) => Judgement) => {
    const first = new Memory<Id, string>(MOST);
    return each((item, root) => {
      const of = subject(item);
      const key = id(of);
      const found = string(item, `/${name}`);
      // What is empty names nobody, which is for the row of required IDs.
      if (key === undefined || found === undefined || found === '') return NOT_CONCERNED;
      const before = first.first(key, found);
      return flawUnless(id(before) === id(found), () => ({
        where: `${root}/${name}`,
        expected: `${shown(before)}, as another answer shows for ${shown(of)}`,
        actual: shown(found),
      }));
    });
  };
