import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { cryptoNetworks, nearMisses } from '../../../generators/index.ts';
import { schemas } from '../../../schemas/index.ts';
import { decimal } from '../../../src/values/decimal.ts';
import { type Json, type JsonObject, member } from '../../../src/values/json.ts';
import { breakable, named, requests, sampled } from '../../support/inputs.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, strictRequired: false });
ajv.addVocabulary(['x-section']);
formats.default(ajv, ['date-time', 'uuid']);
ajv.addFormat('decimal', (text) => decimal(text) !== undefined);
for (const each of Object.values(schemas)) ajv.addSchema(each);
const errorsOf = (schema: string, value: Json) => {
  const validate = ajv.getSchema(`https://transfer-conformance.dev/schemas/${schema}.schema.json`);
  return validate?.(value) ? [] : (validate?.errors ?? ['no such schema']);
};

/** Members and parameters in which two bodies differ. */
const differing = (a: JsonObject, b: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => JSON.stringify(member(a, name)) !== JSON.stringify(member(b, name)),
  );

describe.each(Object.entries(requests))('requests of %s', (name, request) => {
  const bodies = sampled(request.lawful, 500);

  it('are valid under their schema', () => {
    for (const body of bodies) expect(errorsOf(request.schema, body)).toEqual([]);
  });

  it('contain each optional member in some cases and omit it in others', () => {
    const required = schemas[request.schema]?.required ?? [];
    const never = ['ref_id', 'fee_id', 'beneficiary', 'balance_asset'];
    for (const name of Object.keys(schemas[request.schema]?.properties ?? {})) {
      if (never.includes(name)) continue;
      expect(
        bodies.some((body) => name in body),
        `${name} present`,
      ).toBe(true);
      if (!required.includes(name))
        expect(
          bodies.some((body) => !(name in body)),
          `${name} absent`,
        ).toBe(true);
    }
  });

  it('are the same for the same seed', () => {
    expect(sampled(request.lawful, 50, 9)).toEqual(sampled(request.lawful, 50, 9));
    expect(sampled(request.lawful, 50, 9)).not.toEqual(sampled(request.lawful, 50, 10));
  });

  it.each(
    breakable(name).map((each) => [named(each), each] as const),
  )('that break one constraint differ from a valid request only in what it concerns: %s', (_, constraint) => {
    for (const { twin, variant } of sampled(nearMisses(constraint, request.lawful), 30)) {
      expect(differing(twin, variant).length).toBeLessThanOrEqual(constraint.kind === 'one-of' ? 2 : 1);
      expect(errorsOf(request.schema, twin)).toEqual([]);
      // The schema knows no networks.
      if (constraint.kind !== 'at-most' || constraint.network === undefined)
        expect(errorsOf(request.schema, variant)).not.toEqual([]);
    }
  });
});

const lawfulOf = (name: string): readonly JsonObject[] => {
  const request = requests[name];
  if (!request) throw new Error(`there is no request ${name}`);
  return sampled(request.lawful, 500);
};

describe('requests of several operations', () => {
  it('name every network of the document', () => {
    const named = new Set(
      ['cryptoWithdrawal', 'createAddress'].flatMap((name) =>
        lawfulOf(name).map((body) => member(body, 'crypto_network')),
      ),
    );
    expect([...named].sort()).toEqual([...cryptoNetworks].sort());
  });

  it('include withdrawals to an account of every network', () => {
    const accounts = new Set(lawfulOf('fiatWithdrawal').map((body) => body['fiat_account_id']));
    expect(accounts.size).toBe(5);
  });
});
