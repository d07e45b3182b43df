import { describe, expect, it } from 'vitest';
import { neededText, needOf, withNeeds } from '../../../src/model/need.ts';

describe('what would let a requirement be exercised', () => {
  it.each([
    ['order_id', { verb: 'provide', what: 'order_id', fixture: 'order_id' }, 'provide order_id'],
    [
      'another profile_id',
      { verb: 'provide', what: 'another profile_id', fixture: 'profile_id' },
      'provide another profile_id',
    ],
    [
      'settlement_transactions.PENDING',
      { verb: 'provide', what: 'settlement_transactions.PENDING', fixture: 'settlement_transactions' },
      'provide settlement_transactions.PENDING',
    ],
    [
      'a run without --read-only',
      { verb: 'provide', what: 'a run without --read-only' },
      'provide a run without --read-only',
    ],
    ['--allow-writes', { verb: 'provide', what: '--allow-writes' }, 'provide --allow-writes'],
    ['--max-wait', { verb: 'raise', budget: 'maxWait' }, 'raise --max-wait'],
    ['--max-requests', { verb: 'raise', budget: 'maxRequests' }, 'raise --max-requests'],
    [
      '--max-amount USD=20,BTC=1',
      { verb: 'raise', budget: 'maxAmount', to: 'USD=20,BTC=1' },
      'raise --max-amount to USD=20,BTC=1',
    ],
  ])('%s is read and written as words', (provide, need, words) => {
    expect(needOf(provide)).toEqual(need);
    expect(neededText(provide)).toBe(words);
  });

  it('gets the value of the flag of a budget once', () => {
    const once = withNeeds('--max-requests', { maxRequests: '900' });
    expect(once).toBe('--max-requests 900');
    expect(withNeeds(once, { maxRequests: '901' })).toBe(once);
    expect(withNeeds('order_id', { maxRequests: '900' })).toBe('order_id');
  });

  it('marks only the name', () => {
    expect(neededText('--max-requests 900', (name) => `<${name}>`)).toBe('raise <--max-requests> to 900');
  });
});
