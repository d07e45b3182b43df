import { describe, expect, it } from 'vitest';
import { lineCapture } from '../../../src/recordings/exchange-line.ts';

const place = { id: 1, file: 'calls.ndjson', entry: 1 };
const URL = 'http://x.test/v2/transfer/fiat-accounts';

const line = (request: object, response: object = { status: 200, body: { items: [] } }) =>
  lineCapture({ request: { method: 'GET', url: URL, ...request }, response }, place);

describe('a line of NDJSON', () => {
  it('may have headers with one value or several, as texts or numbers', () => {
    const headers = { Accept: ['text/html', 'application/json'], 'X-Count': 5 };
    expect(line({ headers })?.headers).toEqual({ accept: 'text/html, application/json', 'x-count': '5' });
  });

  it.each([
    ['an object', { toString: 1 }],
    ['lists in lists', [[['a']]]],
    ['null', null],
    ['true', true],
  ])('has no header whose value is %s', (_, value) => {
    expect(line({ headers: { odd: value, plain: 'a' } })?.headers).toEqual({ plain: 'a' });
  });

  it.each([
    Number.POSITIVE_INFINITY,
    -1,
    8.64e15,
    null,
    '5',
  ])('has a bounded duration, so that its end is a date: %j', (duration_ms) => {
    for (const started_at of ['+275760-09-13T00:00:00Z', '2026-01-01T00:00:00Z', 'never']) {
      const request = { method: 'GET', url: URL };
      const found = lineCapture({ request, response: { status: 200 }, started_at, duration_ms }, place);
      const { startedAt, durationMs } = found ?? { startedAt: Number.NaN, durationMs: Number.NaN };
      expect(new Date(startedAt + durationMs).getTime()).toBeGreaterThanOrEqual(startedAt);
    }
  });

  it('has no known body if the body is nested too deeply to be written', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(line({ body: deep })?.body).toEqual({ kind: 'unrecorded' });
    expect(line({}, { status: 200, body: deep })?.answer).toMatchObject({ body: { kind: 'unrecorded' } });
  });
});
