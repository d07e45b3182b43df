import { isList, type ListOperation, type Operation } from '../../../src/contract/operations.ts';
import { type Flaw, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { type Id, id } from '../../../src/values/id.ts';
import { at, type Json, type JsonObject } from '../../../src/values/json.ts';
import { Memory } from '../../../src/values/memory.ts';
import { objects } from '../../vocabulary/answers.ts';
import { itemKey } from '../../vocabulary/lists/rules.ts';
import { SteadyValues } from '../../vocabulary/steady-values.ts';

/** Members that are fixed by what the document says of them: times of creation and execution, IDs of clients (2.2 to 2.6). */
const FIXED: readonly string[] = ['created_at', 'executed_at', 'ref_id'];

/** Texts of bank details, as accounts and instructions have them. */
const BANK_DETAILS = [
  '/fiat_network_instructions/wire/account_number',
  '/fiat_network_instructions/wire/routing_details/routing_number',
  '/fiat_network_instructions/wire/routing_details/bank_name',
] as const;

const ofOwner = (parent: string): readonly string[] => [
  `${parent}/fiat_account_owner/person_details/first_name`,
  `${parent}/fiat_account_owner/person_details/last_name`,
  `${parent}/fiat_account_owner/institution_details/name`,
];

/**
 * Members that are the same in each answer unless somebody changes them. An address may be shown with each of its
 * networks, so its network and spelling are not among them. A pointer names a text that may be masked, or metadata.
 */
const STEADY: Readonly<Record<ListOperation, readonly string[]>> = {
  listFiat: ['created_at', 'ref_id', 'identity_id', 'account_id'],
  listInstructions: [
    'profile_id',
    'customer_id',
    'ref_id',
    'memo_id',
    '/fiat_network_instructions/metadata',
    ...BANK_DETAILS,
    ...ofOwner('/fiat_network_instructions'),
  ],
  listAccounts: [
    'created_at',
    'ref_id',
    'identity_id',
    'profile_id',
    'type',
    'description',
    'admin_disabled',
    'user_disabled',
    'metadata',
  ],
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
  listExecutions: [
    'executed_at',
    'market',
    'side',
    'amount',
    'price',
    'commission',
    'commission_asset',
    'rebate',
    'rebate_asset',
    'gross_trade_amount',
  ],
};

/** Members of a fiat account that are as steady where the traffic does not update it (4.1). */
const STEADY_UNLESS_UPDATED: readonly string[] = ['metadata', ...BANK_DETAILS, ...ofOwner('')];

/** The last characters of a number, which masking leaves visible (2.2). */
const VISIBLE = /[\p{L}\p{N}]{4}$/u;

/** Makes the state of a sequence: an item shows the same values in each answer of its list. */
export function steadyItems(): (exchange: Exchange) => Judgement {
  const lists = new Map<Operation, SteadyValues>();
  const updated = new Memory<Id, true>();
  const namesOf = (operation: ListOperation, key: Id): readonly string[] =>
    operation === 'listFiat' && !updated.mayHave(key)
      ? [...STEADY.listFiat, ...STEADY_UNLESS_UPDATED]
      : STEADY[operation];
  return (exchange) => {
    const { operation, request } = exchange;
    if (!isList(operation)) {
      const own = id(request.path['id']);
      if (own) updated.set(own, true);
      return NOT_CONCERNED;
    }
    const known = lists.get(operation) ?? new SteadyValues(FIXED);
    lists.set(operation, known);
    const all = objects(exchange);
    if (all.length === 0) return NOT_CONCERNED;
    const found = all.map((each) => changesOf(each, known, exchange, (key) => namesOf(operation, key)));
    return found.every((each) => each === undefined) ? NOTHING_TO_JUDGE : found.flatMap((each) => each ?? NONE);
  };
}

const NONE: readonly Flaw[] = [];

/** Returns what an item shows otherwise than answers before, or undefined if nothing identifies the item. */
function changesOf(
  each: ReturnType<typeof objects>[number],
  known: SteadyValues,
  exchange: Exchange,
  namesOf: (key: Id) => readonly string[],
): readonly Flaw[] | undefined {
  if (known.isLatest(each.item)) return NONE;
  const key = id(itemKey(each.item));
  return key && known.compare(key, { names: namesOf(key), read: comparedValue }, each, exchange);
}

/** Returns the value to compare: a member, or of a text inside bank details or an owner only what masking leaves visible. */
function comparedValue(item: JsonObject, name: string): Json | undefined {
  if (!name.startsWith('/')) return item[name];
  const value = at(item, name);
  return typeof value === 'string' ? VISIBLE.exec(value)?.[0] : value;
}
