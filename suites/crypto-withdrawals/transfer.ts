import { marketAssets } from '../../src/contract/assets.ts';
import { combining, question, rule } from '../../src/engine/check.ts';
import { flawUnless, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { shown } from '../../src/model/outcome.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { isTakenByTotal } from '../vocabulary/amount-and-total.ts';
import { acceptedBody, echo, equal, string, without, withValue } from '../vocabulary/answers.ts';
import { refuses, sendsForRules } from '../vocabulary/body-variants.ts';
import { answering, answersTo, partiesUnknownOnLoopback, repeatingRef } from '../vocabulary/questions.ts';
import { bodies, unknownId } from '../vocabulary/requests.ts';
import { isTakenFromDollars, namesDollars, withdrawsFromDollars } from './dollar-balance.ts';

/** Returns a change that names the withdrawn asset as the balance to debit. */
function ofItsOwnBalance(p: Probing): readonly JsonObject[] {
  const { asset } = bodies.cryptoWithdrawal(p);
  // Names the asset too: when this is combined with a change of the asset, both must be the same.
  return [{ asset, balance_asset: asset }];
}

/** Returns the destinations in the fixtures, sorted, so that their order does not change the observation. */
function destinations(p: Probing): Readonly<Record<string, JsonObject>> {
  const named = p
    .fixture('crypto_destinations')
    .map((each): [string, JsonObject] => [`${each.asset} on ${each.crypto_network}`, { ...each }]);
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Says which destinations take withdrawals. What another check has withdrawn is not withdrawn again. */
async function destinationsTaken(p: Probing): Promise<string> {
  const said: string[] = [];
  for (const [name, destination] of Object.entries(destinations(p)))
    said.push(
      (await isTakenByTotal(p, destination)) || (await isTakenFromDollars(p, destination))
        ? `${name}: accepted`
        : await answersTo(p, { [name]: destination }),
    );
  return said.join('; ');
}

/** The transfer that a crypto withdrawal creates (2.1, 4.5). */
export const cryptoTransfer: readonly Row[] = suite('4.5', ['cryptoWithdrawal'], {
  'CW-TYPE': must(
    'The type of a crypto withdrawal is CRYPTO_WITHDRAWAL',
    { aspect: 'semantics', cites: ['Response: Transfer (2.1), type CRYPTO_WITHDRAWAL.'] },
    rule(withValue('type', 'CRYPTO_WITHDRAWAL', 'it is a crypto withdrawal')),
  ),
  'CW-AUTO-CONVERSION': must(
    'auto_conversion is an empty object on creation',
    {
      aspect: 'semantics',
      cites: ['2.1: returned as an empty object on a crypto withdrawal creation'],
      lenience: 'Judged only if auto_conversion is present.',
    },
    rule((exchange) => {
      const answer = acceptedBody(exchange);
      const found = member(answer, 'auto_conversion');
      if (!answer) return NOT_CONCERNED;
      if (!isObject(found)) return NOTHING_TO_JUDGE;
      return flawUnless(Object.keys(found).length === 0, () => ({
        where: '/auto_conversion',
        expected: 'an empty object',
        actual: shown(found),
      }));
    }),
  ),
  'CW-BALANCE-ASSET': should(
    'A withdrawal of an asset other than a stablecoin debits the balance of that asset',
    {
      aspect: 'semantics',
      cites: [
        '2.1: Asset whose balance was affected; differs from asset only when the transfer includes a conversion',
        "| balance_asset | string | no | Balance to debit for withdrawals of the service's own USD stablecoin |",
      ],
      lenience:
        'Judged only for assets of the listed markets, if the request gives no balance_asset and nothing is converted. null and an empty string count as absent.',
    },
    rule((exchange) => {
      const answer = acceptedBody(exchange);
      const [asset, found] = [string(answer, '/asset'), string(answer, '/balance_asset') ?? ''];
      if (!answer || member(exchange.request.body, 'balance_asset') !== undefined) return NOT_CONCERNED;
      if (asset === undefined || found === '' || !marketAssets.has(asset)) return NOTHING_TO_JUDGE;
      if (Object.keys(Object(member(answer, 'auto_conversion'))).length > 0) return NOTHING_TO_JUDGE;
      return equal('/balance_asset', asset, found, 'nothing is converted');
    }),
  ),
  'CW-BALANCE-ASSET-ECHO': should(
    'The answer returns balance_asset unchanged if it is the asset of the withdrawal, or USD for a USD stablecoin',
    {
      aspect: 'semantics',
      cites: [
        "| balance_asset | string | no | Balance to debit for withdrawals of the service's own USD stablecoin |",
        '2.1: Asset whose balance was affected; differs from asset only when the transfer includes a conversion',
      ],
      lenience:
        "A balance_asset other than the asset itself has a meaning only for the service's own stablecoin, which the document does not name. USD is judged only for assets whose name has USD in it, except USDC and USDT, and for STABLE. The service may refuse balance_asset.",
    },
    rule((exchange) => {
      const { body } = exchange.request;
      const isOwn = string(body, '/balance_asset') === string(body, '/asset');
      return isOwn || namesDollars(exchange) ? echo('balance_asset')(exchange) : NOT_CONCERNED;
    }),
    sendsForRules(ofItsOwnBalance),
    withdrawsFromDollars,
  ),
  'CW-FIAT-ACCOUNT-ABSENT': should(
    'A crypto withdrawal names no fiat account',
    {
      aspect: 'semantics',
      cites: ["2.1: | fiat_account_id | string | no | For fiat withdrawals, ID (UUID) of the owner's fiat account |"],
      lenience: 'null and an empty string count as absent.',
    },
    rule(without(['fiat_account_id'], 'it goes to no fiat account')),
  ),
  'CW-PROFILE-UNKNOWN': should(
    'A withdrawal from a profile that does not exist is refused',
    { aspect: 'request checks', cites: ['| profile_id | string | yes | Profile to withdraw from |'] },
    refuses('an unknown profile_id', (p) => ({ profile_id: unknownId(p) })),
  ),
  'CW-ASSET-UNKNOWN': observe(
    'How a withdrawal of an asset that does not exist is answered',
    { aspect: 'request checks', cites: ['| asset | string | yes | Asset, for example BTC or ETH |'] },
    // Sent by itself: an unknown asset is usually refused.
    question((p) => answersTo(p, { 'the asset NOSUCH': { asset: 'NOSUCH' } })),
  ),
  'CW-PARTIES-UNKNOWN': observe(
    'Whether a withdrawal may name an identity or an account that does not exist',
    {
      aspect: 'request checks',
      cites: [
        '| identity_id | string | no | User making the withdrawal |',
        '| account_id | string | no | Account of the user |',
      ],
      lenience: 'Asked only on a loopback target.',
    },
    question(partiesUnknownOnLoopback),
  ),
  'CW-NETWORKS': observe(
    'Which destinations in the fixtures can receive withdrawals',
    {
      aspect: 'request checks',
      cites: ['| crypto_network | enum | yes | CryptoNetwork; always specify it for withdrawals |'],
    },
    combining('open', (p) => Object.values(destinations(p)), question(destinationsTaken)),
  ),
  'CW-BENEFICIARY': observe(
    'How beneficiary details and an unknown fee_id are answered',
    {
      aspect: 'request checks',
      cites: [
        'Beneficiary fields: not shown.',
        '| fee_id | string | no | ID of a guaranteed fee |',
        '| beneficiary | object | no | Beneficiary details |',
      ],
    },
    answering((p) => ({
      'an empty beneficiary': { beneficiary: {} },
      'an unknown fee_id': { fee_id: unknownId(p, 'fee') },
    })),
  ),
  'CW-REPEATED-REF': observe(
    'Result of repeating a request with an already used ref_id',
    { aspect: 'state across', cites: ['4.15: Result of repeating a request with an already used ref_id: not shown.'] },
    repeatingRef({ amount: '0.0002' }, { amount: '0.0003' }),
  ),
  'CW-MEMO-LENGTH': observe(
    'How long a memo of a crypto withdrawal may be',
    { aspect: 'limits', cites: ['| memo | string | no | Memo included with the withdrawal |'] },
    answering(
      () => ({ '100 characters': { memo: 'm'.repeat(100) }, '501 characters': { memo: 'm'.repeat(501) } }),
      'open',
    ),
  ),
});
