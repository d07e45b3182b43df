import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/values/json.ts';
import { shapes } from '../../../../suites/resources/group.ts';
import { answeredWith } from '../../../support/exchanges.ts';
import { transfer } from '../../../support/transfer.ts';

const expectedOf = (change: JsonObject): readonly string[] => {
  const judged = shapes.judge(answeredWith('fiatWithdrawal', { ...transfer, type: 'WIRE_WITHDRAWAL', ...change }));
  return [...(judged?.flaws.values() ?? [])].flatMap((flaws) => flaws.map(({ expected }) => expected));
};

describe('the words for a member that is null', () => {
  it.each([
    ['an optional string', { memo: null }, 'a string, or no such member'],
    ['an optional object', { metadata: null }, 'an object, or no such member'],
    [
      'an optional member of an inner object',
      { status_details: { max_rent_exceeded: { message: null } } },
      'a string, or no such member',
    ],
    ['a required string', { customer_id: null }, 'a string'],
  ])('of %s', (_, change, expected) => {
    expect(expectedOf(change)).toEqual([expected]);
  });

  it('are not used for a value of another type', () => {
    expect(expectedOf({ memo: 5 })).toEqual(['a string']);
  });
});
