import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OperationHistory } from '../../../src/client/operation-history.ts';
import { Pace } from '../../../src/client/pace.ts';
import { Presence } from '../../../src/client/presence.ts';
import { RunEnd } from '../../../src/client/run-end.ts';
import type { Response } from '../../../src/model/exchange.ts';

const answer = (status: number): Response => ({ status, headers: {}, body: { kind: 'empty' }, bytes: 0 });

/** A target whose plain lists are answered with this status. */
function target(listed: number) {
  const end = new RunEnd({});
  const presence = new Presence({
    pace: new Pace({ concurrency: 4, rate: null }),
    history: new OperationHistory(),
    end,
    list: async () => ({ kind: 'answered', response: answer(listed) }),
  });
  return { end, presence };
}

describe('a target that answers every request with the status of an outage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const asks = async (presence: Presence, seconds: number, status = 503): Promise<void> => {
    await presence.recordOutage('getQuote', answer(status));
    vi.advanceTimersByTime(seconds * 1_000);
    await presence.recordOutage('getQuote', answer(status));
  };

  it.each([502, 503, 504])('ends the run after a minute of %i', async (status) => {
    const { end, presence } = target(status);
    await asks(presence, 59, status);
    expect(end.reason).toBeUndefined();
    await asks(presence, 2, status);
    expect(end.reason).toContain(
      `the target is unavailable: for more than 60 s it has answered every request with ${status}`,
    );
  });

  it('may answer another operation, so that the run goes on', async () => {
    const { end, presence } = target(200);
    await asks(presence, 61);
    await asks(presence, 59);
    expect(end.reason).toBeUndefined();
  });

  it('may come back meanwhile', async () => {
    const { end, presence } = target(503);
    await asks(presence, 40);
    presence.recordAnswer();
    await asks(presence, 40);
    expect(end.reason).toBeUndefined();
  });
});

describe('an operation whose requests get no response while lists are answered', () => {
  const broken = { cause: 'broken', reason: 'the connection was closed' } as const;

  function silent() {
    const [end, history] = [new RunEnd({}), new OperationHistory()];
    const givenUp: string[] = [];
    const presence = new Presence({
      pace: new Pace({ concurrency: 4, rate: null }),
      history,
      end,
      list: async () => ({ kind: 'answered', response: answer(200) }),
      onGivenUp: (operation) => givenUp.push(operation),
    });
    const lose = async (count: number): Promise<void> => {
      for (let lost = 0; lost < count; lost += 1) await presence.recordLoss('fiatWithdrawal', broken, lost);
    };
    return { end, history, givenUp, lose };
  }

  it('gets no more after 60, and the run goes on', async () => {
    const { end, history, givenUp, lose } = silent();
    await lose(59);
    expect(history.whyExhausted('fiatWithdrawal')).toBeUndefined();
    await lose(1);
    expect(history.whyExhausted('fiatWithdrawal')).toContain('60 of its requests got no complete response');
    expect(givenUp).toEqual(['fiatWithdrawal']);
    expect(end.reason).toBeUndefined();
  });

  it('gets more if one of them was answered with success, however many are lost at once', async () => {
    const { end, history, givenUp, lose } = silent();
    history.record('fiatWithdrawal', 200);
    await lose(2_000);
    expect(givenUp).toEqual([]);
    expect(end.reason).toBeUndefined();
  });
});
