import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { sideBySide } from '../../../src/run/side-by-side/side-by-side.ts';
import { isObject, type Json } from '../../../src/values/json.ts';
import { sample } from '../../support/sample.ts';

const read = (name: string): Json => JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));

/** The schema that allows no member which it does not describe. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, each]) => [name, closed(each ?? null)]));
  return isObject(schema['properties']) ? { ...inner, additionalProperties: false } : inner;
}

function errorsOf(schema: Json): (value: unknown) => unknown {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  formats.default(ajv, ['date-time']);
  ajv.addSchema(read('report') as object);
  const validate = ajv.compile(schema as object);
  return (value) => (validate(JSON.parse(JSON.stringify(value))) ? [] : validate.errors);
}

const other: Report = {
  ...sample,
  started_at: '2027-01-01T00:00:00.000Z',
  requirements: sample.requirements.slice(1).map((each) => ({
    ...each,
    status: 'passed',
    failures: [],
    by_operation: Object.fromEntries(each.operations.map((on) => [on, 'passed'])),
  })),
  observations: sample.observations.map((each, i) => ({ ...each, answer: `other ${i}` })),
};

describe('matrix.schema.json', () => {
  const errors = errorsOf(read('matrix'));
  const strict = errorsOf(closed(read('matrix')));
  const { reports: _, ...matrix } = sideBySide([sample, other], false);
  const { reports: __, ...history } = sideBySide([sample, other], true);

  it('describes each member that matrix writes for implementations and for a history', () => {
    const { moves } = matrix;
    for (const list of [moves[0]?.requirements, moves[0]?.observations, history.history[0]?.changes])
      expect(list?.length).toBeGreaterThan(0);
    expect([strict(matrix), strict(history)]).toEqual([[], []]);
  });

  it('allows additional members', () => {
    expect(errors({ ...matrix, added: true })).toEqual([]);
    expect(strict({ ...matrix, added: true })).not.toEqual([]);
  });

  it.each(['kind', 'columns', 'requirements', 'observations', 'moves', 'history', 'notes'])('requires %s', (name) => {
    expect(errors({ ...matrix, [name]: undefined })).not.toEqual([]);
  });
});
