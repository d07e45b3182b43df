import { recognised } from '../../../suites/index.ts';
import type { World } from '../../engine/world.ts';
import { answered, isAccepted, isAnswered, type RequestInput } from '../../model/exchange.ts';
import type { Purpose } from '../../model/purpose.ts';
import { isObject, type JsonObject, member } from '../../values/json.ts';

/** The purpose of all requests that a replay makes by itself. */
export const REPLAY: Purpose = { kind: 'run', what: 'replay' };

/** Sends requests outside of a check. */
export type Send = (operation: 'getFiat' | 'putFiat', input: RequestInput) => ReturnType<World['transmit']>;

/**
 * Runs `act`, which updates an account, and gives the account back the members that the update replaced. A later run
 * makes its requests from what the account holds, and must be able to send again what failed.
 */
export async function restoring<T>(send: Send, { path, body }: RequestInput, act: () => Promise<T>): Promise<T> {
  const account = path && (await readWith(send, { path }));
  const found = await act();
  const had = account && isObject(body) ? formerOf(account, body) : {};
  if (Object.keys(had).length > 0) await send('putFiat', { ...(path ? { path } : {}), body: had });
  return found;
}

async function readWith(send: Send, input: RequestInput): Promise<JsonObject | undefined> {
  const read = await send('getFiat', input);
  if ('withheld' in read || !isAnswered(read) || !isAccepted(read) || !recognised(read)) return undefined;
  const account = answered(read);
  return isObject(account) ? account : undefined;
}

/** Returns what the account had of the members that a request names. */
const formerOf = (account: JsonObject, body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.keys(body).flatMap((name) => {
      const value = member(account, name);
      return isObject(value) ? [[name, value] as const] : [];
    }),
  );
