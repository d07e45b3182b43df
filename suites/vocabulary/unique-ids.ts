import { flawUnless, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { decimal, formatDecimal } from '../../src/values/decimal.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, string } from './answers.ts';

/** Maximum number of ids to remember. */
const MOST_IDS = 100_000;

/** Returns a value in a form that is the same for all spellings of an amount or of an ID. */
function spelling(value: Json | undefined): string {
  const number = decimal(value);
  return number ? formatDecimal(number) : String(id(value));
}

/**
 * Judges that requests with different ref_ids are answered with different ids, and so are requests without one that differ
 * in one of the members `telling`: a service may take such a request for a repetition only if it asks for the same.
 */
export const uniqueIds = (telling: readonly string[]) => () => {
  const owners = new Memory<Id, string | number>(MOST_IDS);
  return (exchange: Exchange): Judgement => {
    const found = string(acceptedBody(exchange), '/id');
    const own = id(found);
    if (own === undefined) return NOT_CONCERNED;
    const { body } = exchange.request;
    const ref = string(body, '/ref_id');
    const made = ref ?? seedOf(JSON.stringify(telling.map((name) => spelling(member(body, name)))));
    const owner = owners.first(own, made);
    return flawUnless(owner === made || typeof owner !== typeof made, () => ({
      where: '/id',
      expected: 'a unique id',
      actual: `${shown(found)}, the id in the answer to ${ref === undefined ? 'another request without ref_id' : `ref_id ${shown(owner)}`}`,
    }));
  };
};
