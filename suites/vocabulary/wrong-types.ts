import { resolved, type Schema, schema } from '../../schemas/index.ts';
import { facts } from '../../src/contract/operations.ts';
import type { Ask, Probing } from '../../src/engine/probing.ts';
import { seedOf } from '../../src/engine/seeds.ts';
import { isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { bodyOperation, smallest } from './demands.ts';
import { readUpdatable } from './fiat-accounts/disturbance.ts';
import { asking, type BodyOperation, bodies, usualRoles } from './requests.ts';

/** Changes of the smallest body that give a member another JSON type, by what they are called. */
type Changes = Readonly<Record<string, JsonObject>>;

/** Text in place of a number, a number in place of text: its own where it spells one. */
function retyped(p: Probing, name: string, usual: Json | undefined, { type }: Schema): Json {
  if (type !== 'string') return 'text';
  return Number(usual) || seedOf(p.run.id, p.operation, name);
}

/** Whether another type is no more than a value outside a list, which rows of their own try; on loopback both are. */
const isOutside = (p: Probing, node: Schema): boolean => !p.run.loopback && node.enum !== undefined;

/** The null in place of the first member of the smallest body, and other types in place of the others. */
function ofSmallest(p: Probing, body: JsonObject, properties: Readonly<Record<string, Schema>>): Changes {
  const changes = Object.entries(body).flatMap(([name, value], index): readonly [string, JsonObject][] => {
    const node = resolved(properties[name] ?? {});
    if (index === 0) return [[`${name} null`, { [name]: null }]];
    return isOutside(p, node) ? [] : [[name, { [name]: retyped(p, name, value, node) }]];
  });
  return Object.fromEntries(changes);
}

/** The members of a request that its answer has as well. */
function answeredMembers(operation: BodyOperation): readonly (readonly [name: string, node: Schema])[] {
  const { body: request = '', answer } = facts(operation);
  const shown = schema(answer).properties ?? {};
  return Object.entries(schema(request).properties ?? {}).filter(([name]) => name in shown);
}

/** What creates, in the order in which members are tried where each is tried once. */
const CREATING: readonly BodyOperation[] = ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'];

/** Whether no operation before this one tries the member, or another text of an answer of the same kind, nor any row a value outside its list. */
function isTriedHere(p: Probing, operation: BodyOperation, name: string, node: Schema): boolean {
  const { type } = resolved(node);
  if (!CREATING.includes(operation) || isOutside(p, resolved(node))) return false;
  const before = CREATING.slice(0, CREATING.indexOf(operation));
  const alike = before.filter((each) => type !== 'string' || facts(each).answer === facts(operation).answer);
  return !alike.some((each) => answeredMembers(each).some(([found]) => found === name));
}

/**
 * Other types in place of each member that the operation answers with as well, where a type that is taken shows: on loopback on
 * every operation, elsewhere those of what is created, each on the first operation that takes it.
 */
function ofAnswered(p: Probing, operation: BodyOperation, body: JsonObject): Changes {
  const named = answeredMembers(operation).filter(
    ([name, node]) => p.run.loopback || isTriedHere(p, operation, name, node),
  );
  return Object.fromEntries(
    named.map(([name, node]) => {
      const usual = body[name] ?? (name === 'total' ? body['amount'] : undefined);
      return [name, { [name]: retyped(p, name, usual, resolved(node)) }];
    }),
  );
}

/** Texts inside an object that spell numbers, by the names that lead to them. */
const spelled = (value: Json | undefined, path: readonly string[] = []): readonly (readonly string[])[] => {
  if (typeof value === 'string' && Number.isFinite(Number(value || 'none'))) return [path];
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => spelled(inner, [...path, name])) : [];
};

/** An object with a number in place of the text that a path leads to. */
function unspelled(value: Json | undefined, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return Number(value);
  return { ...(isObject(value) ? value : {}), [name]: unspelled(member(value, name), rest) };
}

/** Numbers in place of the text of bank details that spells them, for each member once, wherever it is. */
function ofInstructions(instructions: Json | undefined): Changes {
  const paths = new Map(spelled(instructions).map((path) => [path.at(-1) ?? '', path]));
  return Object.fromEntries(
    [...paths].map(([name, path]) => [name, { fiat_network_instructions: unspelled(instructions, path) }]),
  );
}

