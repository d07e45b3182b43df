import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { compare } from '../../../src/run/gate/comparison.ts';
import { sample } from '../../support/sample.ts';

const read = (name: string) => JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));

describe('comparison.schema.json', () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  formats.default(ajv, ['date-time']);
  ajv.addSchema(read('report'));
  const validate = ajv.compile(read('comparison'));
  const errors = (value: unknown) => (validate(value) ? [] : validate.errors);

  const other: Report = {
    ...sample,
    requirements: sample.requirements.slice(5),
    observations: sample.observations.map((each, i) => ({ ...each, answer: `other ${i}` })).slice(1),
    traffic: sample.traffic.slice(1),
    coverage: [],
  };

  it('accepts what compare prints', () => {
    const found = compare(sample, other);
    for (const list of [found.changes, found.observations, found.latency, found.coverage]) expect(list).not.toEqual([]);
    expect(errors(JSON.parse(JSON.stringify(found)))).toEqual([]);
    expect(errors(JSON.parse(JSON.stringify(compare(other, sample))))).toEqual([]);
  });

  it.each(['worse', 'changes', 'before'])('requires %s', (name) => {
    expect(errors({ ...compare(sample, other), [name]: undefined })).not.toEqual([]);
  });
});
