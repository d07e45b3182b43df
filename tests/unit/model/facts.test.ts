import { describe, expect, it } from 'vitest';
import { addedCounts, uncounted, worded } from '../../../src/model/facts.ts';

const answers = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([answer, count]) => ({ answer, count }));

describe('counts of observed answers', () => {
  it('are added, the most frequent first, in one order on a tie', () => {
    expect(addedCounts([answers({ 400: 5, 409: 1 }), answers({ 409: 7 })])).toEqual([
      { answer: '409', count: 8 },
      { answer: '400', count: 5 },
    ]);
    expect(addedCounts([answers({ b: 1, a: 1 })]).map(({ answer }) => answer)).toEqual(['a', 'b']);
  });

  it('keep answers apart that look like counts, or like members of every object', () => {
    const odd = [
      { answer: 'a (1), b', count: 2 },
      { answer: '__proto__', count: 1 },
    ];
    expect(addedCounts([odd, odd])).toEqual(odd.map((each) => ({ ...each, count: each.count * 2 })));
  });

  it('are worded for readers', () => {
    expect(worded(addedCounts([answers({ 400: 5, 409: 1 })]))).toBe('400 (5), 409 (1)');
  });

  it('are compared without how often they were seen; the words of a probe are compared as they are', () => {
    const counted = (counts: Readonly<Record<string, number>>) => uncounted({ answer: '', counts: answers(counts) });
    expect(counted({ 409: 2, 400: 7 })).toBe(counted({ 400: 5, 409: 1 }));
    expect(counted({ 409: 2 })).not.toBe(counted({ 400: 2 }));
    expect(uncounted({ answer: 'refused with 409 (1)' })).toBe('refused with 409 (1)');
  });
});
