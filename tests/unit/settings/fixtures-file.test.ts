import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseFixtures, readFixtures } from '../../../src/settings/fixtures-file.ts';

const WHOLE = {
  profile_id: 'p',
  identity_id: 'i',
  account_id: 'a',
  order_id: 'o',
  memo_id: 'm',
  fiat_accounts: { wire: ['1'], cbit: ['2'], dbs_act: ['3'], cubix: ['4'], scb: ['5'] },
  updatable_fiat_account_id: '6',
  deleted_fiat_account_id: '7',
  crypto_destinations: [{ asset: 'ETH', crypto_network: 'ETHEREUM', destination_address: '0x' }],
  quote_executions: [{ profile_id: 'p', id: 'q' }],
  settlement_transactions: { PENDING: ['8'], AFFIRMED: [], SETTLED: ['9'], EXPIRED: ['10'], CANCELLED: ['11'] },
};

function problem(act: () => unknown): string {
  try {
    act();
    return 'nothing is wrong';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test('a fixtures file that gives a member twice is refused', () => {
  expect(problem(() => parseFixtures('{"order_id": "a", "order_id": "b"}', 'f'))).toContain('already used');
});

test('a fixtures file with all members and an empty one are accepted', () => {
  expect(parseFixtures(JSON.stringify(WHOLE), 'f')).toEqual(WHOLE);
  expect(parseFixtures('\uFEFF{}', 'f')).toEqual({});
});

describe('a mistake in a fixtures file gives one sentence that names the member', () => {
  test.each<[unknown, string]>([
    [[], 'the file must be an object, not an array'],
    [{ profil_id: 'p' }, 'profil_id is not a known member: use profile_id, identity_id'],
    [{ profile_id: 7 }, 'profile_id must be a string, not 7'],
    [{ order_id: '' }, 'order_id must not be empty'],
    [{ fiat_accounts: { wire: [''] } }, 'fiat_accounts.wire[0] must not be empty'],
    [{ third_party: 'yes' }, 'third_party must be true or false, not "yes"'],
    [{ fiat_amount: '1,50' }, 'fiat_amount must look like 5 or 0.25, not "1,50"'],
    [{ order_id: null }, 'order_id must be a string, not null'],
    [{ fiat_accounts: ['x'] }, 'fiat_accounts must be an object'],
    [
      { fiat_accounts: { sepa: ['x'] } },
      'fiat_accounts.sepa is not a known member: use wire, cbit, dbs_act, cubix, scb',
    ],
    [{ fiat_accounts: { wire: 'x' } }, 'fiat_accounts.wire must be an array'],
    [{ fiat_accounts: { wire: ['x', 3] } }, 'fiat_accounts.wire[1] must be a string, not 3'],
    [
      { crypto_destinations: [{ asset: 'ETH', crypto_network: 'ETHEREUM' }] },
      'crypto_destinations[0] has no destination_address',
    ],
    [
      { crypto_destinations: [{ asset: 'E', crypto_network: 'ETHER', destination_address: 'a' }] },
      'crypto_destinations[0].crypto_network must be one of BITCOIN, ETHEREUM',
    ],
    [
      { settlement_transactions: { pending: [] } },
      'settlement_transactions.pending is not a known member: use PENDING',
    ],
    [
      { fiat_accounts: { wire: ['x'] }, updatable_fiat_account_id: 'x' },
      'updatable_fiat_account_id is also one of fiat_accounts',
    ],
  ])('%j', (value, sentence) => {
    const said = problem(() => parseFixtures(JSON.stringify(value), 'fixtures.json'));
    expect(said).toContain(`the fixtures in fixtures.json are not usable: ${sentence}`);
    expect(said).not.toContain(';');
  });

  test('several mistakes are all named', () => {
    const said = problem(() => parseFixtures('{"profile_id":1,"extra":2}', 'f'));
    expect(said).toMatch(/extra is not a known member.*; profile_id must be a string/);
  });

  test('text that is not JSON gives a message without control characters', () => {
    expect(problem(() => parseFixtures('{"a":\u001b[31m', 'f'))).toBe(
      'the fixtures in f are not usable: it is not JSON: line 1, column 6: unexpected character at the start of a value or name: names and strings need double quotes',
    );
  });
});

describe('a fixtures file', () => {
  test('is read from a path', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'fixtures-')), 'fixtures.json');
    writeFileSync(path, JSON.stringify(WHOLE));
    expect(readFixtures(path)).toEqual(WHOLE);
  });

  test('that does not exist or is a folder gives a message with the path', () => {
    expect(problem(() => readFixtures('/nowhere/f.json'))).toContain('/nowhere/f.json does not exist: give the path');
    expect(problem(() => readFixtures(tmpdir()))).toContain('is a folder');
  });
});
