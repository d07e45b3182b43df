import { isRead } from '../../contract/operations.ts';
import { answered, type Exchange, isAccepted } from '../../model/exchange.ts';
import type { Created } from '../../model/reported.ts';
import { definite } from '../../values/definite.ts';
import { isObject, type Json, member } from '../../values/json.ts';

/** Maximum number of entries that are kept; later ones are only counted. */
const MOST = 10_000;

/** Lists what a run created or changed on the target, so that its owner can find it again. */
export class Ledger {
  readonly entries: Created[] = [];
  #more = 0;

  /** Records what an accepted request created or changed. */
  see(exchange: Exchange): void {
    if (isRead(exchange.operation) || !isAccepted(exchange)) return;
    for (const id of idsOf(exchange)) {
      if (this.entries.length < MOST) this.entries.push(entry(exchange, id));
      else this.#more += 1;
    }
  }

  /** Returns one sentence if more was created than is listed. */
  notes(): readonly string[] {
    return this.#more === 0 ? [] : [`${this.#more} more objects were created than the ${MOST} listed here`];
  }
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Returns the ids of what was created: the id from the response, those of added members, or the memo of a sandbox
 * deposit, which has no id.
 */
function idsOf(exchange: Exchange): readonly string[] {
  const [body, request] = [answered(exchange), exchange.request.body];
  const members = member(body, 'members');
  if (exchange.operation === 'addMembers' && Array.isArray(members))
    return members.filter(isObject).flatMap((each: Json) => text(member(each, 'id')) ?? []);
  return [text(member(body, 'id')) ?? text(member(request, 'memo_id')) ?? 'unknown'];
}

/** Takes amount and reference from the request if it has them, since the response may be wrong. */
function entry({ operation, request, response }: Exchange, id: string): Created {
  const { body } = request;
  const answer = response.body.kind === 'json' ? response.body.value : undefined;
  const [ref, asset] = [text(member(body, 'ref_id')), text(member(body, 'asset'))];
  const amount = text(member(body, 'amount')) ?? text(member(body, 'total')) ?? text(member(answer, 'amount'));
  return {
    operation,
    id,
    ...definite({ ref_id: ref }),
    ...(asset === undefined || amount === undefined ? {} : { asset, amount }),
  };
}
