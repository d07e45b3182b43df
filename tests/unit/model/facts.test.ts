import { describe, expect, it } from 'vitest';
import { addedCounts, keptOutcomes, uncounted, worded } from '../../../src/model/facts.ts';

const answers = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([answer, count]) => ({ answer, count }));

describe('counts of observed answers', () => {
  it('are added up and sorted by frequency, then by answer', () => {
    expect(addedCounts([answers({ 400: 5, 409: 1 }), answers({ 409: 7 })])).toEqual([
      { answer: '409', count: 8 },
      { answer: '400', count: 5 },
    ]);
    expect(addedCounts([answers({ b: 1, a: 1 })]).map(({ answer }) => answer)).toEqual(['a', 'b']);
  });

  it('keep apart answers that look like counts or like __proto__', () => {
    const odd = [
      { answer: 'a (1), b', count: 2 },
      { answer: '__proto__', count: 1 },
    ];
    expect(addedCounts([odd, odd])).toEqual(odd.map((each) => ({ ...each, count: each.count * 2 })));
  });

  it('are shown as answers with their counts in parentheses', () => {
    expect(worded(addedCounts([answers({ 400: 5, 409: 1 })]))).toBe('400 (5), 409 (1)');
  });

  it('are compared without the counts, while the answer of a probe is compared as it is', () => {
    const counted = (counts: Readonly<Record<string, number>>) => uncounted({ answer: '', counts: answers(counts) });
    expect(counted({ 409: 2, 400: 7 })).toBe(counted({ 400: 5, 409: 1 }));
    expect(counted({ 409: 2 })).not.toBe(counted({ 400: 2 }));
    expect(uncounted({ answer: 'refused with 409 (1)' })).toBe('refused with 409 (1)');
  });
});

it('facts keep of outcomes what is needed in words, and not how the target refused a request', () => {
  const refused = {
    kind: 'inconclusive',
    cause: 'refused',
    reason: 'putFiat answered 400 "no"',
    need: { budget: 'maxAmount', to: '5' },
    refusal: { status: 400, words: '400 "no"' },
  } as const;
  const { kind, cause, reason } = refused;
  expect(keptOutcomes({ 'ROW putFiat': refused })).toEqual({
    'ROW putFiat': { kind, cause, reason, provide: '--max-amount 5' },
  });
});
