import type { Probing } from '../engine/probing.ts';
import { must, observe, probe, question, type Row, rule, should, suite } from '../engine/row.ts';
import { answered } from '../model/exchange.ts';
import { isObject, member } from '../model/json.ts';
import { shown } from '../model/outcome.ts';
import { accepted, amount, echo, isValue, sameId } from './answers.ts';
import { totalBody } from './fiat-withdrawals.ts';
import { repeatedRef } from './repeated-refs.ts';
import { answersTo } from './request-bodies.ts';
import { asking, bodies, CRYPTO_AMOUNT, endUser, plain, unknownId } from './requests.ts';
import { keepsAmount, totalIsSum, treacherous } from './transfers.ts';

const ON = ['cryptoWithdrawal'] as const;
const OPERATION = 'cryptoWithdrawal';

const body = (p: Probing) => bodies.cryptoWithdrawal(p);

/** Makes the exchange that the echoes of identity_id and account_id are judged on. */
const forEndUser = probe(async (p) => {
  await p.accepted(asking(p, OPERATION, { ...body(p), ...endUser(p) }));
  return [];
});

const ECHO = { aspect: 'semantics' } as const;

/** Section 4.5. */
export const cryptoWithdrawals: readonly Row[] = suite('4.5', ON, {
  'CW-ONE-OF': must(
    'Exactly one of amount or total is specified: both and neither are answered with an error',
    {
      aspect: 'request checks',
      cites: [
        '7: Crypto withdrawal: when neither or both of amount and total are given, an error is returned.',
        '| amount | string | one of |',
        '| total | string | one of |',
      ],
    },
    probe(async (p) => {
      const { amount: net, ...neither } = body(p);
      const both = await p.refused(
        'both amount and total',
        asking(p, OPERATION, { ...neither, amount: net, total: net }),
        plain(p, OPERATION),
      );
      return both.length > 0
        ? both
        : p.refused('neither amount nor total', asking(p, OPERATION, neither), plain(p, OPERATION));
    }),
  ),
  'CW-TOTAL-ACCEPTED': must(
    'total may be given in place of amount',
    { aspect: 'request checks', cites: ['| total | string | one of | Total including fees |'] },
    probe(async (p) =>
      p.admitted(
        'total in place of amount',
        asking(p, OPERATION, await totalBody(p, OPERATION, body(p))),
        plain(p, OPERATION),
      ),
    ),
  ),
  'CW-TOTAL': must(
    'total = amount + fee for crypto withdrawals, with amount or with total given',
    { ...ECHO, cites: ['2.1: amount + fee for withdrawals'] },
    rule(totalIsSum),
    probe(async (p) => {
      const fee = amount(answered(await p.twin('plain', plain(p, OPERATION).ask)), '/fee');
      for (const each of treacherous(fee, '0.00001', 300))
        await p.accepted(asking(p, OPERATION, { ...body(p), amount: each }));
      return [];
    }),
  ),
  'CW-AMOUNT-KEPT': must(
    'With amount given, that amount is withdrawn',
    { ...ECHO, cites: ['| amount | string | one of | Amount to withdraw |'] },
    rule(keepsAmount('amount', 'the amount that was asked for')),
  ),
  'CW-TOTAL-KEPT': must(
    'With total given, the balance changes by that total',
    { ...ECHO, cites: ['| total | string | one of | Total including fees |'] },
    rule(keepsAmount('total', 'the total that was asked for')),
  ),
  'CW-TYPE': must(
    'The type of a crypto withdrawal is CRYPTO_WITHDRAWAL',
    { ...ECHO, cites: ['Response: Transfer (2.1), type CRYPTO_WITHDRAWAL.'] },
    rule(isValue('type', 'CRYPTO_WITHDRAWAL', 'it is a crypto withdrawal')),
  ),
  'CW-AUTO-CONVERSION': must(
    'auto_conversion is an empty object on creation',
    {
      ...ECHO,
      cites: ['2.1: returned as an empty object on a crypto withdrawal creation'],
      lenience: 'judged where it is present',
    },
    rule((exchange) => {
      const answer = accepted(exchange);
      const found = member(answer, 'auto_conversion');
      if (!answer) return undefined;
      if (!isObject(found)) return 'vacuous';
      return Object.keys(found).length === 0
        ? []
        : [{ where: '/auto_conversion', expected: 'an empty object', actual: shown(found) }];
    }),
  ),
  'CW-PROFILE-ECHO': must(
    'The transfer debits the profile that was named',
    { ...ECHO, cites: ['| profile_id | string | yes | Profile to withdraw from |'] },
    rule(echo('profile_id', sameId)),
  ),
  'CW-ASSET-ECHO': must(
    'The transfer is of the asset that was named',
    { ...ECHO, cites: ['| asset | string | yes | Asset, for example BTC or ETH |'] },
    rule(echo('asset')),
  ),
  'CW-CRYPTO-NETWORK-ECHO': must(
    'The transfer is on the network that was named',
    {
      ...ECHO,
      cites: [
        '| crypto_network | enum | yes | CryptoNetwork; always specify it for withdrawals |',
        '2.1: | crypto_network | enum | no | CryptoNetwork value |',
      ],
    },
    rule(echo('crypto_network')),
  ),
  'CW-DESTINATION-ECHO': must(
    'The transfer goes to the address that was named',
    {
      ...ECHO,
      cites: [
        '| destination_address | string | yes | Destination address |',
        '2.1: | destination_address | string | no | Destination crypto address |',
      ],
      lenience: 'hexadecimal addresses compare without regard to case',
    },
    rule(echo('destination_address', sameId)),
  ),
  'CW-REF-ID-ECHO': must(
    'ref_id comes back as it was sent',
    { ...ECHO, cites: ['| ref_id | string | no | Replay protection and lookup |'] },
    rule(echo('ref_id')),
  ),
  'CW-IDENTITY-ECHO': must(
    'identity_id comes back as it was sent',
    { ...ECHO, cites: ['| identity_id | string | no | User making the withdrawal |'] },
    rule(echo('identity_id', sameId)),
    forEndUser,
  ),
  'CW-ACCOUNT-ECHO': must(
    'account_id comes back as it was sent',
    { ...ECHO, cites: ['| account_id | string | no | Account of the user |'] },
    rule(echo('account_id', sameId)),
    forEndUser,
  ),
  'CW-MEMO-ECHO': must(
    'memo comes back as it was sent',
    { ...ECHO, cites: ['| memo | string | no | Memo included with the withdrawal |'] },
    rule(echo('memo')),
    probe(async (p) => {
      await p.accepted(asking(p, OPERATION, { ...body(p), memo: 'invoice 42' }));
      return [];
    }),
  ),
  'CW-PROFILE-UNKNOWN': should(
    'A withdrawal from a profile that does not exist is refused',
    { aspect: 'request checks', cites: ['| profile_id | string | yes | Profile to withdraw from |'] },
    probe((p) =>
      p.refused(
        'an unknown profile_id',
        asking(p, OPERATION, { ...body(p), profile_id: unknownId(p) }),
        plain(p, OPERATION),
      ),
    ),
  ),
  'CW-AMOUNT-NOT-DECIMAL': should(
    'An amount that is no decimal number is refused',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    probe((p) => p.refused('amount "abc"', asking(p, OPERATION, { ...body(p), amount: 'abc' }), plain(p, OPERATION))),
  ),
  'CW-AMOUNT-NEGATIVE': should(
    'A negative amount is refused',
    { aspect: 'request checks', cites: ['| amount | string | one of | Amount to withdraw |'] },
    probe((p) =>
      p.refused(
        `amount "-${CRYPTO_AMOUNT}"`,
        asking(p, OPERATION, { ...body(p), amount: `-${CRYPTO_AMOUNT}` }),
        plain(p, OPERATION),
      ),
    ),
  ),
  'CW-NETWORKS': observe(
    'Which of the destinations in the fixtures can be withdrawn to',
    {
      aspect: 'request checks',
      cites: ['| crypto_network | enum | yes | CryptoNetwork; always specify it for withdrawals |'],
    },
    question((p) => {
      const destinations = p.fixture('crypto_destinations', ({ crypto_destinations }) => crypto_destinations);
      const variants = destinations.map((each): [string, Record<string, string>] => [
        `${each.asset} on ${each.crypto_network}`,
        { ...body(p), ...each },
      ]);
      return answersTo(p, Object.fromEntries(variants), OPERATION);
    }),
  ),
  'CW-BENEFICIARY': observe(
    'How beneficiary details, an unknown fee_id and balance_asset are taken',
    {
      aspect: 'request checks',
      cites: [
        'Beneficiary fields: not shown.',
        '| fee_id | string | no | ID of a guaranteed fee |',
        '| balance_asset | string | no |',
        '| beneficiary | object | no | Beneficiary details |',
      ],
    },
    question((p) =>
      answersTo(
        p,
        {
          'an empty beneficiary': { ...body(p), beneficiary: {} },
          'an unknown fee_id': { ...body(p), fee_id: unknownId(p, 'fee') },
          'balance_asset of the asset': { ...body(p), balance_asset: body(p).asset ?? 'ETH' },
        },
        OPERATION,
      ),
    ),
  ),
  'CW-REPEATED-REF': observe(
    'Result of repeating a request with an already used ref_id',
    { aspect: 'state across', cites: ['4.15: Result of repeating a request with an already used ref_id: not shown.'] },
    question((p) => repeatedRef(p, OPERATION, { amount: '0.0002' })),
  ),
  'CW-MEMO-LENGTH': observe(
    'How long a memo of a crypto withdrawal may be',
    { aspect: 'limits', cites: ['| memo | string | no | Memo included with the withdrawal |'] },
    question((p) =>
      answersTo(
        p,
        {
          '100 characters': { ...body(p), memo: 'm'.repeat(100) },
          '501 characters': { ...body(p), memo: 'm'.repeat(501) },
        },
        OPERATION,
      ),
    ),
  ),
});
