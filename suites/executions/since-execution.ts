import { failure } from '../../src/engine/failure.ts';
import { itemsOf, listedOn } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { instant } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { filteredPage, turnedUntil } from '../vocabulary/lists/listing.ts';
import type { TimedItem } from '../vocabulary/lists/timed-items.ts';
import { expectInPages, type FilteredPages, missingIn, onlyFirst, withFurtherPages } from './clamped-pages.ts';
import { comesBefore, compareIds, isNewestFirst, middle, timedExecutions } from './timed-executions.ts';

/**
 * The possible meanings of "after the given ID": executed later, further on in the list, which may be newest first, or
 * of a greater ID.
 */
type After = 'later' | 'further-on' | 'greater-id';

/**
 * Reads the first page that is not empty, and those after it unless the newest executions, which are left out, would be on
 * the first.
 */
async function since(p: Probing, { text }: TimedItem): Promise<FilteredPages> {
  const page = await filteredPage(p, { since_execution_id: text ?? '' });
  const first = await turnedUntil(p, page, (each) => itemsOf(each).length > 0);
  return isNewestFirst(await timedExecutions(p)) ? onlyFirst(first) : withFurtherPages(p, first);
}

/** Returns the executions on some pages. One that shows no time counts as executed with the given one. */
const executionsOn = (pages: readonly Exchange[], { time }: TimedItem): readonly TimedItem[] =>
  pages.flatMap((page) =>
    listedOn(page).map((each) => ({ ...each, time: instant(member(each.item, 'executed_at')) ?? time })),
  );

/**
 * How many executions are tried to find one with others on both sides. A list may hold thousands with the same time.
 */
const MOST_TRIED = 20;

/**
 * Returns an execution that has others before and after it, as near to the start of the list as possible, so that one
 * page shows both.
 */
export function amongOthers(items: readonly TimedItem[]): TimedItem {
  const isAmong = (each: TimedItem): boolean =>
    items.some((item) => comesBefore(items, each, item)) && items.some((item) => comesBefore(items, item, each));
  return items.slice(0, MOST_TRIED).find(isAmong) ?? middle(items);
}

/** Returns the comparison for one meaning of "after". */
const isAfterIn = (after: After, items: readonly TimedItem[]): ((one: TimedItem, other: TimedItem) => boolean) =>
  ({
    later: (one: TimedItem, other: TimedItem) => comesBefore(items, other, one),
    'further-on': (one: TimedItem, other: TimedItem) => comesBefore(items, one, other),
    'greater-id': (one: TimedItem, other: TimedItem) => compareIds(one, other) > 0,
  })[after];

/**
 * Whether since_execution_id with the middle ID returns only executions whose IDs are not greater, and enough of them.
 */
async function isByIds(p: Probing, items: readonly TimedItem[]): Promise<boolean> {
  const given = middle([...items].sort(compareIds));
  const left = executionsOn((await since(p, given)).pages, given);
  return left.length >= FEW_LEFT && left.every((item) => compareIds(item, given) <= 0);
}

/** The least number of executions of lower IDs that cannot be a coincidence. */
const FEW_LEFT = 5;

/**
 * Finds out which meaning of "after" the target uses. Assumes `later`, unless an answer contradicts it and agrees with
 * another meaning.
 */
const afterFor = (p: Probing): Promise<After> =>
  p.oncePerAttempt('what is after an execution', async () => {
    const items = await timedExecutions(p);
    const given = amongOthers(items);
    const found = await since(p, given);
    const left = executionsOn(found.pages, given);
    const isLater = isAfterIn('later', items);
    const isDue = (item: TimedItem): boolean => isLater(given, item);
    if (!left.some((item) => isLater(item, given)) && !(await missingIn(p, found, items.filter(isDue)))) return 'later';
    const isEarlierLeft = left.some((item) => comesBefore(items, item, given));
    if (isNewestFirst(items) && !isEarlierLeft && left.some((item) => comesBefore(items, given, item)))
      return 'further-on';
    return (await isByIds(p, items)) ? 'greater-id' : 'later';
  });

/** Demands that since_execution_id leaves out all executions after the given one and keeps all before it. */
export async function expectSince(p: Probing, given: TimedItem): Promise<readonly Failure[]> {
  const [items, after] = [await timedExecutions(p), await afterFor(p)];
  const found = await since(p, given);
  const isAfter = isAfterIn(after, items);
  const words = IN_WORDS[after];
  const [stray] = found.pages.flatMap((page) =>
    executionsOn([page], given).flatMap((item) => (isAfter(item, given) ? [{ page, item }] : [])),
  );
  if (stray) {
    const actual = `${stray.item.text}, executed at ${shown(member(stray.item.item, 'executed_at'))}`;
    const expected = `no execution ${words.after} ${given.text}`;
    return [failure(stray.page, { where: '/items', expected, actual })];
  }
  const due = items.filter((item) => isAfter(given, item));
  return expectInPages(p, found, due, `${words.before} ${given.text}`);
}

/** Each meaning of "after" in words. */
const IN_WORDS: Readonly<Record<After, { readonly after: string; readonly before: string; readonly left: string }>> = {
  later: { after: 'executed after', before: 'executed before', left: 'the executions that were executed later' },
  'further-on': {
    after: 'listed after',
    before: 'listed before',
    left: 'the executions that follow it in the list, which were executed earlier',
  },
  'greater-id': {
    after: 'with an ID greater than',
    before: 'with an ID lower than',
    left: 'the executions with greater IDs',
  },
};

/** Returns which executions since_execution_id leaves out, in words. */
export const excludedInWords = async (p: Probing): Promise<string> => IN_WORDS[await afterFor(p)].left;
