import { failure } from '../../src/engine/evidence.ts';
import { blockedBy } from '../../src/engine/inconclusive.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Credentials } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { string } from './answers.ts';
import { changed, smallest } from './demands.ts';
import { LEFT_BEHIND_MS } from './tolerances.ts';

/** What makes a creation one that has to be refused, and the requirement that it is. */
interface Wrong {
  readonly body?: JsonObject;
  readonly credentials?: Credentials;
  readonly blockedBy: string;
}

/** Asks for an address in a way that has to be refused, and looks whether there is one nevertheless. */
export async function leavesNothing(
  p: Probing,
  { body = {}, credentials, blockedBy: id }: Wrong,
): Promise<readonly Failure[]> {
  const { key, ask } = smallest(p);
  await p.twin(key, ask);
  const { operation, input } = changed(p, body);
  const sent = { ...input(), ...(credentials === undefined ? {} : { credentials }) };
  const ref = string(sent.body, '/ref_id') ?? '';
  const { isAccepted, exchange } = await p.answerTo({ operation, input: () => sent });
  if (isAccepted) throw blockedBy(id, 'the request was accepted');
  await p.pause(LEFT_BEHIND_MS);
  const list = await p.accepted({ operation: 'listAddresses', input: () => ({ query: { ref_ids: [ref] } }) });
  if (!itemsOf(list).some((item) => member(item, 'ref_id') === ref)) return [];
  const actual = 'an address with its ref_id';
  return [failure(list, { where: '/items', expected: 'nothing of the refused creation', actual }, [exchange])];
}
