import { describe, expect, it } from 'vitest';
import {
  compare,
  decimal,
  equals,
  formatDecimal,
  lastPlace,
  lastSignificantPlace,
  magnitude,
  minus,
  plus,
  roundedUp,
  times,
} from '../../../src/values/decimal.ts';
import {
  compareInstants,
  instant,
  millisecondsBetween,
  ofMilliseconds,
  shift,
  timestamp,
} from '../../../src/values/instant.ts';

const exact = (given: string) => {
  const read = decimal(given);
  if (!read) throw new Error(`${given} is no decimal`);
  return read;
};

const at = (given: string) => {
  const read = instant(given);
  if (read === undefined) throw new Error(`${given} is no timestamp`);
  return read;
};

describe('a decimal', () => {
  it('is compared as a number, not as text', () => {
    expect(equals(exact('5'), exact('5.00'))).toBe(true);
    expect(compare(exact('10'), exact('9.99'))).toBe(1);
  });

  it('is added exactly, unlike binary floating point', () => {
    expect(formatDecimal(plus(exact('0.1'), exact('0.2')))).toBe('0.3');
    expect(formatDecimal(plus(exact('0.000000000000000001'), exact('99999999999999999999')))).toBe(
      '99999999999999999999.000000000000000001',
    );
  });

  it('is rounded up to a number of places, and is unchanged when it has no more', () => {
    expect(formatDecimal(roundedUp(exact('0.5000000001'), 2))).toBe('0.51');
    expect(formatDecimal(roundedUp(exact('0.5100'), 2))).toBe('0.51');
    expect(formatDecimal(roundedUp(exact('7'), 2))).toBe('7');
  });

  it('is ordered with any sign and number of digits', () => {
    expect(compare(exact('-1'), exact('0.5'))).toBe(-1);
    expect(compare(exact('2'), exact('2.000'))).toBe(0);
    expect(equals(exact('2'), exact('2.01'))).toBe(false);
  });

  it('is multiplied, subtracted and made positive exactly', () => {
    expect(formatDecimal(times(exact('0.25'), exact('-4.2')))).toBe('-1.05');
    expect(formatDecimal(minus(exact('1'), exact('0.9')))).toBe('0.1');
    expect([formatDecimal(magnitude(exact('-0.50'))), formatDecimal(magnitude(exact('3')))]).toEqual(['0.5', '3']);
    expect(formatDecimal(lastPlace(exact('1.250')))).toBe('0.001');
    expect(['1.250', '100.00', '100', '0.00'].map((text) => formatDecimal(lastSignificantPlace(exact(text))))).toEqual([
      '0.01',
      '1',
      '1',
      '1',
    ]);
  });

  it.each([
    ['5.00', '5'],
    ['0.500', '0.5'],
    ['-0.50', '-0.5'],
    ['.25', '0.25'],
    ['+007', '7'],
    ['-0', '0'],
    ['100', '100'],
  ])('is written as short as possible: %j as %j', (given, shortest) => {
    expect(formatDecimal(exact(given))).toBe(shortest);
  });

  it.each(['1e5', '1,000', '', '.', 'NaN', ' 1', 1])('is not read from %j', (given) => {
    expect(decimal(given)).toBeUndefined();
  });

  it.each(['.25', '5.', '+1', '-0.5'])('is read from %j', (given) => {
    expect(decimal(given)).toBeDefined();
  });
});

describe('an instant', () => {
  it('is equal to the same instant with another offset or number of fractional digits', () => {
    expect(instant('2024-02-29T23:30:00.5Z')).toBe(instant('2024-03-01T01:00:00.500000000+01:30'));
  });

  it('is ordered, measured and written both before and after 1970', () => {
    const [early, late] = [at('1969-12-31T23:59:59.5Z'), at('1970-01-01T00:00:01Z')];
    expect([compareInstants(early, late), compareInstants(late, early), compareInstants(early, early)]).toEqual([
      -1, 1, 0,
    ]);
    expect([millisecondsBetween(early, late), millisecondsBetween(late, early)]).toEqual([1500, -1500]);
    expect(timestamp(early)).toBe('1969-12-31T23:59:59.5Z');
    expect(timestamp(shift(late, 1n))).toBe('1970-01-01T00:00:01.000000001Z');
    expect(timestamp(ofMilliseconds(1234), 6)).toBe('1970-01-01T00:00:01.234000Z');
  });

  it('in a leap second is that of the following second', () => {
    expect(at('2016-12-31T23:59:60Z')).toBe(at('2017-01-01T00:00:00Z'));
  });

  it.each([
    '2024-01-01t00:00:00z',
    '2024-01-01T02:00:00+02:00',
    '2023-12-31T22:00:00-0200',
    '2024-01-01T01:00:00+01',
  ])('of %j is the same as in UTC, also when it is read a second time', (given) => {
    for (const _ of [1, 2]) expect(instant(given)).toBe(at('2024-01-01T00:00:00Z'));
  });

  it.each([
    ['2026-W48-2T14:46:00Z', '2026-11-24T14:46:00Z'],
    ['2026-W01-1T00:00:00Z', '2025-12-29T00:00:00Z'],
    ['2026-W53-5T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['2026-328T14:46:00.5Z', '2026-11-24T14:46:00.5Z'],
    ['2024-366T23:59:59Z', '2024-12-31T23:59:59Z'],
  ])('of the week or ordinal date %j is that of %j', (given, calendar) => {
    expect(instant(given)).toBe(at(calendar));
  });

  it('is read correctly after 25,000 others were read', () => {
    const before = at('2024-06-01T00:00:00Z');
    for (let i = 0; i < 25_000; i += 1) instant(`2024-06-01T00:00:00.${String(i).padStart(6, '0')}Z`);
    expect(instant('2024-06-01T00:00:00Z')).toBe(before);
    expect(instant('2024-06-01T00:00:00.000001Z')).not.toBe(before);
  });

  it('differs from another when only their nanoseconds differ', () => {
    expect(instant('2023-08-25T14:25:41.648486953Z')).not.toBe(instant('2023-08-25T14:25:41.648486573Z'));
  });

  it.each([
    '2023-02-29T00:00:00Z',
    '2024-01-28T00:48:00',
    'yesterday',
    '',
    1704067200,
    null,
    '2024-01-01T00:00:00Zz',
    'x2024-01-01T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2025-W53-1T00:00:00Z',
    '2026-W00-1T00:00:00Z',
    '2025-366T00:00:00Z',
    '2025-000T00:00:00Z',
  ])('is not read from %j', (given) => {
    expect(instant(given)).toBeUndefined();
  });

  it('is written as the timestamp that it was read from', () => {
    const moment = instant('2024-01-28T00:48:00.222744Z');
    expect(moment !== undefined && timestamp(moment)).toBe('2024-01-28T00:48:00.222744Z');
  });
});
