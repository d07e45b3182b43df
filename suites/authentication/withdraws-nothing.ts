import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { isRefusedAlike } from '../../src/engine/refusal.ts';
import { answered, type Credentials, type Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { compare } from '../../src/values/decimal.ts';
import { isObject, type JsonObject } from '../../src/values/json.ts';
import { steadyRefusal } from '../../src/values/steady-text.ts';
import { amount } from '../vocabulary/answers.ts';
import { bodyOperation, changed, smallest } from '../vocabulary/body-variants.ts';
import { bodies } from '../vocabulary/requests.ts';
import { markedOfItsOwn } from '../vocabulary/without-ref-id.ts';

/** Credentials that must be refused, and the requirement that they are. */
interface Refused {
  readonly credentials: Credentials;
  readonly blockedBy: string;
}

/**
 * Demands that a withdrawal which is refused for its credentials is not carried out. No list shows withdrawals, but a
 * second one with the same ref_id and another amount shows whether the ref_id is used: it is answered with the first
 * amount, or refused like a used ref_id. Tried on loopback only, since the second one moves money.
 */
export async function withdrawsNothing(
  p: Probing,
  { credentials, blockedBy: id }: Refused,
): Promise<readonly Failure[]> {
  const twin = smallest(p);
  await p.twin(twin);
  if (!p.run.spendsFreely) return [];
  const { ask } = twin;
  const input = ask.input();
  const valid = isObject(input.body) ? input.body : {};
  const refused = await p.answerTo({ ...ask, input: () => ({ ...input, credentials }) });
  if (refused.isAccepted) throw blockedBy(id, 'the request was accepted');
  const { metadata: _, ...own } = markedOfItsOwn(p, bodyOperation(p), 'again');
  const body = { ...valid, ...own };
  const again = await p.answerTo({ ...ask, input: () => ({ ...input, body }) });
  const isUsed = again.isAccepted
    ? hasAmountOf(again.exchange, refused.exchange)
    : await isUsedAlike(p, again.exchange, { ...ask, input: () => ({ ...input, body }) }, own);
  if (!isUsed) return [];
  const expected = 'nothing of the refused request';
  return [failure(again.exchange, { expected, actual: 'its ref_id is used' }, [refused.exchange])];
}

/** Whether a withdrawal was answered with the amount of another request. */
function hasAmountOf(again: Exchange, { request }: Exchange): boolean {
  const [found, other] = [amount(answered(again), '/amount'), amount(request.body, '/amount')];
  return found !== undefined && other !== undefined && compare(found, other) === 0;
}

/** How often a refusal must come back: a conflict with other requests is soon over. */
const REPEATED = 3;

/**
 * Whether a refusal is like that of a ref_id which was used before with another amount, also in what it says, and comes
 * back each time, while the same request with a fresh ref_id is accepted. One is accepted directly after the refusals as
 * well: a service may refuse any withdrawal for some time after the one before.
 */
async function isUsedAlike(p: Probing, again: Exchange, same: Ask, own: JsonObject): Promise<boolean> {
  const made = await p.answerTo(changed(p, own));
  const { body } = made.exchange.request;
  if (!made.isAccepted || !isObject(body)) return false;
  const other: JsonObject = bodies[bodyOperation(p)](p);
  const repeated = await p.answerTo({ operation: p.operation, input: () => ({ body: { ...body, ...other } }) });
  if (repeated.isAccepted || !isRefusedAlike(repeated.exchange, again)) return false;
  for (let sent = 0; sent < REPEATED; sent += 1) {
    const { isAccepted, words } = await p.answerTo(same);
    if (isAccepted || steadyRefusal(words) !== steadyRefusal(repeated.words)) return false;
  }
  return (await p.answerTo({ ...changed(p, own), isConcurrent: true })).isAccepted;
}
