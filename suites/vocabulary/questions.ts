import type { Ask } from '../../src/engine/ask.ts';
import { type Active, combining, question, waiting } from '../../src/engine/check.ts';
import type { CombinableKind } from '../../src/engine/packing.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { counted } from '../../src/values/counted.ts';
import { sameId } from '../../src/values/id.ts';
import { isObject, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { carrierOf, changed, smallest } from './body-variants.ts';
import { demandsLoopback } from './loopback-only.ts';
import { unknownId } from './requests.ts';
import { LEFT_BEHIND_MS } from './tolerances.ts';

/** Returns how each request is answered: `name: accepted; name: refused with 400`. */
export async function answersToEach(p: Probing, asks: Readonly<Record<string, Ask>>): Promise<string> {
  const said: string[] = [];
  for (const [name, ask] of Object.entries(asks)) {
    const { isAccepted, exchange } = await p.answerTo(ask);
    said.push(`${name}: ${isAccepted ? 'accepted' : `refused with ${exchange.response.status}`}`);
  }
  return said.join('; ');
}

/** Returns how the smallest request is answered with each of several changes. */
export async function answersTo(p: Probing, changes: Readonly<Record<string, JsonObject>>): Promise<string> {
  await p.twin(smallest(p));
  const said: string[] = [];
  for (const [name, change] of Object.entries(changes))
    said.push(
      (await carrierOf(p, change)) ? `${name}: accepted` : await answersToEach(p, { [name]: changed(p, change) }),
    );
  return said.join('; ');
}

/** Returns how an identity and an account that do not exist are answered. */
export const partiesUnknown = (p: Probing): Promise<string> =>
  answersTo(p, {
    'an unknown identity_id': { identity_id: unknownId(p, 'identity') },
    'an unknown account_id': { account_id: unknownId(p, 'account') },
  });

/** Returns the same for withdrawals, which are tried only on loopback, where money has no value. */
export async function partiesUnknownOnLoopback(p: Probing): Promise<string> {
  demandsLoopback(p, 'withdrawals for parties that do not exist are tried');
  return partiesUnknown(p);
}

/** Makes a question about changes of the smallest request, which may be sent together with those of other checks. */
export const answering = (
  changes: (p: Probing) => Readonly<Record<string, JsonObject>>,
  kind: CombinableKind = 'unstated',
): Active =>
  combining(
    kind,
    (p) => Object.values(changes(p)),
    question((p) => answersTo(p, changes(p))),
  );

/** Returns how a list answers a query, and with how many items. */
export async function itemsAnswered(p: Probing, ask: Ask): Promise<string> {
  const { isAccepted, words, exchange } = await p.answerTo(ask);
  return isAccepted ? `accepted, with ${counted(itemsOf(exchange).length, 'item')}` : words;
}

/** A creation, and the answer to the same request when it was repeated. */
export interface Repetition {
  readonly first: Exchange;
  readonly again: Answer;
}

/**
 * Sends the smallest request, and repeats it once it was certainly carried out: once per attempt for all rows about
 * ref_id.
 */
export function repetition(p: Probing): Promise<Repetition> {
  const twin = smallest(p);
  return p.oncePerAttempt(`the smallest ${twin.ask.operation} again`, async () => {
    const first = await (p.attempt === 0 ? p.twin(twin) : p.sendValid(twin.ask));
    await p.pause(LEFT_BEHIND_MS);
    return { first, again: await p.answerTo(under(first, {})) };
  });
}

/** Returns the request of an exchange, with its ref_id and a change. */
function under({ operation, request }: Exchange, change: JsonObject): Ask {
  const body = { ...(isObject(request.body) ? request.body : {}), ...change };
  return { operation, input: () => ({ body }) };
}

/**
 * Makes a question about requests with a used ref_id: the same request, and then one with the first
 * of the changes that changes its body.
 */
export const repeatingRef = (...changes: readonly JsonObject[]): Active =>
  waiting(question((p) => repeatedRef(p, changes)));

async function repeatedRef(p: Probing, changes: readonly JsonObject[]): Promise<string> {
  const { first, again } = await repetition(p);
  const isOther = (change: JsonObject): boolean =>
    Object.entries(change).some(([name, value]) => !sameJson(member(first.request.body, name), value));
  const change = changes.find(isOther) ?? {};
  const other = await p.answerTo(under(first, change));
  return `the same request again: ${repeated(first, again)}; another request with the same ref_id: ${repeated(first, other)}`;
}

function repeated(first: Exchange, { isAccepted, words, exchange }: Answer): string {
  if (!isAccepted) return words;
  const [before, after] = [member(answered(first), 'id'), member(answered(exchange), 'id')];
  return sameId(before, after) ? 'answered with the existing resource' : 'carried out again';
}
