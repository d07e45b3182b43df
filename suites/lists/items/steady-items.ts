import { idTextOf } from '../../../src/contract/lists.ts';
import type { ListOperation } from '../../../src/contract/operations.ts';
import { type Flaw, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/row.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { shown } from '../../../src/model/outcome.ts';
import { type Id, id } from '../../../src/values/id.ts';
import type { Json, JsonObject } from '../../../src/values/json.ts';
import { Memory } from '../../../src/values/memory.ts';
import { isShared } from '../../../src/values/parsed.ts';
import { objects, sameAmount, string } from '../../vocabulary/answers.ts';
import { agree, isShown } from '../../vocabulary/comparisons.ts';

/**
 * The members of an item that its creation sets and nothing changes later (2.2 to 2.6). An address may be shown with
 * each of its networks, so its network and spelling are not among them. A pointer names a number that may be masked.
 */
const FIXED: Readonly<Record<ListOperation, readonly string[]>> = {
  listFiat: ['created_at', 'ref_id', 'identity_id', 'account_id'],
  listInstructions: [
    'profile_id',
    'customer_id',
    'ref_id',
    'memo_id',
    '/fiat_network_instructions/wire/account_number',
    '/fiat_network_instructions/wire/routing_details/routing_number',
  ],
  listAccounts: ['created_at', 'ref_id'],
  listAddresses: [
    'created_at',
    'profile_id',
    'customer_id',
    'conversion_target_asset',
    'identity_id',
    'ref_id',
    'account_id',
    'metadata',
  ],
  listExecutions: ['executed_at', 'market', 'side', 'amount', 'price'],
};

/** The last characters of a number, which masking leaves visible (2.2). */
const VISIBLE = /[\p{L}\p{N}]{4}$/u;

/** Members that an update may change: they are compared only between answers that show the same updated_at. */
const UPDATED: Readonly<Partial<Record<ListOperation, readonly string[]>>> = {
  listAccounts: ['profile_id', 'type', 'metadata'],
};

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  agree(a, b) || (a !== undefined && b !== undefined && sameAmount(a, b));

/** Returns what identifies an item: for an execution also its order, since both sides of a trade may have one id. */
function keyOf(item: JsonObject): Id | undefined {
  const own = idTextOf(item);
  const order = string(item, '/order_id');
  return own === undefined ? undefined : id(order === undefined ? own : `${own} ${order}`);
}

/** Makes the state of a sequence: an item shows the same fixed values in each answer of its list. */
export function steadyItems(): (exchange: Exchange) => Judgement {
  const first = new Map<string, Memory<Id, JsonObject>>();
  /** Items that were compared. The same item objects occur again and again. */
  const compared = new WeakSet<object>();
  return (exchange) => {
    const known = first.get(exchange.operation) ?? new Memory<Id, JsonObject>();
    first.set(exchange.operation, known);
    const operation = exchange.operation as ListOperation;
    const [names, updated] = [FIXED[operation], UPDATED[operation] ?? []];
    const all = objects(exchange);
    if (all.length === 0) return NOT_CONCERNED;
    const flaws: Flaw[] = [];
    let judged = false;
    for (const { item, root } of all) {
      const key = keyOf(item);
      if (key === undefined) continue;
      judged = true;
      if (compared.has(item)) continue;
      if (isShared(item)) compared.add(item);
      const before = known.get(key);
      if (!before) known.set(key, fixedOf(item, updated.length > 0 ? [...names, ...updated, 'updated_at'] : names));
      else {
        flaws.push(...changes(before, item, names, root));
        if (before['updated_at'] === item['updated_at']) flaws.push(...changes(before, item, updated, root));
      }
    }
    return judged ? flaws : NOTHING_TO_JUDGE;
  };
}

/** Returns the value to compare: a member, or of a number only what masking leaves visible. */
const comparedValue = (item: JsonObject, name: string): Json | undefined =>
  name.startsWith('/') ? VISIBLE.exec(string(item, name) ?? '')?.[0] : item[name];

/** Returns the fixed members of an item: the others need not be remembered. */
function fixedOf(item: JsonObject, names: readonly string[]): JsonObject {
  const fixed: Record<string, Json> = {};
  for (const name of names) {
    const value = comparedValue(item, name);
    if (value !== undefined && isShown(value)) fixed[name] = value;
  }
  return fixed;
}

/** Optional members may be left out of an answer, so only two values are compared. */
function changes(before: JsonObject, item: JsonObject, names: readonly string[], root: string): readonly Flaw[] {
  const flaws: Flaw[] = [];
  for (const name of names) {
    const [was, is] = [before[name], comparedValue(item, name)];
    if (was === is || !isShown(was) || !isShown(is) || isSame(was, is)) continue;
    const expected = `${shown(was)}, as another answer of the list shows for this item`;
    flaws.push({ where: `${root}${name.startsWith('/') ? '' : '/'}${name}`, expected, actual: shown(is) });
  }
  return flaws;
}
