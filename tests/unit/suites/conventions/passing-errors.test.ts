import { expect, it } from 'vitest';
import { errsRarely } from '../../../../suites/conventions/passing-errors.ts';
import { exchange } from '../../../support/exchanges.ts';

/** Number of the request, the status of its answer, and what differs from a plain creation. */
type Sent = readonly [request: number, status: number, more?: { readonly ref_id?: string; readonly token?: 'none' }];

/** Judges requests that are sent one after another, and returns the judgement of the last one. */
function judged(sent: readonly Sent[], pace = 10): unknown {
  const judge = errsRarely();
  const judgements = sent.map(([request, status, { ref_id, token } = {}], at) => {
    const input = {
      body: { metadata: { request }, ref_id: ref_id ?? `${at}` },
      credentials: token ?? 'token',
    } as const;
    return judge({ ...exchange('createAddress', { status, body: {} }, input, at + 1), startedAt: (at + 1) * pace });
  });
  return judgements.at(-1);
}

const failed = (from: number, count: number, status = 500, more: Sent[2] = {}): readonly Sent[] =>
  Array.from({ length: count }, (_, at) => [from + at, status, more]);
const inTurn = (count: number): readonly Sent[] =>
  Array.from({ length: count }, (_, at) => [...failed(at, 1), ...failed(at, 1, 200)]).flat();
const INVALID: readonly Sent[] = failed(1_000, 1, 400);

it('the fourth server error that passes is a failure', () => {
  expect(judged([...INVALID, ...inTurn(4)])).toMatchObject([
    { actual: expect.stringContaining('exchanges 2, 4, 6, 8') },
  ]);
  expect(judged([...INVALID, ...inTurn(3)])).toEqual([]);
});

it('errors that are rare among requests with success are none', () => {
  expect(judged([...INVALID, ...failed(100, 77, 200), ...inTurn(4)])).toEqual([]);
  expect(judged([...INVALID, ...failed(100, 76, 200), ...inTurn(4)])).toHaveLength(1);
});

it('the errors of one outage count once', () => {
  expect(judged([...INVALID, ...inTurn(2), ...failed(10, 9), ...failed(10, 9, 200)])).not.toHaveLength(1);
});

it('a target that refuses invalid requests with 500 may have refused each of them', () => {
  expect(judged([...failed(1_000, 1), ...inTurn(4)])).toEqual([]);
});

it('a recording without times shows no errors one after another', () => {
  expect(judged([...INVALID, ...inTurn(4)], 0)).not.toHaveLength(1);
});

it('an error of an outage (503), a repeated ref_id or a request without token does not count', () => {
  const others = (more: Sent[2], status: number) =>
    [0, 1].flatMap((at) => [...failed(at, 1, status, more), ...failed(at, 1, 200)]);
  expect(judged([...INVALID, ...inTurn(2), ...others({}, 503)])).not.toHaveLength(1);
  expect(judged([...INVALID, ...inTurn(2), ...others({ ref_id: '0' }, 500)])).not.toHaveLength(1);
  expect(judged([...INVALID, ...inTurn(2), ...others({ token: 'none' }, 500)])).not.toHaveLength(1);
  expect(judged([...INVALID, ...inTurn(2), ...others({}, 500)])).toHaveLength(1);
});
