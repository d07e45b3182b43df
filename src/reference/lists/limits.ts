import { asked, type Call } from '../call.ts';
import { population } from '../data/store.ts';
import { decision, only } from '../decision.ts';
import { LISTS_BY_ID } from '../operation-groups.ts';
import { type Fields, Problem } from '../problem.ts';

const UNSTATED = ['listAccounts', 'listExecutions'];
const SIZES = { section: '8', on: LISTS_BY_ID };
const ANY = { section: '4.15', on: [...LISTS_BY_ID, ...UNSTATED] };

const defaultLimit = decision(SIZES, 100, {
  faults: {
    'LIST-DEFAULT-LIMIT/is-200': 200,
    'LIST-DEFAULT-LIMIT/is-101': 101,
    'LIST-DEFAULT-LIMIT-WHOLE/is-50': 50,
    'LIST-DEFAULT-LIMIT-WHOLE/is-99': 99,
    'LIST-DEFAULT-LIMIT-WHOLE/is-20-for-addresses': only(['listAddresses'], 20),
    'LIST-DEFAULT-LIMIT/none-for-instructions': only(['listInstructions'], 1000),
  },
});
/** The document does not show the default and maximum limit of List Accounts and List Executions (8). */
const unstated = decision({ section: '8', on: UNSTATED }, 100, {
  latitudes: { 'unstated-default/25': 25, 'unstated-default/500': 500 },
  protects: ['LIST-DEFAULT-LIMIT', 'LIST-DEFAULT-LIMIT-WHOLE', 'LIST-PAGE-SIZES-UNSTATED'],
});
/** The maximum limit, whether a larger one is refused, and the default limit if it exceeds the maximum. */
interface Maximum {
  readonly most: number;
  readonly isStrict: boolean;
  readonly default?: number;
}

const unstatedMost = decision<Maximum>(
  { section: '8', on: UNSTATED },
  { most: 1000, isStrict: true },
  {
    latitudes: {
      'unstated-maximum/none': { most: Number.MAX_SAFE_INTEGER, isStrict: false },
      'unstated-maximum/250': { most: 250, isStrict: false },
      'unstated-maximum/8-at-most': { most: 8, isStrict: false, default: 8 },
      'unstated-maximum/50-and-no-more': { most: 50, isStrict: true },
      'unstated-maximum/5-and-pages-of-20': { most: 5, isStrict: true, default: 20 },
    },
    protects: [
      'LIST-MAXIMUM-LIMIT',
      'LIST-LIMIT-AT-MAXIMUM',
      'LIST-PAGE-SIZES-UNSTATED',
      'LIST-CURSOR-KEEPS-FILTERS',
      'RANGE-*',
      'SINCE-EXECUTION-ID',
    ],
  },
);
const overMaximum = decision<'refuse' | 'clamp' | 'serve'>(ANY, 'refuse', {
  faults: { 'LIST-MAXIMUM-LIMIT/serves-more': only(['listFiat'], 'serve') },
  latitudes: { 'limit/clamped': 'clamp' },
  protects: ['LIST-MAXIMUM-LIMIT', 'LIST-LIMIT-OVER-MAXIMUM'],
});
const least = decision(ANY, 1, {
  faults: { 'LIST-LIMIT-AT-MINIMUM/refuses-1': 2, 'LIST-LIMIT-AT-MINIMUM/refuses-less-than-10': 10 },
});
const most = decision(SIZES, 1000, {
  faults: {
    'LIST-LIMIT-AT-MAXIMUM/refuses-1000': 999,
    'LIST-LIMIT-AT-MAXIMUM/500-for-addresses': only(['listAddresses'], 500),
  },
});
const isByTime = (query: Call['query']): boolean => Object.keys(query).some((name) => name.startsWith('created_at'));

type Applied = (query: Call['query'], stated: number, most: number) => number;

/** The default limit of a request, given the stated one and the maximum. */
const applied = decision<Applied>(SIZES, (_, stated) => stated, {
  faults: {
    'LIST-DEFAULT-LIMIT/none-in-ascending-order': ({ order }, stated, most) =>
      String(order) === 'ASC' ? most : stated,
    'LIST-DEFAULT-LIMIT/none-beside-times': (query, stated, most) => (isByTime(query) ? most : stated),
    'LIST-DEFAULT-LIMIT-WHOLE/is-20-beside-times': (query, stated) => (isByTime(query) ? 20 : stated),
  },
});
type Cut = (items: readonly Fields[], limit: number) => readonly Fields[];

const cut = decision<Cut>(ANY, (items, limit) => items.slice(0, limit), {
  faults: {
    'LIST-LIMIT/one-more': (items, limit) => items.slice(0, limit < 100 ? limit + 1 : limit),
    'LIST-LIMIT/ignored-for-executions': only(['listExecutions'], (items) => items.slice(0, 100)),
    'LIST-LIMIT-OVER-DEFAULT/cut-to-100': (items, limit) => items.slice(0, Math.min(limit, 100)),
    'LIST-LIMIT/at-least-five': (items, limit) => items.slice(0, Math.max(limit, 5)),
  },
  latitudes: {
    'page/shorter-than-limit': (items, limit) => items.slice(0, Math.max(1, Math.ceil(limit / 2))),
    'page/of-ninety-at-most': (items, limit) => items.slice(0, Math.min(limit, 90)),
    'page/one-less-at-times': (items, limit) => items.slice(0, limit > 4 && items.length % 3 === 0 ? limit - 1 : limit),
  },
  protects: ['LIST-DEFAULT-LIMIT-WHOLE', 'LIST-NO-GAP', 'LIST-PAGING-ENDS'],
});

function whole(text: string, smallest: number): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < smallest)
    throw new Problem(400, 'limit is a whole number of at least 1');
  return Number(text);
}

/** Returns how many items the page of this request may hold (4.3, 8). */
export function limitOf(call: Call, bounded: boolean): number {
  const { choices } = call;
  const given = asked(call, 'limit');
  const other = choices.of(unstatedMost);
  if (given === undefined)
    return bounded
      ? (choices.of(population).page ?? choices.of(applied)(call.query, choices.of(defaultLimit), choices.of(most)))
      : (other.default ?? Math.min(choices.of(unstated), other.most));
  const limit = whole(given, choices.of(least));
  const maximum = bounded ? choices.of(most) : other.most;
  if (limit <= maximum) return limit;
  const policy = choices.of(overMaximum);
  if (policy === 'refuse' && (bounded || other.isStrict)) throw new Problem(400, 'limit is too large');
  return policy === 'serve' ? limit : maximum;
}

/** Returns the items of a page. */
export const pageOf = (call: Call, rest: readonly Fields[], limit: number): readonly Fields[] =>
  call.choices.of(cut)(rest, limit);
