import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, string } from './answers.ts';

/** Maximum number of ids to remember. */
const MOST_IDS = 100_000;

/** Judges that requests with different ref_ids are answered with different ids. */
export function uniqueIds() {
  const owners = new Memory<Id, string>(MOST_IDS);
  return (exchange: Exchange): Judgement => {
    const found = string(acceptedBody(exchange), '/id');
    const own = id(found);
    const ref = string(exchange.request.body, '/ref_id');
    if (own === undefined || ref === undefined) return NOT_CONCERNED;
    const owner = owners.first(own, ref);
    return flawUnless(owner === ref, () => ({
      where: '/id',
      expected: 'a unique id',
      actual: `${shown(found)}, the id in the answer to ref_id ${shown(owner)}`,
    }));
  };
}
