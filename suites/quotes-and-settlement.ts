import { CannotTell } from '../engine/cannot-tell.ts';
import { evidence, refusal } from '../engine/evidence.ts';
import type { Probing } from '../engine/probing.ts';
import {
  type Judgement,
  must,
  observe,
  probe,
  question,
  type Row,
  rule,
  sequence,
  should,
  suite,
  survey,
} from '../engine/row.ts';
import { compare, decimal, lastPlace, magnitude, minus, plus, text, times } from '../model/decimal.ts';
import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import type { SettlementState } from '../model/fixtures.ts';
import { type Instant, instant, millisecondsBetween, ofMilliseconds } from '../model/instant.ts';
import { at, member } from '../model/json.ts';
import { shown } from '../model/outcome.ts';
import { accepted, amount, inOrder, isValue, moment, sameId, string } from './answers.ts';
import { tallied } from './conventions.ts';
import { minimal, unknownId } from './requests.ts';

const NEUTRAL = new Set(['GOLDUSD', 'STABLEUSD']);

/** A path parameter comes back as a member of the answer. */
const named =
  (parameter: string, name: string) =>
  (exchange: Exchange): Judgement => {
    const [asked, found] = [exchange.request.path[parameter], string(accepted(exchange), `/${name}`)];
    if (asked === undefined || found === undefined) return undefined;
    return sameId(asked, found)
      ? []
      : [{ where: `/${name}`, expected: `${shown(asked)}, as asked for`, actual: shown(found) }];
  };

/** One side of the market is the asset that the answer names. */
function side(exchange: Exchange, name: 'base_asset' | 'quote_asset'): Judgement {
  const body = accepted(exchange);
  const [market, found] = [string(body, '/market'), string(body, `/${name}`)];
  if (market === undefined || found === undefined) return undefined;
  if (name === 'base_asset' && NEUTRAL.has(market)) return 'vacuous';
  const due = name === 'base_asset' ? market.slice(0, -3) : market.slice(-3);
  return found === due ? [] : [{ where: `/${name}`, expected: `${due}, its side of ${market}`, actual: shown(found) }];
}

/** quote_amount is base_amount × price, as far as the last places of what is shown allow. */
function pricedRight(exchange: Exchange): Judgement {
  const body = accepted(exchange);
  const [price, base, quote] = [amount(body, '/price'), amount(body, '/base_amount'), amount(body, '/quote_amount')];
  if (!price || !base || !quote) return undefined;
  const cent = decimal('0.01');
  const tolerance = plus(times(lastPlace(base), magnitude(price)), cent ?? lastPlace(quote));
  const off = magnitude(minus(times(base, price), quote));
  return compare(off, tolerance) <= 0
    ? []
    : [
        {
          where: '/quote_amount',
          expected: `base_amount × price = ${text(times(base, price))}, rounded`,
          actual: text(quote),
        },
      ];
}

/** A quote execution that was seen SETTLED is never seen CREATED again. */
function forward() {
  const settled = new Set<string>();
  return (exchange: Exchange): Judgement => {
    const [id, status] = [string(accepted(exchange), '/id'), string(accepted(exchange), '/status')];
    if (id === undefined || status === undefined) return undefined;
    if (status === 'SETTLED' && settled.size < 50_000) settled.add(id);
    return status === 'CREATED' && settled.has(id)
      ? [{ where: '/status', expected: 'SETTLED, as it was before', actual: 'CREATED' }]
      : [];
  };
}

const UNCHANGING = [
  'quote_id',
  'market',
  'side',
  'price',
  'base_amount',
  'base_asset',
  'quote_amount',
  'quote_asset',
  'created_at',
];

function unchanged() {
  const first = new Map<string, Exchange>();
  return (exchange: Exchange): Judgement => {
    const body = accepted(exchange);
    const id = string(body, '/id');
    if (id === undefined || !body) return undefined;
    const before = first.get(id);
    if (!before) {
      if (first.size < 5_000) first.set(id, exchange);
      return 'vacuous';
    }
    return UNCHANGING.filter((name) => shown(at(answered(before), `/${name}`)) !== shown(member(body, name))).map(
      (name) => ({
        where: `/${name}`,
        expected: `${shown(at(answered(before), `/${name}`))}, as read before`,
        actual: shown(member(body, name)),
      }),
    );
  };
}

/** Reads every quote execution of the fixtures, and watches those that are CREATED for some seconds. */
async function watched(p: Probing): Promise<readonly string[]> {
  const paths = p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.slice(0, 12));
  const said = await Promise.all(paths.map((path) => watch(p, path)));
  return said;
}

