import type { Ask, Probing } from '../engine/probing.ts';
import { must, observe, probe, question, type Row, rule, should, suite, survey } from '../engine/row.ts';
import { decimal, plus, text } from '../model/decimal.ts';
import { answered, isAccepted } from '../model/exchange.ts';
import { type FiatNetwork, fiatNetworks } from '../model/fixtures.ts';
import { shown } from '../model/outcome.ts';
import { accepted, amount, echo, sameId, string } from './answers.ts';
import { tallied } from './conventions.ts';
import { repeatedRef } from './repeated-refs.ts';
import { answersTo } from './request-bodies.ts';
import { asking, bodies, endUser, FIAT_AMOUNT, fiatAccount, plain, twinOf, unknownId } from './requests.ts';
import { keepsAmount, totalIsSum, treacherous } from './transfers.ts';

const ON = ['fiatWithdrawal'] as const;
const OPERATION = 'fiatWithdrawal';

const body = (p: Probing) => bodies.fiatWithdrawal(p);

/** A body with `total` in place of `amount`: the fee of a plain withdrawal and the usual amount together. */
export async function totalBody<T extends { readonly amount: string }>(
  p: Probing,
  operation: 'fiatWithdrawal' | 'cryptoWithdrawal',
  base: T,
) {
  const { amount: net, ...rest } = base;
  const before = await p.twin('plain', plain(p, operation).ask);
  const fee = amount(answered(before), '/fee');
  const sum = decimal(net);
  return { ...rest, total: fee && sum ? text(plus(sum, fee)) : net };
}

/** Effective limits of memos by network, in characters (4.4, 8). */
const MEMO_LIMITS = { wire: 100, cubix: 40, dbs_act: 100, scb: 140 } as const satisfies Partial<
  Record<FiatNetwork, number>
>;

const MEMO_WORDS = {
  wire: 'wire 100',
  cubix: 'CUBIX intrabank 40',
  dbs_act: 'DBS intrabank 100',
  scb: 'SCB intrabank 140 characters',
} as const;

const MEMO_CITES = [
  'maximum length 500; effective limits: wire 100, CUBIX intrabank 40, DBS intrabank 100, SCB intrabank 140 characters',
  '8: | Withdrawal memo | maximum 500 characters; wire 100',
] as const;

const memo = (length: number): string => `${'memo '.repeat(120).slice(0, length - 1)}x`;

const on = (p: Probing, network: FiatNetwork) => ({ ...body(p), fiat_account_id: fiatAccount(p, network) });

/** The two rows of one network's memo limit. */
function memoRows(network: keyof typeof MEMO_LIMITS): readonly Row[] {
  const limit = MEMO_LIMITS[network];
  const name = network.replace('_ACT', '').replaceAll('_', '-').toUpperCase();
  const cites = [MEMO_WORDS[network], ...MEMO_CITES] as const;
  return suite('4.4', ON, {
    [`FW-MEMO-${name}-AT-LIMIT`]: must(
      `A memo of ${limit} characters is accepted for ${network}`,
      { aspect: 'limits', cites },
      probe((p) =>
        p.admitted(
          `a memo of ${limit} characters on ${network}`,
          asking(p, OPERATION, { ...on(p, network), memo: memo(limit) }),
          twinOf(p, OPERATION, on(p, network)),
        ),
      ),
    ),
    [`FW-MEMO-${name}-OVER-LIMIT`]: must(
      `A memo of ${limit + 1} characters is refused for ${network}`,
      { aspect: 'limits', cites },
      probe((p) =>
        p.refused(
          `a memo of ${limit + 1} characters on ${network}`,
          asking(p, OPERATION, { ...on(p, network), memo: memo(limit + 1) }),
          twinOf(p, OPERATION, { ...on(p, network), memo: memo(limit) }),
        ),
      ),
    ),
  });
}

