import type { ListOperation } from '../../../src/contract/operations.ts';
import { type Flaw, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { id } from '../../../src/values/id.ts';
import type { Json, JsonObject } from '../../../src/values/json.ts';
import { objects, string } from '../../vocabulary/answers.ts';
import { itemKey } from '../../vocabulary/lists/rules.ts';
import { SteadyValues } from '../../vocabulary/steady-values.ts';

/** Members that are fixed by what the document says of them: times of creation and execution, IDs of clients (2.2 to 2.6). */
const FIXED: readonly string[] = ['created_at', 'executed_at', 'ref_id'];

/**
 * Members that are the same in each answer unless somebody changes them. An address may be shown with each of its
 * networks, so its network and spelling are not among them. A pointer names a number that may be masked.
 */
const STEADY: Readonly<Record<ListOperation, readonly string[]>> = {
  listFiat: ['created_at', 'ref_id', 'identity_id', 'account_id'],
  listInstructions: [
    'profile_id',
    'customer_id',
    'ref_id',
    'memo_id',
    '/fiat_network_instructions/wire/account_number',
    '/fiat_network_instructions/wire/routing_details/routing_number',
  ],
  listAccounts: ['created_at', 'ref_id', 'profile_id', 'type', 'metadata'],
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

/** Makes the state of a sequence: an item shows the same values in each answer of its list. */
export function steadyItems(): (exchange: Exchange) => Judgement {
  const lists = new Map<string, SteadyValues>();
  return (exchange) => {
    const operation = exchange.operation as ListOperation;
    const known = lists.get(operation) ?? new SteadyValues(FIXED);
    lists.set(operation, known);
    const all = objects(exchange);
    if (all.length === 0) return NOT_CONCERNED;
    const flaws: Flaw[] = [];
    let judged = false;
    for (const each of all) {
      const found = changesOf(each, known, exchange);
      if (!found) continue;
      judged = true;
      if (found.length > 0) flaws.push(...found);
    }
    return judged ? flaws : NOTHING_TO_JUDGE;
  };
}

const NONE: readonly Flaw[] = [];

/** Returns what an item shows otherwise than answers before, or undefined if nothing identifies the item. */
function changesOf(
  each: ReturnType<typeof objects>[number],
  known: SteadyValues,
  exchange: Exchange,
): readonly Flaw[] | undefined {
  if (known.isLatest(each.item)) return NONE;
  const key = id(itemKey(each.item));
  if (key === undefined) return undefined;
  const names = STEADY[exchange.operation as ListOperation];
  return known.compare(key, { names, read: comparedValue }, each, exchange);
}

/** Returns the value to compare: a member, or of a number only what masking leaves visible. */
const comparedValue = (item: JsonObject, name: string): Json | undefined =>
  name.startsWith('/') ? VISIBLE.exec(string(item, name) ?? '')?.[0] : item[name];