const PERSON = { first_name: 'Ada', last_name: 'Lovelace' } as const;

const ofOwner = (owner: JsonObject): JsonObject => ({ fiat_account_owner: owner });

/** Other types than text that a value of metadata is given, by what they are called. */
const METADATA_VALUES: readonly (readonly [string, Json])[] = [
  ['a list', ['conformance']],
  ['null', null],
  ['a boolean', true],
  ['an object', { of: 'conformance' }],
];

/** The same of a value of metadata, where a request has any: on another host another type on each operation that creates. */
function ofMetadata(p: Probing, operation: BodyOperation): Changes {
  if (!('metadata' in (schema(facts(operation).body ?? '').properties ?? {}))) return {};
  const place = CREATING.indexOf(operation);
  const values = p.run.loopback ? METADATA_VALUES : METADATA_VALUES.slice(place, place + 1);
  return Object.fromEntries(
    values.map(([name, value]) => [`${name} as a value of metadata`, { metadata: { run: 'conformance', value } }]),
  );
}

/** The same of what members have inside. */
function ofInner(p: Probing, operation: BodyOperation, account: JsonObject | undefined): Changes {
  if (operation === 'putFiat')
    return {
      first_name: ofOwner({ person_details: { ...PERSON, first_name: 1 } }),
      ...(p.run.loopback ? { last_name: ofOwner({ person_details: { ...PERSON, last_name: 2 } }) } : {}),
      name: ofOwner({ institution_details: { name: 3 } }),
      ...(p.run.changesBankDetails ? ofInstructions(member(account, 'fiat_network_instructions')) : {}),
    };
  if (operation !== 'addMembers') return {};
  const [added] = bodies.addMembers(p).members;
  const identity_id = seedOf(p.run.id, 'a member');
  return {
    'members.identity_id': { members: [{ roles: [], ...added, identity_id }] },
    'members.roles': { members: [{ ...added, roles: usualRoles(p)[0] ?? '' }] },
    'a role': { members: [{ ...added, roles: [1] }] },
  };
}

/** Gives the account back what it had, after an update that may have left another type in it. */
async function restored(p: Probing, before: JsonObject | undefined): Promise<void> {
  const details = p.run.changesBankDetails ? ['fiat_network_instructions'] : [];
  const names = ['fiat_account_owner', 'metadata', ...details];
  const had = names.flatMap((name) => {
    const value = member(before, name);
    return isObject(value) ? [[name, value] as const] : [];
  });
  if (had.length > 0) await p.answerTo(asking(p, 'putFiat', Object.fromEntries(had)));
}

/** The smallest request with a change: with a total it has no amount, with a ref_id none of ours. */
function asked(p: Probing, operation: BodyOperation, change: JsonObject): Ask {
  const { amount: _, ...rest }: JsonObject = bodies[operation](p);
  const body = { ...('total' in change ? rest : bodies[operation](p)), ...change };
  const usual = asking(p, operation, body);
  return 'ref_id' in change ? { operation, input: () => ({ ...usual.input(), body }) } : usual;
}

/**
 * How the smallest request is taken with members of another JSON type, one at a time: what one is answered with, the rules judge.
 */
export async function takesTypes(p: Probing): Promise<string> {
  const operation = bodyOperation(p);
  const { key, ask } = smallest(p);
  await p.twin(key, ask);
  const body: JsonObject = bodies[operation](p);
  const { body: request = '' } = facts(operation);
  const before = operation === 'putFiat' ? await readUpdatable(p) : undefined;
  const all = {
    ...ofAnswered(p, operation, body),
    ...(p.run.loopback || CREATING.includes(operation) ? ofMetadata(p, operation) : {}),
    ...ofInner(p, operation, before),
  };
  const said = new Map<string, string[]>();
  for (const [name, change] of Object.entries({ ...ofSmallest(p, body, schema(request).properties ?? {}), ...all })) {
    const { isAccepted, exchange } = await p.answerTo(asked(p, operation, change));
    if (isAccepted) await restored(p, before);
    const words = isAccepted ? 'accepted' : `refused with ${exchange.response.status}`;
    said.set(words, [...(said.get(words) ?? []), name]);
  }
  return [...said].map(([words, names]) => `${names.join(', ')}: ${words}`).join('; ');
}
