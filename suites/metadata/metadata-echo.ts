import { isRead, type Operation } from '../../src/contract/operations.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { isObject, type Json, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { acceptedBody, objects, string } from '../vocabulary/answers.ts';

/** The reads of accounts, and all operations whose answers show accounts. */
export const READS = ['getFiat', 'listFiat'] as const;
const SHOWING = new Set<Operation>([...READS, 'putFiat']);

/** Returns a difference for each pair that was sent and is not shown. Values of other types are judged elsewhere. */
const lostPairs = (sent: JsonObject, found: JsonObject): Judgement =>
  Object.entries(sent)
    .filter(([key, value]) => typeof value === 'string' && member(found, key) !== value)
    .map(([key, value]) => ({
      where: '/metadata',
      expected: `${shown(key)}: ${shown(value)}, as sent`,
      actual: shown(member(found, key)),
    }));

/**
 * Makes the state of a sequence: the answer shows the metadata of its request. It may show the former metadata of an
 * account that the update left PENDING, because the update may await approval.
 */
export function echoesMetadata() {
  const former = new Memory<Id, Json>();
  const judged = (exchange: Exchange): Judgement => {
    const answer = acceptedBody(exchange);
    const [sent, found] = [member(exchange.request.body, 'metadata'), member(answer, 'metadata')];
    if (!isObject(sent) || !answer) return NOT_CONCERNED;
    if (!isObject(found)) return NOTHING_TO_JUDGE;
    const account = exchange.operation === 'putFiat' ? id(member(answer, 'id')) : undefined;
    const before = account === undefined ? undefined : former.get(account);
    const mayAwait = before !== undefined && string(answer, '/status') === 'PENDING' && sameJson(before, found);
    return mayAwait ? NOTHING_TO_JUDGE : lostPairs(sent, found);
  };
  const remember = (exchange: Exchange): void => {
    for (const { item } of objects(exchange)) {
      const [account, metadata] = [id(member(item, 'id')), member(item, 'metadata')];
      if (account !== undefined && isObject(metadata)) former.set(account, metadata);
    }
  };
  return (exchange: Exchange): Judgement => {
    const judgement = isRead(exchange.operation) ? NOT_CONCERNED : judged(exchange);
    if (SHOWING.has(exchange.operation)) remember(exchange);
    return judgement;
  };
}
