import { type Choices, decision, only, shownOn } from '../decision.ts';
import { type Fields, fieldsOf, isFields } from '../problem.ts';
import { withEach } from './bank-details.ts';

const HERE = { section: '2.2', on: ['putFiat', 'getFiat', 'listFiat'] };
const READS = ['putFiat', 'getFiat'];
const LIST = ['listFiat'];

/** Returns an account as an operation shows it. */
export type Shown = (account: Fields) => Fields;

const withNetworks = (account: Fields, change: (inner: Fields, network: string) => Fields): Fields => ({
  ...account,
  fiat_network_instructions: withEach(fieldsOf(account['fiat_network_instructions']), change),
});

export const numbered =
  (change: (number: string) => string): Shown =>
  (account) =>
    withNetworks(account, (inner) => {
      const number = inner['account_number'];
      return typeof number === 'string' ? { ...inner, account_number: change(number) } : inner;
    });

export const renamed =
  (change: (name: string) => string): Shown =>
  (account) =>
    withNetworks(account, (inner) => {
      const routing = inner['routing_details'];
      return isFields(routing)
        ? { ...inner, routing_details: { ...routing, bank_name: change(String(routing['bank_name'])) } }
        : inner;
    });

const withoutBankAddress = (routing: unknown): unknown =>
  isFields(routing) ? { ...routing, bank_address: null } : routing;

const nulled: Shown = (account) => {
  const owner = account['fiat_account_owner'];
  const plain = withNetworks(account, (inner, network) =>
    network === 'wire'
      ? {
          ...inner,
          fiat_account_owner_address: null,
          routing_details: withoutBankAddress(inner['routing_details']),
          intermediary_routing_details: withoutBankAddress(inner['intermediary_routing_details']),
        }
      : inner,
  );
  return isFields(owner) && 'person_details' in owner
    ? { ...plain, fiat_account_owner: { person_details: null } }
    : plain;
};

const underAnotherId: Shown = (account) => ({ ...account, id: `${String(account['id']).slice(0, -4)}0000` });

const hourEarlier: Shown = (account) => ({
  ...account,
  created_at: new Date(Date.parse(String(account['created_at'])) - 3_600_000).toISOString(),
});

/** Requirements on owners, which answers may leave out. */
const OWNERS_HIDDEN = ['FA-UPDATE-OWNER*', 'FA-UPDATE-NAMES', 'FA-UPDATE-WHOLE', 'FA-GET-AGREES-WITH-LIST'];

