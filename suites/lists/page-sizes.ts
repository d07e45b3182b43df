import { listOperations } from '../../src/contract/operations.ts';
import { evidence, failure, refusal } from '../../src/engine/evidence.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import {
  must,
  NOT_CONCERNED,
  observe,
  probe,
  question,
  type Row,
  rule,
  should,
  suite,
  survey,
} from '../../src/engine/row.ts';
import { tallied } from '../conventions.ts';
import { ask, knownItems, listOf, PAGED, plainList } from './listing.ts';
import { asked, isLaterPage, pageItems, withinLimit } from './rules.ts';
import { PAGE_SIZE } from './words.ts';

/** Page size (8). */
export const pageSizes: readonly Row[] = suite('8', PAGED, {
  'LIST-DEFAULT-LIMIT': must(
    'Without limit a page holds at most 100 items',
    { aspect: 'limits', cites: PAGE_SIZE },
    rule((exchange) =>
      // A cursor may keep the limit of the request that it came from.
      isLaterPage(exchange) || asked(exchange, 'limit') !== undefined
        ? NOT_CONCERNED
        : withinLimit(exchange, 100, 'the default'),
    ),
  ),
  'LIST-DEFAULT-LIMIT-WHOLE': should(
    'Without limit a page is as long as with limit 100',
    { aspect: 'limits', cites: PAGE_SIZE, lenience: 'a tenth shorter, or two items, is let pass: a page may be short' },
    probe(async (p) => {
      await knownItems(p, 2);
      const stated = await p.accepted(ask(p, { limit: 100 }));
      const plain = await p.accepted(ask(p, {}));
      const [due, found] = [itemsOf(stated).length, itemsOf(plain).length];
      const expected = `about ${due} items, as with limit 100, which is the default`;
      return found * 10 >= due * 9 || due - found <= 2
        ? []
        : [failure(plain, { where: '/items', expected, actual: `${found} items` }, [stated])];
    }),
  ),
  'LIST-MAXIMUM-LIMIT': must(
    'A page never holds more than 1000 items',
    { aspect: 'limits', cites: PAGE_SIZE, lenience: 'a limit over the maximum may be refused or clamped' },
    rule((exchange) => withinLimit(exchange, 1000, 'the maximum')),
    probe(async (p) => {
      await p.send(listOf(p), { query: { limit: 1001 } });
      await p.send(listOf(p), { query: { limit: 5000 } });
      return [];
    }),
  ),
  'LIST-LIMIT-AT-MAXIMUM': must(
    'limit 1000 is accepted',
    { aspect: 'limits', cites: PAGE_SIZE },
    probe((p) => p.admitted('limit 1000', ask(p, { limit: 1000 }), plainList(p))),
  ),
  'LIST-LIMIT-AT-MINIMUM': must(
    'limit 1 is accepted',
    { aspect: 'limits', on: listOperations, cites: [...PAGE_SIZE, '4.8: limit (integer)', '4.12: limit (integer).'] },
    probe((p) => p.admitted('limit 1', ask(p, { limit: 1 }), plainList(p))),
  ),
  'LIST-LIMIT-OVER-MAXIMUM': observe(
    'How a limit over the maximum is answered',
    { aspect: 'limits', cites: PAGE_SIZE },
    question(async (p) => {
      const answer = await p.send(listOf(p), { query: { limit: 1001 } });
      return evidence(answer) === 'accepted'
        ? `clamped: ${itemsOf(answer).length} items`
        : `refused with ${refusal(answer)}`;
    }),
  ),
  'LIST-PAGE-SIZES-UNSTATED': observe(
    'How many items a page without limit holds where no default is stated',
    {
      aspect: 'limits',
      on: ['listAccounts', 'listExecutions'],
      cites: ['8: Default and maximum limit of List Accounts and List Executions: not shown.'],
    },
    survey(
      tallied((exchange) =>
        Object.keys(exchange.request.query).length === 0 ? `${pageItems(exchange)?.length ?? 'no'} items` : undefined,
      ),
    ),
  ),
});
