import { flawUnless, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { isObject, type Json, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';

const pairsOf = (metadata: Json | undefined): readonly (readonly [key: string, pair: string])[] =>
  isObject(metadata) ? Object.entries(metadata).map(([key, value]) => [key, JSON.stringify([key, value])]) : [];

/**
 * Makes the state of a sequence: the answer to a creation shows no pair of metadata that only other creations of the
 * operation gave. An answer with a known id may repeat an earlier creation.
 */
export function ofNoOtherRequest(): (exchange: Exchange) => Judgement {
  const given = new Memory<string, true>();
  const known = new Memory<Id, true>();
  return (exchange) => {
    const answer = acceptedBody(exchange);
    const created = id(string(answer, '/id'));
    const own = new Map(pairsOf(member(exchange.request.body, 'metadata')));
    const found = pairsOf(member(answer, 'metadata'));
    // A pair that was sent and is shown otherwise, such as under a key that was cut, is no pair of another request.
    const hasOwn = [...own.keys()].every((key) => found.some(([name]) => name === key));
    const others = hasOwn ? found.filter(([key]) => !own.has(key)) : [];
    const leftOver = others.find(([, pair]) => given.has(`${exchange.operation} ${pair}`));
    for (const pair of own.values()) given.set(`${exchange.operation} ${pair}`, true);
    if (!answer) return NOT_CONCERNED;
    if (created === undefined || known.mayHave(created)) return NOTHING_TO_JUDGE;
    known.set(created, true);
    return flawUnless(leftOver === undefined, () => ({
      where: '/metadata',
      expected: 'no pair from another request: this request does not give it',
      actual: shown(member(answer, 'metadata')),
    }));
  };
}