async function watch(p: Probing, path: { readonly profile_id: string; readonly id: string }): Promise<string> {
  let status = '';
  const began = Date.now();
  await p.eventually(async () => {
    status =
      string(answered(await p.accepted({ operation: 'getQuote', input: () => ({ path }) })), '/status') ?? 'no status';
    return status === 'CREATED'
      ? [{ operation: 'getQuote', where: null, expected: 'SETTLED', actual: status, exchanges: [] }]
      : [];
  });
  return status === 'CREATED'
    ? 'still CREATED after 5 s'
    : `${status} ${Date.now() - began < 140 ? 'at the first read' : 'while it was watched'}`;
}

const quotes = suite('4.13', ['getQuote'], {
  'QE-ID': must(
    'The quote execution that is answered is the one that was asked for',
    {
      aspect: 'semantics',
      cites: ['id (string, required).', '2.7: | id | string (UUID) | yes | Quote execution ID |'],
    },
    rule(named('id', 'id')),
  ),
  'QE-PROFILE': must(
    'It is answered under the profile that was asked for',
    {
      aspect: 'semantics',
      cites: [
        'Path: profile_id (string, required)',
        '2.7: | profile_id | string | yes | Profile under which it executed |',
      ],
    },
    rule(named('profile_id', 'profile_id')),
  ),
  'QE-SETTLED-AT': must(
    'A SETTLED quote execution has settled_at',
    {
      aspect: 'state across',
      cites: ['3: settled_at is set', '2.7: | settled_at | date-time | no | Time of settlement |'],
    },
    rule((exchange) => {
      const body = accepted(exchange);
      if (string(body, '/status') !== 'SETTLED')
        return body && string(body, '/id') !== undefined ? 'vacuous' : undefined;
      return member(body, 'settled_at') === undefined || member(body, 'settled_at') === null
        ? [{ where: '/settled_at', expected: 'present with SETTLED', actual: 'absent' }]
        : [];
    }),
    probe(async (p) => {
      await watched(p);
      return [];
    }),
  ),
  'QE-STATUS-FORWARD': must(
    'A quote execution goes from CREATED to SETTLED and never back',
    {
      aspect: 'state across',
      cites: [
        '3: | CREATED | all accounting movements complete | | SETTLED | settled_at is set |',
        '3: | QuoteExecution | CREATED, SETTLED |',
      ],
    },
    sequence(forward),
  ),
  'QE-BASE-ASSET': must(
    'base_asset is the crypto side of the market',
    {
      aspect: 'semantics',
      cites: ['2.7: Crypto side of the pair (for example BTC, ETH)'],
      lenience: 'GOLDUSD and STABLEUSD are neutral renderings, so their base asset is not judged',
    },
    rule((exchange) => side(exchange, 'base_asset')),
  ),
  'QE-QUOTE-ASSET': must(
    'quote_asset is the fiat side of the market',
    { aspect: 'semantics', cites: ['2.7: Fiat side of the pair (for example USD, EUR, SGD)'] },
    rule((exchange) => side(exchange, 'quote_asset')),
  ),
  'QE-AMOUNTS': should(
    'quote_amount is base_amount at the guaranteed price',
    {
      aspect: 'semantics',
      cites: ['2.7: Guaranteed price of the quote', '2.7: Amount of the cash currency'],
      lenience: 'rounding of base_amount to its last place and of quote_amount to a cent is allowed',
    },
    rule(pricedRight),
  ),
  'QE-SETTLED-AFTER-CREATED': should(
    'settled_at is not before created_at',
    { aspect: 'semantics', cites: ['2.7: | settled_at | date-time | no | Time of settlement |'] },
    rule((exchange) => {
      const body = accepted(exchange);
      return body && (inOrder(body, '', 'created_at', 'settled_at') ?? 'vacuous');
    }),
  ),
  'QE-CREATED-WITHOUT-SETTLED-AT': should(
    'A CREATED quote execution has no settled_at',
    { aspect: 'semantics', cites: ['2.7: | settled_at | date-time | no | Time of settlement |'] },
    rule((exchange) => {
      const body = accepted(exchange);
      if (string(body, '/status') !== 'CREATED')
        return body && string(body, '/id') !== undefined ? 'vacuous' : undefined;
      const found = member(body, 'settled_at');
      return found === undefined || found === null
        ? []
        : [{ where: '/settled_at', expected: 'absent before settlement', actual: shown(found) }];
    }),
  ),
  'QE-UNCHANGED': should(
    'What was agreed does not change from one read to the next',
    { aspect: 'state across', cites: ['2.7: An order to buy or sell an asset at a held quote.'] },
    sequence(unchanged),
    probe(async (p) => {
      await p.accepted({ operation: 'getQuote', input: () => minimal(p, 'getQuote') });
      await p.accepted({ operation: 'getQuote', input: () => minimal(p, 'getQuote') });
      return [];
    }),
  ),
  'QE-UNKNOWN': should(
    'A quote execution that does not exist is not answered',
    { aspect: 'request checks', cites: ['id (string, required).'] },
    probe((p) => {
      const { path } = minimal(p, 'getQuote');
      return p.refused(
        'an unknown id',
        { operation: 'getQuote', input: () => ({ path: { ...path, id: unknownId(p) } }) },
        { key: 'plain', ask: { operation: 'getQuote', input: () => minimal(p, 'getQuote') } },
      );
    }),
  ),
  'QE-OTHER-PROFILE': should(
    'A quote execution is not answered under another profile',
    { aspect: 'request checks', cites: ['Path: profile_id (string, required)'] },
    probe((p) => {
      const { path } = minimal(p, 'getQuote');
      return p.refused(
        'an unknown profile_id',
        { operation: 'getQuote', input: () => ({ path: { ...path, profile_id: unknownId(p) } }) },
        { key: 'plain', ask: { operation: 'getQuote', input: () => minimal(p, 'getQuote') } },
      );
    }),
  ),
  'QE-SETTLES': observe(
    'How long quote executions take to settle',
    {
      aspect: 'state across',
      cites: ['3: | CREATED | all accounting movements complete | | SETTLED | settled_at is set |'],
    },
    question(async (p) => (await watched(p)).join('; ')),
  ),
});

