import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../../src/contract/operations.ts';
import { NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../../../src/engine/judgement.ts';
import type { Exchange } from '../../../../../src/model/exchange.ts';
import type { JsonObject } from '../../../../../src/values/json.ts';
import { ofNoOtherResource } from '../../../../../suites/lists/items/values-of-others.ts';
import { answeredWith } from '../../../../support/exchanges.ts';

const SECOND_MS = 1_000;
const NOW = Date.parse('2026-03-02T00:00:00Z');

/** The time of a request this many seconds after the first one; undefined where a recording shows no times. */
const after = (seconds: number | undefined) => (seconds === undefined ? 0 : NOW + seconds * SECOND_MS);

const listed = (metadata: JsonObject, seconds?: number) =>
  answeredWith('listAccounts', { items: [{ id: 'account-1', metadata }] }, { startedAt: after(seconds) });

const sent = (operation: Operation, body: JsonObject, seconds?: number): Exchange => {
  const exchange = answeredWith(operation, {}, { startedAt: after(seconds) });
  return { ...exchange, request: { ...exchange.request, body } };
};

/** Judges exchanges one after another and returns the last judgement. */
const lastOf = (exchanges: readonly Exchange[]) => {
  const judge = ofNoOtherResource();
  return exchanges.map((exchange) => judge(exchange)).at(-1);
};

const TIER = { tier: 'gold' };
const OTHER = { tier: 'silver' };
const withTier = sent('putFiat', { metadata: TIER }, 2);

describe('a value of an item', () => {
  it('is not one that a later request gave to another resource', () => {
    const found = lastOf([listed(OTHER, 0), withTier, listed(TIER, 4)]);
    expect(found).toMatchObject([{ where: '/items/0/metadata', actual: expect.stringContaining('gold') }]);
  });

  it('may be changed by somebody else to a value that no request gave', () => {
    expect(lastOf([listed(OTHER, 0), withTier, listed({ tier: 'bronze' }, 4)])).toEqual([]);
  });

  it('may be one that the item showed before the request', () => {
    expect(lastOf([listed(TIER, 0), withTier, listed(OTHER, 4), listed(TIER, 6)])).toEqual([]);
  });

  it('is not judged if the request was sent before the item was first shown', () => {
    expect(lastOf([withTier, listed(OTHER, 3), listed(TIER, 4)])).toEqual([]);
  });

  it('is not judged if the list did not show the part before', () => {
    const bare = answeredWith('listAccounts', { items: [{ id: 'account-1' }] }, { startedAt: after(0) });
    expect(lastOf([bare, withTier, listed(TIER, 4)])).toEqual([]);
  });

  it('is not judged when the item is shown first', () => {
    expect(lastOf([listed(OTHER, 0)])).toBe(NOTHING_TO_JUDGE);
  });

  it('is not judged in a recording without times', () => {
    expect(lastOf([listed(OTHER), sent('putFiat', { metadata: TIER }), listed(TIER)])).toBe(NOT_CONCERNED);
  });

  it('is the same for the owner of a deposit instruction', () => {
    const owned = (name: string, seconds: number) =>
      answeredWith(
        'listInstructions',
        {
          items: [
            {
              id: 'instruction-1',
              memo_id: 'MEMO1',
              fiat_network_instructions: { fiat_account_owner: { institution_details: { name } } },
            },
          ],
        },
        { startedAt: after(seconds) },
      );
    const deposit = sent('sandboxDeposit', { fiat_account_owner: { institution_details: { name: 'Depositor' } } }, 2);
    expect(lastOf([owned('Platform', 0), deposit, owned('Depositor', 4)])).toMatchObject([
      { where: '/items/0/fiat_network_instructions/fiat_account_owner' },
    ]);
  });
});
