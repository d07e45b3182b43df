import type { ListOperation } from '../../src/contract/operations.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing, Twin } from '../../src/engine/probing.ts';
import { Refuted } from '../../src/engine/refuted.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/values/json.ts';
import { string } from './answers.ts';
import { documented } from './comparisons.ts';
import { bodies, plain, twinOf, WIRE } from './requests.ts';

const OPERATION = 'sandboxDeposit';

/** The members of a wire that the document names: others, which a service shows of its own, it need not take. */
const NAMED = new Set(['wire', 'routing-details', 'address'].flatMap((name) => documented(name)));

/** What a list shows of an object's named members: null is left out. */
const shownOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
      if (!NAMED.has(name)) return [];
      if (typeof inner === 'string') return [[name, inner]];
      return isObject(inner) ? [[name, shownOf(inner)]] : [];
    }),
  );

const WIRE_AT = '/fiat_network_instructions/wire';
const ADDRESSES_AT = ['/fiat_account_owner_address', '/routing_details/bank_address'] as const;

/** The wires that a list shows; none where it cannot be read. */
const wiresIn = (p: Probing, list: ListOperation, isMeant: (item: Json) => boolean): Promise<readonly JsonObject[]> =>
  unlessInconclusive([], async () =>
    (await p.known(list)).items.flatMap(({ item }) => {
      const wire = isMeant(item) ? at(item, WIRE_AT) : undefined;
      return isObject(wire) ? [shownOf(wire)] : [];
    }),
  );

const addressIn = (wire: JsonObject): JsonObject | undefined =>
  ADDRESSES_AT.map((pointer) => at(wire, pointer))
    .filter(isObject)
    .find((address) => string(address, '/country') !== undefined);

/** The usual wire with an address as lists show them; where they show none, with its country in the shorter code. */
async function spelled(p: Probing, own: JsonObject | undefined): Promise<JsonObject> {
  const others = own && addressIn(own) ? [] : await wiresIn(p, 'listFiat', () => true);
  const usual = { ...WIRE.fiat_account_owner_address, country: 'US' };
  const address = [...(own ? [own] : []), ...others].flatMap((wire) => addressIn(wire) ?? [])[0] ?? usual;
  const routing_details = { ...WIRE.routing_details, bank_address: address };
  return { ...WIRE, fiat_account_owner_address: address, routing_details };
}

/** Wires that a deposit is tried with: that of the memo's own instruction, and the usual one with an address as lists show them. */
async function listedWires(p: Probing): Promise<readonly JsonObject[]> {
  const { memo_id } = bodies[OPERATION](p);
  const [own] = await wiresIn(p, 'listInstructions', (item) => string(item, '/memo_id') === memo_id);
  const usual = await spelled(p, own);
  return own ? [{ ...usual, ...own }, usual] : [usual];
}

const withWire = (p: Probing, wire: JsonObject): Twin =>
  twinOf(p, OPERATION, { ...bodies[OPERATION](p), fiat_network_instructions: { wire } });

/** Whether a deposit is refused, and not for a fixture or a budget. One that may have been made is not tried again: that is thrown. */
async function isRefused(p: Probing, { key, ask }: Twin): Promise<boolean> {
  try {
    await p.twin(key, ask);
    return false;
  } catch (error) {
    if (error instanceof Inconclusive && error.cause !== 'transport') return error.cause === 'refused';
    if (error instanceof Refuted) return false;
    throw error;
  }
}

/** The bank details that deposits are taken with, once for all checks of them. */
const taken = (p: Probing): Promise<JsonObject | undefined> =>
  p.once('bank details that deposits are taken with', async () => {
    for (const wire of await listedWires(p))
      if (await p.isAccepted(withWire(p, wire))) return { fiat_network_instructions: { wire } };
    return undefined;
  });

/** The usual deposit; undefined where a fixture is missing. */
const usual = (p: Probing): Promise<Twin | undefined> =>
  unlessInconclusive(undefined, () => plain(p, OPERATION), ['fixture']);

/** What deposits have otherwise where the usual bank details are refused, as a sandbox may know those of its instructions only. */
export async function depositsAsListed(p: Probing): Promise<JsonObject | undefined> {
  const twin = await usual(p);
  return twin && (await isRefused(p, twin)) ? taken(p) : undefined;
}