/** Seconds that a transaction must be older than its affirmation for a change of updated_at to be visible at any resolution. */
const VISIBLE_MS = 2_000;

function touched(exchange: Exchange): Judgement {
  const body = accepted(exchange);
  const [created, updated] = [moment(body, '/created_at'), moment(body, '/updated_at')];
  if (string(body, '/status') !== 'AFFIRMED' || created === undefined || updated === undefined) return undefined;
  const now: Instant = instantOf(exchange.response.headers['date']) ?? ofMilliseconds(exchange.startedAt);
  if (millisecondsBetween(created, now) < VISIBLE_MS) return undefined;
  return updated > created
    ? []
    : [
        {
          where: '/updated_at',
          expected: `later than created_at (${shown(member(body, 'created_at'))}): affirming changes it`,
          actual: shown(member(body, 'updated_at')),
        },
      ];
}

const instantOf = (header: string | undefined): Instant | undefined => {
  const read = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(read) ? instant(header) : ofMilliseconds(read);
};

const affirming = (p: Probing, id: string) => p.send('affirm', { path: { transaction_id: id } });

/** What affirming a transaction in a state is answered with. */
const fromState = (state: SettlementState) =>
  question(async (p) => {
    const answer = await affirming(p, p.takeTransaction(state));
    return evidence(answer) === 'accepted'
      ? `accepted, with status ${shown(at(answered(answer), '/status'))}`
      : `refused with ${refusal(answer)}`;
  });

const SOURCES = [
  '3: Source states from which the last three rows and the affirm move are allowed: not shown.',
] as const;
const STATE_ROWS = {
  SETTLED: '3: | eligible transaction | all legs enacted | inside window | SETTLED | |',
  EXPIRED: '3: | transaction | settlement_window_end passes | neither cancelled nor settled | EXPIRED | |',
  CANCELLED: '3: | transaction | cancelled by the source profile | | CANCELLED | |',
} as const;

