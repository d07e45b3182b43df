import { expect, it } from 'vitest';
import { Lockout } from '../../../src/client/lockout.ts';

it('a limited answer stands when it came twice to two requests in a row', () => {
  const lockout = new Lockout();
  const attempts = [1, 2, 1, 2, 1, 1].map((attempt) => lockout.stands(attempt, undefined));
  expect(attempts).toEqual([false, true, false, true, true, true]);
});

it('a limited answer is followed again after an answer that was not limited', () => {
  const lockout = new Lockout();
  for (const attempt of [1, 2, 1, 2]) lockout.stands(attempt, 1_000);
  lockout.recordAnswer();
  expect(lockout.stands(1, 1_000)).toBe(false);
});

it('a limited answer that asks for a long pause stands at once', () => {
  expect(new Lockout().stands(1, 900_000)).toBe(true);
});
