import { describe, expect, it } from 'vitest';
import { failure } from '../../../../src/engine/failure.ts';
import type { Failure } from '../../../../src/model/outcome.ts';
import { eventuallyUpdated } from '../../../../suites/vocabulary/kept-answers.ts';
import { LATE_WITHIN_MS } from '../../../../suites/vocabulary/tolerances.ts';
import { exchange } from '../../../support/exchanges.ts';

const FAILURE = failure(exchange('getFiat', { status: 200 }), { expected: 'the update', actual: 'what was before' });

/** Looks once in each period, and records how long the periods are. */
function looking() {
  const periods: (number | undefined)[] = [];
  const eventually = (look: () => Promise<readonly Failure[]>, withinMs?: number) => {
    periods.push(withinMs);
    return look();
  };
  return { periods, p: { eventually } };
}

describe('a look-up after an update', () => {
  it('is repeated for longer while the former answer is kept', async () => {
    const { periods, p } = looking();
    const answers = [[FAILURE], []];
    expect(
      await eventuallyUpdated(
        p,
        async () => answers.shift() ?? [],
        () => true,
      ),
    ).toEqual([]);
    expect(periods).toEqual([undefined, LATE_WITHIN_MS]);
  });

  it('is not repeated for longer if it shows something else than before', async () => {
    const { periods, p } = looking();
    expect(
      await eventuallyUpdated(
        p,
        async () => [FAILURE],
        () => false,
      ),
    ).toEqual([FAILURE]);
    expect(periods).toEqual([undefined]);
  });

  it('does not ask for the former answer if it shows the update', async () => {
    const { periods, p } = looking();
    const asked = () => Promise.reject(new Error('asked'));
    expect(await eventuallyUpdated(p, async () => [], asked)).toEqual([]);
    expect(periods).toEqual([undefined]);
  });
});
