import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Availability } from '../../../src/client/availability.ts';
import { ClientEnding } from '../../../src/client/client-ending.ts';
import { OperationHistory } from '../../../src/client/operation-history.ts';
import { Pace } from '../../../src/client/pace.ts';
import type { Response } from '../../../src/model/exchange.ts';

const answer = (status: number): Response => ({ status, headers: {}, body: { kind: 'empty' }, bytes: 0 });

/** A target whose plain lists are answered with this status. */
function target(listed: number) {
  const ending = new ClientEnding({});
  const availability = new Availability({
    pace: new Pace({ concurrency: 4, rate: null }),
    history: new OperationHistory(),
    ending,
    list: async () => ({ kind: 'answered', response: answer(listed) }),
  });
  return { ending, availability };
}

describe('a target that answers every request with the status of an outage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const asks = async (availability: Availability, seconds: number, status = 503): Promise<void> => {
    await availability.recordOutage('getQuote', answer(status));
    vi.advanceTimersByTime(seconds * 1_000);
    await availability.recordOutage('getQuote', answer(status));
  };

  it.each([502, 503, 504])('ends the run after a minute of %i', async (status) => {
    const { ending, availability } = target(status);
    await asks(availability, 59, status);
    expect(ending.reason).toBeUndefined();
    await asks(availability, 2, status);
    expect(ending.reason).toContain(
      `the target is unavailable: for more than 60 s it has answered every request with ${status}`,
    );
  });

  it('may answer another operation, so that the run goes on', async () => {
    const { ending, availability } = target(200);
    await asks(availability, 61);
    await asks(availability, 59);
    expect(ending.reason).toBeUndefined();
  });

  it('may come back meanwhile', async () => {
    const { ending, availability } = target(503);
    await asks(availability, 40);
    availability.recordAnswer();
    await asks(availability, 40);
    expect(ending.reason).toBeUndefined();
  });
});

describe('an operation whose requests get no response while lists are answered', () => {
  const broken = { cause: 'broken', reason: 'the connection was closed' } as const;

  function silent() {
    const [ending, history] = [new ClientEnding({}), new OperationHistory()];
    const givenUp: string[] = [];
    const availability = new Availability({
      pace: new Pace({ concurrency: 4, rate: null }),
      history,
      ending,
      list: async () => ({ kind: 'answered', response: answer(200) }),
      onGivenUp: (operation) => givenUp.push(operation),
    });
    const lose = async (count: number): Promise<void> => {
      for (let lost = 0; lost < count; lost += 1) await availability.recordLoss('fiatWithdrawal', broken, lost);
    };
    return { ending, history, givenUp, lose };
  }

  it('gets no more after 60, and the run goes on', async () => {
    const { ending, history, givenUp, lose } = silent();
    await lose(59);
    expect(history.whyExhausted('fiatWithdrawal')).toBeUndefined();
    await lose(1);
    expect(history.whyExhausted('fiatWithdrawal')).toContain('60 of its requests got no complete response');
    expect(givenUp).toEqual(['fiatWithdrawal']);
    expect(ending.reason).toBeUndefined();
  });

  it('gets more if one of them was answered with success, however many are lost at once', async () => {
    const { ending, history, givenUp, lose } = silent();
    history.record('fiatWithdrawal', 200);
    await lose(2_000);
    expect(givenUp).toEqual([]);
    expect(ending.reason).toBeUndefined();
  });
});
