import { describe, expect, it } from 'vitest';
import { Blocks } from '../../../src/client/blocks.ts';
import type { Json } from '../../../src/values/json.ts';

const response = (status: number, value: Json) => {
  const text = JSON.stringify(value);
  return { status, headers: {}, body: { kind: 'json', value, text } as const, bytes: text.length };
};

/** Whether a refusal counts as one of all requests where a plain list is answered so. */
const includes = (refusal: Json, status: number, list: Json) =>
  new Blocks(async () => ({ kind: 'answered', response: response(status, list) })).include(
    'createAddress',
    response(403, refusal),
  );

const locked = (path: string, timestamp: string) => ({ timestamp, error: 'Forbidden', message: 'locked out', path });

describe('an answer with 403', () => {
  it('blocks all requests if a list is refused in the same words, apart from times and paths', async () => {
    const refusal = locked('/v2/transfer/deposit-addresses', '2026-11-28T10:08:56.328Z');
    const list = locked('/v2/transfer/fiat-accounts?limit=1', '2026-11-28T10:08:57.001Z');
    expect(await includes(refusal, 403, list)).toBe(true);
  });

  it.each([
    ['is answered', 200, { items: [] }],
    ['is refused in other words', 403, locked('/v2/transfer/fiat-accounts', 'now').error],
  ])('is a refusal of its own request if a list %s', async (_, status, list) => {
    expect(await includes(locked('/v2/transfer/deposit-addresses', 'now'), status, list)).toBe(false);
  });
});
