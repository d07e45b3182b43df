import { resolved, type Schema, schema } from '../../schemas/index.ts';
import { creations, definitionOf } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import { isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { bodyOperation, smallest } from '../vocabulary/body-variants.ts';
import { readUpdatable } from '../vocabulary/disturbance.ts';
import { asking, type BodyOperation, bodies, usualRoles, WIRE } from '../vocabulary/requests.ts';

/** Changes of the smallest body that give a member another JSON type, by name. */
type Changes = Readonly<Record<string, JsonObject>>;

/** Amounts, numbers, and ids that the service gives. The client itself chooses a ref_id. */
const NUMERIC = /^(?!ref_id$)(?:.*_)?(?:amount|total|number|id)$/;

/**
 * Returns text in place of a number. In place of text, returns what is most likely taken by mistake: a number for what
 * clients often hold as one, the number that the text spells if it does. For other text, returns a list with the usual
 * one: a service that does not check types often fails on a number, as it has no length, but takes the list for a text.
 */
function retyped(p: Probing, name: string, usual: Json | undefined, { type, enum: listed }: Schema): Json {
  if (type !== 'string') return 'text';
  const made = seedOf(p.run.id, p.operation, name);
  return NUMERIC.test(name) ? Number(usual) || made : [usual ?? listed?.[0] ?? String(made)];
}

/** Whether the member has listed values: rows of their own send others. On loopback another type is tried as well. */
const isOutside = (p: Probing, node: Schema): boolean => !p.run.spendsFreely && node.enum !== undefined;

/**
 * Returns changes that send null for the first member of the smallest body, and other types for the others. Other rows
 * send null for required members. No rule judges the type of a member that the answer does not have, so only one of
 * those is tried.
 */
function ofSmallest(p: Probing, operation: BodyOperation, body: JsonObject): Changes {
  const { body: request = '', answer } = definitionOf(operation);
  const { properties = {}, required = [] } = schema(request);
  const { properties: shown = {} } = schema(answer);
  const unseen = Object.keys(body).filter((name, index) => index > 0 && !(name in shown));
  const changes = Object.entries(body).flatMap(([name, value], index): readonly [string, JsonObject][] => {
    if (unseen.slice(1).includes(name)) return [];
    const node = resolved(properties[name] ?? {});
    if (index === 0) return required.includes(name) ? [] : [[`${name} null`, { [name]: null }]];
    return isOutside(p, node) ? [] : [[name, { [name]: retyped(p, name, value, node) }]];
  });
  return Object.fromEntries(changes);
}

/** Returns the members of a request that its answer has too. */
function answeredMembers(operation: BodyOperation): readonly (readonly [name: string, node: Schema])[] {
  const { body: request = '', answer } = definitionOf(operation);
  const shown = schema(answer).properties ?? {};
  return Object.entries(schema(request).properties ?? {}).filter(([name]) => name in shown);
}

/** Operations that create, in the order in which each member is assigned to one of them. */
const CREATING: readonly BodyOperation[] = creations;

/**
 * Whether this operation is the one that tries the member: no earlier one does, and no other row sends it outside its
 * list. An earlier operation with another kind of answer does not count for text.
 */
function isTriedHere(p: Probing, operation: BodyOperation, name: string, node: Schema): boolean {
  const { type } = resolved(node);
  if (!CREATING.includes(operation) || isOutside(p, resolved(node))) return false;
  const before = CREATING.slice(0, CREATING.indexOf(operation));
  const alike = before.filter(
    (each) => type !== 'string' || definitionOf(each).answer === definitionOf(operation).answer,
  );
  return !alike.some((each) => answeredMembers(each).some(([found]) => found === name));
}

/** Members whose usual value is that of another one. */
const LIKE: Readonly<Record<string, string>> = { total: 'amount', balance_asset: 'asset' };

/**
 * Returns changes that send another type for each member that the answer has too, where an accepted type would show. On
 * loopback every operation tries them; on another host only creations do, each member once.
 */
function ofAnswered(p: Probing, operation: BodyOperation, body: JsonObject): Changes {
  const named = answeredMembers(operation).filter(
    ([name, node]) => p.run.spendsFreely || isTriedHere(p, operation, name, node),
  );
  return Object.fromEntries(
    named.flatMap(([name, node]) => {
      const usual = body[name] ?? body[LIKE[name] ?? name];
      const text = [name, { [name]: retyped(p, name, usual, resolved(node)) }] as const;
      return resolved(node).type === 'object' ? notAnObject(operation, name, text) : [text];
    }),
  );
}

/**
 * Returns changes that send text in place of an object, and a list, which some languages take for an object. Creations
 * take turns, since all of them have the same objects.
 */
function notAnObject(operation: BodyOperation, name: string, text: readonly [string, JsonObject]) {
  const list = [`${name} as a list`, { [name]: ['text'] }] as const;
  const place = CREATING.indexOf(operation);
  return place < 0 ? [text, list] : [place % 2 === 0 ? text : list];
}

/** Returns the paths of texts inside an object that spell numbers. */
const spelled = (value: Json | undefined, path: readonly string[] = []): readonly (readonly string[])[] => {
  if (typeof value === 'string' && Number.isFinite(Number(value || 'none'))) return [path];
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => spelled(inner, [...path, name])) : [];
};

