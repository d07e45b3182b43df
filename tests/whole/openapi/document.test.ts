import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import '@hyperjump/json-schema/openapi-3-0';
import { registerSchema, validate } from '@hyperjump/json-schema/openapi-3-1';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { componentName } from '../../../src/contract/openapi/components.ts';
import { openApiVersions } from '../../../src/contract/openapi/dialect.ts';
import { openApi } from '../../../src/contract/openapi/document.ts';
import examples from '../../../src/contract/openapi/examples.json' with { type: 'json' };
import { definitionOf, operationNames, VERSION_PREFIX } from '../../../src/contract/operations.ts';
import { verifyExchange } from '../../../src/library/index.ts';
import { answered, isAccepted, isAnswered } from '../../../src/model/exchange.ts';
import { command } from '../../support/command.ts';
import { embeddedRun } from '../../support/embedded.ts';

const URI = 'https://transfer-conformance.dev/openapi';
const document = openApi('0.0.0');

describe('the OpenAPI document', () => {
  // No licence is granted yet, so that there is no URL of one, which version 3.0 has instead of an identifier.
  it.each(openApiVersions)('in version %s keeps the recommended rules of Redocly', (dialect) => {
    const file = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.json');
    writeFileSync(file, JSON.stringify(openApi('0.0.0', dialect)));
    const redocly = resolve('node_modules/.bin/redocly');
    const { status, stdout, stderr } = spawnSync(
      redocly,
      ['lint', file, '--extends', 'recommended', '--skip-rule', 'info-license-strict'],
      {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    expect(`${stdout}${stderr}`).not.toMatch(/[1-9]\d* (?:warning|error)/);
    expect(status).toBe(0);
  }, 60_000);

  it('has every operation, and limits', () => {
    const operations = Object.entries(
      document['paths'] as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const due = operationNames.map(
      (name) => `${name} ${definitionOf(name).method.toLowerCase()} /v2${definitionOf(name).path}`,
    );
    expect(operations.sort()).toEqual([...due].sort());
    expect(JSON.stringify(document)).toContain('"maxItems":100');
    expect(JSON.stringify(document)).toContain('"maximum":1000,"default":100');
  });

  it('is the same in JSON and in YAML', async () => {
    const [json, yaml] = await Promise.all([command(['openapi']), command(['openapi', '--yaml'])]);
    expect(parse(yaml.text)).toEqual(JSON.parse(json.text));
  });
});

describe('the examples of the OpenAPI document', () => {
  it.each(operationNames)('of %s violate no rule', (operation) => {
    const { method, path } = definitionOf(operation);
    const example: {
      readonly path: Readonly<Record<string, string>>;
      readonly request?: unknown;
      readonly answer: unknown;
    } = examples[operation];
    const url = VERSION_PREFIX + path.replace(/\{(\w+)\}/g, (_, name: string) => example.path[name] ?? '');
    const found = verifyExchange({
      request: {
        method,
        url,
        headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
        body: example.request,
      },
      response: { status: 200, body: example.answer },
    });
    expect(found).toEqual({ kind: 'holds', operation });
  });

  it('violate a rule when the total is changed', () => {
    const { request, answer } = examples.fiatWithdrawal;
    const found = verifyExchange({
      request: { method: 'POST', url: '/v2/transfer/fiat-withdrawals', body: request },
      response: { status: 200, body: { ...answer, total: '24.75' } },
    });
    expect(found.kind).toBe('broken');
  });
});

describe('the OpenAPI document in version 3.0', () => {
  it('is valid, and has no keywords of version 3.1', async () => {
    const older = openApi('0.0.0', '3.0');
    expect((await validate('https://spec.openapis.org/oas/3.0/schema'))(older as never).valid).toBe(true);
    expect(JSON.stringify(older)).not.toMatch(/"type":"null"|propertyNames|"examples"/);
  });
});

describe('answers of the embedded service', () => {
  const seen = new Map<string, { readonly component: string; readonly body: unknown }[]>();

  beforeAll(async () => {
    const run = embeddedRun({ seed: '3', runs: '3' }, { accounts: 120 });
    run.session.record.observe({
      onExchange: (recorded) => {
        if (!isAnswered(recorded) || !isAccepted(recorded)) return;
        const kept = seen.get(recorded.operation) ?? [];
        kept.push({ component: componentName(definitionOf(recorded.operation).answer), body: answered(recorded) });
        seen.set(recorded.operation, kept);
      },
    });
    await run.complete();
    registerSchema(document as never, URI, 'https://spec.openapis.org/oas/3.1/dialect/base');
  }, 60_000);

  it.each(
    operationNames,
  )('of %s are valid under the OpenAPI document for an independent validator', async (operation) => {
    const bodies = seen.get(operation) ?? [];
    expect(bodies.length).toBeGreaterThan(0);
    const [first] = bodies;
    const isValid = await validate(`${URI}#/components/schemas/${first?.component}`);
    const wrong = bodies.filter(({ body }) => !isValid(body as never).valid);
    expect(wrong.slice(0, 1)).toEqual([]);
  }, 60_000);

  it('are invalid when a required member is missing', async () => {
    const isValid = await validate(`${URI}#/components/schemas/Transfer`);
    expect(isValid({ id: 'x' } as never).valid).toBe(false);
  });
});
