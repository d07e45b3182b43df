import { asked, type Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import type { Fields } from '../problem.ts';
import type { Filter } from './list-rules.ts';

/** The filters that are ignored. */
const ignored = decision<readonly string[]>({ section: '4', on: ['listAccounts', 'listExecutions'] }, [], {
  faults: {
    'FILTER-IDENTITY-ID/ignored': only(['listAccounts'], ['identity_id']),
    'FILTER-ORDER-ID/ignored': only(['listExecutions'], ['order_id']),
  },
});

/** With the fault, a filter for an identity without accounts is ignored. */
const passedForUnknownIds = decision({ section: '4', on: ['listAccounts'] }, false, {
  faults: { 'FILTER-IDENTITY-ID/all-for-whom-it-does-not-know': true },
});

/** How the value of an item is compared with that of the filter. */
const compared = decision<(found: unknown, given: string) => boolean>(
  { section: '4', on: ['listExecutions'] },
  (found, given) => found === given,
  {
    faults: {
      'FILTER-ORDER-ID/compared-in-upper-case': (found, given) => found === given.toUpperCase(),
      'FILTER-ORDER-ID/by-eight-characters': (found, given) => String(found).startsWith(given.slice(0, 8)),
      'FILTER-IDENTITY-ID/by-eight-characters': only(['listAccounts'], (found, given) =>
        String(found).startsWith(given.slice(0, 8)),
      ),
    },
  },
);

/** Which members of an account a filter for their identity selects it by, besides its primary identity. */
const byMember = decision<(member: Fields) => boolean>({ section: '4', on: ['listAccounts'] }, () => false, {
  faults: {
    'FILTER-IDENTITY-ID/members-too': () => true,
    'FILTER-IDENTITY-ID/beneficial-owners-too': ({ roles }) =>
      Array.isArray(roles) && roles.includes('BENEFICIAL_OWNER'),
  },
});

const membersWith = (item: Fields, identity: string): readonly Fields[] =>
  (item['members'] as readonly Fields[]).filter((each) => each['identity_id'] === identity);

/** The filter by one value that a request has for a member of items, if it has one. */
export function valueFilter(call: Call, name: string, member: string): readonly Filter[] {
  const value = asked(call, name);
  const isUnknown = !call.store.people.some((each) => each['identity_id'] === value);
  const passed = call.choices.of(passedForUnknownIds) && name === 'identity_id' && isUnknown;
  return value === undefined || passed || call.choices.of(ignored).includes(name)
    ? []
    : [
        (item) =>
          call.choices.of(compared)(item[member], value) ||
          (name === 'identity_id' && membersWith(item, value).some(call.choices.of(byMember))),
      ];
}
