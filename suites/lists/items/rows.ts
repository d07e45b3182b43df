import { idTextOf } from '../../../src/contract/lists.ts';
import { listOperations } from '../../../src/contract/operations.ts';
import { probe, rule, sequence } from '../../../src/engine/check.ts';
import { failure } from '../../../src/engine/failure.ts';
import { blockedBy, Inconclusive } from '../../../src/engine/inconclusive.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import { cursorOf } from '../../../src/engine/paging.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { must, type Row, suite } from '../../../src/engine/row.ts';
import { answered, type Exchange, isAccepted } from '../../../src/model/exchange.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { isArray, isObject, type Json, member, pointerStep } from '../../../src/values/json.ts';
import { ask, plainList } from '../../vocabulary/lists/listing.ts';
import { plain, plainAccount } from '../../vocabulary/requests.ts';
import { steadyItems } from './steady-items.ts';
import { GIVING, ofNoOtherResource } from './values-of-others.ts';

/** Whether a value looks like the items of a list: a non-empty array of objects with ids. */
const holdsObjects = (value: Json | undefined): boolean =>
  isArray(value) && value.length > 0 && value.every((each) => isObject(each) && idTextOf(each) !== undefined);

function named(exchange: Exchange): Judgement {
  const body = answered(exchange);
  if (!isAccepted(exchange) || !isObject(body)) return NOT_CONCERNED;
  if (member(body, 'items') !== undefined) return [];
  const other = Object.entries(body).find(([, value]) => holdsObjects(value));
  if (other)
    return [
      {
        where: `/${pointerStep(other[0])}`,
        expected: 'the items in the member items',
        actual: `the items in the member ${shown(other[0])}`,
      },
    ];
  return Object.keys(body).every((name) => name === 'next_page_cursor') ? NOTHING_TO_JUDGE : NOT_CONCERNED;
}

/**
 * Whether a page has neither items nor a cursor. Throws Inconclusive when the items have another name, which
 * LIST-ITEMS-NAMED judges.
 */
function isEmpty(page: Exchange): boolean {
  if (isArray(named(page)) && member(answered(page), 'items') === undefined)
    throw blockedBy('LIST-ITEMS-NAMED', 'the list has another member in place of items');
  const items = member(answered(page), 'items') ?? [];
  if (!isObject(answered(page)) || !isArray(items))
    throw new Inconclusive('unrecognised', `the answer of ${page.operation} is not a list`);
  return items.length === 0 && cursorOf(page) === undefined;
}

/**
 * Returns an accepted answer of another operation about something that the list must hold: a fiat account that was
 * read, an account that got a member, or an address that was created.
 */
function shownElsewhere(p: Probing): Promise<Exchange> {
  if (p.operation === 'listFiat') return p.twin(plainAccount(p));
  return p.twin(plain(p, p.operation === 'listAccounts' ? 'addMembers' : 'createAddress'));
}

/**
 * Demands that the unfiltered list is not empty where another operation has answered with something that the list must
 * hold.
 */
async function expectSomething(p: Probing): Promise<readonly Failure[]> {
  const { isAccepted, exchange, words } = await p.answerTo(plainList(p).ask);
  if (!isAccepted) throw new Inconclusive('refused', `the list was ${words}`);
  if (!isEmpty(exchange)) return [];
  const elsewhere = await shownElsewhere(p);
  return p.eventually(async () => {
    const { isAccepted: isRead, exchange: page } = await p.answerTo(ask(p, {}));
    if (!isRead || !isEmpty(page)) return [];
    const expected = `items: the answer of ${elsewhere.operation} shows something that the list must contain`;
    return [failure(page, { where: '/items', expected, actual: 'none' }, [elsewhere])];
  });
}

/** The member that holds the items of a list, and lists that must not be empty (4.3 to 4.12). */
export const itemsNamed: readonly Row[] = suite('4.3', listOperations, {
  'LIST-ITEMS-NAMED': must(
    'The items of a list are in the member items',
    {
      aspect: 'response shape',
      cites: [
        'Response: items (FiatAccount[]), next_page_cursor (string).',
        '4.6: Response: items (FiatDepositInstruction[]), next_page_cursor (string).',
        '4.8: Response: items (Account[]), next_page_cursor (string).',
        '4.10: Response: items (DepositAddress[]), next_page_cursor.',
        '4.12: Response: items (Execution[]), next_page_cursor (string).',
      ],
      lenience: 'An empty list may be returned without items: see LIST-ITEMS-PRESENT.',
    },
    rule(named),
  ),
  'LIST-ITEM-STEADY': must(
    'An item has the same values in every answer of its list, with whichever filter, order and page',
    {
      aspect: 'state across',
      cites: [
        '2.2: | created_at | date-time | yes | Creation time |',
        '2.3: | memo_id | string | String the depositor must put in the memo field of the deposit |',
        '2.4: | metadata | object | no | Set at creation; also attached to transfers to this address |',
        '2.5: | profile_id | string | Profile of the account |',
        '2.6: | price | string |',
      ],
      lenience:
        'Compares only values that the run itself never changes. Others may change most of them meanwhile: except for times of creation and execution and ref_id, an item fails only if it shows an earlier value again, with the same updated_at if it has one. Of texts of bank details and owners, only the last four characters are compared. An item may be shown without them. Times may differ by a second, and numbers in their spelling.',
    },
    sequence(steadyItems, ['putFiat']),
  ),
  'LIST-ITEM-OF-NO-OTHER': must(
    'An item does not take over metadata, an owner or bank details that a request gives to another resource',
    {
      aspect: 'state across',
      on: ['listInstructions', 'listAccounts', 'listAddresses'],
      cites: [
        '2.3: Contains wire (as in 2.2), plus fiat_account_owner (as in 2.2) and metadata',
        '2.4: | metadata | object | no | Set at creation; also attached to transfers to this address |',
        '2.5: | metadata | object | Client metadata |',
      ],
      lenience:
        'Judged only if the item showed the same part without the value before the first request that gives this value was sent. Others may change an item in any other way.',
    },
    sequence(ofNoOtherResource, GIVING),
  ),
  'LIST-NOT-EMPTY': must(
    'A list is not empty if another operation answers with something that the list must contain',
    {
      aspect: 'state across',
      on: ['listFiat', 'listAccounts', 'listAddresses'],
      cites: [
        '1: registration, update and lookup of fiat (bank) accounts',
        '1: crypto deposit addresses that credit a profile, and lookup of them;',
        '1: listing of identity accounts, and adding members to an account;',
        'Response: items (FiatAccount[]), next_page_cursor (string).',
        '4.8: Response: items (Account[]), next_page_cursor (string).',
        '4.10: Response: items (DepositAddress[]), next_page_cursor.',
      ],
      lenience: 'The read is repeated for some seconds. An empty first page may lead to other pages.',
    },
    probe(expectSomething),
  ),
});
