import { type Operation, operationNames } from '../contract/operations.ts';
import { counted } from '../values/counted.ts';
import type { RecordedPlace } from './exchange.ts';

/** Up to this many operations are listed by name; with more, the missing ones are named when they are few. */
const MOST_NAMED = 4;

/**
 * Returns operations in words: `putFiat, getFiat`, `all 14 operations`, `all 14 operations except affirm`, `9 operations`.
 */
export function placesOf(operations: readonly Operation[]): string {
  const others = operationNames.filter((each) => !operations.includes(each));
  if (operations.length <= MOST_NAMED) return operations.join(', ');
  if (others.length === 0) return `all ${operationNames.length} operations`;
  if (others.length <= 2) return `all ${operationNames.length} operations except ${others.join(' and ')}`;
  return operations.length <= 2 * MOST_NAMED ? operations.join(', ') : counted(operations.length, 'operation');
}

/** Returns a text such as `calls.har, entry 12`. */
export const recordedText = ({ file, entry }: RecordedPlace): string => `${file}, entry ${entry}`;
