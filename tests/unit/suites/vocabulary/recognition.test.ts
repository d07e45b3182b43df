import { expect, it } from 'vitest';
import { recognised } from '../../../../suites/vocabulary/recognition.ts';
import { answeredWith } from '../../../support/exchanges.ts';

it('recognised accepts an answer without items only if the request of the list had a filter', () => {
  const plain = answeredWith('listFiat', {});
  const filtered = { ...plain, request: { ...plain.request, query: { ids: ['a'], limit: ['100'] } } };
  expect(recognised(filtered)).toBe(true);
  expect(recognised({ ...answeredWith('listFiat', { next_page_cursor: 'b' }), request: filtered.request })).toBe(true);
  expect(recognised({ ...answeredWith('listFiat', { data: [] }), request: filtered.request })).toBe(false);
  expect(recognised(plain)).toBe(false);
  expect(recognised(answeredWith('listFiat', { error: 'x' }))).toBe(false);
  expect(recognised(answeredWith('getFiat', {}))).toBe(false);
});