/** Returns an object with a number in place of the text at a path. */
function unspelled(value: Json | undefined, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return Number(value);
  return { ...(isObject(value) ? value : {}), [name]: unspelled(member(value, name), rest) };
}

/** Returns changes that send a number for each text in bank details that spells one, once for each member name. */
function numbersIn(instructions: Json | undefined, nameOf: (path: readonly string[]) => string): Changes {
  const paths = new Map(spelled(instructions).map((path) => [path.at(-1) ?? '', path]));
  return Object.fromEntries(
    [...paths.values()].map((path) => [nameOf(path), { fiat_network_instructions: unspelled(instructions, path) }]),
  );
}

/**
 * Returns such changes of the account's own bank details, and on loopback those of wire details as well: an earlier
 * request may have left the account on another network, and rules judge the types of wire details.
 */
function ofInstructions(p: Probing, instructions: Json | undefined): Changes {
  const hasWire = isObject(member(instructions, 'wire'));
  return {
    ...numbersIn(instructions, (path) => path.at(-1) ?? ''),
    ...(p.run.spendsFreely && !hasWire ? numbersIn({ wire: WIRE }, (path) => `wire.${path.at(-1)}`) : {}),
  };
}

/** Changes to bank details of other networks, with another type in place of text. */
const OF_NETWORKS: Changes = {
  'cubix.account_id': { fiat_network_instructions: { cubix: { account_id: 4 } } },
  'cbit.wallet_address': { fiat_network_instructions: { cbit: { wallet_address: ['conformance'] } } },
  'dbs_act.account_number': { fiat_network_instructions: { dbs_act: { account_number: 6 } } },
};

/** A change to wire details, with a list in place of text inside an address. */
const OF_WIRE: Changes = {
  city: {
    fiat_network_instructions: {
      wire: {
        ...WIRE,
        fiat_account_owner_address: {
          ...WIRE.fiat_account_owner_address,
          city: [WIRE.fiat_account_owner_address.city],
        },
      },
    },
  },
};

const PERSON = { first_name: 'Ada', last_name: 'Lovelace' } as const;

const ofOwner = (owner: JsonObject): JsonObject => ({ fiat_account_owner: owner });

/** Further changes to a person: a list as last name, and no last name, in place of which an answer may show null. */
const OF_PERSON: Changes = {
  last_name: ofOwner({ person_details: { ...PERSON, last_name: [PERSON.last_name] } }),
  'a person without last_name': ofOwner({ person_details: { first_name: PERSON.first_name } }),
};

/** Values of other types than text for metadata, by name. */
const METADATA_VALUES: readonly (readonly [string, Json])[] = [
  ['a list', ['conformance']],
  ['null', null],
  ['a boolean', true],
  ['an object', { of: 'conformance' }],
];

/**
 * Returns changes with such a value of metadata, if the request takes metadata. On another host each creation tries a
 * different type, and on loopback only the first one tries a list, which most code takes for an object.
 */
function ofMetadata(p: Probing, operation: BodyOperation): Changes {
  if (!('metadata' in (schema(definitionOf(operation).body ?? '').properties ?? {}))) return {};
  const place = CREATING.indexOf(operation);
  const values = p.run.spendsFreely
    ? METADATA_VALUES.slice(place === 0 ? 0 : 1)
    : METADATA_VALUES.slice(place, place + 1);
  return Object.fromEntries(
    values.map(([name, value]) => [`${name} as a value of metadata`, { metadata: { run: 'conformance', value } }]),
  );
}

