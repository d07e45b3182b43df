import { describe, expect, it } from 'vitest';
import { blockedBy, Inconclusive } from '../../../src/engine/inconclusive.ts';

describe('an inconclusive check', () => {
  it('has a cause, what it needs, and the requirements that block it', () => {
    expect(new Inconclusive('fixture', 'no order', { need: { fixture: 'order_id' } })).toMatchObject({
      name: 'Inconclusive',
      message: 'no order',
      cause: 'fixture',
      reason: 'no order',
      need: { fixture: 'order_id' },
    });
    expect(new Inconclusive('other', 'why').need).toBeUndefined();
    expect(blockedBy('A', 'why')).toMatchObject({ cause: 'blocked', blockedBy: ['A'] });
    expect(blockedBy(['A', 'B'], 'why').blockedBy).toEqual(['A', 'B']);
  });
});
