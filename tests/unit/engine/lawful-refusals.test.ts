import { describe, expect, it } from 'vitest';
import { type Grounds, type LawfulRefusal, refusalOfLawful } from '../../../src/engine/proof.ts';
import { isSameAnswer } from '../../../src/engine/same-answer.ts';
import type { Exchange } from '../../../src/model/exchange.ts';

const table: readonly (readonly [status: number, Readonly<Record<Grounds, LawfulRefusal>>])[] = [
  [
    0,
    {
      nothing: 'needs-control',
      vouched: 'needs-control',
      read: 'needs-control',
      shown: 'needs-control',
      named: 'needs-control',
    },
  ],
  [302, { nothing: 'fails', vouched: 'fails', read: 'refused', shown: 'refused', named: 'refused' }],
  [400, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'refused', named: 'refused' }],
  [403, { nothing: 'fails', vouched: 'fails', read: 'refused', shown: 'refused', named: 'refused' }],
  [404, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'needs-route' }],
  [405, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'fails' }],
  [406, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'fails' }],
  [409, { nothing: 'fails', vouched: 'fails', read: 'refused', shown: 'refused', named: 'refused' }],
  [410, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'needs-route' }],
  [415, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'fails' }],
  [422, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'refused', named: 'refused' }],
  [429, { nothing: 'transport', vouched: 'transport', read: 'transport', shown: 'transport', named: 'transport' }],
  [500, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'fails' }],
  [501, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'fails' }],
  [503, { nothing: 'fails', vouched: 'fails', read: 'fails', shown: 'fails', named: 'fails' }],
];

describe('the refusal of a valid request', () => {
  it.each(table)('with status %d is judged by the grounds for calling the request valid', (status, due) => {
    for (const grounds of ['nothing', 'vouched', 'read', 'shown', 'named'] as const)
      expect(refusalOfLawful(status, grounds), grounds).toBe(due[grounds]);
  });
});

function answer(path: string, text: string, type = 'application/json', status = 404): Exchange {
  return {
    id: 1,
    operation: 'getQuote',
    request: {
      method: 'GET',
      url: `http://t${path}`,
      headers: {},
      path: {},
      query: {},
      body: undefined,
      credentials: 'token',
    },
    startedAt: 0,
    durationMs: 0,
    purpose: { kind: 'traffic', what: 'recorded traffic' },
    response: {
      status,
      headers: { 'content-type': type },
      body: { kind: 'unreadable', text, reason: '' },
      bytes: text.length,
    },
  };
}

describe('two answers', () => {
  const unknownPath = answer('/v2/no-such-path/a', 'no route for /v2/no-such-path/a, request 17');

  it.each([
    [
      'look the same when only the path and a number differ',
      answer('/v2/profiles/b', 'no route for /v2/profiles/b, request 18'),
      true,
    ],
    ['look different when their words differ', answer('/v2/profiles/b', 'there is no such quote'), false],
    [
      'look different when their status differs',
      answer('/v2/profiles/b', 'no route for /v2/profiles/b, request 18', undefined, 400),
      false,
    ],
    [
      'look different when their media type differs',
      answer('/v2/profiles/b', 'no route for /v2/profiles/b, request 18', 'text/html'),
      false,
    ],
  ])('%s', (_, other, due) => expect(isSameAnswer(unknownPath, other)).toBe(due));

  it('look the same when only ids and times differ', () => {
    const one = answer('/a', '{"id":"5fc6d191-193c-4e28-94fa-656bbdbdfaad","at":"2026-01-05T10:00:00.5Z"}');
    const two = answer('/b', '{"id":"039821e7-9d0f-402a-aebd-d4c060aefeed","at":"2026-11-21T20:38:12Z"}');
    expect(isSameAnswer(one, two)).toBe(true);
  });
});
