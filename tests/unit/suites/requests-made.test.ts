import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nearMisses } from '../../../generators/index.ts';
import { cites, statements } from '../../../src/contract/document.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { Judge } from '../../../src/engine/judge.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { rows } from '../../../suites/index.ts';
import { requestsMade } from '../../../suites/requests-made.ts';
import { made } from '../../support/exchanges.ts';
import { breakable, named, requests, sampled } from '../../support/inputs.ts';

const document = statements(readFileSync('docs/interface.md', 'utf8'));

/** The ids of the rules that a request breaks. */
const broken = (exchange: Exchange): readonly string[] => [
  ...new Set(new Judge(requestsMade).take(exchange).map(({ row }) => row.id)),
];

describe('the rows for clients', () => {
  it('have unique ids, which do not change', () => {
    const ids = requestsMade.map(({ id }) => id);
    expect(new Set([...ids, ...rows.map(({ id }) => id)]).size).toBe(ids.length + rows.length);
    expect(requestsMade.map(({ id, level }) => `${id} ${level}`).sort()).toMatchSnapshot();
  });

  it('cite words of the document', () => {
    const nowhere = requestsMade.flatMap(({ id, cites: places }) =>
      places
        .filter((place) => !document.some((each) => cites(place, each)))
        .map((place) => `${id}: ${place.section} ${place.words}`),
    );
    expect(nowhere).toEqual([]);
  });
});

describe.each(Object.entries(requests))('a request of %s', (name, request) => {
  const operation = name as Operation;

  it('violates no row for clients when it is valid', () => {
    for (const body of sampled(request.lawful)) expect(broken(made(operation, body))).toEqual([]);
  });

  /** Which accounts belong to which network cannot be seen in a request. */
  const visible = breakable(name).filter((each) => each.kind !== 'at-most' || each.network === undefined);

  it.each(
    visible.map((each) => [named(each), each] as const),
  )('violates one row for clients when it breaks one constraint: %s', (_, constraint) => {
    for (const { twin, variant } of sampled(nearMisses(constraint, request.lawful), 20)) {
      expect(broken(made(operation, twin))).toEqual([]);
      const found = broken(made(operation, variant));
      expect(found.length, `${JSON.stringify(variant)} ${found}`).toBe(1);
    }
  });
});

describe('a query', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

  it.each<[Operation, Readonly<Record<string, readonly string[]>>, readonly string[]]>([
    ['listFiat', { ids: many(100), limit: ['1000'], order: ['ASC'], order_by: ['CREATED_AT'] }, []],
    ['listFiat', { ids: many(101) }, ['REQUEST-IDS-SIZE']],
    ['listAddresses', { ref_ids: many(101) }, ['REQUEST-REF-IDS-SIZE']],
    ['listAddresses', { profile_ids: many(101) }, ['REQUEST-PROFILE-IDS-SIZE']],
    ['listAddresses', { identity_ids: many(101) }, ['REQUEST-IDENTITY-IDS-SIZE']],
    ['listAddresses', { account_ids: many(101) }, ['REQUEST-ACCOUNT-IDS-SIZE']],
    ['listFiat', { ids: [...many(100), many(100).join(',')] }, []],
    ['listFiat', { ids: [...many(100), many(100).join('|')] }, []],
    ['listFiat', { ids: [...many(100), 'a,b'] }, ['REQUEST-IDS-SIZE']],
    ['listInstructions', { limit: ['1001'] }, ['REQUEST-LIMIT-MAXIMUM']],
    ['listAccounts', { limit: ['1001'] }, []],
    ['listAccounts', { order: ['desc'] }, ['REQUEST-ORDER-LISTED']],
    ['listFiat', { order_by: ['UPDATED_AT'] }, ['REQUEST-ORDER-BY-LISTED']],
    ['listFiat', { limit: ['ten'] }, ['REQUEST-QUERY-TYPES']],
    ['listExecutions', { 'range.begin': ['2026-01-02'] }, ['REQUEST-QUERY-TYPES']],
    ['getFiat', { include_deleted: ['yes'] }, ['REQUEST-QUERY-TYPES']],
    ['getFiat', { include_deleted: ['True'], tracking: ['x'] }, []],
    ['listExecutions', { 'range.end': [''] }, []],
  ])('of %s with %j violates %j', (operation, query, expected) => {
    expect(broken(made(operation, undefined, query))).toEqual(expected);
  });
});

describe('a request of fiatWithdrawal', () => {
  const withdrawal = { asset: 'USD', fiat_account_id: 'f', profile_id: 'p', amount: '5' };
  const lawful = made('fiatWithdrawal', withdrawal);
  const changed = (request: Partial<Exchange['request']>): Exchange => ({
    ...lawful,
    request: { ...lawful.request, ...request },
  });

  it.each<[string, Exchange, readonly string[]]>([
    ['null for an optional member', changed({ body: { ...withdrawal, total: null, memo: null } }), []],
    ['an unknown member', changed({ body: { ...withdrawal, colour: 'blue' } }), []],
    ['null for a required member', changed({ body: { ...withdrawal, asset: null } }), ['REQUEST-FW-ASSET-PRESENT']],
    ['a number as the amount', changed({ body: { ...withdrawal, amount: 5 } }), ['REQUEST-FW-TYPES']],
    ['no media type', changed({ headers: { authorization: 'Bearer x' } }), ['REQUEST-CONTENT-TYPE']],
    ['an array as the body', changed({ body: [] }), ['REQUEST-BODY-JSON']],
    ['no body', changed({ body: undefined }), ['REQUEST-BODY-JSON']],
    ['a body that is not JSON', changed({ body: undefined, unread: 'the body is not JSON' }), ['REQUEST-BODY-JSON']],
    ['no credentials', changed({ headers: { 'content-type': 'application/json' } }), ['REQUEST-BEARER']],
    [
      'another scheme',
      changed({ headers: { 'content-type': 'application/json', Authorization: 'Basic x' } }),
      ['REQUEST-BEARER'],
    ],
    [
      'no credentials in a recording, which may omit them',
      { ...changed({ headers: { 'content-type': 'application/json' } }), recorded: { file: 'a.har', entry: 1 } },
      [],
    ],
    ['a long memo of non-ASCII characters', changed({ body: { ...withdrawal, memo: 'é'.repeat(501) } }), []],
    ['a long memo', changed({ body: { ...withdrawal, memo: 'e'.repeat(501) } }), ['REQUEST-FW-MEMO-LENGTH']],
  ])('with %s violates the expected rows', (_, exchange, expected) => {
    expect(broken(exchange)).toEqual(expected);
  });
});
