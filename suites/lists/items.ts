import { idTextOf } from '../../src/contract/lists.ts';
import { listOperations } from '../../src/contract/operations.ts';
import { type Judgement, must, NOT_CONCERNED, NOTHING_TO_JUDGE, type Row, rule, suite } from '../../src/engine/row.ts';
import { answered, type Exchange, isAccepted } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { isObject, type Json, member } from '../../src/values/json.ts';

/** Whether something is what a list should hold: objects with ids of their own. */
const holdsObjects = (value: Json | undefined): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each: Json) => isObject(each) && idTextOf(each) !== undefined);

function named(exchange: Exchange): Judgement {
  const body = answered(exchange);
  if (!isAccepted(exchange) || !isObject(body)) return NOT_CONCERNED;
  if (member(body, 'items') !== undefined) return [];
  const other = Object.entries(body).find(([, value]) => holdsObjects(value));
  if (other) return [{ where: `/${other[0]}`, expected: 'under items', actual: `under ${shown(other[0])}` }];
  return Object.keys(body).every((name) => name === 'next_page_cursor') ? NOTHING_TO_JUDGE : NOT_CONCERNED;
}

/** Under which member a list has its items (4.3 to 4.12). */
export const itemsNamed: readonly Row[] = suite('4.3', listOperations, {
  'LIST-ITEMS-NAMED': must(
    'A list has its items under items',
    {
      aspect: 'response shape',
      cites: [
        'Response: items (FiatAccount[]), next_page_cursor (string).',
        '4.6: Response: items (FiatDepositInstruction[]), next_page_cursor (string).',
        '4.8: Response: items (Account[]), next_page_cursor (string).',
        '4.10: Response: items (DepositAddress[]), next_page_cursor.',
        '4.12: Response: items (Execution[]), next_page_cursor (string).',
      ],
      lenience: 'a list that holds nothing may be answered without items: see LIST-ITEMS-PRESENT',
    },
    rule(named),
  ),
});
