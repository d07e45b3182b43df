import { failure } from '../../src/engine/evidence.ts';
import type { Ask, Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { itemWith } from '../vocabulary/comparisons.ts';
import { accountOf, anyFiatAccount, asking, NOTE, updatable } from '../vocabulary/requests.ts';

/** Ways to read the updated account that other code may serve than a plain read, or that a cache may answer. */
async function otherReads(p: Probing): Promise<readonly Ask[]> {
  const own = updatable(p);
  const { items } = await p.known('listFiat');
  const ref = string(items.find(({ text }) => sameId(text, own))?.item, '/ref_id');
  const listed = (query: Readonly<Record<string, readonly string[]>>): Ask => ({
    operation: 'listFiat',
    input: () => ({ query }),
  });
  return [
    accountOf({ id: own, deleted: true }),
    listed({ ids: [own, anyFiatAccount(p)] }),
    ...(ref === undefined ? [] : [listed({ ref_ids: [ref] })]),
  ];
}

const accountIn = (p: Probing, exchange: Exchange): JsonObject | undefined =>
  exchange.operation === 'listFiat' ? itemWith(exchange, updatable(p)) : acceptedBody(exchange);

/** Demands on loopback that an update of metadata shows in each of these reads, although they were made before it. */
export async function shownInEveryRead(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const tried = await p.together(await otherReads(p), async (read) => ({ read, answer: await p.answerTo(read) }));
  const reads = tried.filter(({ answer }) => answer.isAccepted).map(({ read }) => read);
  const note = `${p.run.id} in every read`;
  const answer = await p.sendValid(asking(p, 'putFiat', { metadata: { [NOTE]: note } }));
  const shows = (read: Ask): Promise<readonly Failure[]> =>
    p.eventually(async () => {
      const exchange = await p.sendValid(read);
      const found = member(member(accountIn(p, exchange), 'metadata'), NOTE);
      if (found === undefined || found === note) return [];
      const expected = `metadata with ${shown(note)} for the account that was updated`;
      return [failure(exchange, { expected, actual: shown(found) }, [answer])];
    });
  const found = await p.together(reads, shows);
  return found.find((failures) => failures.length > 0) ?? [];
}
