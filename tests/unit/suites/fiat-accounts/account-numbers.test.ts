import { describe, expect, it } from 'vitest';
import { NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../../src/engine/judgement.ts';
import { hiddenNumbers, maskedNumbers } from '../../../../suites/fiat-accounts/account-numbers.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const ID = '183d5b6f-6813-4f5f-a0b4-f35987db60c6';

const account = (account_number: string, updated_at?: string) => ({
  id: ID,
  status: 'APPROVED',
  created_at: '2025-01-01T00:00:00Z',
  fiat_network_instructions: { scb: { account_number } },
  ...(updated_at === undefined ? {} : { updated_at }),
});

const read = (number: string, updated?: string) => answeredWith('getFiat', account(number, updated));
const update = (number: string, updated?: string) => answeredWith('putFiat', account(number, updated));
const list = (number: string, updated?: string) => answeredWith('listFiat', { items: [account(number, updated)] });

/** What is wrong with the last of some exchanges. */
function said(...exchanges: readonly ReturnType<typeof read>[]) {
  const judge = maskedNumbers();
  const judgements = exchanges.map((each) => judge(each));
  const last = judgements.at(-1);
  return Array.isArray(last) ? last.map(({ actual }) => actual) : (last ?? 'not judged');
}

describe('an account number in a list', () => {
  it.each([
    '000123456789',
    'XXXXXXXX6789',
    '••••6789',
    '****-6789',
    '6789',
    '000000006789',
  ])('may be shown as %s', (found) => expect(said(read('000123456789'), list(found))).toEqual([]));

  it.each([
    ['XXXXXXXX0000', 'a number that ends in "0000"'],
    ['0001XXXXXXXX', 'a number that ends in "XXXX"'],
    ['00XXXXXX6789', 'a number that shows more than the last four characters'],
    ['XXXXXX456789', 'a number that shows more than the last four characters'],
    ['00016789', 'a number that shows more than the last four characters'],
  ])('may not be shown as %s', (found, actual) => {
    expect(said(read('000123456789'), list(found))).toEqual([actual]);
  });

  it('may be masked completely only when it has at most four characters', () => {
    expect(said(read('6789'), list('****'))).toEqual([]);
    expect(said(read('789'), list('XXX-'))).toEqual([]);
    expect(said(read('56789'), list('*****'))).toEqual(['a number that ends in "****"']);
  });

  it('is not judged when no read showed it unmasked', () => {
    expect(said(list('XXXX6789'))).toBe(NOTHING_TO_JUDGE);
    expect(said(read('XXXX6789'), list('XXXX0000'))).toBe(NOTHING_TO_JUDGE);
    expect(said(update('000123456789'), list('XXXX0000', undefined))).toBe(NOTHING_TO_JUDGE);
  });

  it('may differ after an update by anyone', () => {
    const [before, after] = ['2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z'];
    expect(said(read('000123456789', before), list('XXXX0000', after))).toBe(NOTHING_TO_JUDGE);
    expect(said(read('000123456789', before), list('XXXX0000', before))).toEqual(['a number that ends in "0000"']);
    expect(said(read('000123456789'), list('XXXX0000', after))).toEqual(['a number that ends in "0000"']);
    expect(said(read('000123456789'), update('000123450000'), list('XXXX6789'))).toBe(NOTHING_TO_JUDGE);
  });

  it.each([0, 400, 500, 504])('may differ after an update that is answered with %s', (status) => {
    const path = { id: ID.toUpperCase() };
    const failed = answeredWith('putFiat', {});
    const unknown = {
      ...failed,
      request: { ...failed.request, path },
      response: { ...failed.response, status },
    };
    const then = '2025-01-01T00:00:00Z';
    const full = { ...read('000123456789', then), startedAt: Date.parse('2026-01-01T00:00:00Z') };
    expect(said(full, unknown, list('XXXX0000', then))).toBe(NOTHING_TO_JUDGE);
    expect(said(full, unknown, full, list('XXXX0000', then))).toEqual(['a number that ends in "0000"']);
  });

  it('is not compared with an update that was made less than a second before', () => {
    const [now, earlier] = ['2026-01-01T00:00:00Z', '2025-12-31T23:00:00Z'];
    const dated = (updated: string) => ({ ...update('000123456789', updated), startedAt: Date.parse(now) });
    expect(said(dated(now), list('XXXX0000', now))).toBe(NOTHING_TO_JUDGE);
    expect(said(dated(earlier), list('XXXX0000', earlier))).toEqual(['a number that ends in "0000"']);
  });

  it('is not compared with an update in a recording without times', () => {
    const then = '2025-12-31T23:00:00Z';
    expect(said(update('000123456789', then), list('XXXX0000', then))).toBe(NOTHING_TO_JUDGE);
  });
});

describe('an account number in an answer about one account', () => {
  it.each(['********6789', 'XXXXXX6789', '••6789', '##6789'])('is masked when it is %s', (number) => {
    expect(hiddenNumbers(read(number))).toMatchObject([
      { where: '/fiat_network_instructions/scb/account_number', actual: `"${number}"` },
    ]);
  });

  it.each(['000123456789', 'GB33BUKB20201555555555', 'XX-1', '12*34'])('is not masked when it is %s', (number) => {
    expect(hiddenNumbers(update(number))).toEqual([]);
  });

  it('is not judged when there is none, or in a recording', () => {
    expect(hiddenNumbers(answeredWith('getFiat', { ...account('1'), fiat_network_instructions: {} }))).toBe(
      NOTHING_TO_JUDGE,
    );
    const recorded = { file: 'exchanges.har', entry: 1 };
    expect(hiddenNumbers(answeredWith('getFiat', account('****6789'), { recorded }))).toBe(NOT_CONCERNED);
  });
});
