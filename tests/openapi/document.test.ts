import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { registerSchema, validate } from '@hyperjump/json-schema/openapi-3-1';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { componentName } from '../../src/contract/openapi/components.ts';
import { openApi } from '../../src/contract/openapi/document.ts';
import { facts, operationNames } from '../../src/contract/operations.ts';
import { answered, isAccepted, isAnswered } from '../../src/model/exchange.ts';
import { embeddedSettings, startEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';
import { command } from '../cli/command.ts';

const URI = 'https://transfer-conformance.dev/openapi';
const document = openApi('0.0.0');

describe('the OpenAPI document', () => {
  it('is clean under the recommended rules of Redocly', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'openapi-')), 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const redocly = resolve('node_modules/.bin/redocly');
    const { status, stdout, stderr } = spawnSync(redocly, ['lint', file, '--extends', 'recommended'], {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    expect(`${stdout}${stderr}`).not.toMatch(/[1-9]\d* (?:warning|error)/);
    expect(status).toBe(0);
  }, 60_000);

  it('has every operation, with its parameters, limits and body', () => {
    const operations = Object.entries(
      document['paths'] as Record<string, Record<string, { operationId: string }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const due = operationNames.map((name) => `${name} ${facts(name).method.toLowerCase()} /v2${facts(name).path}`);
    expect(operations.sort()).toEqual([...due].sort());
    expect(JSON.stringify(document)).toContain('"maxItems":100');
    expect(JSON.stringify(document)).toContain('"maximum":1000,"default":100');
  });

  it('is printed as JSON and as YAML alike', async () => {
    const [json, yaml] = await Promise.all([command(['openapi']), command(['openapi', '--yaml'])]);
    expect(parse(yaml.text)).toEqual(JSON.parse(json.text));
  });
});

describe('answers of the embedded implementation', () => {
  const seen = new Map<string, { readonly component: string; readonly body: unknown }[]>();

  beforeAll(async () => {
    const service = await startEmbedded({ accounts: 120 });
    const settings = embeddedSettings({ seed: '3', runs: '3' }, service);
    const run = new Run(settings);
    run.session.observe({
      onExchange: (recorded) => {
        if (!isAnswered(recorded) || !isAccepted(recorded)) return;
        const kept = seen.get(recorded.operation) ?? [];
        kept.push({ component: componentName(facts(recorded.operation).answer), body: answered(recorded) });
        seen.set(recorded.operation, kept);
      },
    });
    await run.complete();
    await service.close();
    registerSchema(document as never, URI, 'https://spec.openapis.org/oas/3.1/dialect/base');
  }, 60_000);

  it.each(operationNames)('of %s are valid under it, for an independent validator', async (operation) => {
    const bodies = seen.get(operation) ?? [];
    expect(bodies.length).toBeGreaterThan(0);
    const [first] = bodies;
    const isValid = await validate(`${URI}#/components/schemas/${first?.component}`);
    const wrong = bodies.filter(({ body }) => !isValid(body as never).valid);
    expect(wrong.slice(0, 1)).toEqual([]);
  }, 60_000);

  it('would not be valid with a required member left out', async () => {
    const isValid = await validate(`${URI}#/components/schemas/Transfer`);
    expect(isValid({ id: 'x' } as never).valid).toBe(false);
  });
});
