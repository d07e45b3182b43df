import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../src/contract/operations.ts';
import { NOT_CONCERNED } from '../../../../src/engine/judgement.ts';
import { creationKept } from '../../../../suites/fiat-accounts/creation.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const account = {
  id: '183d5b6f-6813-4f5f-a0b4-f35987db60c6',
  status: 'APPROVED',
  fiat_network_instructions: {},
  created_at: '2025-01-01T00:00:00Z',
  ref_id: 'first',
};

/** What is wrong with the last of some answers, each of an operation and with some members of its own. */
function said(...answers: readonly (readonly [operation: Operation, over?: object])[]) {
  const judge = creationKept();
  const shown = answers.map(([operation, over]) => {
    const found = { ...account, ...over };
    return judge(answeredWith(operation, operation === 'listFiat' ? { items: [found] } : found));
  });
  return shown.at(-1);
}

describe('an update of a fiat account', () => {
  it.each([
    'listFiat',
    'getFiat',
    'putFiat',
  ] as const)('must keep the created_at and ref_id that %s showed', (operation) => {
    expect(said([operation], ['putFiat'])).toEqual([]);
    expect(said([operation], ['putFiat', { created_at: '2025-03-01T00:00:00Z' }])).toEqual([
      {
        where: '/created_at',
        expected: '"2025-01-01T00:00:00Z", as first answered',
        actual: '"2025-03-01T00:00:00Z"',
      },
    ]);
    expect(said([operation], ['putFiat', { ref_id: 'second' }])).toEqual([
      { where: '/ref_id', expected: '"first", as first answered', actual: '"second"' },
    ]);
  });

  it('is compared with the first answer, not with the latest', () => {
    const later = { created_at: '2025-03-01T00:00:00Z' };
    expect(said(['listFiat'], ['getFiat', later], ['putFiat', later])).toMatchObject([{ where: '/created_at' }]);
  });

  it('may omit or add ref_id and spell values differently, and is compared by account', () => {
    expect(said(['getFiat'], ['putFiat', { ref_id: undefined }])).toEqual([]);
    expect(said(['getFiat', { ref_id: undefined }], ['putFiat'])).toEqual([]);
    expect(
      said(['getFiat'], ['putFiat', { id: account.id.toUpperCase(), created_at: '2025-01-01T01:00:00+01:00' }]),
    ).toEqual([]);
    expect(said(['getFiat'], ['putFiat', { id: 'another', ref_id: 'second' }])).toBe(NOT_CONCERNED);
  });

  it('is judged only with an earlier answer, and reads are not judged', () => {
    expect(said(['putFiat'])).toBe(NOT_CONCERNED);
    expect(said(['putFiat'], ['getFiat', { ref_id: 'second' }])).toBe(NOT_CONCERNED);
  });
});