/** Makes the exchange that the echoes of identity_id and account_id are judged on. */
const forEndUser = probe(async (p) => {
  await p.accepted(asking(p, OPERATION, { ...body(p), ...endUser(p) }));
  return [];
});

const own = suite('4.4', ON, {
  'FW-ONE-OF': must(
    'Exactly one of amount or total is specified: both and neither are refused',
    {
      aspect: 'request checks',
      cites: [
        'Exactly one of amount or total is specified.',
        '7: Fiat withdrawal: exactly one of amount or total must be specified.',
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
  'FW-TOTAL-ACCEPTED': must(
    'total may be given in place of amount',
    { aspect: 'request checks', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    probe(async (p) =>
      p.admitted(
        'total in place of amount',
        asking(p, OPERATION, await totalBody(p, OPERATION, body(p))),
        plain(p, OPERATION),
      ),
    ),
  ),
  'FW-TOTAL': must(
    'total = amount + fee for fiat withdrawals, with amount or with total given',
    {
      aspect: 'semantics',
      cites: ['2.1: amount + fee for withdrawals', '2.1: | amount | string | yes | Amount sent in the transfer |'],
    },
    rule(totalIsSum),
    probe(async (p) => {
      const fee = amount(answered(await p.twin('plain', plain(p, OPERATION).ask)), '/fee');
      for (const each of treacherous(fee, '0.01', 300))
        await p.accepted(asking(p, OPERATION, { ...body(p), amount: each }));
      return [];
    }),
  ),
  'FW-AMOUNT-KEPT': must(
    'With amount given, the withdrawal is made for that amount and the fee comes on top',
    {
      aspect: 'semantics',
      cites: ['Amount excluding fees; the withdrawal is initiated for amount and fees are charged on top'],
    },
    rule(keepsAmount('amount', 'the amount that was asked for')),
  ),
  'FW-TOTAL-KEPT': must(
    'With total given, the balance changes by that total',
    { aspect: 'semantics', cites: ['Total including fees; the withdrawal is initiated for total minus the fee'] },
    rule(keepsAmount('total', 'the total that was asked for')),
  ),
  'FW-PROFILE-ECHO': must(
    'The transfer debits the profile that was named',
    {
      aspect: 'semantics',
      cites: [
        '| profile_id | string | yes | Profile to withdraw from |',
        '2.1: Profile whose balance of asset is debited or credited',
      ],
    },
    rule(echo('profile_id', sameId)),
  ),
  'FW-ASSET-ECHO': must(
    'The transfer is of the asset that was named',
    {
      aspect: 'semantics',
      cites: [
        '| asset | string | yes | Asset to withdraw; supported value: USD |',
        '2.1: | asset | string | yes | Asset of the transfer |',
      ],
    },
    rule(echo('asset')),
  ),
  'FW-FIAT-ACCOUNT-ECHO': must(
    "The transfer names the owner's fiat account that was named",
    {
      aspect: 'semantics',
      cites: [
        '| fiat_account_id | string | yes | Destination fiat account |',
        "2.1: For fiat withdrawals, ID (UUID) of the owner's fiat account",
      ],
    },
    rule(echo('fiat_account_id', sameId)),
  ),
  'FW-REF-ID-ECHO': must(
    'ref_id comes back as it was sent',
    {
      aspect: 'semantics',
      cites: [
        '| ref_id | string | no | Client ID for idempotence |',
        '2.1: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
      ],
    },
    rule(echo('ref_id')),
  ),
  'FW-IDENTITY-ECHO': must(
    'identity_id comes back as it was sent',
    {
      aspect: 'semantics',
      cites: [
        '| identity_id | string | no | User making the withdrawal (third-party integrations) |',
        '2.1: | identity_id | string | no | Identity associated with the transfer |',
        '1: Customers that integrate on behalf of their own end users identify the end user with identity_id and account_id on requests.',
      ],
    },
    rule(echo('identity_id', sameId)),
    forEndUser,
  ),
  'FW-ACCOUNT-ECHO': must(
    'account_id comes back as it was sent',
    {
      aspect: 'semantics',
      cites: [
        '| account_id | string | no | Account of that user (third-party integrations) |',
        '2.1: | account_id | string | no | Account associated with the transfer |',
      ],
    },
    rule(echo('account_id', sameId)),
    forEndUser,
  ),
  'FW-MEMO-ECHO': must(
    'memo comes back as it was sent',
    {
      aspect: 'semantics',
      cites: [
        '| memo | string | no | Memo on the outgoing withdrawal',
        '2.1: | memo | string | no | Memo included with the transfer as an identifier |',
      ],
    },
    rule(echo('memo')),
  ),
  'FW-MEMO-OVER-MAXIMUM': must(
    'A memo of 501 characters is refused on every network',
    { aspect: 'limits', cites: ['maximum length 500', ...MEMO_CITES] },
    probe(async (p) => {
      const networks = fiatNetworks.filter((network) => p.fixtures.fiat_accounts?.[network]?.[0] !== undefined);
      for (const network of networks) {
        const failures = await p.refused(
          `a memo of 501 characters on ${network}`,
          asking(p, OPERATION, { ...on(p, network), memo: memo(501) }),
          twinOf(p, OPERATION, on(p, network)),
        );
        if (failures.length > 0) return failures;
      }
      fiatAccount(p, networks[0] ?? 'wire');
      return [];
    }),
  ),
  'FW-MEMO-AT-MAXIMUM': should(
    'A memo of 500 characters is accepted on a network without a lower limit',
    {
      aspect: 'limits',
      cites: ['maximum length 500'],
      lenience: 'CBIT is the one network for which the document names no lower limit',
    },
    probe((p) =>
      p.admitted(
        'a memo of 500 characters on cbit',
        asking(p, OPERATION, { ...on(p, 'cbit'), memo: memo(500) }),
        twinOf(p, OPERATION, on(p, 'cbit')),
      ),
    ),
  ),
  'FW-WITHDRAWAL-TYPE': should(
    'The type of a fiat withdrawal is a withdrawal over a bank network',
    {
      aspect: 'semantics',
      cites: ['type of a fiat withdrawal in the example is CUBIX_WITHDRAWAL', '2.1: type values:'],
    },
    rule((exchange) => {
      const type = string(accepted(exchange), '/type');
      if (type === undefined) return undefined;
      return type.endsWith('_WITHDRAWAL') && type !== 'CRYPTO_WITHDRAWAL'
        ? []
        : [{ where: '/type', expected: 'a withdrawal type of a bank network', actual: shown(type) }];
    }),
  ),
  'FW-BALANCE-ASSET': should(
    'A withdrawal of USD without conversion debits the USD balance',
    {
      aspect: 'semantics',
      cites: ['2.1: Asset whose balance was affected; differs from asset only when the transfer includes a conversion'],
    },
    rule((exchange) => {
      const answer = accepted(exchange);
      const found = string(answer, '/balance_asset');
      if (!answer) return undefined;
      if (found === undefined) return 'vacuous';
      return found === string(answer, '/asset')
        ? []
        : [
            {
              where: '/balance_asset',
              expected: `${shown(answer['asset'])}: fiat withdrawals convert nothing`,
              actual: shown(found),
            },
          ];
    }),
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
    probe((p) =>
      p.refused('an unknown fiat_account_id', changed(p, { fiat_account_id: unknownId(p) }), plain(p, OPERATION)),
    ),
  ),
  'FW-PROFILE-UNKNOWN': should(
    'A withdrawal from a profile that does not exist is refused',
    { aspect: 'request checks', cites: ['| profile_id | string | yes | Profile to withdraw from |'] },
    probe((p) => p.refused('an unknown profile_id', changed(p, { profile_id: unknownId(p) }), plain(p, OPERATION))),
  ),
  'FW-AMOUNT-NOT-DECIMAL': should(
    'An amount that is no decimal number is refused',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    probe((p) => p.refused('amount "abc"', changed(p, { amount: 'abc' }), plain(p, OPERATION))),
  ),
  'FW-AMOUNT-NEGATIVE': should(
    'A negative amount is refused',
    { aspect: 'request checks', cites: ['Amount excluding fees'] },
    probe((p) => p.refused(`amount "-${FIAT_AMOUNT}"`, changed(p, { amount: `-${FIAT_AMOUNT}` }), plain(p, OPERATION))),
  ),
  'FW-AMOUNT-SPELLINGS': observe(
    'Which spellings of an amount are accepted',
    { aspect: 'request checks', cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'] },
    question((p) => answersTo(p, spellings(p), OPERATION)),
  ),
  'FW-MEMO-LENGTH-UNIT': observe(
    'How characters outside ASCII count towards the limit of a memo on wire',
    { aspect: 'limits', cites: MEMO_CITES },
    question((p) => {
      const base = on(p, 'wire');
      return answersTo(
        p,
        {
          '100 of é (200 bytes)': { ...base, memo: 'é'.repeat(100) },
          '51 of 😀 (102 UTF-16 units)': { ...base, memo: '😀'.repeat(51) },
        },
        OPERATION,
      );
    }),
  ),
  'FW-TYPE-BY-NETWORK': observe(
    'Which type a withdrawal has on each network',
    { aspect: 'semantics', cites: ['type of a fiat withdrawal in the example is CUBIX_WITHDRAWAL'] },
    question(async (p) => {
      const said: string[] = [];
      for (const network of fiatNetworks.filter((each) => p.fixtures.fiat_accounts?.[each]?.[0] !== undefined)) {
        const { ask } = twinOf(p, OPERATION, on(p, network));
        said.push(`${network}: ${string(answered(await p.accepted(ask)), '/type') ?? 'no type'}`);
      }
      fiatAccount(p, fiatNetworks.find((each) => p.fixtures.fiat_accounts?.[each]?.[0] !== undefined) ?? 'wire');
      return said.join('; ');
    }),
  ),
  'FW-REPEATED-REF': observe(
    'Result of repeating a request with an already used ref_id',
    { aspect: 'state across', cites: ['4.15: Result of repeating a request with an already used ref_id: not shown.'] },
    question((p) => repeatedRef(p, OPERATION, { amount: '0.75' })),
  ),
  'FW-OPTIONAL-MEMBERS': observe(
    'Which optional members of a transfer a fiat withdrawal is answered with',
    { aspect: 'response shape', cites: ['Conventions: Fields not marked required may be absent.'] },
    survey(tallied((exchange) => (isAccepted(exchange) ? optional(Object.keys(accepted(exchange) ?? {})) : undefined))),
  ),
});

const REQUIRED = new Set([
  'id',
  'customer_id',
  'profile_id',
  'amount',
  'total',
  'fee',
  'asset',
  'direction',
  'type',
  'status',
  'created_at',
  'updated_at',
]);

const optional = (names: readonly string[]): string =>
  names
    .filter((name) => !REQUIRED.has(name))
    .sort()
    .slice(0, 20)
    .join(' + ') || 'none';

function changed(p: Probing, change: Readonly<Record<string, string>>): Ask {
  return asking(p, OPERATION, { ...body(p), ...change });
}

function spellings(p: Probing) {
  const given = {
    '"1"': '1',
    '"1.10"': '1.10',
    '"01.10"': '01.10',
    '".50"': '.50',
    '"+1"': '+1',
    '"1e0"': '1e0',
    '"0"': '0',
    '"0.001"': '0.001',
    'number 1': 1,
  };
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { ...body(p), amount: value }]));
}

/** Section 4.4. */
export const fiatWithdrawals: readonly Row[] = [
  ...own,
  ...(Object.keys(MEMO_LIMITS) as (keyof typeof MEMO_LIMITS)[]).flatMap(memoRows),
];