/** Returns changes with other types inside nested members, and on loopback a person of whom only one name is sent. */
function ofInner(p: Probing, operation: BodyOperation, account: JsonObject | undefined): Changes {
  if (operation === 'putFiat')
    return {
      first_name: ofOwner({ person_details: { ...PERSON, first_name: [PERSON.first_name] } }),
      ...(p.run.spendsFreely ? OF_PERSON : {}),
      name: ofOwner({ institution_details: { name: ['Analytical Engines'] } }),
      ...(p.run.changesBankDetails ? ofInstructions(p, member(account, 'fiat_network_instructions')) : {}),
      ...(p.run.changesBankDetails && p.run.spendsFreely ? { ...OF_NETWORKS, ...OF_WIRE } : {}),
    };
  if (operation !== 'addMembers') return {};
  const [added] = bodies.addMembers(p).members;
  const identity_id = seedOf(p.run.id, 'a member');
  return {
    'members.identity_id': { members: [{ roles: [], ...added, identity_id }] },
    'members.roles': { members: [{ ...added, roles: usualRoles(p)[0] ?? '' }] },
    ...(p.run.spendsFreely ? { 'a role': { members: [{ ...added, roles: [1] }] } } : {}),
    'a role after another': { members: [{ ...added, roles: [...usualRoles(p), 1] }] },
  };
}

/** Whether the request with the next change sends all members of this one again, so that nothing is left of this one. */
const isReplaced = (change: JsonObject, body: JsonObject, next: JsonObject | undefined): boolean =>
  next !== undefined && Object.keys(change).every((name) => name in next || name in body);

/** Restores the account after an update that may have left another type in it. */
async function restored(p: Probing, before: JsonObject | undefined): Promise<void> {
  const details = p.run.changesBankDetails ? ['fiat_network_instructions'] : [];
  const names = ['fiat_account_owner', 'metadata', ...details];
  const had = names.flatMap((name) => {
    const value = member(before, name);
    return isObject(value) ? [[name, value] as const] : [];
  });
  if (had.length > 0) await p.answerTo(asking(p, 'putFiat', Object.fromEntries(had)));
}

/**
 * Asks for the smallest request with a change. Leaves out the amount if the change has a total, and our ref_id if it
 * has a ref_id.
 */
function asked(p: Probing, operation: BodyOperation, change: JsonObject): Ask {
  const { amount: _, ...rest }: JsonObject = bodies[operation](p);
  const body = { ...('total' in change ? rest : bodies[operation](p)), ...change };
  const usual = asking(p, operation, body);
  return 'ref_id' in change ? { operation, input: () => ({ ...usual.input(), body }) } : usual;
}

/**
 * Returns how the smallest request is answered with members of another JSON type, one at a time. Rules judge the
 * accepted answers.
 */
export async function takesTypes(p: Probing): Promise<string> {
  const operation = bodyOperation(p);
  await p.twin(smallest(p));
  const body: JsonObject = bodies[operation](p);
  const before = operation === 'putFiat' ? await readUpdatable(p) : undefined;
  const all = {
    ...ofSmallest(p, operation, body),
    ...ofInner(p, operation, before),
    ...ofAnswered(p, operation, body),
    ...(p.run.spendsFreely || CREATING.includes(operation) ? ofMetadata(p, operation) : {}),
  };
  const changes = Object.entries(all);
  const said = new Map<string, string[]>();
  let isChanged = false;
  try {
    for (const [index, [name, change]] of changes.entries()) {
      const { isAccepted, exchange } = await p.answerTo(asked(p, operation, change));
      isChanged ||= isAccepted;
      if (isChanged && !isReplaced(change, body, changes[index + 1]?.[1])) {
        await restored(p, before);
        isChanged = false;
      }
      const words = isAccepted ? 'accepted' : `refused with ${exchange.response.status}`;
      said.set(words, [...(said.get(words) ?? []), name]);
    }
  } finally {
    // A request without an answer ends the check before the last of these changes is replaced.
    if (isChanged) await unlessInconclusive(undefined, () => restored(p, before));
  }
  return [...said].map(([words, names]) => `${names.join(', ')}: ${words}`).join('; ');
}
