import { fiatNetworks } from '../../src/contract/networks.ts';
import { isList } from '../../src/contract/operations.ts';
import { probe, rule, sequence, sequenceWithLost } from '../../src/engine/check.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { flawUnless, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { at, isArray, isObject, member } from '../../src/values/json.ts';
import { acceptedBody, all, each, FROM_TWO_CLOCKS, inOrder, string } from '../vocabulary/answers.ts';
import { distinct } from '../vocabulary/lists/rules.ts';
import { accountOf, listBy } from '../vocabulary/requests.ts';
import { surveyOfAccepted } from '../vocabulary/surveys.ts';
import { hiddenNumbers, maskedNumbers } from './account-numbers.ts';
import { creationSteady } from './creation.ts';
import { OF_ONE_ACCOUNT } from './operations.ts';

const ALL = ['putFiat', 'getFiat', 'listFiat'] as const;

const NULLABLE = [
  '/fiat_account_owner/person_details',
  '/fiat_network_instructions/wire/fiat_account_owner_address',
  '/fiat_network_instructions/wire/routing_details/bank_address',
  '/fiat_network_instructions/wire/intermediary_routing_details/bank_address',
];

function routingTypes(exchange: Exchange): string {
  const body = answered(exchange);
  const items = member(body, 'items');
  const accounts = isArray(items) ? items : [body ?? null];
  const found = accounts.map((account) =>
    at(account, '/fiat_network_instructions/wire/routing_details/routing_number_type'),
  );
  return [...new Set(found.filter((value) => typeof value === 'string'))].sort().join(' + ') || 'none';
}

function innerNames(exchange: Exchange): string {
  const items = member(answered(exchange), 'items');
  const accounts = isArray(items) ? items : [answered(exchange) ?? null];
  const names = ['status', 'metadata'].filter((name) =>
    accounts.some((account) => member(member(account, 'fiat_network_instructions'), name) !== undefined),
  );
  return names.join(' + ') || 'neither';
}

