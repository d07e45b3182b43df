import { describe, expect, it } from 'vitest';
import { rule, sequence, sequenceWithLost, survey } from '../../../src/engine/check.ts';
import { Judge } from '../../../src/engine/judge.ts';
import { NOT_CONCERNED } from '../../../src/engine/judgement.ts';
import type { Row } from '../../../src/engine/row.ts';
import { answered, type Exchange } from '../../../src/model/exchange.ts';
import { keyOf } from '../../../src/model/facts.ts';
import { type JsonObject, member } from '../../../src/values/json.ts';
import { answeredWith } from '../../support/exchanges.ts';
import { rowOf } from '../../support/rows.ts';

const ONE = { operations: ['fiatWithdrawal'] } as const;

/** Demands that a member is there. */
const present = (id: string, name: string): Row =>
  rowOf(
    id,
    'must',
    [
      rule((exchange) =>
        member(answered(exchange), name) === undefined ? [{ where: `/${name}`, expected: name, actual: 'absent' }] : [],
      ),
    ],
    ONE,
  );

/** Compares a member with nothing: it judges where the member is there. */
const judgesOnly = (name: string): Row =>
  rowOf(
    'SUM',
    'must',
    [rule((exchange) => (member(answered(exchange), name) === undefined ? NOT_CONCERNED : []))],
    ONE,
  );

/** An accepted withdrawal with this answer. */
const withdrawal = (body: JsonObject, over: Partial<Exchange> = {}): Exchange =>
  answeredWith('fiatWithdrawal', body, over);

const tallyOf = (judge: Judge, id: string) => judge.tallies[keyOf(id, 'fiatWithdrawal')];

describe('a judge', () => {
  it('counts the exchanges that each rule judged, and keeps the three smallest failures', () => {
    const judge = new Judge([present('FEE', 'fee')]);
    for (const pad of ['xxxx', 'x', 'xxx', 'xx', ''])
      judge.take(withdrawal({}, { request: { ...withdrawal({}).request, url: `http://localhost/${pad}` } }));
    judge.take(withdrawal({ fee: '1' }));
    expect(tallyOf(judge, 'FEE')).toMatchObject({ judged: 6, relevant: 6, failed: 5 });
    expect(tallyOf(judge, 'FEE')?.failures.map(({ exchanges }) => exchanges[0]?.request.url.length)).toEqual([
      17, 18, 19,
    ]);
  });

  it('returns the violations of each exchange that it takes', () => {
    const judge = new Judge([present('FEE', 'fee'), present('ID', 'id')]);
    expect(judge.take(withdrawal({ id: '1' })).map(({ row }) => row.id)).toEqual(['FEE']);
    expect(judge.take(withdrawal({ id: '1', fee: '1' }))).toEqual([]);
  });

  it('names as blocking a row what every accepted answer violates that the row could not judge', () => {
    const judge = new Judge([present('FEE', 'fee'), present('ID', 'id'), judgesOnly('fee')]);
    judge.take(withdrawal({}));
    expect(tallyOf(judge, 'SUM')?.blockedBy).toEqual(['FEE', 'ID']);
    judge.take(withdrawal({ id: '1' }));
    expect(tallyOf(judge, 'SUM')?.blockedBy).toEqual(['FEE']);
    const refused = { response: { ...withdrawal({}).response, status: 400 } };
    judge.take(withdrawal({ fee: '1' }, refused));
    expect(tallyOf(judge, 'SUM')?.blockedBy).toEqual(['FEE']);
  });

  it('shows requests without an answer only to the sequences that see them, and judges none', () => {
    const seen = { some: [] as number[], others: [] as number[] };
    const noting = (statuses: number[]) => () => (exchange: Exchange) => {
      statuses.push(exchange.response.status);
      return [{ where: null, expected: 'none', actual: 'one' }];
    };
    const judge = new Judge([
      rowOf('SOME', 'must', [sequenceWithLost(noting(seen.some))], ONE),
      rowOf('OTHERS', 'must', [sequence(noting(seen.others))], ONE),
    ]);
    const { response: _, ...common } = withdrawal({});
    judge.takeLost({ ...common, lost: 'the connection was closed', isUnsent: false });
    expect(seen).toEqual({ some: [0], others: [] });
    expect(tallyOf(judge, 'SOME')).toMatchObject({ judged: 0, failed: 0 });
  });

  it('does not judge the answer to a repeated ref_id, because the document does not show it', () => {
    const judge = new Judge([present('FEE', 'fee')]);
    const request = { ...withdrawal({}).request, body: { ref_id: 'r' } };
    expect(judge.take(withdrawal({}, { request }))).toHaveLength(1);
    expect(judge.take(withdrawal({}, { request }))).toEqual([]);
  });

  it('does not judge the answer to a ref_id that was used for another operation either', () => {
    const judge = new Judge([rowOf('ANY', 'must', [rule(() => [{ where: null, expected: 'one', actual: 'two' }])])]);
    const request = { ...withdrawal({}).request, body: { ref_id: 'r' } };
    expect(judge.take(withdrawal({}, { request, operation: 'fiatWithdrawal' }))).toHaveLength(1);
    expect(judge.take(withdrawal({}, { request, operation: 'cryptoWithdrawal' }))).toEqual([]);
  });

  it('judges no request with a ref_id once there were more ref_ids than it remembers', () => {
    const judge = new Judge([present('FEE', 'fee')]);
    const taken = (ref: number) =>
      judge.take(withdrawal({}, { request: { ...withdrawal({}).request, body: { ref_id: `${ref}` } } })).length;
    for (let ref = 0; ref <= 100_000; ref += 1) taken(ref);
    expect(taken(0)).toBe(0);
    expect(judge.take(withdrawal({}))).toHaveLength(1);
  });

  it('shares the state of a sequence with no other judge', () => {
    const second = rowOf('TWICE', 'must', [
      sequence(() => {
        let seen = 0;
        return () => {
          seen += 1;
          return seen > 1 ? [{ where: null, expected: 'one', actual: 'two' }] : [];
        };
      }),
    ]);
    const [a, b] = [new Judge([second]), new Judge([second])];
    expect([a.take(withdrawal({})).length, b.take(withdrawal({})).length, a.take(withdrawal({})).length]).toEqual([
      0, 0, 1,
    ]);
  });

  it('counts what its surveys see, only on the operations of their row', () => {
    let seen = 0;
    const row = rowOf(
      'ASKED',
      'observe',
      [
        survey(() => ({
          see: () => {
            seen += 1;
          },
          counts: () => new Map([['fiatWithdrawal', [{ answer: 'seen', count: seen }]]]),
        })),
      ],
      ONE,
    );
    const judge = new Judge([row]);
    judge.take(withdrawal({}));
    judge.take(withdrawal({}, { operation: 'affirm' }));
    expect(judge.surveys()).toEqual({ [keyOf('ASKED', 'fiatWithdrawal')]: [{ answer: 'seen', count: 1 }] });
  });
});
