import type { Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import type { Fields } from '../problem.ts';
import { HERE } from './list-rules.ts';

/** Changes the bank account that deposits are sent to. */
function toAnotherAccount(item: Fields): Fields {
  const instructions = Object(item['fiat_network_instructions']);
  const wire = { ...Object(instructions['wire']), account_number: '000999888777' };
  return { ...item, fiat_network_instructions: { ...instructions, wire } };
}

/** Changes the name of the bank. */
function ofAnotherBank(item: Fields): Fields {
  const instructions = Object(item['fiat_network_instructions']);
  const wire = Object(instructions['wire']);
  if (wire.routing_details === undefined) return item;
  const routing_details = { ...wire.routing_details, bank_name: 'Bank of Another' };
  return { ...item, fiat_network_instructions: { ...instructions, wire: { ...wire, routing_details } } };
}

/** After this many answers of lists, somebody else changes what items show. */
const ANSWERS_BEFORE = 60;

/** What somebody else changes in an item during a run. The document does not say that these members are fixed. */
const revised = decision<(item: Fields) => Fields>(HERE, (item) => item, {
  latitudes: {
    'others/revise-what-is-listed': (item) => ({
      ...('fiat_network_instructions' in item && 'memo_id' in item ? toAnotherAccount(item) : item),
      ...(item['user_disabled'] === false ? { type: 'REVISED', metadata: { by: 'another client' } } : {}),
    }),
  },
  protects: ['LIST-ITEM-STEADY', 'LIST-ITEM-OF-NO-OTHER'],
});

/** Returns what an item shows after a revision, if there was one. */
function afterRevision({ choices, store }: Call): (item: Fields) => Fields {
  const key = 'answers of lists';
  const answers = Number(store.notes.get(key) ?? 0) + 1;
  store.notes.set(key, answers);
  return answers > ANSWERS_BEFORE ? choices.of(revised) : (item) => item;
}

/** What an item shows, given the query: it should be the same with any. */
const told = decision<(item: Fields, query: Call['query']) => Fields>(HERE, (item) => item, {
  faults: {
    'LIST-ITEM-STEADY/another-account_id-on-later-pages': only(['listFiat'], (item, { page_cursor }) =>
      page_cursor === undefined ? item : { ...item, account_id: item['id'] },
    ),
    'LIST-ITEM-STEADY/the-memo-of-another-when-filtered-by-ref_ids': only(['listInstructions'], (item, { ref_ids }) =>
      ref_ids === undefined ? item : { ...item, memo_id: 'MEMOOTHER' },
    ),
    'LIST-ITEM-STEADY/the-bank-account-of-another-in-ascending-order': only(['listInstructions'], (item, { order }) =>
      order?.includes('ASC') ? toAnotherAccount(item) : item,
    ),
    'LIST-ITEM-STEADY/other-metadata-in-ascending-order': only(['listAccounts'], (item, { order }) =>
      order?.includes('ASC') && item['metadata'] !== undefined ? { ...item, metadata: { of: 'another' } } : item,
    ),
    'LIST-ITEM-STEADY/the-profile-of-another-in-ascending-order': only(['listAccounts'], (item, { order }) =>
      order?.includes('ASC') ? { ...item, profile_id: item['id'] } : item,
    ),
    'LIST-ITEM-STEADY/no-conversion-when-filtered-by-profile': only(['listAddresses'], (item, { profile_ids }) =>
      profile_ids === undefined ? item : { ...item, conversion_target_asset: 'NO_CONVERSION' },
    ),
    'LIST-ITEM-STEADY/the-bank-of-another-on-later-pages': only(
      ['listFiat', 'listInstructions'],
      (item, { page_cursor }) => (page_cursor === undefined ? item : ofAnotherBank(item)),
    ),
    'LIST-ITEM-STEADY/the-owner-of-another-in-ascending-order': only(['listFiat'], (item, { order }) =>
      order?.includes('ASC') && Object(item['fiat_account_owner']).person_details
        ? { ...item, fiat_account_owner: { person_details: { first_name: 'Another', last_name: 'Owner' } } }
        : item,
    ),
    'LIST-ITEM-STEADY/enabled-in-ascending-order': only(['listAccounts'], (item, { order }) =>
      order?.includes('ASC') ? { ...item, user_disabled: !item['user_disabled'] } : item,
    ),
    'LIST-ITEM-STEADY/no-commission-on-later-pages': only(['listExecutions'], (item, { page_cursor }) =>
      page_cursor === undefined ? item : { ...item, commission: '0' },
    ),
    'LIST-ITEM-STEADY/the-price-of-the-order-when-filtered-by-it': only(['listExecutions'], (item, { order_id }) =>
      order_id === undefined ? item : { ...item, price: '60000.5' },
    ),
  },
});

/** Returns what the items of an answer show. */
export function shownItems(call: Call, items: readonly Fields[], query: Call['query']): readonly Fields[] {
  const revise = afterRevision(call);
  return items.map((item) => call.choices.of(told)(revise(item), query));
}
