import { expect, it } from 'vitest';
import { NOTHING_TO_JUDGE } from '../../../../src/engine/judgement.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { ofNoOtherRequest } from '../../../../suites/metadata/other-metadata.ts';
import { answeredWith, made } from '../../../support/exchanges.ts';

const address = {
  profile_id: 'p',
  customer_id: 'c',
  crypto_network: 'ETHEREUM',
  address: '0x1',
  conversion_target_asset: 'NO_CONVERSION',
  created_at: '2026-01-01T00:00:00Z',
};
const metadata = { of: 'the first request' };

/** Judges an answer that shows metadata of the first creation, after others with the same metadata. */
function judgedAfter(others: number, id: string) {
  const judge = ofNoOtherRequest();
  const creation = (created: string, body: JsonObject) => {
    const { request } = made('createAddress', body);
    return judge(answeredWith('createAddress', { ...address, id: created, metadata }, { request }));
  };
  creation('first', { metadata });
  for (let other = 0; other < others; other += 1) creation(`other ${other}`, { metadata });
  return creation(id, {});
}

it('metadata of another request is a failure in the answer to a new creation', () => {
  expect(judgedAfter(1, 'new')).toMatchObject([{ where: '/metadata' }]);
});

it.each([1, 20_000])('a repetition of a creation may show its metadata, also after %i others', (others) => {
  expect(judgedAfter(others, 'first')).toBe(NOTHING_TO_JUDGE);
});
