import { expect, it } from 'vitest';
import { recognised } from '../../suites/vocabulary/recognition.ts';
import { answeredWith } from './exchanges.ts';

it('takes an object without members for a list that has nothing to show, and for no resource', () => {
  expect(recognised(answeredWith('listFiat', {}))).toBe(true);
  expect(recognised(answeredWith('listFiat', { error: 'x' }))).toBe(false);
  expect(recognised(answeredWith('getFiat', {}))).toBe(false);
});
