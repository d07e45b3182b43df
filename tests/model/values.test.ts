import { describe, expect, it } from 'vitest';
import { compare, decimal, equals, plus, text } from '../../model/decimal.ts';
import { instant, timestamp } from '../../model/instant.ts';

const exact = (given: string) => {
  const read = decimal(given);
  if (!read) throw new Error(`${given} is no decimal`);
  return read;
};

describe('decimals', () => {
  it('compares as numbers and not as text', () => {
    expect(equals(exact('5'), exact('5.00'))).toBe(true);
    expect(compare(exact('10'), exact('9.99'))).toBe(1);
  });

  it('adds exactly where binary floating point does not', () => {
    expect(text(plus(exact('0.1'), exact('0.2')))).toBe('0.3');
    expect(text(plus(exact('0.000000000000000001'), exact('99999999999999999999')))).toBe(
      '99999999999999999999.000000000000000001',
    );
  });

  it.each(['1e5', '1,000', '', '.', 'NaN', ' 1', 1])('does not read %j', (given) => {
    expect(decimal(given)).toBeUndefined();
  });

  it.each(['.25', '5.', '+1', '-0.5'])('reads %j', (given) => {
    expect(decimal(given)).toBeDefined();
  });
});

describe('instants', () => {
  it('are equal whatever their offset and number of fractional digits', () => {
    expect(instant('2024-02-29T23:30:00.5Z')).toBe(instant('2024-03-01T01:00:00.500000000+01:30'));
  });

  it('tell nanoseconds apart', () => {
    expect(instant('2023-08-25T14:25:41.648486953Z')).not.toBe(instant('2023-08-25T14:25:41.648486573Z'));
  });

  it.each([
    '2023-02-29T00:00:00Z',
    '2024-01-28T00:48:00',
    'yesterday',
    '2024-13-01T00:00:00Z',
  ])('does not read %j', (given) => {
    expect(instant(given)).toBeUndefined();
  });

  it('come back from their timestamp', () => {
    const moment = instant('2024-01-28T00:48:00.222744Z');
    expect(moment !== undefined && timestamp(moment)).toBe('2024-01-28T00:48:00.222744Z');
  });
});
