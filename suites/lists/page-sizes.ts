import { takesParameter } from '../../src/contract/lists.ts';
import { listOperations, page } from '../../src/contract/operations.ts';
import { probe, question, rule } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { blockedBy, Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import { cursorOf, itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { type Exchange, isAccepted, type Query } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { counted } from '../../src/values/counted.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { ask, knownItems, listOf, PAGED, plainList, sharedPage, stockedList } from '../vocabulary/lists/listing.ts';
import { AFTER_ALL, asked, ofFirstPages, pageItems, withinLimit } from '../vocabulary/lists/rules.ts';
import { isReadByOne } from '../vocabulary/lists/walks.ts';
import { asking, bodies } from '../vocabulary/requests.ts';
import { surveyOf } from '../vocabulary/surveys.ts';
import { PAGE_SIZE } from './citations.ts';

const { default: DEFAULT, most: MAXIMUM } = page;

/** Number of times that two pages are compared before the shorter one counts as a failure. */
const ASKED_AGAIN = 3;

/**
 * Judges that a page without limit has at most the default number of items. A shorter page shows nothing about the
 * default.
 */
function withinDefault(exchange: Exchange): Judgement {
  const judged = withinLimit(exchange, DEFAULT, 'the default');
  return judged !== NOT_CONCERNED && itemsOf(exchange).length < DEFAULT ? NOTHING_TO_JUDGE : judged;
}

/** Returns a query without limit: in ascending order, with a filter by time that selects everything. */
const unlimited = (p: Probing): Query => ({
  order: 'ASC',
  ...(takesParameter(p.operation, 'order_by') ? { order_by: 'CREATED_AT' } : {}),
  'created_at.lt': AFTER_ALL,
});

/** Requests such a page, so that `withinDefault` can judge it. A refusal is allowed. */
async function asksOtherwise(p: Probing): Promise<readonly Failure[]> {
  const own = sharedPage(p, unlimited(p));
  return p.serverError(own, (await p.answerTo(own)).exchange);
}

/** Demands that a page without limit is not shorter each time than the page with the default limit. */
async function expectAsLong(p: Probing, query: Query): Promise<readonly Failure[]> {
  for (let tries = 1; ; tries += 1) {
    const stated = await p.sendVariant(`limit=${DEFAULT}`, ask(p, { ...query, limit: DEFAULT }), ask(p, query));
    const plain = await p.sendValid(ask(p, query));
    const [due, found] = [itemsOf(stated).length, itemsOf(plain).length];
    if (found >= due || (due < DEFAULT && cursorOf(stated) !== undefined)) return [];
    if (tries < ASKED_AGAIN) continue;
    const expected = `${due} items, as with limit=${DEFAULT}, which is the default`;
    return [failure(plain, { where: '/items', expected, actual: `${found} items` }, [stated])];
  }
}

/**
 * Whether a list is long enough to show its default in such a page. All lists have the same default, so on another host
 * only one list is asked.
 */
const mayBeAsked = async (p: Probing): Promise<boolean> =>
  (p.run.spendsFreely || p.operation === 'listFiat') && isKnownLonger(p);

/** Demands that the default applies to a list in ascending order with a filter too. */
async function expectAsLongOtherwise(p: Probing): Promise<readonly Failure[]> {
  if (!(await unlessInconclusive(false, () => mayBeAsked(p)))) return [];
  const { isAccepted, exchange } = await p.answerTo(sharedPage(p, unlimited(p)));
  return !isAccepted || itemsOf(exchange).length >= DEFAULT ? [] : expectAsLong(p, unlimited(p));
}

/** Whether pages are shorter than the default although a larger limit is stated and more items follow. */
async function hasShortPages(p: Probing): Promise<boolean> {
  const [longest] = (await stockedList(p, listOf(p))).pages;
  return (
    longest !== undefined &&
    asked(longest, 'limit') !== undefined &&
    itemsOf(longest).length < DEFAULT &&
    cursorOf(longest) !== undefined
  );
}

/**
 * Whether a page with the maximum limit holds more items than the default. On loopback, creates the addresses that are
 * missing first, unless pages are short anyway.
 */
const isKnownLonger = (p: Probing): Promise<boolean> =>
  p.oncePerAttempt(`more than a page of ${p.operation}`, async () => {
    const mayCreate = p.run.spendsFreely && p.operation === 'listAddresses';
    const hasCreated = mayCreate && (await unlessInconclusive(false, () => moreThanAPage(p)));
    // The page that checks share may have been read before.
    const longest = (hasCreated ? ask : sharedPage)(p, { limit: MAXIMUM });
    const { isAccepted, exchange } = await p.answerTo(longest);
    return isAccepted && itemsOf(exchange).length > DEFAULT;
  });

/**
 * Creates addresses until there are more than one page of them or one is refused, then reads a page without limit.
 * Returns whether there were fewer before.
 */
async function moreThanAPage(p: Probing): Promise<boolean> {
  const { items } = await stockedList(p, 'listAddresses');
  if (items.length > DEFAULT || (await hasShortPages(p))) return false;
  await p.adapt('createAddress');
  const creation = asking(p, 'createAddress', bodies.createAddress(p));
  for (let count = items.length; count <= DEFAULT; count += 1) if (!(await p.answerTo(creation)).isAccepted) break;
  await p.send('listAddresses');
  return true;
}

/** Page sizes (8). */
export const pageSizes: readonly Row[] = suite('8', PAGED, {
  'LIST-DEFAULT-LIMIT': must(
    `Without limit, a page has at most ${DEFAULT} items`,
    { aspect: 'limits', cites: PAGE_SIZE },
    // A cursor may keep the limit of the request that it came from.
    rule(
      ofFirstPages((exchange) => (asked(exchange, 'limit') === undefined ? withinDefault(exchange) : NOT_CONCERNED)),
    ),
    probe(async (p) => {
      await p.twin(plainList(p));
      return (await mayBeAsked(p)) ? asksOtherwise(p) : [];
    }),
  ),
  'LIST-DEFAULT-LIMIT-WHOLE': must(
    `Without limit, a page is as long as with limit=${DEFAULT}`,
    {
      aspect: 'limits',
      cites: PAGE_SIZE,
      lenience: `A page may occasionally be short. A page counts only if it is shorter each time while the page with limit=${DEFAULT} is full.`,
    },
    probe(async (p) => {
      const items = await knownItems(p, 2);
      const first = await p.sendValid(sharedPage(p, {}));
      if (await hasShortPages(p)) return [];
      const isWhole = itemsOf(first).length >= Math.min(DEFAULT, items.length);
      return firstFailures(...(isWhole ? [] : [() => expectAsLong(p, {})]), () => expectAsLongOtherwise(p));
    }),
  ),
  'LIST-LIMIT-OVER-DEFAULT': should(
    `A limit over ${DEFAULT} returns more than ${DEFAULT} items if there are more`,
    {
      aspect: 'limits',
      cites: PAGE_SIZE,
      lenience: `Judged only if limit=${DEFAULT} returns ${DEFAULT} items and a cursor, because shorter pages prove nothing.`,
    },
    probe(async (p) => {
      if (await isKnownLonger(p)) return [];
      const isLonger = (await knownItems(p)).length > DEFAULT;
      const stated = isLonger ? await p.sendValid(sharedPage(p, { limit: DEFAULT })) : undefined;
      if (!stated || itemsOf(stated).length < DEFAULT || cursorOf(stated) === undefined)
        throw new Inconclusive('fixture', `limit=${DEFAULT} does not return ${DEFAULT} items and a cursor`, {
          need: { words: `more than ${DEFAULT} items in ${p.operation}` },
        });
      const larger = await p.page(ask(p, { limit: MAXIMUM }));
      if (!isAccepted(larger)) throw blockedBy('LIST-LIMIT-AT-MAXIMUM', `limit=${MAXIMUM} was refused`);
      const found = itemsOf(larger).length;
      return found > DEFAULT
        ? []
        : [
            failure(larger, { where: '/items', expected: `more than ${DEFAULT} items`, actual: `${found} items` }, [
              stated,
            ]),
          ];
    }),
  ),
  'LIST-MAXIMUM-LIMIT': must(
    `A page never has more than ${MAXIMUM} items`,
    { aspect: 'limits', cites: PAGE_SIZE, lenience: 'A limit over the maximum may be refused or clamped.' },
    rule((exchange) => withinLimit(exchange, MAXIMUM, 'the maximum')),
    probe(async (p) => {
      await p.answerTo(sharedPage(p, { limit: MAXIMUM + 1 }));
      return [];
    }),
  ),
  'LIST-LIMIT-AT-MAXIMUM': must(
    `limit=${MAXIMUM} is accepted`,
    { aspect: 'limits', cites: PAGE_SIZE },
    probe((p) => p.expectAccepted(`limit=${MAXIMUM}`, sharedPage(p, { limit: MAXIMUM }), plainList(p))),
  ),
  'LIST-LIMIT-AT-MINIMUM': should(
    'limit=1 is accepted',
    {
      aspect: 'limits',
      on: listOperations,
      cites: [...PAGE_SIZE, '4.8: limit (integer)', '4.12: limit (integer).'],
      lenience:
        'The document states a default and a maximum, but no minimum. A service may have one, so this is a should.',
    },
    // On another host, a filtered walk in pages of one item is enough. A list without order is walked only under a time
    // bound, so it gets its own request.
    probe(async (p) =>
      !p.run.spendsFreely && takesParameter(p.operation, 'order') && (await isReadByOne(p))
        ? []
        : p.expectAccepted('limit=1', ask(p, { limit: 1 }), plainList(p)),
    ),
  ),
  'LIST-LIMIT-OVER-MAXIMUM': observe(
    'How a limit over the maximum is answered',
    { aspect: 'limits', cites: PAGE_SIZE },
    question(async (p) => {
      const { isAccepted, words, exchange } = await p.answerTo(sharedPage(p, { limit: MAXIMUM + 1 }));
      return isAccepted ? `clamped: ${counted(itemsOf(exchange).length, 'item')}` : words;
    }),
  ),
  'LIST-PAGE-SIZES-UNSTATED': observe(
    'How many items a page without limit has where the document states no default',
    {
      aspect: 'limits',
      on: ['listAccounts', 'listExecutions'],
      cites: ['8: Default and maximum limit of List Accounts and List Executions: not shown.'],
    },
    surveyOf((exchange) => {
      const items = Object.keys(exchange.request.query).length === 0 ? pageItems(exchange) : undefined;
      return items && counted(items.length, 'item');
    }),
  ),
});
