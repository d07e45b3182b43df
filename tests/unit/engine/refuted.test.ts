import { describe, expect, it } from 'vitest';
import { Refuted, refute } from '../../../src/engine/refuted.ts';
import type { Failure } from '../../../src/model/outcome.ts';

const failure = (actual: string): Failure => ({
  operation: 'listFiat',
  where: null,
  expected: 'success',
  actual,
  exchanges: [],
});

describe('refute', () => {
  it('does nothing when there are no failures', () => {
    expect(() => refute([])).not.toThrow();
  });

  it('throws an error with all failures and the message of the first', () => {
    const failures = [failure('500'), failure('502')] as const;
    expect(() => refute(failures)).toThrow(expect.objectContaining({ name: 'Refuted', message: '500', failures }));
    expect(() => refute(failures)).toThrow(Refuted);
  });
});
