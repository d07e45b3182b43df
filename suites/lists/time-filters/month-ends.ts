import type { Operation } from '../../../src/contract/operations.ts';
import type { Ask } from '../../../src/engine/ask.ts';
import { unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Query } from '../../../src/model/exchange.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { listOf, sharedPage, widestPage } from '../../vocabulary/lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL } from '../../vocabulary/lists/rules.ts';

/**
 * Bounds before and after all items, by list and time: the last second of a month each, since code that reads times may
 * know too few days of one. Some have a fraction of one or two digits: RFC 3339 allows any number, and some parsers read
 * only three or six.
 */
const MONTH_ENDS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'listFiat created_at': ['1972-02-29T23:59:59.5Z', '2039-01-31T23:59:59Z'],
  'listAccounts created_at': ['1971-04-30T23:59:59Z', '2039-03-31T23:59:59.25Z'],
  'listAccounts updated_at': ['1971-06-30T23:59:59.5Z', '2039-05-31T23:59:59Z'],
  'listAddresses created_at': ['1971-08-31T23:59:59Z', '2039-07-31T23:59:59.5Z'],
};

const between = (name: string, [before, after]: readonly [string, string]): Query => ({
  [`${name}.gte`]: before,
  [`${name}.lte`]: after,
});

/** Returns bounds of a time around all items, at the ends of months. */
export const atMonthEnds = (operation: Operation, name: string): Query =>
  between(name, MONTH_ENDS[`${operation} ${name}`] ?? [BEFORE_ALL, AFTER_ALL]);

/** Demands on loopback that such bounds are accepted beside eq, if others are. */
export async function takesMonthEnds(
  p: Probing,
  filter: { readonly name: string; readonly comparison: string; readonly written: string },
): Promise<readonly Failure[]> {
  const { name, comparison, written } = filter;
  if (!p.run.spendsFreely || comparison !== 'eq') return [];
  const size = await widestPage(p, listOf(p));
  const asking = (bounds: Query): Ask => sharedPage(p, { [`${name}.eq`]: written, ...bounds, ...size });
  const atEnds = asking(atMonthEnds(p.operation, name));
  if ((await p.answerTo(atEnds)).isAccepted) return [];
  const twin = { key: `${name} beside other bounds`, ask: asking(between(name, [BEFORE_ALL, AFTER_ALL])) };
  return unlessInconclusive([], () => p.expectAccepted('bounds at the ends of months', atEnds, twin));
}
