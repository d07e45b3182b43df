import { takesParameter } from '../../src/contract/lists.ts';
import { definitionOf, type ListOperation, listOperations, type ParameterName } from '../../src/contract/operations.ts';
import { probe } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { cursorOf, itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, suite } from '../../src/engine/row.ts';
import type { Exchange, Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { ask, knownItems, listOf, plainList } from '../vocabulary/lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL } from '../vocabulary/lists/rules.ts';

/**
 * Returns queries with one parameter each that adds no items to a list. A range is none of them: without one, a service
 * may list only recent executions.
 */
function narrowing(p: Probing): readonly Query[] {
  const { order_id, identity_id, profile_id } = p.fixtures;
  const [account] = Object.values(p.fixtures.fiat_accounts ?? {}).flat();
  const queries: readonly Query[] = [
    { order: 'DESC' },
    { order: 'ASC' },
    { order_by: 'CREATED_AT' },
    { limit: 100 },
    { 'created_at.lt': AFTER_ALL },
    { 'created_at.gt': BEFORE_ALL },
    ...(order_id === undefined ? [] : [{ order_id }]),
    ...(identity_id === undefined ? [] : [{ identity_id }]),
    ...(account === undefined || listOf(p) !== OF_ONE_LIST.ids ? [] : [{ ids: account }]),
    ...(profile_id === undefined ? [] : [{ profile_ids: profile_id }]),
  ];
  const known = definitionOf(listOf(p)).query;
  return queries.filter((query) => Object.keys(query).every((name) => name in known));
}

/** Whether a page has no items and leads to no other page. An empty page may come before others. */
const isEmpty = (page: Exchange): boolean => itemsOf(page).length === 0 && cursorOf(page) === undefined;

/** Demands that a list without parameters has items if it has some with one of these parameters. */
async function expectAcceptedWithout(p: Probing): Promise<readonly Failure[]> {
  const plain = plainList(p);
  if (!isEmpty(await p.twin(plain))) return [];
  // This run may have created items meanwhile.
  const items = await unlessInconclusive([], () => knownItems(p));
  if (items.length > 0 && !isEmpty(await p.sendValid(plain.ask))) return [];
  for (const query of narrowing(p)) {
    const { isAccepted, exchange } = await p.answerTo(ask(p, query));
    if (!isAccepted || itemsOf(exchange).length === 0) continue;
    const again = await p.sendValid(ask(p, {}));
    if (!isEmpty(again)) return [];
    const expected = `items: with ${Object.keys(query).join(' and ')}, the list has ${itemsOf(exchange).length}`;
    return [failure(again, { where: '/items', expected, actual: 'none' }, [exchange])];
  }
  throw new Inconclusive('fixture', 'the list is empty', { need: { words: `items in ${p.operation}` } });
}

/** Parameters that some services need before they return any items. Each list is tested with those that it takes. */
const OPTIONAL: readonly ParameterName[] = [
  'order',
  'order_by',
  'limit',
  'order_id',
  'identity_id',
  'ids',
  'profile_ids',
];

/** Filters whose value the fixtures name for one list only. */
const OF_ONE_LIST: Readonly<Partial<Record<ParameterName, ListOperation>>> = { ids: 'listFiat' };

const PARAMETERS = Object.fromEntries(
  listOperations.map((list) => [
    list,
    OPTIONAL.filter((name) => takesParameter(list, name) && (OF_ONE_LIST[name] ?? list) === list),
  ]),
);

/** Lists without their optional parameters (4.15). */
export const optionalParameters: readonly Row[] = suite('4.15', listOperations, {
  'LIST-PARAMETERS-OPTIONAL': must(
    'A list without parameters has items if it has items with one of its parameters',
    {
      aspect: 'filters',
      parameters: PARAMETERS,
      cites: [
        'order: DESC is the default.',
        '4: Common list conventions apply to list operations (4.15).',
        '4.3: ids (string[], limit 100)',
        '4.3: order_by (CREATED_AT, default CREATED_AT)',
        '8: | Page size | default 100, maximum 1000 | List Fiat Accounts, List Fiat Deposit Instructions, List Deposit Addresses |',
        '4.6: limit (default 100, maximum 1000)',
        '4.8: identity_id (string, filter by primary identity).',
        '4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)',
        '4.10: limit (default 100, maximum 1000)',
        '4.12: order_id (filters by associated profile, account, single order)',
      ],
      lenience: 'Without a range, a service may list only recent executions.',
    },
    probe(expectAcceptedWithout),
  ),
});
