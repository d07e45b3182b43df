import { describe, expect, it } from 'vitest';
import { adviceIn, adviceOf, adviceText, type Need, needIn, needText, withValue } from '../../../src/model/need.ts';

describe('what would let a requirement be exercised', () => {
  it.each<[Need, string, string]>([
    [{ fixture: 'order_id' }, 'order_id', 'provide order_id'],
    [
      { fixture: 'settlement_transactions.PENDING', which: 'that are new' },
      'settlement_transactions.PENDING that are new',
      'provide settlement_transactions.PENDING that are new',
    ],
    [{ words: 'a run without --read-only' }, 'a run without --read-only', 'make a run without --read-only'],
    [{ words: '--allow-writes' }, '--allow-writes', 'add --allow-writes'],
    [{ words: 'traffic that exercises it' }, 'traffic that exercises it', 'provide traffic that exercises it'],
    [{ budget: 'maxWait' }, '--max-wait', 'raise --max-wait'],
    [{ budget: 'maxRequests' }, '--max-requests', 'raise --max-requests'],
    [{ budget: 'maxAmount', to: 'USD=20,BTC=1' }, '--max-amount USD=20,BTC=1', 'raise --max-amount to USD=20,BTC=1'],
  ])('%j is a text in reports, which users read as advice', (need, text, words) => {
    expect(needText(need)).toBe(text);
    expect(adviceText(adviceOf(need))).toBe(words);
    expect(adviceText(adviceIn(text))).toBe(words);
    expect(needText(needIn(text))).toBe(text);
  });

  it('gets the value of a budget once', () => {
    const once = withValue({ budget: 'maxRequests' }, { maxRequests: '900' });
    expect(once).toEqual({ budget: 'maxRequests', to: '900' });
    expect(withValue(once, { maxRequests: '901' })).toEqual(once);
    expect(withValue({ fixture: 'order_id' }, { maxRequests: '900' })).toEqual({ fixture: 'order_id' });
  });

  it('has a name that can be marked', () => {
    expect(adviceText(adviceIn('--max-requests 900'), (name) => `<${name}>`)).toBe('raise <--max-requests> to 900');
  });
});
