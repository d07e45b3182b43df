import { type Active, probe, waiting } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy, Inconclusive } from '../../src/engine/inconclusive.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { isPassing } from '../../src/engine/proof.ts';
import { answered, type Credentials, type Exchange, type RequestInput } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { definite } from '../../src/values/definite.ts';
import { at, type JsonObject, member } from '../../src/values/json.ts';
import type { NonEmpty } from '../../src/values/non-empty.ts';
import { string } from './answers.ts';
import { changed, smallest } from './body-variants.ts';
import { afterAllowed } from './credentials.ts';
import { accountsLike, hasIdentity, membersIn, spareIdentity } from './identities.ts';
import { answerUnlessRefused } from './lists/listing.ts';
import { accountOf, bodies, listBy, unknownId, updatable, usualRoles } from './requests.ts';
import { LEFT_BEHIND_MS } from './tolerances.ts';

/** A change that makes a request invalid, and the requirement that it is refused. */
interface InvalidChange {
  readonly body?: (valid: JsonObject) => JsonObject;
  readonly credentials?: Credentials;
  readonly blockedBy: string;
}

/** A valid body with a unique mark, and where the mark shows if the request was carried out. */
interface Marked {
  readonly what: string;
  readonly body: JsonObject;
  /**
   * Returns the answer that shows the mark, or undefined if there is none, although the same look-up finds what the
   * accepted twin created.
   */
  readonly trace: (sent: RequestInput, twin: Exchange) => Promise<Exchange | undefined>;
}

/**
 * Recognises an address by its ref_id. A look-up that finds nothing may be refused, if one that finds the twin's
 * address is accepted.
 */
function address(p: Probing): Marked {
  const lookUp = (ref: string) => listBy('listAddresses', { ref_ids: [ref] });
  const trace = async ({ body }: RequestInput, { request }: Exchange): Promise<Exchange | undefined> => {
    const ref = string(body, '/ref_id') ?? '';
    const list = await answerUnlessRefused(p, lookUp(ref), lookUp(string(request.body, '/ref_id') ?? ''));
    return list && itemsOf(list).some((item) => member(item, 'ref_id') === ref) ? list : undefined;
  };
  return { what: 'an address with its ref_id', body: {}, trace };
}

/** Recognises an update by a note in the metadata, or by the name of the owner. */
function update(p: Probing): Marked {
  const mark = p.freshRef();
  const trace = async (): Promise<Exchange | undefined> => {
    const read = await p.sendValid(accountOf({ id: updatable(p) }));
    const places = ['/metadata/left_behind', '/fiat_account_owner/institution_details/name'];
    return places.some((place) => at(answered(read), place) === mark) ? read : undefined;
  };
  return { what: `${mark}, which only the refused update sent`, body: { metadata: { left_behind: mark } }, trace };
}

/** Recognises a member by an identity that no other check adds, or by an unknown one where none is free. */
async function membership(p: Probing, purpose: 'refused' | 'refused without a token'): Promise<Marked> {
  const identity_id = (await spareIdentity(p, purpose)) ?? unknownId(p, purpose);
  const trace = async (): Promise<Exchange | undefined> => {
    const { account_id } = bodies.addMembers(p);
    const { items, page } = await accountsLike(p, account_id);
    return hasIdentity(membersIn(items, account_id), identity_id) ? page : undefined;
  };
  const body = { members: [{ identity_id, roles: usualRoles(p) }] };
  return { what: `${identity_id} among the members`, body, trace };
}

async function marked(p: Probing, wrong: InvalidChange): Promise<Marked> {
  switch (p.operation) {
    case 'putFiat':
      return update(p);
    case 'addMembers':
      return membership(p, wrong.credentials === undefined ? 'refused' : 'refused without a token');
    default:
      return address(p);
  }
}

/** Makes a check that requests which are refused for one of these changes have no effect. */
export const leavingNothing = (...changes: NonEmpty<InvalidChange>): Active =>
  waiting(probe((p) => leavesNothing(p, ...changes)));

/** A request that was refused, and the answer. */
interface RefusedRequest {
  readonly sent: RequestInput;
  readonly exchange: Exchange;
}

/** Sends a request that must be refused. Throws Inconclusive if it is not. */
async function refusedRequest(
  p: Probing,
  body: JsonObject,
  { body: made, credentials, blockedBy: id }: InvalidChange,
): Promise<RefusedRequest> {
  const { operation, input } = changed(p, made ? made(body) : body);
  const sent = { ...input(), ...definite({ credentials }) };
  const send = (): Promise<Answer> => p.answerTo({ operation, input: () => sent });
  const first = await send();
  const isLimited = credentials !== undefined && first.evidence === 'limited';
  const { isAccepted, evidence, exchange, words } = isLimited ? await afterAllowed(p, send) : first;
  if (isAccepted) throw blockedBy(id, 'the request was accepted');
  const isRefusal = !isPassing(evidence) || (isLimited && evidence === 'limited');
  if (!isRefusal) throw new Inconclusive('transport', `the request was ${words}`);
  return { sent, exchange };
}

export async function leavesNothing(p: Probing, ...changes: NonEmpty<InvalidChange>): Promise<readonly Failure[]> {
  const twin = await p.twin(smallest(p));
  const { what, body, trace } = await marked(p, changes[0]);
  const refused: RefusedRequest[] = [];
  for (const change of changes) refused.push(await refusedRequest(p, body, change));
  await p.pause(LEFT_BEHIND_MS);
  for (const { sent, exchange } of refused) {
    const found = await trace(sent, twin);
    if (found) return [failure(found, { expected: 'no effect of the refused request', actual: what }, [exchange])];
  }
  return [];
}
