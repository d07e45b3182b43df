import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/values/json.ts';
import { shapes } from '../../../../suites/resources/group.ts';
import { answeredWith } from '../../../support/exchanges.ts';
import { transfer } from '../../../support/transfer.ts';

const flawed = (operation: 'fiatWithdrawal' | 'getQuote', body: JsonObject): readonly string[] => [
  ...(shapes.judge(answeredWith(operation, body))?.flaws.keys() ?? []),
];

describe('a listed value for which the document uses a placeholder', () => {
  it.each([
    ['WIRE_WITHDRAWAL', []],
    ['PLATFORM_TRANSFER_DEBIT', []],
    ['ACME_TRANSFER_CREDIT', []],
    ['ACME_WITHDRAWAL', ['transfer/type/value']],
    ['acme_transfer_debit', ['transfer/type/value']],
    ['TRANSFER_DEBIT', ['transfer/type/value']],
  ])('for the type %s of a transfer finds the flaws %j', (type, flaws) => {
    expect(flawed('fiatWithdrawal', { ...transfer, type })).toEqual(flaws);
  });

  it.each([
    ['PAXGUSD', true],
    ['GOLDUSD', true],
    ['ETHGBP', false],
    ['paxgusd', false],
    [7, false],
  ])('accepts the market %s: %s', (market, isTaken) => {
    const keys = flawed('getQuote', {
      id: '183d5b6f-6813-4f5f-a0b4-f35987db60c6',
      profile_id: 'a',
      quote_id: 'b',
      status: 'CREATED',
      market,
      side: 'BUY',
      price: '1',
      base_amount: '1',
      base_asset: 'A',
      quote_amount: '1',
    });
    expect(keys.includes('quote-execution/market/value')).toBe(!isTaken);
  });
});
