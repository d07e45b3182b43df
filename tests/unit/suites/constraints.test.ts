import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Constraint, constraints } from '../../../src/contract/constraints/index.ts';
import { cites, statements } from '../../../src/contract/document.ts';
import { operations } from '../../../src/contract/operations.ts';
import { Judge } from '../../../src/engine/judge.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { at, type JsonObject } from '../../../src/values/json.ts';
import { rows, trafficRows } from '../../../suites/index.ts';
import { made } from '../../support/exchanges.ts';
import { requests, sampled } from '../../support/inputs.ts';

const document = statements(readFileSync('docs/interface.md', 'utf8'));
const inWords = ({ operation, claim, member, from }: Constraint): string => `${operation} ${claim} ${member} ${from}`;
const all = constraints.map((each) => [inWords(each), each] as const);

const asked = (body: JsonObject | undefined) => ({ query: {}, body });

/** Whether a request shows that it breaks the constraint: no request shows the network of an account. */
const isVisible = (constraint: Constraint): boolean =>
  constraint.claim !== 'at-most' || constraint.network === undefined;

describe('each constraint', () => {
  it.each(all)('cites words of the document: %s', (_, { cites: places }) => {
    for (const place of places) expect(document.some((each) => cites(place, each))).toBe(true);
  });

  it.each(all)('comes from a place that exists: %s', (_, { from }) => {
    const [file = '', pointer = ''] = from.split('#');
    if (file.startsWith('schemas/')) expect(at(JSON.parse(readFileSync(file, 'utf8')), pointer)).toBeDefined();
    else if (file.endsWith('operations.ts')) expect(at(operations, pointer)).toBeDefined();
    else expect(readFileSync(file, 'utf8')).toContain(pointer);
  });

  it.each(all.filter(([, { cases }]) => cases.length > 0))('is kept at its limit and broken beyond: %s', (_, each) => {
    const [lawful] = sampled(requests[each.operation]?.lawful ?? fc.constant({}), 1);
    expect(each.broken(asked(lawful))).toEqual([]);
    for (const { variant, at: limit } of each.cases) {
      expect(each.broken(asked(limit?.twin(lawful ?? {}) ?? lawful))).toEqual([]);
      expect(each.broken(asked(variant(lawful ?? {})))).toHaveLength(isVisible(each) ? 1 : 0);
    }
  });
});

describe('rows that demand a refusal of what a constraint forbids', () => {
  it('judge the traffic of others too', () => {
    const refusing = rows.filter(({ title, from }) => from !== undefined && title.endsWith('is refused'));
    expect(refusing.length).toBeGreaterThan(20);
    expect(refusing.filter(({ traffic }) => traffic === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('an accepted request of a client', () => {
  const judged = (exchange: Exchange) =>
    new Judge(trafficRows)
      .take({ ...exchange, response: { ...exchange.response, status: 200 } })
      .filter(({ failure: { actual } }) => actual === 'accepted with 200')
      .map(({ row }) => row.id);
  const values = Array.from({ length: 101 }, (_, index) => `id-${index}`);
  const basic = made('listFiat');

  const body = all.filter(([, each]) => each.cases.length > 0 && isVisible(each));
  it.each(body)('beyond a constraint breaks the row of the refusal: %s', (_, each) => {
    const [lawful] = sampled(requests[each.operation]?.lawful ?? fc.constant({}), 1);
    expect(judged(made(each.operation, lawful))).toEqual([]);
    for (const { variant } of each.cases) expect(judged(made(each.operation, variant(lawful ?? {})))).toHaveLength(1);
  });

  it.each<[string, Exchange]>([
    ['ORDER-OUTSIDE', made('listAccounts', undefined, { order: ['SIDEWAYS'] })],
    ['AUTH-OTHER-SCHEME', { ...basic, request: { ...basic.request, headers: { authorization: 'Basic x' } } }],
  ])('breaks %s', (id, exchange) => {
    expect(judged(exchange)).toEqual([id]);
  });

  // A limit is kept as well where values beyond it do not count.
  it.each([
    ['the first and the last', ['id-0', 'id-100'], ['FILTER-IDS-OVER-LIMIT']],
    ['the last: the last hundred may count', ['id-100'], []],
    ['the first: the first hundred may count', ['id-0', 'id-99'], []],
  ] as const)('with 101 ids that is answered with items of %s', (_, ids, due) => {
    const asked = made('listFiat', undefined, { ids: values });
    const body = { kind: 'json', value: { items: ids.map((id) => ({ id })) }, text: '' } as const;
    const broken = new Judge(trafficRows).take({ ...asked, response: { ...asked.response, status: 200, body } });
    expect(broken.map(({ row }) => row.id).filter((each) => each === 'FILTER-IDS-OVER-LIMIT')).toEqual(due);
  });
});
