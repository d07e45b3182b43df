import { failure } from '../src/engine/evidence.ts';
import { blockedBy } from '../src/engine/inconclusive.ts';
import { itemsOf } from '../src/engine/paging.ts';
import type { Probing } from '../src/engine/probing.ts';
import { must, probe, type Row, suite } from '../src/engine/row.ts';
import { isAccepted } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { isObject, member } from '../src/values/json.ts';
import { string } from './answers.ts';
import { plain } from './requests.ts';

/** Asks for an address without credentials, and looks whether there is one all the same. */
async function leavesNothing(p: Probing): Promise<readonly Failure[]> {
  const { key, ask } = plain(p, 'createAddress');
  await p.twin(key, ask);
  const input = ask.input();
  const ref = isObject(input.body) ? string(input.body, '/ref_id') : undefined;
  const answer = await p.send('createAddress', { ...input, credentials: 'none' });
  if (ref === undefined || isAccepted(answer)) throw blockedBy('AUTH-HEADER-MISSING', 'the request was accepted');
  await p.pause(300);
  const list = await p.accepted({ operation: 'listAddresses', input: () => ({ query: { ref_ids: [ref] } }) });
  if (!itemsOf(list).some((item) => member(item, 'ref_id') === ref)) return [];
  const actual = 'an address with its ref_id';
  return [failure(list, { where: '/items', expected: 'nothing of a request without a token', actual }, [answer])];
}

/** What those do who are not let in (5). */
export const shutOut: readonly Row[] = suite('5', ['createAddress'], {
  'AUTH-REFUSED-DOES-NOTHING': must(
    'A request that is refused for want of a token is not carried out',
    {
      aspect: 'authentication',
      cites: ['Every operation requires the header Authorization: Bearer <ACCESS_TOKEN>.'],
      lenience: 'tried with addresses, the one creation that can be looked up',
    },
    probe(leavesNothing),
  ),
});
