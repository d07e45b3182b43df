import { describe, expect, it } from 'vitest';
import { Availability } from '../../../src/client/availability.ts';
import { ClientEnding } from '../../../src/client/client-ending.ts';
import { OperationHistory } from '../../../src/client/operation-history.ts';
import { Pace } from '../../../src/client/pace.ts';
import { RateLimits } from '../../../src/client/rate-limits.ts';
import { WaitBudget } from '../../../src/client/wait-budget.ts';
import type { Response } from '../../../src/model/exchange.ts';

/** A pace that counts how often it was lowered. */
class CountedPace extends Pace {
  lowered = 0;

  override slowDown(): boolean {
    this.lowered += 1;
    return super.slowDown();
  }
}

function limits() {
  const pace = new CountedPace({ concurrency: 4, rate: null });
  const shared = { pace, history: new OperationHistory(), ending: new ClientEnding({}) };
  const availability = new Availability({
    ...shared,
    list: async () => ({ kind: 'lost', loss: { cause: 'unreached', reason: 'gone' } }),
  });
  return {
    pace,
    limits: new RateLimits({ ...shared, availability, waitBudget: new WaitBudget(60_000), waitMs: 60_000 }),
  };
}

const limited = (headers: Response['headers']): Response => ({
  status: 429,
  headers,
  body: { kind: 'empty' },
  bytes: 0,
});

describe('a response that limits the rate of requests', () => {
  it('lowers the pace if it asks for a pause, or does not say how long to wait', () => {
    for (const headers of [{ 'retry-after': '1' }, {}]) {
      const { pace, limits: own } = limits();
      expect(own.waitAfter({ operation: 'listFiat', attempt: 1 }, limited(headers))).toBe(0);
      expect(pace.lowered).toBe(1);
    }
  });

  it('leaves a note with the number of those that lowered the pace, and with the flag that avoids them', () => {
    const { limits: own } = limits();
    expect(own.notes()).toEqual([]);
    own.waitAfter({ operation: 'listFiat', attempt: 1 }, limited({ 'retry-after': '1' }));
    own.waitAfter({ operation: 'listFiat', attempt: 2 }, limited({}));
    expect(own.slowing).toBe(2);
    expect(own.notes()).toEqual([
      '2 answers of 429 slowed the run down: a lower --rate stays below the limit of the target',
    ]);
  });

  it('names the rate that the target sustained', () => {
    const { limits: own } = limits();
    for (let answer = 0; answer < 40; answer += 1) own.recordAnswer('listFiat', 200);
    own.waitAfter({ operation: 'listFiat', attempt: 1 }, limited({ 'retry-after': '1' }));
    expect(own.notes()).toEqual([
      '1 answer of 429 slowed the run down: a lower --rate, such as 38, stays below the limit of the target',
    ]);
  });

  it('keeps the pace if it is rare and asks to repeat the request at once, unless that is limited too', () => {
    const { pace, limits: own } = limits();
    for (let answer = 0; answer < 10; answer += 1) own.recordAnswer('listFiat', 200);
    const atOnce = limited({ 'retry-after': '0' });
    expect(own.waitAfter({ operation: 'listFiat', attempt: 1 }, atOnce)).toBeGreaterThan(0);
    expect(pace.lowered).toBe(0);
    own.waitAfter({ operation: 'listFiat', attempt: 2 }, atOnce);
    expect(pace.lowered).toBe(1);
  });

  it('does not lower the pace any more if single responses keep coming however slow the requests are', () => {
    const { pace, limits: own } = limits();
    const waits = Array.from({ length: 12 }, () => {
      for (let answer = 0; answer < 10; answer += 1) own.recordAnswer('listFiat', 200);
      return own.waitAfter({ operation: 'listFiat', attempt: 1 }, limited({}));
    });
    expect(pace.lowered).toBe(3);
    expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
    for (const wait of waits.slice(3)) expect(wait).toBeGreaterThan(0);
  });

  it('lowers the pace if such responses come one after another, although single ones came before', () => {
    const { pace, limits: own } = limits();
    for (let limit = 0; limit < 12; limit += 1) {
      for (let answer = 0; answer < 10; answer += 1) own.recordAnswer('listFiat', 200);
      own.waitAfter({ operation: 'listFiat', attempt: 1 }, limited({}));
    }
    const before = pace.lowered;
    for (let limit = 0; limit < 3; limit += 1) own.waitAfter({ operation: 'listFiat', attempt: 1 }, limited({}));
    expect(pace.lowered).toBe(before + 3);
  });
});
