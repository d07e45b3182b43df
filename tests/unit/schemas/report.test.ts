import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { embeddedReport } from '../../support/embedded.ts';
import { sample } from '../../support/sample.ts';

const read = (name: string) => JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'));

function validator(name: string) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  ajv.addVocabulary(['x-section']);
  ajv.addSchema(read('crypto-network'));
  const validate = ajv.compile(read(name));
  return (value: unknown) => (validate(value) ? [] : validate.errors);
}

describe('report.schema.json', () => {
  const errors = validator('report');
  let report: Report;

  beforeAll(async () => {
    const found = await embeddedReport({ seed: '7', only: 'cryptoWithdrawal' }, { faults: ['CW-TYPE/is-internal'] });
    report = JSON.parse(JSON.stringify(found));
  });

  it('accepts the report of a run with failures and observations', () => {
    expect(report.summary.failed).toBe(1);
    expect(report.observations).not.toEqual([]);
    expect(errors(report)).toEqual([]);
  });

  it('accepts the sample report of the golden files', () => {
    expect(errors(sample)).toEqual([]);
  });

  it('allows additional members', () => {
    expect(errors({ ...report, added: true })).toEqual([]);
  });

  it.each(['verdict', 'seed', 'summary', 'requirements', 'observations'])('requires %s', (name) => {
    expect(errors({ ...report, [name]: undefined })).not.toEqual([]);
  });

  it('is used by a report with the time that a requirement took (spent_ms)', () => {
    const spent = report.requirements.find(({ id }) => id === 'CW-ONE-OF')?.spent_ms?.cryptoWithdrawal;
    expect(spent).toBeGreaterThan(0);
  });
});

describe('fixtures.schema.json', () => {
  const errors = validator('fixtures');

  it('accepts the fixtures of the embedded service', async () => {
    const service = await startEmbedded({});
    await service.close();
    expect(errors(service.fixtures)).toEqual([]);
  });

  it('refuses unknown members', () => {
    expect(errors({ profil_id: 'x' })).not.toEqual([]);
  });
});
