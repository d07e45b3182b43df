import { must, observe, probe, question, type Row, should, suite } from '../../src/engine/row.ts';
import { type FiatNetwork, fiatNetworks } from '../../src/model/fixtures.ts';
import { refusesEach } from '../near-misses.ts';
import { answersTo } from '../request-bodies.ts';
import { asking, fiatAccount, twinOf } from '../requests.ts';
import { ON, OPERATION, on } from './request.ts';

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

export const memo = (length: number): string => `${'memo '.repeat(120).slice(0, length - 1)}x`;

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
      probe(async (p) => {
        const smallest = await p.refused(
          `a memo of ${limit + 1} characters on ${network}`,
          asking(p, OPERATION, { ...on(p, network), memo: memo(limit + 1) }),
          twinOf(p, OPERATION, { ...on(p, network), memo: memo(limit) }),
        );
        return smallest.length > 0 ? smallest : refusesEach(p, OPERATION, `memo of ${limit + 1} on ${network}`);
      }),
    ),
  });
}

/** Limits of every network (4.4). */
export const anyNetwork: readonly Row[] = suite('4.4', ON, {
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
});

/** Limits of memos (4.4, 8). */
export const memos: readonly Row[] = [
  ...anyNetwork,
  ...(Object.keys(MEMO_LIMITS) as (keyof typeof MEMO_LIMITS)[]).flatMap(memoRows),
];
