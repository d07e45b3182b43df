import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Constraint, constraints } from '../../src/contract/constraints/index.ts';
import { cites, statements } from '../../src/contract/document.ts';
import { operations } from '../../src/contract/operations.ts';
import { at, type JsonObject } from '../../src/values/json.ts';
import { rows } from '../../suites/index.ts';
import { requests, sampled } from '../generators/ground.ts';

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
    expect(refusing.length).toBeGreaterThan(25);
    expect(refusing.filter(({ traffic }) => traffic === undefined).map(({ id }) => id)).toEqual([]);
  });
});