const shown = decision<Shown>(HERE, (account) => account, {
  faults: {
    'FA-READ-NOT-NULL/nulls-in-reads': only(READS, nulled),
    'FA-LIST-MASKED-LAST-FOUR/other-digits': only(
      LIST,
      numbered(() => 'XXXXXX0000'),
    ),
    'FA-LIST-MASKED-LAST-FOUR/the-first-four': only(
      LIST,
      numbered((number) => `${number.slice(0, 4)}******`),
    ),
    'FA-LIST-MASKED-LAST-FOUR/the-first-two-as-well': only(
      LIST,
      numbered((number) => `${number.slice(0, 2)}****${number.slice(-4)}`),
    ),
    'FA-LIST-MASKED-LAST-FOUR/six-digits': only(
      LIST,
      numbered((number) => `XXXX${number.slice(-6)}`),
    ),
    'FA-READ-NOT-MASKED/masked-in-reads': only(
      ['getFiat'],
      numbered((number) => `XXXXXX${number.slice(-4)}`),
    ),
    'FA-READ-NOT-MASKED/masked-in-answers-to-updates': only(
      ['putFiat'],
      numbered((number) => `••••${number.slice(-4)}`),
    ),
    'FA-NETWORK/none-in-lists': only(LIST, (account) => ({ ...account, fiat_network_instructions: {} })),
    'FA-NETWORK/none': only(READS, (account) => ({ ...account, fiat_network_instructions: {} })),
    'FA-GET-AGREES-WITH-LIST/approved-in-lists': shownOn(
      ['getFiat'],
      only(LIST, (account) => ({ ...account, status: 'REJECTED' })),
    ),
    'FA-GET-AGREES-WITH-LIST/an-hour-earlier-in-reads': only(['getFiat'], hourEarlier),
    'FA-GET-AGREES-WITH-LIST/other-metadata-in-lists': shownOn(
      ['getFiat'],
      only(LIST, (account) => ({
        ...account,
        metadata: { tier: 'none' },
      })),
    ),
    'FA-GET-AGREES-WITH-LIST/hides-cubix-accounts-in-lists': shownOn(
      ['getFiat'],
      only(LIST, (account) =>
        withNetworks(account, (inner, network) => (network === 'cubix' ? { ...inner, account_id: '****' } : inner)),
      ),
    ),
    'OWNER-NAMED/an-empty-owner': only(READS, (account) => ({ ...account, fiat_account_owner: {} })),
    'FA-ID/another-in-reads': only(['getFiat'], underAnotherId),
    'FA-ID/another-in-answers-to-updates': only(['putFiat'], underAnotherId),
  },
  latitudes: {
    'list/masked': only(
      LIST,
      numbered((number) => `XXXXXX${number.slice(-4)}`),
    ),
    'list/masked-with-bullets': only(
      LIST,
      numbered((number) => `•••• ${number.slice(-4)}`),
    ),
    'list/masked-with-zeros': only(
      LIST,
      numbered((number) => number.slice(-4).padStart(number.length, '0')),
    ),
    'list/masked-in-words': only(
      LIST,
      numbered((number) => `ending in ${number.slice(-4)}`),
    ),
    'list/only-last-four': only(
      LIST,
      numbered((number) => number.slice(-4)),
    ),
    'list/masked-cubix-accounts': only(LIST, (account) =>
      withNetworks(account, (inner, network) =>
        network === 'cubix' ? { ...inner, account_id: `XXXX${String(inner['account_id']).slice(-4)}` } : inner,
      ),
    ),
    'list/nulls': only(LIST, nulled),
    'accounts/without-owners-while-pending': (account) =>
      account['status'] === 'PENDING' ? { ...account, fiat_account_owner: undefined } : account,
    'accounts/without-numbers-while-pending': (account) =>
      account['status'] === 'PENDING' ? withNetworks(account, () => ({})) : account,
    'accounts/without-owners-that-are-persons': (account) =>
      'institution_details' in Object(account['fiat_account_owner'])
        ? account
        : { ...account, fiat_account_owner: undefined },
  },
  protects: {
    'list/masked': ['FA-READ-NOT-MASKED', 'FA-LIST-MASKED-LAST-FOUR', 'FA-GET-AGREES-WITH-LIST'],
    'list/masked-with-bullets': ['FA-READ-NOT-MASKED', 'FA-LIST-MASKED-LAST-FOUR', 'FA-GET-AGREES-WITH-LIST'],
    'list/masked-with-zeros': ['FA-READ-NOT-MASKED', 'FA-LIST-MASKED-LAST-FOUR', 'FA-GET-AGREES-WITH-LIST'],
    'list/masked-in-words': ['FA-READ-NOT-MASKED', 'FA-LIST-MASKED-LAST-FOUR', 'FA-GET-AGREES-WITH-LIST'],
    'list/only-last-four': ['FA-READ-NOT-MASKED', 'FA-LIST-MASKED-LAST-FOUR', 'FA-GET-AGREES-WITH-LIST'],
    'list/masked-cubix-accounts': [
      'FA-READ-NOT-MASKED',
      'FA-LIST-MASKED-LAST-FOUR',
      'FA-GET-AGREES-WITH-LIST',
      'CUBIX-ACCOUNT-ID-STRING',
    ],
    'accounts/without-owners-while-pending': OWNERS_HIDDEN,
    'accounts/without-numbers-while-pending': ['FA-UPDATE-NETWORK', 'FA-NETWORK', 'FA-LIST-MASKED-LAST-FOUR'],
    'accounts/without-owners-that-are-persons': OWNERS_HIDDEN,
    'list/nulls': ['FA-READ-NOT-NULL', 'FA-GET-AGREES-WITH-LIST', 'OWNER-NAMED'],
  },
});
/** The examples also place status and metadata inside the instructions (2.2). */
const inner = decision<Fields>(
  HERE,
  {},
  {
    latitudes: {
      'instructions/with-status-and-metadata': { status: 'PENDING', metadata: { my_id: '7', number: 7 } },
      'instructions/with-a-status-that-is-null': { status: null, metadata: { ['é'.repeat(60)]: 7 } },
      'instructions/with-an-unknown-network': { fednow: { account_number: '12345678' } },
    },
    protects: {
      'instructions/with-status-and-metadata': [
        'FA-NETWORK',
        'FIAT-NETWORK-INSTRUCTIONS-STATUS-STRING',
        'INSTRUCTION-METADATA-VALUE',
      ],
      'instructions/with-a-status-that-is-null': ['FIAT-NETWORK-INSTRUCTIONS-STATUS-STRING', 'INSTRUCTION-METADATA-*'],
      'instructions/with-an-unknown-network': ['FA-NETWORK', 'FIAT-NETWORK-INSTRUCTIONS-OBJECT'],
    },
  },
);

/** Returns an account as the operation shows it (2.2). */
export function represent(choices: Choices, account: Fields): Fields {
  const instructions = { ...Object(account['fiat_network_instructions']), ...choices.of(inner) };
  return choices.of(shown)({ ...account, fiat_network_instructions: instructions });
}