/** The representation of a fiat account (2.2). */
export const representation: readonly Row[] = suite('2.2', ALL, {
  'FA-READ-NOT-NULL': must(
    'person_details, fiat_account_owner_address and bank_address are null only in list output',
    {
      aspect: 'response shape',
      on: OF_ONE_ACCOUNT,
      cites: ['In list output person_details, fiat_account_owner_address and bank_address may be null.'],
    },
    rule((exchange) => {
      const account = acceptedBody(exchange);
      if (!account) return NOT_CONCERNED;
      return NULLABLE.filter((pointer) => at(account, pointer) === null).map((where) => ({
        where,
        expected: 'an object, or absent: it may be null only in list output',
        actual: 'null',
      }));
    }),
  ),
  'FA-READ-NOT-MASKED': should(
    'An answer with one account shows its account numbers in full',
    {
      aspect: 'semantics',
      on: OF_ONE_ACCOUNT,
      cites: ['In list output the account_number may be masked so that only the last four characters are visible.'],
      lenience: 'Not judged in recordings, because some recordings mask account numbers themselves.',
    },
    rule(hiddenNumbers),
  ),
  'FA-LIST-MASKED-LAST-FOUR': must(
    'An account number that a list masks still ends in the real last four characters',
    {
      aspect: 'semantics',
      on: ['listFiat'],
      cites: ['In list output the account_number may be masked so that only the last four characters are visible.'],
      lenience:
        'Compared with the number that the last answer about the account showed. After an update that is not accepted, or gets no answer, the number is known again only from the next answer.',
    },
    sequenceWithLost(maskedNumbers, OF_ONE_ACCOUNT),
    probe(async (p) => {
      const { fiat_accounts } = p.fixtures;
      const ids = (['wire', 'dbs_act', 'scb'] as const).flatMap((network) => fiat_accounts?.[network]?.[0] ?? []);
      // Reads the accounts before the list, so that the rule can compare the two.
      for (const id of ids) await p.sendValid({ ...accountOf({ id }), isShared: true });
      if (ids.length === 0)
        throw new Inconclusive('fixture', 'no known account has an account_number', {
          need: { fixture: 'fiat_accounts.wire' },
        });
      await p.sendValid(listBy('listFiat', { ids }));
      return [];
    }),
  ),
  'FA-NETWORK': should(
    'fiat_network_instructions has a member for at least one network',
    { aspect: 'semantics', cites: ['fiat_network_instructions has one member per network:'] },
    rule(
      each((item, root) => {
        const instructions = member(item, 'fiat_network_instructions');
        if (!isObject(instructions)) return NOT_CONCERNED;
        const has = fiatNetworks.some((network) => (member(instructions, network) ?? null) !== null);
        return flawUnless(has, () => ({
          where: `${root}/fiat_network_instructions`,
          expected: `one of ${fiatNetworks.join(', ')}`,
          actual: shown(Object.keys(instructions)),
        }));
      }),
    ),
  ),
  'OWNER-NAMED': should(
    'An owner of an account is a person, an institution or both',
    {
      aspect: 'semantics',
      on: ['putFiat', 'getFiat', 'listInstructions'],
      cites: [
        'fiat_account_owner: person_details {first_name string, last_name string} and/or institution_details {name string}.',
        '2.3: plus fiat_account_owner (as in 2.2)',
      ],
      lenience:
        'Not judged in lists of accounts, because a list may leave out a person. A person that is null counts as a person.',
    },
    rule(
      each((item, root) => {
        const places = ['/fiat_account_owner', '/fiat_network_instructions/fiat_account_owner'];
        return all(
          places.map((place) => {
            const owner = at(item, place);
            if (!isObject(owner)) return NOTHING_TO_JUDGE;
            const has = ['person_details', 'institution_details'].some((name) => member(owner, name) !== undefined);
            return flawUnless(has, () => ({
              where: `${root}${place}`,
              expected: 'person_details or institution_details',
              actual: shown(owner),
            }));
          }),
        );
      }),
    ),
  ),
  'FA-UPDATED-AFTER-CREATED': must(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: ['| updated_at | date-time | no | Time of most recent update |', '| created_at | date-time | yes |'],
      lenience: FROM_TWO_CLOCKS,
    },
    rule(each((item, root) => inOrder(item, root, 'created_at', 'updated_at'))),
  ),
  'FA-CREATION-STEADY': must(
    'An account has the same created_at, ref_id, identity_id and account_id in each answer',
    {
      aspect: 'state across',
      on: ['getFiat', 'listFiat'],
      cites: [
        '| created_at | date-time | yes |',
        '| ref_id | string | no |',
        '| identity_id | string | no | Identity of the user owning the account |',
        '| account_id | string | no | Account of the user',
      ],
      lenience:
        'An answer may leave out optional members. Times may differ by one second. Others may give the account to another user meanwhile: identity_id and account_id fail only if an earlier value is shown again.',
    },
    sequence(creationSteady),
  ),
  'FA-ROUTING-NUMBER-TYPES': observe(
    'Which values routing_number_type has',
    {
      aspect: 'response shape',
      on: ['listFiat', 'getFiat'],
      cites: ['Other routing_number_type values: not shown.'],
    },
    surveyOfAccepted(routingTypes),
  ),
  'FA-EXAMPLE-MEMBERS': observe(
    'Whether status and metadata are inside fiat_network_instructions as well',
    {
      aspect: 'response shape',
      cites: [
        'Examples place status and metadata inside fiat_network_instructions as well; the required status of the account is the top-level field.',
      ],
    },
    surveyOfAccepted(innerNames),
  ),
  'FA-STATUS-TRANSITIONS': observe(
    'Which statuses accounts have',
    {
      aspect: 'state across',
      cites: ['3: FiatAccount transitions: not shown. The account is returned as PENDING in examples.'],
    },
    surveyOfAccepted((exchange) =>
      isList(exchange.operation) ? distinct(exchange, 'status') : string(answered(exchange), '/status'),
    ),
  ),
});
