import { probe, rule, sequence, waiting } from '../../src/engine/check.ts';
import { flawUnless, HOLDS, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { compare, formatDecimal, ZERO } from '../../src/values/decimal.ts';
import { type Id, id, sameId } from '../../src/values/id.ts';
import { millisecondsBetween } from '../../src/values/instant.ts';
import { isArray, isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import {
  acceptedBody,
  amount,
  FROM_TWO_CLOCKS,
  moment,
  named,
  notBefore,
  type PlacedObject,
  placedObjects,
  string,
} from '../vocabulary/answers.ts';
import { millisecondsBefore } from '../vocabulary/clock.ts';
import { surveyOf } from '../vocabulary/surveys.ts';
import { CLOCK_MS, inWords, WINDOW_ROUNDING_MS } from '../vocabulary/tolerances.ts';
import { membersOf, unchangedSince } from '../vocabulary/unchanged.ts';
import { createdBefore } from './affirmation-times.ts';

/** Returns the direction of a leg and the names of its members, in words. */
const directionAndMembers = (leg: Json): string => {
  const names = isObject(leg) ? Object.keys(leg).sort().slice(0, 10) : [];
  return `${shown(member(leg, 'direction'))} {${names.join(', ')}}`;
};

const legsIn = (body: Json | undefined): readonly PlacedObject[] => placedObjects(member(body, 'legs'));

const legsOf = (exchange: Exchange): readonly PlacedObject[] => legsIn(acceptedBody(exchange));

/** Returns the first leg with the id of an earlier one. */
function repeatedLeg(legs: readonly PlacedObject[]): PlacedObject | undefined {
  const seen = new Set<Id>();
  return legs.find(({ item }) => {
    const own = id(member(item, 'id'));
    const isRepeated = own !== undefined && seen.has(own);
    if (own !== undefined) seen.add(own);
    return isRepeated;
  });
}

const UNCHANGING = [
  'ref_id',
  'settlement_window_start',
  'settlement_window_end',
  'source_profile_id',
  'target_profile_id',
  'created_at',
];

const MOVED = ['asset', 'amount'] as const;

/** Writes what a leg without an id moves, so that legs can be compared as a set. */
const moved = (leg: JsonObject): string => {
  const sum = amount(leg, '/amount');
  return `${shown(member(leg, 'asset'))} ${sum ? formatDecimal(sum) : shown(member(leg, 'amount'))}`;
};

/** Compares legs by their ids, since their order is not stated. Legs without ids are compared as a set. */
export const keepsTransaction = unchangedSince((body) => {
  const legs = legsIn(body).map(({ item: leg }) => ({ leg, id: id(member(leg, 'id')) }));
  const named = legs.flatMap(({ leg, id: of }) => (of === undefined ? [] : [{ leg, of: String(of) }]));
  const parts = named.flatMap(({ leg, of }) =>
    MOVED.map((name): [string, Json | undefined] => [`leg ${of}/${name}`, member(leg, name)]),
  );
  return {
    ...membersOf(body, UNCHANGING),
    '/legs': legs.map(({ leg, id: of }) => (of === undefined ? moved(leg) : String(of))).sort(),
    ...Object.fromEntries(parts),
  };
});

/** The representation of a settlement transaction (2.8). */
export const transactions: readonly Row[] = suite('4.14', ['affirm'], {
  'ST-ID': must(
    'The answer shows the affirmed transaction',
    {
      aspect: 'semantics',
      cites: [
        'Path: transaction_id (string, required): the id of the settlement transaction.',
        '2.8: | id | string | yes | Transaction ID |',
      ],
    },
    rule(named('transaction_id', 'id')),
  ),
  'ST-WINDOW': should(
    'settlement_window_end is not before settlement_window_start',
    {
      aspect: 'semantics',
      cites: ['2.8: Start of the window in which it is eligible for settlement', '2.8: End of the window;'],
      lenience: `Differences of at most ${inWords(WINDOW_ROUNDING_MS)} are allowed, because examples show them.`,
    },
    rule((exchange) => {
      const body = acceptedBody(exchange);
      const [start, end] = [moment(body, '/settlement_window_start'), moment(body, '/settlement_window_end')];
      if (start === undefined || end === undefined) return NOT_CONCERNED;
      return flawUnless(millisecondsBetween(start, end) >= -WINDOW_ROUNDING_MS, () => ({
        where: '/settlement_window_end',
        expected: 'not before settlement_window_start',
        actual: shown(member(body, 'settlement_window_end')),
      }));
    }),
  ),
  'ST-SETTLED-IN-WINDOW': must(
    'A transaction is not SETTLED before its settlement window begins',
    {
      aspect: 'state across',
      cites: [
        '3: | eligible transaction | all legs enacted | inside window | SETTLED | |',
        '2.8: Start of the window in which it is eligible for settlement',
      ],
      lenience: `The window may begin within ${inWords(CLOCK_MS)} of the answer, because clocks differ.`,
    },
    rule((exchange) => {
      const body = acceptedBody(exchange);
      const sinceStartMs = millisecondsBefore(exchange, moment(body, '/settlement_window_start'));
      if (sinceStartMs === undefined) return NOT_CONCERNED;
      return flawUnless(sinceStartMs >= -CLOCK_MS || string(body, '/status') !== 'SETTLED', () => ({
        where: '/status',
        expected: `not SETTLED before settlement_window_start (${shown(member(body, 'settlement_window_start'))})`,
        actual: 'SETTLED',
      }));
    }),
  ),
  'ST-UPDATED-AFTER-CREATED': must(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: ['2.8: | updated_at | date-time | yes | Last update time |', '2.8: | created_at | date-time | yes |'],
      lenience: FROM_TWO_CLOCKS,
    },
    rule(notBefore('updated_at', 'created_at')),
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
      const legs = member(acceptedBody(exchange), 'legs');
      if (!isArray(legs)) return NOT_CONCERNED;
      return flawUnless(legs.length > 0, () => ({ where: '/legs', expected: 'at least one leg', actual: 'none' }));
    }),
  ),
  'ST-PROFILES': should(
    'Source and target of a transaction are two different profiles',
    {
      aspect: 'semantics',
      cites: [
        '1: affirming a settlement transaction, a set of one-way asset movements (legs) between two profiles that settle atomically',
        '2.8: | source_profile_id | string | yes | Profile submitting the transaction |',
        '2.8: | target_profile_id | string | yes | Profile receiving the transaction |',
      ],
    },
    rule((exchange) => {
      const body = acceptedBody(exchange);
      const [source, target] = [string(body, '/source_profile_id'), string(body, '/target_profile_id')];
      if (source === undefined || target === undefined) return NOT_CONCERNED;
      return flawUnless(!sameId(source, target), () => ({
        where: '/target_profile_id',
        expected: `a profile other than source_profile_id (${shown(source)})`,
        actual: shown(target),
      }));
    }),
  ),
  'ST-LEG-IDS': should(
    'Two legs of a transaction never share an id',
    { aspect: 'semantics', cites: ['2.8: Leg: id (string)'] },
    rule((exchange) => {
      const legs = legsOf(exchange);
      if (legs.length < 2) return acceptedBody(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      const again = repeatedLeg(legs);
      return again === undefined
        ? HOLDS
        : [
            {
              where: `/legs/${again.index}/id`,
              expected: 'a unique id',
              actual: `${shown(member(again.item, 'id'))}, the id of another leg`,
            },
          ];
    }),
  ),
  'ST-LEG-AMOUNTS': should(
    'The amount that a leg moves is not negative',
    {
      aspect: 'semantics',
      cites: ['2.8: One-way asset movements settled atomically', '2.8: Leg: id (string)'],
    },
    rule((exchange) => {
      const legs = legsOf(exchange);
      if (legs.length === 0) return acceptedBody(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      return legs.flatMap(({ item, index }) => {
        const found = amount(item, '/amount');
        return found && compare(found, ZERO) < 0
          ? [
              {
                where: `/legs/${index}/amount`,
                expected: 'not negative: a leg goes one way',
                actual: formatDecimal(found),
              },
            ]
          : [];
      });
    }),
  ),
  'ST-UNCHANGED': must(
    'The values that a transaction was created with are the same in each answer',
    {
      aspect: 'state across',
      cites: [
        '2.8: | ref_id | string | yes | Idempotency key |',
        '2.8: | created_at | date-time | yes | Creation time |',
        '2.8: | legs | object[] | yes | One-way asset movements settled atomically |',
      ],
      lenience:
        'Numbers and times may be spelled differently. Legs may be in another order. On loopback, if the fixtures name ten or more transactions, created_at of a second one is also compared with the time at which the first one was affirmed, if that has a fraction of a second.',
    },
    sequence(keepsTransaction),
    waiting(probe(createdBefore)),
  ),
  'ST-WINDOW-PAST': observe(
    'Whether a transaction is affirmed after the end of its settlement window',
    {
      aspect: 'state across',
      cites: ['2.8: End of the window; a transaction neither cancelled nor settled by then expires'],
      lenience: 'An example shows a transaction that was affirmed hours after its window, so this is only observed.',
    },
    surveyOf((exchange) => {
      const sinceEndMs = millisecondsBefore(exchange, moment(acceptedBody(exchange), '/settlement_window_end'));
      if (sinceEndMs === undefined) return undefined;
      return sinceEndMs > CLOCK_MS ? 'it is' : 'its window had not ended';
    }),
  ),
  'ST-LEG-VALUES': observe(
    'Which members and directions legs have',
    { aspect: 'response shape', cites: ['2.8: Other leg fields and other direction values: not shown.'] },
    surveyOf((exchange) => {
      const legs = member(acceptedBody(exchange), 'legs');
      return isArray(legs) ? [...new Set(legs.map(directionAndMembers))].join('; ') : undefined;
    }),
  ),
});
