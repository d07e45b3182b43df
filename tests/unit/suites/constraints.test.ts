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
const inWords = ({ operation, kind: claim, member, from }: Constraint): string =>
  `${operation} ${claim} ${member} ${from}`;
const all = constraints.map((each) => [inWords(each), each] as const);

const asked = (body: JsonObject | undefined) => ({ query: {}, body });

/** Whether a request shows that it breaks the constraint: no request shows the network of an account. */
const isVisible = (constraint: Constraint): boolean =>
  constraint.kind !== 'at-most' || constraint.network === undefined;

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

  it.each(
    all.filter(([, { cases }]) => cases.length > 0),
  )('is kept at its limit and broken beyond it: %s', (_, each) => {
    const [lawful] = sampled(requests[each.operation]?.lawful ?? fc.constant({}), 1);
    expect(each.broken(asked(lawful))).toEqual([]);
    for (const { variant, at: limit } of each.cases) {
      expect(each.broken(asked(limit?.twin(lawful ?? {}) ?? lawful))).toEqual([]);
      expect(each.broken(asked(variant(lawful ?? {})))).toHaveLength(isVisible(each) ? 1 : 0);
    }
  });
});

describe('rows that demand the refusal of a request that breaks a constraint', () => {
  it('judge the traffic of others as well', () => {
    const refusing = rows.filter(({ title, from }) => from !== undefined && title.endsWith('is refused'));
    expect(refusing.length).toBeGreaterThan(20);
    expect(refusing.filter(({ traffic }) => traffic === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('a client request that was accepted', () => {
  const judged = (exchange: Exchange) =>
    new Judge(trafficRows)
      .take({ ...exchange, response: { ...exchange.response, status: 200 } })
      .filter(({ failure: { actual } }) => actual === 'accepted with 200')
      .map(({ row }) => row.id);
  const values = Array.from({ length: 101 }, (_, index) => `id-${index}`);
  const basic = made('listFiat');

  const body = all.filter(([, each]) => each.cases.length > 0 && isVisible(each));
  it.each(body)('violates the row that demands its refusal when it breaks a constraint: %s', (_, each) => {
    const [lawful] = sampled(requests[each.operation]?.lawful ?? fc.constant({}), 1);
    expect(judged(made(each.operation, lawful))).toEqual([]);
    for (const { variant } of each.cases) expect(judged(made(each.operation, variant(lawful ?? {})))).toHaveLength(1);
  });

  it.each<[string, Exchange]>([
    ['ORDER-OUTSIDE', made('listAccounts', undefined, { order: ['SIDEWAYS'] })],
    ['AUTH-OTHER-SCHEME', { ...basic, request: { ...basic.request, headers: { authorization: 'Basic x' } } }],
  ])('violates %s', (id, exchange) => {
    expect(judged(exchange)).toEqual([id]);
  });

  // A target also keeps the limit when it ignores the values beyond it.
  it.each([
    ['the first and the last', ['id-0', 'id-100'], ['FILTER-IDS-OVER-LIMIT']],
    ['the last, since the target may use the last hundred', ['id-100'], []],
    ['the first, since the target may use the first hundred', ['id-0', 'id-99'], []],
  ] as const)('with 101 ids is judged by the items in its answer: %s', (_, ids, due) => {
    const asked = made('listFiat', undefined, { ids: values });
    const body = { kind: 'json', value: { items: ids.map((id) => ({ id })) }, text: '' } as const;
    const broken = new Judge(trafficRows).take({ ...asked, response: { ...asked.response, status: 200, body } });
    expect(broken.map(({ row }) => row.id).filter((each) => each === 'FILTER-IDS-OVER-LIMIT')).toEqual(due);
  });
});
