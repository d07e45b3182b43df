import { expect, test } from 'vitest';
import { type Instant, instant, timestamp } from '../../../../../src/values/instant.ts';
import { beforeEach, innerEnd, outerEnd } from '../../../../../suites/vocabulary/lists/instants.ts';

/** Returns the instants of these seconds of a minute. */
const at = (...seconds: readonly string[]): readonly Instant[] =>
  seconds.flatMap((second) => instant(`2026-01-02T03:04:${second}Z`) ?? []);

const endOf = (times: readonly Instant[]): string | undefined => {
  const [first] = times;
  const end = first === undefined ? undefined : innerEnd(times, 'gt', first);
  return end === undefined ? undefined : timestamp(end);
};

test('a window of time ends at the full second of the last item if that is after the item before it', () => {
  expect(endOf(at('01.100', '02.250', '03.375'))).toBe('2026-01-02T03:04:03Z');
  expect(endOf(at('01.100', '03.250', '03.375'))).toBe('2026-01-02T03:04:03.312Z');
});

test('a window of time has no end between items whose stored times may have more digits', () => {
  expect(endOf(at('01', '10', '11'))).toBeUndefined();
  expect(endOf(at('01', '10', '15'))).toMatch(/^2026-01-02T03:04:12\.\d{9}Z$/);
  expect(endOf(at('01.1', '02.1', '02.4'))).toBeUndefined();
});

test('a time before all items is a second before the first of them', () => {
  expect(timestamp(beforeEach(at('05.250', '02.250', '03')))).toBe('2026-01-02T03:04:01.25Z');
});

test('a window that includes all items ends two seconds beyond them', () => {
  const ends = (['gte', 'lte'] as const).map((comparison) => outerEnd(at('05.250', '02.250'), comparison));
  expect(ends.map((end) => end && timestamp(end))).toEqual(['2026-01-02T03:04:07.25Z', '2026-01-02T03:04:00.25Z']);
});
