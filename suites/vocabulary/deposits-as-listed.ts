import { documented } from '../../src/contract/documented.ts';
import type { ListOperation } from '../../src/contract/operations.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { at, isObject, type Json, type JsonObject } from '../../src/values/json.ts';
import { acceptedBody, string } from './answers.ts';
import { accountOf, bodies, WIRE } from './requests.ts';

/** The members of a wire and of an owner that the document names. A service may show others, but need not accept them. */
const NAMED = new Set(
  ['wire', 'routing-details', 'address', 'fiat-account-owner', 'person-details', 'institution-details'].flatMap(
    (name) => documented(name),
  ),
);

/** Returns the named members of an object in a list, without null. */
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

/** Returns the wires of the items for which `isMeant` is true; none when the list cannot be read. */
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

/** Returns the usual wire with an address from a list. If no list shows one, uses the usual address with country US. */
async function spelled(p: Probing, own: JsonObject | undefined): Promise<JsonObject> {
  const others = own && addressIn(own) ? [] : await wiresIn(p, 'listFiat', () => true);
  const usual = { ...WIRE.fiat_account_owner_address, country: 'US' };
  const address = [...(own ? [own] : []), ...others].flatMap((wire) => addressIn(wire) ?? [])[0] ?? usual;
  const routing_details = { ...WIRE.routing_details, bank_address: address };
  return { ...WIRE, fiat_account_owner_address: address, routing_details };
}

/**
 * Returns the wires to try a deposit with: that of the memo's own instruction, and the usual one with an address from a
 * list.
 */
export async function listedWires(p: Probing): Promise<readonly JsonObject[]> {
  const { memo_id } = bodies.sandboxDeposit(p);
  const [own] = await wiresIn(p, 'listInstructions', (item) => string(item, '/memo_id') === memo_id);
  const usual = await spelled(p, own);
  return own ? [{ ...usual, ...own }, usual] : [usual];
}

/** Maximum number of owners to try. */
const MOST_OWNERS = 3;

/** Returns owners to try a deposit from: that of the memo's own instruction, and those of fiat accounts. */
export const listedOwners = (p: Probing): Promise<readonly JsonObject[]> =>
  unlessInconclusive([], async () => {
    const { memo_id } = bodies.sandboxDeposit(p);
    const { items: instructions } = await p.known('listInstructions');
    const own = instructions.filter(({ item }) => string(item, '/memo_id') === memo_id);
    const owners = [
      ...own.map(({ item }) => at(item, '/fiat_network_instructions/fiat_account_owner')),
      ...(await p.known('listFiat')).items.map(({ item }) => at(item, '/fiat_account_owner')),
    ];
    return owners.filter(isObject).slice(0, MOST_OWNERS).map(shownOf);
  });

/** Maximum number of accounts to read for their wires. */
const MOST_ACCOUNTS = 2;

/** Returns the wires of accounts that the fixtures name, as reads show them: a sandbox may know only these. */
export async function wiresOfAccounts(p: Probing): Promise<readonly JsonObject[]> {
  const ids = (p.fixtures.fiat_accounts?.wire ?? []).slice(0, MOST_ACCOUNTS);
  const reads = await Promise.all(ids.map((id) => p.answerTo(accountOf({ id }))));
  return reads.flatMap(({ exchange }) => {
    const wire = at(acceptedBody(exchange), WIRE_AT);
    return isObject(wire) ? [shownOf(wire)] : [];
  });
}
