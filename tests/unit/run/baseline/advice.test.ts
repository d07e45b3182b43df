import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../src/contract/operations.ts';
import { keyOf } from '../../../../src/model/facts.ts';
import type { FixturePath } from '../../../../src/model/fixtures.ts';
import type { InconclusiveOutcome, Outcome } from '../../../../src/model/outcome.ts';
import { advised, type Situation } from '../../../../src/run/baseline/advice.ts';
import { BASELINE_ROW } from '../../../../src/run/baseline/baseline-requests.ts';
import { forbiddenWrites } from '../../../../src/run/baseline/forbidden-writes.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const refused = (status: number, fixture?: FixturePath): InconclusiveOutcome => ({
  kind: 'inconclusive',
  cause: 'refused',
  reason: `answered ${status}`,
  refusal: { status, words: `${status} "no"` },
  ...(fixture === undefined ? {} : { need: { fixture } }),
});

const lacking = (fixture: FixturePath): InconclusiveOutcome => ({
  kind: 'inconclusive',
  cause: 'fixture',
  reason: `there is no ${fixture}`,
  need: { fixture },
});

const baseline = (outcomes: Partial<Record<Operation, Outcome>>): Record<string, Outcome> =>
  Object.fromEntries(Object.entries(outcomes).map(([operation, each]) => [`${BASELINE_ROW} ${operation}`, each]));

const stats = (accepted: number) => ({ requests: 9, accepted, refused: 9 - accepted, lost: 0, latencies: null });

describe('a token without the right to write', () => {
  const reads = { listFiat: stats(5), putFiat: stats(0) };
  const writes = baseline({ putFiat: refused(403), addMembers: refused(403) });

  it('is suspected if every valid write is forbidden while reads are accepted', () => {
    expect(forbiddenWrites(writes, reads)).toMatch(
      /^every valid write was answered 403 while reads are accepted: the token may lack the right to write/,
    );
    const unauthorized = answeredWith(
      'affirm',
      {},
      { response: { ...answeredWith('affirm', {}).response, status: 401 } },
    );
    const failing: Outcome = {
      kind: 'fails',
      failures: [{ operation: 'affirm', where: null, expected: 'success', actual: '401', exchanges: [unauthorized] }],
    };
    expect(forbiddenWrites({ ...writes, ...baseline({ affirm: failing }) }, reads)).toContain('403 or 401');
  });

  it.each([
    ['no read is accepted', writes, { listFiat: stats(0) }],
    ['a write is accepted', writes, { ...reads, createAddress: stats(1) }],
    ['a write is refused for another reason', { ...writes, ...baseline({ affirm: refused(400) }) }, reads],
    ['only one operation refuses', baseline({ putFiat: refused(403) }), reads],
  ])('is not suspected if %s', (_, outcomes, traffic) => {
    expect(forbiddenWrites(outcomes, traffic)).toBeUndefined();
  });
});

describe('what an outcome needs', () => {
  const given = {
    account_id: 'a',
    settlement_transactions: { PENDING: ['t'] },
    fiat_accounts: { wire: ['w'] },
  };
  const plain: Situation = { given, obstacle: undefined, isForbidden: false };
  const provided = (
    operation: Operation,
    outcome: Outcome,
    situation: Situation,
    others: Record<string, Outcome> = {},
  ) => advised({ ...others, [keyOf('ROW', operation)]: outcome }, situation)[keyOf('ROW', operation)];

  it.each([
    ['addMembers', refused(422, 'account_id'), { words: 'another account_id' }],
    ['getFiat', refused(422, 'fiat_accounts'), { words: 'other fiat_accounts' }],
    ['createAddress', refused(422, 'profile_id'), { fixture: 'profile_id' }],
    ['addMembers', lacking('account_id'), { fixture: 'account_id' }],
  ] as const)('is another value of a fixture that was given and refused: %s', (operation, outcome, due) => {
    expect(provided(operation, outcome, plain)).toMatchObject({ need: due, cause: outcome.cause });
  });

  it('is a token that may write if every write is forbidden, and not a fixture that was given', () => {
    const forbidden = { ...plain, isForbidden: true };
    const due = { need: { words: 'a token that may write' }, cause: 'other' };
    expect(provided('addMembers', refused(403, 'account_id'), forbidden)).toMatchObject(due);
    expect(provided('affirm', lacking('settlement_transactions.PENDING'), forbidden)).toMatchObject(due);
    expect(provided('sandboxDeposit', lacking('memo_id'), forbidden)).toMatchObject({ need: { fixture: 'memo_id' } });
    expect(provided('getFiat', refused(403), forbidden)).not.toHaveProperty('need');
  });

  it.each([
    ['base URL', 'a base URL at which the service answers lists'],
    ['token', 'a token that may read'],
  ] as const)('is another %s if no list is answered because of it', (obstacle, words) => {
    for (const each of [refused(404, 'account_id'), lacking('memo_id')])
      expect(provided('addMembers', each, { ...plain, obstacle })).toMatchObject({ need: { words } });
  });

  it('is other PENDING transactions, or a command, if those given are used up', () => {
    const PENDING = 'settlement_transactions.PENDING';
    const used = baseline({ affirm: refused(409, PENDING) });
    const due = {
      need: { words: `other ${PENDING}, because those given are used up, or --fixtures-command` },
      cause: 'fixture',
    };
    expect(provided('affirm', refused(409), plain, used)).toMatchObject(due);
    expect(provided('affirm', lacking(PENDING), plain, used)).toMatchObject(due);
    expect(provided('affirm', lacking(PENDING), { ...plain, given: {} }, used)).toMatchObject({
      need: { fixture: PENDING },
    });
    expect(provided('affirm', lacking(PENDING), plain)).toMatchObject({ need: { fixture: PENDING } });
    expect(provided('affirm', refused(422), plain, used)).not.toHaveProperty('need');
  });
});
