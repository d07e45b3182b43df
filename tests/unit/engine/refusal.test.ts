import { describe, expect, it } from 'vitest';
import { refusal } from '../../../src/engine/refusal.ts';
import { exchange } from '../../support/exchanges.ts';

describe('the description of a refusal', () => {
  it.each([
    [{ status: 400 }, '400'],
    [{ status: 400, body: { detail: 'no' } }, '400 "no"'],
    [{ status: 400, body: { message: '', title: 'Bad' } }, '400 "Bad"'],
    [{ status: 422, body: ['no'] }, '422 ["no"]'],
    [{ status: 302, headers: { location: '/login' } }, '302, a redirect to "/login", which is not followed'],
  ])('of %o is %s', (answer, words) => expect(refusal(exchange('listFiat', answer))).toBe(words));
});
