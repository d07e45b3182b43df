import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { node, project } from './project.ts';

const TSC = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
};

/** Compiles a file of a project that has the package installed; what is wrong with it. */
async function compiled(
  source: string,
  module: string,
  moduleResolution: string,
  skipLibCheck = false,
): Promise<string> {
  const folder = project(source, 'usage.ts');
  const compilerOptions = { ...OPTIONS, module, moduleResolution, skipLibCheck };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['usage.ts'] }));
  const { code, text } = await node(folder, TSC, '-p', folder);
  return code === 0 ? '' : text;
}

const VERIFY = `
import { type Breach, type Verification, Verifier, verifyExchange } from 'transfer-conformance';
const answer = await fetch('http://localhost/v2/executions');
const found: Verification = verifyExchange({
  request: { method: 'GET', url: new URL(answer.url), headers: { authorization: 'Bearer x' } },
  response: { status: answer.status, headers: answer.headers, body: await answer.text() },
});
const breaches: readonly Breach[] = found.kind === 'broken' ? found.breaches : [];
const operation: 'listExecutions' | undefined = found.kind === 'other' || found.operation !== 'listExecutions' ? undefined : found.operation;
export const all = [new Verifier().verify({ request: { method: 'GET', url: '/v2/executions' }, response: { status: 200 } }), breaches, operation];
`;

const CONFORMANCE = `
import { type ConformanceOptions, type Fixtures, type Report, defineConformance } from 'transfer-conformance/vitest';
declare const describe: (name: string, tests: () => void) => void;
declare const test: (name: string, run: (context: { skip(note?: string): never }) => Promise<void> | void, timeout?: number) => void;
declare const hook: (run: () => unknown, timeout?: number) => void;
const fixtures: Fixtures = { profile_id: 'p', settlement_transactions: { PENDING: ['t'] } };
const options: ConformanceOptions = {
  baseUrl: () => Promise.resolve('http://localhost:1'),
  accessToken: () => 'token',
  fixtures: async () => fixtures,
  provide: (state) => (state === 'PENDING' ? 'id' : undefined),
  onReport: (report: Report) => { const verdict: 'conformant' | 'nonconformant' | 'incomplete' | 'aborted' = report.verdict; return verdict; },
};
defineConformance({ describe, test, beforeAll: hook, afterAll: hook }, options);
`;

describe.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])('the types of the package with module %s and resolution %s', (module, resolution) => {
  it.each([
    ['verifyExchange', VERIFY],
    ['defineConformance', CONFORMANCE],
  ])('accept the use of %s', async (_, source) => {
    expect(await compiled(source, module, resolution)).toBe('');
  });

  it.each([
    ['a state that does not exist', `provide: (state) => (state === 'LOST' ? 'id' : undefined)`],
    ['fixtures of another shape', `fixtures: { settlement_transactions: 'id' }`],
    ['no base URL', `baseUrl: undefined`],
  ])('refuse %s', async (_, line) => {
    const [name] = line.split(':');
    const source = CONFORMANCE.replace(new RegExp(`^  ${name}: .*$`, 'm'), `  ${line},`);
    expect(await compiled(source, module, resolution)).toMatch(/usage\.ts/);
  });
});

it('the types of defineConformance accept the functions of Vitest', async () => {
  const source = `
    import { afterAll, beforeAll, describe, test } from 'vitest';
    import { defineConformance } from 'transfer-conformance/vitest';
    defineConformance({ describe, test, beforeAll, afterAll }, { baseUrl: 'http://localhost:1' });`;
  expect(await compiled(source, 'nodenext', 'nodenext', true)).toBe('');
});
