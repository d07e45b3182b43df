import { isRead } from '../contract/operations.ts';
import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import type { Created } from '../model/report.ts';
import { isObject, type Json, member } from '../values/json.ts';

/** Entries kept; what comes later is counted. */
const MOST = 10_000;

/** What a run created or changed on the target, so that whoever owns the target can find it again. */
export class Ledger {
  readonly entries: Created[] = [];
  #more = 0;

  /** Enters what an accepted request created or changed. */
  see(exchange: Exchange): void {
    if (isRead(exchange.operation) || !isAccepted(exchange)) return;
    for (const id of idsOf(exchange)) {
      if (this.entries.length < MOST) this.entries.push(entry(exchange, id));
      else this.#more += 1;
    }
  }

  /** One sentence when there was more than is kept. */
  notes(): readonly string[] {
    return this.#more === 0 ? [] : [`${this.#more} more things were created than the ${MOST} that are listed`];
  }
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

/** The id that the target gave; those of members that were added; the memo of a sandbox deposit, which gets no id. */
function idsOf(exchange: Exchange): readonly string[] {
  const [body, request] = [answered(exchange), exchange.request.body];
  const members = member(body, 'members');
  if (exchange.operation === 'addMembers' && Array.isArray(members))
    return members.filter(isObject).flatMap((each: Json) => text(member(each, 'id')) ?? []);
  return [text(member(body, 'id')) ?? text(member(request, 'memo_id')) ?? 'unknown'];
}

/** Amounts and the tag are what was asked for: the answer may be wrong. */
function entry({ operation, request, response }: Exchange, id: string): Created {
  const { body } = request;
  const answer = response.body.kind === 'json' ? response.body.value : undefined;
  const [ref, asset] = [text(member(body, 'ref_id')), text(member(body, 'asset'))];
  const amount = text(member(body, 'amount')) ?? text(member(body, 'total')) ?? text(member(answer, 'amount'));
  return {
    operation,
    id,
    ...(ref === undefined ? {} : { ref_id: ref }),
    ...(asset === undefined || amount === undefined ? {} : { asset, amount }),
  };
}
