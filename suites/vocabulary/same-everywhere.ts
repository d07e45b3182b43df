import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { each, string } from './answers.ts';

/** Maximum number of subjects to remember: five times the usual one, since two short texts are held for each. */
const MOST = 50_000;

/**
 * Makes the state of a sequence: a member that holds an ID is the same wherever the same subject is shown. `subject`
 * returns the ID or the text that identifies the subject.
 */
export const sameEverywhere =
  (name: string, subject: (item: JsonObject) => string | undefined) => (): ((exchange: Exchange) => Judgement) => {
    const first = new Memory<Id, string>(MOST);
    return each((item, root) => {
      const of = subject(item);
      const key = id(of);
      const found = string(item, `/${name}`);
      // The row about required IDs judges an empty value.
      if (key === undefined || found === undefined || found === '') return NOT_CONCERNED;
      const before = first.first(key, found);
      return flawUnless(id(before) === id(found), () => ({
        where: `${root}/${name}`,
        expected: `${shown(before)}, as another answer shows for ${shown(of)}`,
        actual: shown(found),
      }));
    });
  };
