import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decision, faults, latitudes, protects, requirementOf } from '../../../src/reference/decision.ts';
import { OPERATIONS } from '../../../src/reference/operations.ts';
import '../../../src/reference/service.ts';
import { rows } from '../../../suites/index.ts';

const judged = rows.filter(({ level }) => level !== 'observe');
const document = readFileSync('docs/interface.md', 'utf8');

describe('faults', () => {
  it('are at least 220', () => {
    expect(faults().length).toBeGreaterThanOrEqual(220);
  });

  it('break every must and should requirement', () => {
    const broken = new Set(faults().map(requirementOf));
    expect(judged.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  it.each(faults())('name a must or should requirement and existing operations: $name', (fault) => {
    const row = judged.find(({ id }) => id === requirementOf(fault));
    expect(fault.name).toMatch(/^[A-Z0-9-]+\/[\w-]+$/);
    expect(fault.on.filter((name) => !OPERATIONS.includes(name))).toEqual([]);
    expect(row).toBeDefined();
    expect(fault.on.length).toBeGreaterThan(0);
  });
});

/** Each "not shown" of the document with the latitudes that use it; none if a service cannot show any. */
const NOT_SHOWN: readonly (readonly [words: string, names: RegExp | 'nothing to choose'])[] = [
  ['Inner structure of auto_conversion and secondary_status', /^(?:auto-conversion|secondary-status)\//],
  ['Other routing_number_type values', /^routing\//],
  ['Complete value sets of summary_status', /^account-values\//],
  ['Other leg fields and other direction values', /^leg\//],
  ['Transfer transitions', /^status\//],
  ['FiatAccount transitions', /^update\/(?:keeps-the-status|approves)/],
  ['FiatDepositInstruction: other states', /^instruction-status\//],
  ['Source states from which', /^affirm\//],
  ['Beneficiary fields', /^beneficiary\//],
  ['Operations named but without path', 'nothing to choose'],
  ['Result of repeating a request with an already used ref_id', /^ref-id\//],
  ['Token endpoint address', /^token\//],
  ['Event kinds', 'nothing to choose'],
  ['Error body shape', /^failure\//],
  ['Rate limits', /^rate-limit\//],
  ['Default and maximum limit of List Accounts', /^unstated-/],
  ['Any other versioning mechanism', /^version\//],
];

describe('latitudes', () => {
  it('are at least 60', () => {
    expect(latitudes().length).toBeGreaterThanOrEqual(60);
  });

  it.each(latitudes())('protect existing requirements: $name', ({ protects: named }) => {
    const known = (each: string) => rows.some(({ id }) => protects({ protects: [each] }, id));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((each) => !known(each))).toEqual([]);
  });

  it('cannot be declared without a requirement that they protect', () => {
    const place = { section: '1', on: ['affirm'] };
    const declare = () =>
      decision(place, 1, {
        latitudes: { 'test/of-two': 2, 'test/of-three': 3 },
        protects: { 'test/of-two': ['ST-ID'] },
      });
    expect(declare).toThrow('test/of-three names no requirement that it protects');
  });

  it('cover every "not shown" of the document in the list of this test', () => {
    const sentences = document.split(/(?<=not shown[^.]*\.)|\n/).filter((each) => /not shown/.test(each));
    expect(sentences.filter((each) => !NOT_SHOWN.some(([words]) => each.includes(words)))).toEqual([]);
  });

  it.each(NOT_SHOWN)('use each "not shown" of the document at least twice: %s', (words, names) => {
    expect(document).toContain(words);
    if (names === 'nothing to choose') return;
    expect(latitudes().filter(({ name }) => names.test(name)).length).toBeGreaterThanOrEqual(2);
  });
});
