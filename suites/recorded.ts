import { type Check, isPassive, type Judgement, type Row, rule } from '../src/engine/row.ts';
import { type Exchange, isAccepted } from '../src/model/exchange.ts';
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

function recordedChecks(row: Row): readonly Check[] {
  const key = refusedKey(row.id);
  const refusals = key === undefined ? [] : [rule(accepting(key))];
  return [...refusals, ...(row.traffic ?? [])];
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
