import { expect, test } from 'vitest';
import { briefSelection } from '../../../src/model/brief-selection.ts';

test('a selection is shortened only if it names more than six', () => {
  const few = '--only A,B,C,D,E,F --exclude G --level must';
  expect(briefSelection(few)).toBe(few);
  expect(briefSelection('--only A,B,C,D,E,F,G,H --level must')).toBe('--only A, B, C, D, E, F and 2 more --level must');
});
