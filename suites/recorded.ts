import { cursorOf, itemsOf, listed } from '../src/engine/paging.ts';
import { type Check, isPassive, type Judgement, type Row, rule, sequence } from '../src/engine/row.ts';
import { type Exchange, isAccepted } from '../src/model/exchange.ts';
import { shown } from '../src/model/outcome.ts';
import { PREFIXES } from './request-bodies.ts';
import { violations } from './requests-made/violations.ts';

/** Rows that demand a refusal, with the key of what is refused; the prefix stands for the operation's own rows. */
const REFUSALS: Readonly<Record<string, string>> = {
  'AUTH-OTHER-SCHEME': 'bearer',
  'METADATA-PAIRS-OVER-LIMIT': 'metadata pairs',
  'METADATA-KEY-OVER-LIMIT': 'metadata key-length',
  'METADATA-VALUE-OVER-LIMIT': 'metadata value-length',
  'FW-MEMO-OVER-MAXIMUM': 'length memo',
  'AM-MEMBERS-EMPTY': 'not-empty',
  'ORDER-OUTSIDE': 'listed order',
};

/** The key of the violation that a row demands to be refused; undefined for other rows. */
function refusedKey(id: string): string | undefined {
  const named = REFUSALS[id];
  if (named !== undefined) return named;
  const filter = /^FILTER-(.+)-OVER-LIMIT$/.exec(id)?.[1];
  if (filter !== undefined) return `size ${filter.toLowerCase().replaceAll('-', '_')}`;
  const [, prefix = '', claim = ''] = /^([A-Z]{2})-(.+)$/.exec(id) ?? [];
  if (!Object.values(PREFIXES).some((each) => each === prefix)) return undefined;
  if (claim === 'ONE-OF') return 'one-of';
  const [, name, kind] = /^(.+)-(REQUIRED|OUTSIDE)$/.exec(claim) ?? [];
  if (name === undefined) return undefined;
  return `${kind === 'REQUIRED' ? 'present' : 'listed'} ${name.toLowerCase().replaceAll('-', '_')}`;
}

/** An accepted request that should have been refused. A refusal proves nothing by itself: it may have another cause. */
const accepting =
  (key: string) =>
  (exchange: Exchange): Judgement => {
    if (!isAccepted(exchange)) return undefined;
    const found = violations(exchange).find((each) => each.key === key);
    if (!found) return undefined;
    const { expected, actual } = found.flaw;
    return [
      {
        where: null,
        expected: `a refusal: the document demands ${expected}, and the request had ${actual}`,
        actual: `accepted with ${exchange.response.status}`,
      },
    ];
  };

const MOST_WALKS = 2_000;
const MOST_IDS = 5_000;

/** What led to a cursor: the ids on the way, or nothing where one cursor was given for different pages. */
type Way = readonly string[] | undefined;

/** A cursor together with everything that it may depend on: who asks is not known. */
const cursorKey = ({ operation, request }: Exchange, cursor: string): string => {
  const { page_cursor: _, ...query } = request.query;
  return JSON.stringify([operation, cursor, Object.entries(query).sort()]);
};

/**
 * No item stands in two pages of one walk. Items that are added while a walk goes on push others on to the next page, which
 * then begins with the end of what came before it: that is passed over, unless new items come last.
 */
export function pagesOfWalks() {
  const ways = new Map<string, Way>();
  return (exchange: Exchange): Judgement => {
    if (!isAccepted(exchange)) return undefined;
    const ids = itemsOf(exchange).flatMap((item) => listed(item).id ?? []);
    const asked = exchange.request.query['page_cursor']?.[0];
    const before = asked === undefined ? [] : ways.get(cursorKey(exchange, asked));
    const next = cursorOf(exchange);
    if (before && next !== undefined) remember(ways, cursorKey(exchange, next), [...before, ...ids]);
    if (!before || asked === undefined || next === asked) return undefined;
    return repeated(before, ids, exchange.request.query['order']?.[0] === 'ASC');
  };
}

function repeated(before: readonly string[], ids: readonly string[], newLast: boolean): Judgement {
  const again = ids.filter((id) => before.includes(id));
  const [first] = again;
  if (first === undefined) return [];
  const pushed = before.slice(-again.length).every((id, index) => ids[index] === id);
  if (pushed && !newLast) return 'vacuous';
  const where = `/items/${ids.indexOf(first)}`;
  return [{ where, expected: 'each item once over all pages', actual: `${shown(first)} again` }];
}

function remember(ways: Map<string, Way>, key: string, ids: readonly string[]): void {
  const known = ways.get(key);
  const same = known?.length === ids.length && known.every((id, index) => id === ids[index]);
  ways.set(key, ways.has(key) && !same ? undefined : ids.slice(-MOST_IDS));
  const [oldest] = ways.keys();
  if (ways.size > MOST_WALKS && oldest !== undefined) ways.delete(oldest);
}

function recordedChecks(row: Row): readonly Check[] {
  const key = refusedKey(row.id);
  const refusals = key === undefined ? [] : [rule(accepting(key))];
  return row.id === 'LIST-PAGE-NO-REPEAT' ? [...refusals, sequence(pagesOfWalks)] : refusals;
}

/**
 * Rows as traffic of others can decide them: what only probes can tell stays with its row, beside the rules and sequences
 * that judge what is there.
 */
export const forTraffic = (rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => {
    const [first, ...more] = [...row.checks.filter(isTold(row)), ...recordedChecks(row)];
    return first ? { ...row, checks: [first, ...more] } : row;
  });

/** Probes of a row that has rules make traffic for them: here it is there already. */
const isTold =
  (row: Row) =>
  ({ kind }: Check): boolean =>
    !isPassive(row) || (kind !== 'probe' && kind !== 'question');
