import {
  flawUnless,
  must,
  NOT_CONCERNED,
  observe,
  type Row,
  rule,
  should,
  suite,
  survey,
} from '../../src/engine/row.ts';
import { shown } from '../../src/model/outcome.ts';
import { millisecondsBetween } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { accepted, moment, named, notBefore } from '../vocabulary/answers.ts';
import { tallied } from '../vocabulary/surveys.ts';
import { WINDOW_ROUNDING_MS } from '../vocabulary/tolerances.ts';

/** What a transaction looks like (2.8). */
export const transactions: readonly Row[] = suite('4.14', ['affirm'], {
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
      if (start === undefined || end === undefined) return NOT_CONCERNED;
      return flawUnless(millisecondsBetween(start, end) > -WINDOW_ROUNDING_MS, () => ({
        where: '/settlement_window_end',
        expected: 'not before settlement_window_start',
        actual: shown(member(body, 'settlement_window_end')),
      }));
    }),
  ),
  'ST-UPDATED-AFTER-CREATED': should(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: ['2.8: | updated_at | date-time | yes | Last update time |', '2.8: | created_at | date-time | yes |'],
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
      const legs = member(accepted(exchange), 'legs');
      if (!Array.isArray(legs)) return NOT_CONCERNED;
      return flawUnless(legs.length > 0, () => ({ where: '/legs', expected: 'at least one leg', actual: 'none' }));
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
});
