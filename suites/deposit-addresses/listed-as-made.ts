import { type Flaw, type Judgement, NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { sameAddress } from '../../src/values/crypto-address.ts';
import { type Id, id } from '../../src/values/id.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, each } from '../vocabulary/answers.ts';

/** The members that say where a deposit goes. They do not change after creation (2.4). */
const PLACE = ['address', 'crypto_network'] as const;

/** Returns a flaw if a list shows another address or network than the creation did. Optional members may be absent. */
function movedTo(item: JsonObject, root: string, made: JsonObject): readonly Flaw[] {
  const name = PLACE.find((each) => {
    const [before, now] = [member(made, each), member(item, each)];
    return typeof before === 'string' && typeof now === 'string' && !sameAddress(before, now);
  });
  if (name === undefined) return [];
  const expected = `${shown(member(made, name))}, as created`;
  return [{ where: `${root}/${name}`, expected, actual: shown(member(item, name)) }];
}

const isAsAsked = (exchange: Exchange): boolean =>
  member(acceptedBody(exchange), 'crypto_network') === member(exchange.request.body, 'crypto_network');

/**
 * Makes the state of a sequence: lists show a created address with the address and network of its creation, whatever
 * was created since.
 */
export function listedAsMade() {
  const made = new Memory<Id, JsonObject>();
  const judge = each((item, root) => {
    const own = id(member(item, 'id'));
    const before = own && made.get(own);
    return before ? movedTo(item, root, before) : NOT_CONCERNED;
  });
  return (exchange: Exchange): Judgement => {
    if (exchange.operation === 'listAddresses') return judge(exchange);
    const created = acceptedBody(exchange);
    const own = id(member(created, 'id'));
    // DA-CRYPTO-NETWORK-ECHO judges an answer with another network than the requested one.
    if (own !== undefined && created && isAsAsked(exchange))
      made.first(own, Object.fromEntries(PLACE.map((name) => [name, member(created, name) ?? null])));
    return NOT_CONCERNED;
  };
}
