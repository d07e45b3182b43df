import type { RunPart } from '../../model/report.ts';
import type { RecordedExchange } from './recorded.ts';

/** What a row needs and the recording lacks. */
export interface Missing {
  readonly id: string;
  readonly sentence: string;
}

/** Maximum number of missing exchanges that are named. */
const MOST_GAPS = 10;

/** Returns the first numbers before the last recorded one that are neither recorded nor were left unsent. */
function missingNumbers(exchanges: readonly RecordedExchange[], unsent: RunPart['unsent']): readonly number[] {
  const known = new Set([...exchanges.map(({ recorded }) => recorded.id), ...unsent.map(({ id }) => id)]);
  const gaps: number[] = [];
  let next = 1;
  for (const { recorded } of exchanges.toSorted((a, b) => a.recorded.id - b.recorded.id)) {
    for (; next < recorded.id && gaps.length < MOST_GAPS; next += 1) if (!known.has(next)) gaps.push(next);
    next = recorded.id + 1;
  }
  return gaps;
}

/** Reports exchanges that the run's rules judged and the recording lacks. */
function lostExchanges(
  expected: number,
  exchanges: readonly RecordedExchange[],
  parts: readonly RunPart[],
): readonly Missing[] {
  if (exchanges.length >= expected) return [];
  const gaps =
    parts.length === 1
      ? missingNumbers(
          exchanges,
          parts.flatMap(({ unsent }) => unsent),
        )
      : [];
  const named = gaps.length === 0 ? '' : `; ${gaps.join(', ')} ${gaps.length === 1 ? 'is' : 'are'} missing`;
  return [
    {
      id: 'every rule',
      sentence: `the recording has ${exchanges.length} of the ${expected} exchanges of the run${named}`,
    },
  ];
}

/** Reports responses that the run's rules judged as a whole and the recording holds only in part. */
function cutAnswers(exchanges: readonly RecordedExchange[]): readonly Missing[] {
  const ids = exchanges.filter(({ cut }) => cut).map(({ recorded }) => recorded.id);
  if (ids.length === 0) return [];
  const some = `${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' and others' : ''}`;
  return [{ id: 'every rule', sentence: `the recording has only part of the responses of exchanges ${some}` }];
}

/** Returns what the recording lacks of what the run's rules judged: `expected` exchanges, each response as a whole. */
export const gapsIn = (
  expected: number,
  exchanges: readonly RecordedExchange[],
  parts: readonly RunPart[],
): readonly Missing[] => [...lostExchanges(expected, exchanges, parts), ...cutAnswers(exchanges)];
