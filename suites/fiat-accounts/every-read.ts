import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { isObject, type Json, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { itemWith } from '../vocabulary/comparisons.ts';
import { eventuallyUpdated } from '../vocabulary/kept-answers.ts';
import { accountOf, anyFiatAccount, asking, listBy, updatable } from '../vocabulary/requests.ts';
import { withNewMetadata } from './new-metadata.ts';

/** Ways to read the updated account that other code may serve than a plain read, or that a cache may answer. */
async function otherReads(p: Probing): Promise<readonly Ask[]> {
  const own = updatable(p);
  const { items } = await p.known('listFiat');
  const ref = string(items.find(({ text }) => sameId(text, own))?.item, '/ref_id');
  return [
    accountOf({ id: own, deleted: true }),
    listBy('listFiat', { ids: [own, anyFiatAccount(p)] }),
    ...(ref === undefined ? [] : [listBy('listFiat', { ref_ids: [ref] })]),
  ];
}

const accountIn = (p: Probing, exchange: Exchange): JsonObject | undefined =>
  exchange.operation === 'listFiat' ? itemWith(exchange, updatable(p)) : acceptedBody(exchange);

/** Demands on loopback that an update of metadata shows in each of these reads, although they were made before it. */
export async function shownInEveryRead(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const tried = await p.together(await otherReads(p), async (read) => ({ read, answer: await p.answerTo(read) }));
  const reads = tried.filter(({ answer }) => answer.isAccepted);
  const { answer, pairs } = await withNewMetadata(p, 'In Every Read', async (metadata) => ({
    answer: await p.sendValid(asking(p, 'putFiat', { metadata })),
    pairs: metadata,
  }));
  const metadataIn = (exchange: Exchange): Json | undefined => member(accountIn(p, exchange), 'metadata');
  const shows = async ({ read, answer: before }: (typeof reads)[number]): Promise<readonly Failure[]> => {
    let isKept = false;
    const look = async (): Promise<readonly Failure[]> => {
      const exchange = await p.sendValid(read);
      const found = metadataIn(exchange);
      isKept = sameJson(found, metadataIn(before.exchange));
      const isLeftOut = !isObject(found) || Object.keys(found).length === 0;
      if (isLeftOut || Object.keys(pairs).every((key) => member(found, key) === pairs[key])) return [];
      const expected = `metadata with ${shown(pairs)} for the account that was updated`;
      return [failure(exchange, { expected, actual: shown(found) }, [answer])];
    };
    return eventuallyUpdated(p, look, () => isKept);
  };
  const found = await p.together(reads, shows);
  return found.find((failures) => failures.length > 0) ?? [];
}
