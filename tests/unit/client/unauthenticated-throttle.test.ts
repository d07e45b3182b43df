import { expect, it } from 'vitest';
import { UnauthenticatedThrottle } from '../../../src/client/unauthenticated-throttle.ts';

it('a limited answer stands when it came twice to two requests in a row', () => {
  const throttle = new UnauthenticatedThrottle();
  const attempts = [1, 2, 1, 2, 1, 1].map((attempt) => throttle.stands(attempt, undefined));
  expect(attempts).toEqual([false, true, false, true, true, true]);
});

it('a limited answer is followed again after an answer that was not limited', () => {
  const throttle = new UnauthenticatedThrottle();
  for (const attempt of [1, 2, 1, 2]) throttle.stands(attempt, 1_000);
  throttle.recordAnswer();
  expect(throttle.stands(1, 1_000)).toBe(false);
});

it('a limited answer that asks for a long pause stands at once', () => {
  expect(new UnauthenticatedThrottle().stands(1, 900_000)).toBe(true);
});
