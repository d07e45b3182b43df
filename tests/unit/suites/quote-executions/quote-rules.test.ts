import { describe, expect, it } from 'vitest';
import { NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../../src/engine/judgement.ts';
import { forward, keepsQuote, pricedRight, side } from '../../../../suites/quote-executions/quote-rules.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const quote = {
  id: '183d5b6f-6813-4f5f-a0b4-f35987db60c6',
  profile_id: 'fd5a2e01-0c6f-453a-adec-cdb0fd760b0b',
  quote_id: '5a2e0183-0c6f-453a-adec-cdb0fd760b0b',
  market: 'ETHUSD',
  side: 'BUY',
  price: '200',
  base_amount: '0.5',
  quote_amount: '100',
  base_asset: 'ETH',
  quote_asset: 'USD',
  status: 'CREATED',
  created_at: '2025-01-01T00:00:00Z',
};

/** A quote execution that was read within ten milliseconds. */
const read = (over: object, startedAt = 0) =>
  answeredWith('getQuote', { ...quote, ...over }, { startedAt, durationMs: 10 });

describe('the status of a quote execution', () => {
  const judged = (...reads: readonly (readonly [status: string, startedAt: number, id?: string])[]) => {
    const judge = forward();
    return reads.map(([status, startedAt, id = quote.id]) => judge(read({ status, id }, startedAt))).at(-1);
  };

  it('may not go back', () => {
    expect(judged(['SETTLED', 1000], ['CREATED', 1050])).toMatchObject([{ where: '/status', actual: 'CREATED' }]);
    expect(judged(['SETTLED', 1000], ['SETTLED', 1100], ['CREATED', 1050])).toMatchObject([{ where: '/status' }]);
  });

  it('may go forward, and is compared by execution', () => {
    expect(judged(['CREATED', 1000], ['SETTLED', 1050])).toEqual([]);
    expect(judged(['SETTLED', 1000], ['CREATED', 1050, 'another'])).toEqual([]);
  });

  it('is not compared in a recording without times, whose order need not be that of the requests', () => {
    expect(judged(['SETTLED', 0], ['CREATED', 0])).toBe(NOT_CONCERNED);
  });

  it('may be outdated in the answer to a request that began before the former answer ended', () => {
    expect(judged(['SETTLED', 1000], ['CREATED', 1009])).toEqual([]);
    expect(judged(['SETTLED', 1000], ['CREATED', 1010])).toMatchObject([{ where: '/status' }]);
  });
});

describe('the sides of a market', () => {
  it.each([
    ['base_asset', { base_asset: 'ETH' }, []],
    [
      'base_asset',
      { base_asset: 'USD' },
      [{ where: '/base_asset', expected: 'ETH: its side of ETHUSD', actual: '"USD"' }],
    ],
    ['quote_asset', { quote_asset: 'USD' }, []],
    [
      'quote_asset',
      { quote_asset: 'EUR' },
      [{ where: '/quote_asset', expected: 'USD: its side of ETHUSD', actual: '"EUR"' }],
    ],
    ['base_asset', { market: 'STABLEUSD', base_asset: 'XYZ' }, NOTHING_TO_JUDGE],
    ['quote_asset', { market: 'STABLEUSD', quote_asset: 'EUR' }, [{ where: '/quote_asset' }]],
    ['quote_asset', { market: 'ETHXXX' }, NOT_CONCERNED],
  ] as const)('are compared with %s in %o', (name, over, due) => {
    const found = side(read(over), name);
    if (Array.isArray(due)) expect(found).toMatchObject(due);
    else expect(found).toBe(due);
    if (Array.isArray(due) && due.length === 0) expect(found).toEqual([]);
  });
});

describe('the amounts of a quote execution', () => {
  it.each(['100', '100.00', '100.01', '99.99'])('are correct with quote_amount %s', (quote_amount) => {
    expect(pricedRight(read({ quote_amount }))).toEqual([]);
  });

  it.each(['200', '120.02', '1'])('are wrong with quote_amount %s', (quote_amount) => {
    expect(pricedRight(read({ quote_amount }))).toMatchObject([{ where: '/quote_amount', actual: quote_amount }]);
  });

  it('are not judged when one of them is missing', () => {
    for (const name of ['price', 'base_amount', 'quote_amount'])
      expect(pricedRight(read({ [name]: null, quote_amount: name === 'quote_amount' ? null : '7' }))).toBe(
        NOT_CONCERNED,
      );
  });
});

describe('the terms of a quote execution', () => {
  const again = (over: object) => {
    const judge = keepsQuote();
    judge(read({}));
    return judge(read(over));
  };

  it('may be spelt differently in a second read', () => {
    expect(keepsQuote()(read({}))).toBe(NOTHING_TO_JUDGE);
    expect(again({})).toEqual([]);
    expect(again({ price: '200.00', created_at: '2025-01-01T01:00:00+01:00' })).toEqual([]);
  });

  it.each([
    ['price', '201', '"200", as read before', '"201"'],
    ['market', 'BTCUSD', '"ETHUSD", as read before', '"BTCUSD"'],
  ])('must keep their %s in a second read', (name, value, expected, actual) => {
    expect(again({ [name]: value })).toEqual([{ where: `/${name}`, expected, actual }]);
  });

  it('are compared by execution', () => {
    expect(again({ id: 'another', price: '1' })).toBe(NOTHING_TO_JUDGE);
  });
});
