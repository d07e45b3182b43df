import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pace } from '../../../src/client/pace.ts';

/** Milliseconds of a clock that only requests and pauses move. */
let clock = 0;

class Paced extends Pace {
  override async pause(milliseconds: number): Promise<void> {
    clock += Math.ceil(milliseconds);
  }
}

/** What the pretended target allows in any second. */
const ALLOWED = 20;

beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends requests one after another to a target with this limit. Returns how many of them it refused. */
async function refusedOf(requests: number, allowed: number): Promise<number> {
  const pace = new Paced({ concurrency: 1, rate: null });
  const answered: number[] = [];
  let refused = 0;
  for (let sent = 0; sent < requests; sent += 1) {
    await pace.enter();
    clock += 1;
    if (answered.filter((at) => clock - at < 1000).length < allowed) {
      answered.push(clock);
      pace.recordSuccess();
    } else {
      refused += 1;
      pace.slowDown();
    }
    pace.leave();
  }
  return refused;
}

it('a pace exceeds the rate limit of a target only at first, and then stays below it', async () => {
  const first = await refusedOf(200, ALLOWED);
  expect(first).toBeGreaterThan(0);
  clock = 0;
  expect(await refusedOf(2000, ALLOWED)).toBe(first);
});

it('a pace returns to the former rate after a single 429 that is not due to the rate', async () => {
  const pace = new Paced({ concurrency: 1, rate: null });
  const send = async (): Promise<void> => {
    await pace.enter();
    clock += 1;
    pace.recordSuccess();
    pace.leave();
  };
  for (let sent = 0; sent < 1000; sent += 1) await send();
  pace.slowDown();
  for (let sent = 0; sent < 100; sent += 1) await send();
  const began = clock;
  for (let sent = 0; sent < 100; sent += 1) await send();
  expect(clock - began).toBeLessThan(250);
});

it('a pace does not become slower and slower when 429 comes at any rate', async () => {
  const pace = new Paced({ concurrency: 1, rate: null });
  const timeOf = async (requests: number): Promise<number> => {
    const began = clock;
    for (let sent = 1; sent <= requests; sent += 1) {
      await pace.enter();
      clock += 1;
      if (sent % 97 === 0) pace.slowDown();
      else pace.recordSuccess();
      pace.leave();
    }
    return clock - began;
  };
  const first = await timeOf(970);
  expect(await timeOf(970)).toBeLessThan(first);
});
