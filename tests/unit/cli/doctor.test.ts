import { describe, expect, it } from 'vitest';
import { type Examined, examinedData, examinedLines } from '../../../src/cli/doctor/examined.ts';
import { type RunSettings, readSettings } from '../../../src/settings/run-settings.ts';
import { environmentSource, type Flags, flagSource, Settings } from '../../../src/settings/settings.ts';

function settingsWith(flags: Flags): RunSettings {
  const env = { ACCESS_TOKEN: 'secret' };
  const given = { baseUrl: 'https://target.example', ...flags };
  return readSettings(new Settings([flagSource(given), environmentSource(env)]), env);
}

const asked = (operation: 'listFiat' | 'listAccounts') => ({
  ...{ operation, requests: 2, accepted: 1, refused: 1, lost: 0 },
  latency_ms: null,
});

const examined: Examined = {
  fixtures: { profile_id: 'p' },
  origins: { profile_id: 'file', 'fiat_accounts.wire': 'found in lists', 'fiat_accounts.scb': 'file' },
  asked: [asked('listFiat'), asked('listAccounts')],
  token: { operation: 'listFiat', words: 'listFiat with it: accepted (200); without it: refused (401)' },
  plan: { traffic: [], requests: 30, withdrawn: { withdrawals: 0, amounts: {} }, created: [], leftOut: [] },
  gaps: [
    { need: { fixture: 'settlement_transactions.PENDING' }, ids: ['A', 'B'] },
    { need: { fixture: 'settlement_transactions.PENDING', which: 'that are new' }, ids: ['B', 'C'] },
    { need: { fixture: 'order_id' }, ids: ['D'] },
    { need: { words: 'memo_id or something else' }, ids: ['E'] },
  ],
  notes: ['the clock of the target is wrong'],
};

describe('what doctor prints', () => {
  const lines = examinedLines(examined, settingsWith({}));
  const fixture = (name: string) => lines.find((line) => line.startsWith(`fixture     ${name} `))?.slice(40);

  it('names the target, the answers to the token, and whether writes are allowed', () => {
    expect(lines.slice(0, 3)).toEqual([
      'target      https://target.example answers',
      'token       listFiat with it: accepted (200); without it: refused (401)',
      'writes      not allowed: set --allow-writes or ALLOW_WRITES=true',
    ]);
    expect(examinedLines(examined, settingsWith({ readOnly: true }))).toContain('writes      none: --read-only');
  });

  it.each([
    ['profile_id', 'file'],
    ['fiat_accounts', 'wire found in lists, scb file'],
    ['settlement_transactions', 'missing: 3 requirements need it'],
    ['order_id', 'missing: 1 requirement needs it'],
    ['memo_id', 'not set'],
  ])('says of %s where it came from, or how many requirements lack it', (name, words) => {
    expect(fixture(name)).toBe(words);
  });

  it('lists what was asked, the notes and the plan', () => {
    expect(lines).toContain(`asked       ${'listFiat'.padEnd(28)}1 of 2 accepted; one was sent without the token`);
    expect(lines).toContain(`asked       ${'listAccounts'.padEnd(28)}1 of 2 accepted`);
    expect(lines).toContain('note        the clock of the target is wrong');
    expect(lines.some((line) => line.startsWith(`send        ${'in total'.padEnd(28)}30 requests`))).toBe(true);
  });

  it('is the same for programs, with the ids of the requirements', () => {
    expect(examinedData(examined, settingsWith({}))).toMatchObject({
      target: { base_url: 'https://target.example', answers: true },
      writes: 'not-allowed',
      fixtures: { profile_id: 'file', order_id: null },
      missing: {
        'settlement_transactions.PENDING': ['A', 'B'],
        'settlement_transactions.PENDING that are new': ['B', 'C'],
        order_id: ['D'],
        'memo_id or something else': ['E'],
      },
      asked: [
        { operation: 'listFiat', requests: 2, accepted: 1 },
        { operation: 'listAccounts', requests: 2, accepted: 1 },
      ],
      notes: ['the clock of the target is wrong'],
      plan: { requests: 30 },
    });
  });
});