const settlement = suite('4.14', ['affirm'], {
  'ST-AFFIRMED': must(
    'An affirmed transaction is answered with status AFFIRMED',
    {
      aspect: 'state across',
      cites: [
        'Response: SettlementTransaction (2.8) with status AFFIRMED.',
        '3: | PENDING (source state as stated) | Affirm Transaction | transaction exists | AFFIRMED |',
      ],
    },
    rule(isValue('status', 'AFFIRMED', 'it was affirmed')),
    probe(async (p) => {
      const answer = await affirming(p, p.takeTransaction('PENDING'));
      if (!isAccepted(answer)) throw new CannotTell(`affirming a PENDING transaction was refused: ${refusal(answer)}`);
      return [];
    }),
  ),
  'ST-ID': must(
    'The transaction that is answered is the one that was affirmed',
    {
      aspect: 'semantics',
      cites: [
        'Path: transaction_id (string, required): the id of the settlement transaction.',
        '2.8: | id | string | yes | Transaction ID |',
      ],
    },
    rule(named('transaction_id', 'id')),
  ),
  'ST-UPDATED-AT': must(
    'Affirming changes updated_at',
    {
      aspect: 'state across',
      cites: ['3: the transaction becomes eligible for settlement once inside its window; updated_at changes'],
      lenience: 'judged where created_at lies two seconds back, so that no resolution of the clock can hide the change',
    },
    rule(touched),
  ),
  'ST-UNKNOWN': must(
    'A transaction that does not exist is not affirmed',
    {
      aspect: 'request checks',
      cites: ['3: | PENDING (source state as stated) | Affirm Transaction | transaction exists | AFFIRMED |'],
    },
    probe(async (p) => {
      const path = { transaction_id: unknownId(p) };
      return p.refused(
        'an unknown transaction',
        { operation: 'affirm', input: () => ({ path }) },
        {
          key: 'affirmed',
          ask: { operation: 'affirm', input: () => ({ path: { transaction_id: p.takeTransaction('PENDING') } }) },
        },
      );
    }),
  ),
  'ST-WINDOW': should(
    'settlement_window_end is not before settlement_window_start',
    {
      aspect: 'semantics',
      cites: ['2.8: Start of the window in which it is eligible for settlement', '2.8: End of the window;'],
      lenience: 'differences below a second are let pass: examples show them',
    },
    rule((exchange) => {
      const body = accepted(exchange);
      const [start, end] = [moment(body, '/settlement_window_start'), moment(body, '/settlement_window_end')];
      if (start === undefined || end === undefined) return undefined;
      return millisecondsBetween(start, end) > -1000
        ? []
        : [
            {
              where: '/settlement_window_end',
              expected: 'not before settlement_window_start',
              actual: shown(member(body, 'settlement_window_end')),
            },
          ];
    }),
  ),
  'ST-UPDATED-AFTER-CREATED': should(
    'updated_at is not before created_at',
    { aspect: 'semantics', cites: ['2.8: | updated_at | date-time | yes | Last update time |'] },
    rule((exchange) => {
      const body = accepted(exchange);
      return body && inOrder(body, '', 'created_at', 'updated_at');
    }),
  ),
  'ST-LEGS': should(
    'A transaction has at least one leg',
    {
      aspect: 'semantics',
      cites: [
        '1: affirming a settlement transaction, a set of one-way asset movements (legs) between two profiles that settle atomically',
        '2.8: One-way asset movements settled atomically',
      ],
    },
    rule((exchange) => {
      const legs = member(accepted(exchange), 'legs');
      return Array.isArray(legs)
        ? legs.length > 0
          ? []
          : [{ where: '/legs', expected: 'at least one leg', actual: 'none' }]
        : undefined;
    }),
  ),
  'ST-LEG-VALUES': observe(
    'Which members and directions legs have',
    { aspect: 'response shape', cites: ['2.8: Other leg fields and other direction values: not shown.'] },
    survey(
      tallied((exchange) => {
        const legs = member(accepted(exchange), 'legs');
        return Array.isArray(legs)
          ? [
              ...new Set(
                legs.map(
                  (leg) =>
                    `${shown(member(leg, 'direction'))} {${Object.keys(Object(leg)).sort().slice(0, 10).join(', ')}}`,
                ),
              ),
            ].join('; ')
          : undefined;
      }),
    ),
  ),
  'ST-AFFIRM-TWICE': observe(
    'How affirming an affirmed transaction again is answered',
    { aspect: 'state across', cites: SOURCES },
    question(async (p) => {
      const id = p.takeTransaction('PENDING');
      const first = await affirming(p, id);
      if (!isAccepted(first)) throw new CannotTell(`affirming a PENDING transaction was refused: ${refusal(first)}`);
      const second = await affirming(p, id);
      return evidence(second) === 'accepted'
        ? `accepted, with status ${shown(at(answered(second), '/status'))}`
        : `refused with ${refusal(second)}`;
    }),
  ),
  'ST-AFFIRM-SETTLED': observe(
    'How affirming a SETTLED transaction is answered',
    { aspect: 'state across', cites: [...SOURCES, STATE_ROWS.SETTLED] },
    fromState('SETTLED'),
  ),
  'ST-AFFIRM-EXPIRED': observe(
    'How affirming an EXPIRED transaction is answered',
    { aspect: 'state across', cites: [...SOURCES, STATE_ROWS.EXPIRED] },
    fromState('EXPIRED'),
  ),
  'ST-AFFIRM-CANCELLED': observe(
    'How affirming a CANCELLED transaction is answered',
    { aspect: 'state across', cites: [...SOURCES, STATE_ROWS.CANCELLED] },
    fromState('CANCELLED'),
  ),
});

/** Sections 2.7, 2.8, 3, 4.13 and 4.14. */
export const quotesAndSettlement: readonly Row[] = [...quotes, ...settlement];
