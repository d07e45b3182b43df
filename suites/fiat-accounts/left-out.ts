import { failure } from '../../src/engine/failure.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { absent, type Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody } from '../vocabulary/answers.ts';
import { undisturbed } from '../vocabulary/disturbance.ts';
import { accountOf, updatable } from '../vocabulary/requests.ts';
import type { AsUpdated } from './updating.ts';

/** A part of an account that reads may leave out, if they leave it out of every account alike. */
export interface OptionalPart {
  readonly pointer: string;
  /** What an account shows after the update. */
  readonly expected: string;
  /** Whether an account lacks the part, although its update does not await approval. */
  readonly isLeftOut: (account: JsonObject) => boolean;
  /** Whether another account shows the part, and the updated account, as it is now, should therefore show it too. */
  readonly isShownBy: (other: JsonObject, account: JsonObject) => boolean;
}

/** Whether two accounts have the same status, on which it may depend what reads show. */
export const haveSameStatus = (one: JsonObject, other: JsonObject): boolean =>
  member(one, 'status') === member(other, 'status');

/** Maximum number of other accounts that are read for a part. */
const MOST_READ = 3;

/** Returns a read of another account that shows the part, or undefined. */
async function shownElsewhere(
  p: Probing,
  { isShownBy }: OptionalPart,
  account: JsonObject,
): Promise<Exchange | undefined> {
  const listed = (await p.known('listFiat')).items.filter(({ item }) => isObject(item) && isShownBy(item, account));
  // Other checks read the accounts that withdrawals go to anyway.
  const fixed = Object.values(p.fixtures.fiat_accounts ?? {}).flat();
  const others = [...listed.flatMap(({ text }) => text ?? []), ...fixed].filter((id) => !sameId(id, updatable(p)));
  for (const id of others.slice(0, MOST_READ)) {
    const { isAccepted, exchange } = await p.answerTo({ ...accountOf({ id }), isShared: true });
    if (isAccepted && isShownBy(acceptedBody(exchange) ?? {}, account)) return exchange;
  }
  return undefined;
}

/**
 * Makes an update that demands of reads what it is given, and returns its failures. If there are none, demands that
 * reads show the part, unless no read of another account shows it.
 */
export async function demandsPart<T extends readonly Failure[] | undefined>(
  p: Probing,
  part: OptionalPart,
  update: (read: AsUpdated) => Promise<T>,
): Promise<T | readonly Failure[]> {
  let last: JsonObject = {};
  let isMissing = false;
  const note = (account: JsonObject): undefined => {
    last = account;
    isMissing = part.isLeftOut(account);
  };
  const failures = await update(note);
  const other = isMissing && failures?.length === 0 ? await shownElsewhere(p, part, last) : undefined;
  if (!other) return failures;
  const lost = async (): Promise<readonly Failure[]> => {
    const read = await p.sendValid(accountOf({ id: updatable(p) }));
    const account = acceptedBody(read) ?? {};
    if (!part.isLeftOut(account) || !part.isShownBy(acceptedBody(other) ?? {}, account)) return [];
    return [failure(read, absent(part.pointer, `${part.expected}: a read of another account shows it`), [other])];
  };
  return undisturbed(p, await p.eventually(lost));
}
