import { schema } from '../../schemas/index.ts';
import { facts } from '../../src/contract/operations.ts';
import type { Flaw, Group } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { member } from '../../src/values/json.ts';
import { violations } from './violations.ts';
import { header } from './words.ts';

/** What a request carries that a key speaks of: what is left out keeps every rule of it vacuously. */
function spokenOf({ operation, request, recorded }: Exchange): ReadonlySet<string> {
  const { body: name, query } = facts(operation);
  const found = new Set<string>();
  if (header(request, 'authorization') !== undefined || !recorded) found.add('bearer');
  const parameters = Object.keys(request.query).filter((each) => Object.hasOwn(query, each));
  if (parameters.length > 0) found.add('query-types');
  for (const each of parameters) for (const kind of ['size', 'maximum', 'listed']) found.add(`${kind} ${each}`);
  if (name === undefined) return found;
  for (const each of ['json', 'content-type', 'types', 'one-of']) found.add(each);
  for (const each of schema(name).required ?? []) found.add(`present ${each}`);
  for (const each of Object.keys(schema(name).properties ?? {}))
    if (member(request.body, each) !== undefined) for (const key of keysOf(each)) found.add(key);
  return found;
}

function keysOf(name: string): readonly string[] {
  if (name === 'metadata') return METADATA_KEYS;
  return name === 'members' ? ['not-empty'] : [`listed ${name}`, `length ${name}`];
}

/** Keys of the limits of metadata. */
export const METADATA_KEYS = [
  'metadata pairs',
  'metadata key-length',
  'metadata value-length',
  'metadata value-string',
] as const;

/** The requests of others than our own probes: each is looked at once, and what is wrong filed under the rows' keys. */
export const requests: Group = {
  judge(exchange) {
    const flaws = new Map<string, Flaw[]>();
    for (const { key, flaw } of violations(exchange)) flaws.set(key, [...(flaws.get(key) ?? []), flaw]);
    return { flaws, relevant: spokenOf(exchange), seen: true };
  },
};
