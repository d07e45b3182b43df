import { schema } from '../../schemas/index.ts';
import { fiatNetworks } from '../../src/contract/networks.ts';
import { question, rule } from '../../src/engine/check.ts';
import { flawUnless, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { answered } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { acceptedBody, equal, string, without } from '../vocabulary/answers.ts';
import { carrierOf, refuses } from '../vocabulary/body-variants.ts';
import { partiesUnknownOnLoopback, repeatingRef } from '../vocabulary/questions.ts';
import { fiatAccount, twinOf, unknownId, withdrawalTo } from '../vocabulary/requests.ts';
import { surveyOfAccepted } from '../vocabulary/surveys.ts';

const REQUIRED = new Set(schema('transfer').required);

const optional = (names: readonly string[]): string =>
  names
    .filter((name) => !REQUIRED.has(name))
    .sort()
    .slice(0, 20)
    .join(' + ') || 'none';

/** Members that only crypto transactions have. */
const CRYPTO_DETAILS = [
  'crypto_network',
  'crypto_tx_hash',
  'crypto_tx_index',
  'destination_address',
  'notional_value',
] as const;

/** Types that end like this are debits; the others are deposits and credits (2.1). */
const DEBIT = /_(?:WITHDRAWAL|DEBIT)$/;

/** The transfer that a fiat withdrawal creates (2.1, 4.4). */
export const fiatTransfer: readonly Row[] = suite('4.4', ['fiatWithdrawal'], {
  'FW-WITHDRAWAL-TYPE': must(
    'The type of a fiat withdrawal is that of a debit in fiat currency',
    {
      aspect: 'semantics',
      cites: [
        'type of a fiat withdrawal in the example is CUBIX_WITHDRAWAL',
        '2.1: type values:',
        '1: fiat withdrawals to a registered fiat account',
      ],
      lenience: 'The withdrawal type of any bank network is allowed, and the debit of an internal transfer.',
    },
    rule((exchange) => {
      const type = string(acceptedBody(exchange), '/type');
      if (type === undefined) return NOT_CONCERNED;
      return flawUnless(DEBIT.test(type) && type !== 'CRYPTO_WITHDRAWAL', () => ({
        where: '/type',
        expected: 'the type of a debit in fiat currency',
        actual: shown(type),
      }));
    }),
  ),
  'FW-BALANCE-ASSET': should(
    'A withdrawal of USD without conversion debits the USD balance',
    {
      aspect: 'semantics',
      cites: ['2.1: Asset whose balance was affected; differs from asset only when the transfer includes a conversion'],
      lenience: 'null and an empty string count as absent.',
    },
    rule((exchange) => {
      const answer = acceptedBody(exchange);
      const found = string(answer, '/balance_asset') ?? '';
      if (!answer) return NOT_CONCERNED;
      const asset = string(answer, '/asset');
      if (found === '' || asset === undefined) return NOTHING_TO_JUDGE;
      return equal('/balance_asset', asset, found, 'fiat withdrawals convert nothing');
    }),
  ),
  'FW-CRYPTO-DETAILS-ABSENT': should(
    'A fiat withdrawal has none of the members of crypto transactions',
    {
      aspect: 'semantics',
      cites: [
        '2.1: | crypto_network | enum | no | CryptoNetwork value |',
        '2.1: On-chain transaction hash (crypto transactions)',
        '2.1: Output index or output address (crypto transactions)',
        '2.1: | destination_address | string | no | Destination crypto address |',
        '2.1: | notional_value | string | no | For crypto withdrawals and deposits, the USD value of amount plus fee',
      ],
      lenience: 'null and an empty string count as absent.',
    },
    rule(without(CRYPTO_DETAILS, 'it is not a crypto transaction')),
  ),
  'FW-FIAT-ACCOUNT-UNKNOWN': should(
    'A withdrawal to a fiat account that does not exist is refused',
    {
      aspect: 'request checks',
      cites: [
        '| fiat_account_id | string | yes | Destination fiat account |',
        '1: fiat withdrawals to a registered fiat account',
      ],
    },
    refuses('an unknown fiat_account_id', (p) => ({ fiat_account_id: unknownId(p) })),
  ),
  'FW-FIAT-ACCOUNT-DELETED': should(
    'A withdrawal to a deleted fiat account is refused',
    {
      aspect: 'request checks',
      cites: [
        '| fiat_account_id | string | yes | Destination fiat account |',
        '1: fiat withdrawals to a registered fiat account',
        '4.2: include_deleted (boolean, optional): include deleted accounts.',
      ],
    },
    refuses('a deleted fiat account', (p) => ({
      fiat_account_id: p.fixture('deleted_fiat_account_id'),
    })),
  ),
  'FW-PROFILE-UNKNOWN': should(
    'A withdrawal from a profile that does not exist is refused',
    { aspect: 'request checks', cites: ['| profile_id | string | yes | Profile to withdraw from |'] },
    refuses('an unknown profile_id', (p) => ({ profile_id: unknownId(p) })),
  ),
  'FW-PARTIES-UNKNOWN': observe(
    'Whether a withdrawal may name an identity or an account that does not exist',
    {
      aspect: 'request checks',
      cites: [
        '| identity_id | string | no | User making the withdrawal (third-party integrations) |',
        '| account_id | string | no | Account of that user (third-party integrations) |',
      ],
      lenience: 'Asked only on a loopback target.',
    },
    question(partiesUnknownOnLoopback),
  ),
  'FW-TYPE-BY-NETWORK': observe(
    'Which type a withdrawal has on each network',
    { aspect: 'semantics', cites: ['type of a fiat withdrawal in the example is CUBIX_WITHDRAWAL'] },
    question(async (p) => {
      const said: string[] = [];
      for (const network of fiatNetworks.filter((each) => p.fixtures.fiat_accounts?.[each]?.[0] !== undefined)) {
        const carrier = await carrierOf(p, { fiat_account_id: fiatAccount(p, network) });
        const made = await p.twin(carrier?.twin ?? twinOf(p, 'fiatWithdrawal', withdrawalTo(p, network)));
        said.push(`${network}: ${string(answered(made), '/type') ?? 'no type'}`);
      }
      fiatAccount(p, fiatNetworks.find((each) => p.fixtures.fiat_accounts?.[each]?.[0] !== undefined) ?? 'wire');
      return said.join('; ');
    }),
  ),
  'FW-REPEATED-REF': observe(
    'Result of repeating a request with an already used ref_id',
    { aspect: 'state across', cites: ['4.15: Result of repeating a request with an already used ref_id: not shown.'] },
    repeatingRef({ amount: '0.75' }, { amount: '0.85' }),
  ),
  'FW-OPTIONAL-MEMBERS': observe(
    'Which optional members of a transfer the answer to a fiat withdrawal has',
    { aspect: 'response shape', cites: ['Conventions: Fields not marked required may be absent.'] },
    surveyOfAccepted((exchange) => optional(Object.keys(acceptedBody(exchange) ?? {}))),
  ),
});
