import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { rows } from '../../../suites/index.ts';
import { once } from '../../support/once.ts';
import { node, project, projectOf, serving, shownOf, titles, vitest } from './project.ts';

const titleOf = (id: string): string => `${id} ${rows.find((row) => row.id === id)?.title}`;

describe('defineConformance in the Vitest of a project', () => {
  it('makes a test for each requirement, all of which pass on a lawful service', async () => {
    const folder = project(
      serving(
        {},
        `onReport: (report) => writeFileSync('report.json', JSON.stringify(report)),`,
        `import { writeFileSync } from 'node:fs';`,
      ),
    );
    const ended = await vitest(folder);
    expect(ended.failures.trim()).toBe('');
    expect(ended.code).toBe(0);
    expect(Object.keys(ended.tests)).toHaveLength(rows.length);
    expect(titles(ended, 'passed')).toEqual(
      expect.arrayContaining(rows.filter(({ level }) => level === 'must').map(({ id }) => titleOf(id))),
    );
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    expect(report.verdict).toBe('conformant');
    expect(ended.text).not.toContain('close timed out');
  });

  it('fails only the test of the requirement that a fault breaks', async () => {
    const ended = await vitest(
      project(serving({ faults: ['FW-MEMO-SCB-OVER-LIMIT/accepts-141'] }, `only: ['fiatWithdrawal'],`)),
    );
    expect(ended.code).toBe(1);
    expect(titles(ended, 'failed')).toEqual([titleOf('FW-MEMO-SCB-OVER-LIMIT')]);
  });

  it('shows section, sentence, request, answer and curl of a failure, with the line of the caller', async () => {
    const ended = await vitest(
      project(serving({ faults: ['FW-MEMO-SCB-OVER-LIMIT/accepts-141'] }, `only: ['FW-MEMO-SCB-OVER-LIMIT'],`)),
    );
    for (const part of [
      '✗ FW-MEMO-SCB-OVER-LIMIT',
      'must · section 4.4',
      '“',
      'expected  ',
      'POST http://127.0.0.1:',
      '"memo": ',
      '"status": ',
      "curl -sS -i -X POST 'http://127.0.0.1:",
    ])
      expect(ended.failures).toContain(part);
    expect(ended.failures).toMatch(/^ {4}at .*conformance\.test\.js:\d+:\d+/m);
    expect(ended.failures).not.toMatch(/dist\/src/);
    expect(ended.text).toMatch(/❯ conformance\.test\.js:\d+:\d+/);
  });

  it('runs each test in exactly one of two shards', async () => {
    const only = `only: ['FW-ONE-OF', 'FW-TOTAL', 'CW-ONE-OF', 'CW-TOTAL'],`;
    const passed = async (shard: string) =>
      titles(await vitest(project(serving({}, `${only} shard: '${shard}',`))), 'passed');
    const [one, two] = [await passed('1/2'), await passed('2/2')];
    expect(one.length).toBeGreaterThan(0);
    expect(two.length).toBeGreaterThan(0);
    expect([...one, ...two].toSorted()).toEqual(
      ['FW-ONE-OF', 'FW-TOTAL', 'CW-ONE-OF', 'CW-TOTAL'].map(titleOf).toSorted(),
    );
  });

  it('runs a single requirement with -t', async () => {
    const good = await vitest(project(serving({}, '')), '-t', 'FW-ONE-OF');
    expect(titles(good, 'passed')).toEqual([titleOf('FW-ONE-OF')]);
    const bad = await vitest(project(serving({ faults: ['FW-ONE-OF/accepts-both'] }, '')), '-t', 'FW-ONE-OF');
    expect(titles(bad, 'failed')).toEqual([titleOf('FW-ONE-OF')]);
    const rule = await vitest(
      project(serving({ faults: ['TRANSFER-FEE-PRESENT/left-out'] }, '')),
      '-t',
      'TRANSFER-FEE-PRESENT',
    );
    expect(titles(rule, 'failed')).toEqual([titleOf('TRANSFER-FEE-PRESENT')]);
  });

  it('sends more than the smallest requests for a rule when these do not show its failure', async () => {
    const ended = await vitest(
      project(serving({ faults: ['FW-TOTAL-KEPT/charges-the-fee-on-top'] }, '')),
      '-t',
      'FW-TOTAL-KEPT',
    );
    expect(titles(ended, 'failed')).toEqual([titleOf('FW-TOTAL-KEPT')]);
  });

  it('finds a broken requirement when tests run concurrently and in random order', async () => {
    const folder = project(serving({ faults: ['TRANSFER-FEE-PRESENT/left-out'] }, `only: ['fiatWithdrawal'],`));
    const ended = await vitest(folder, '--sequence.shuffle.tests', '--sequence.seed=3', '--sequence.concurrent');
    expect(ended.code).toBe(1);
    expect(ended.failures).toMatch(/✗ TRANSFER-FEE-PRESENT .*fiatWithdrawal[\s\S]*got +absent/);
  });

  it('accepts a test function that was extended with fixtures', async () => {
    const extended = serving({}, `only: ['FW-TOTAL'],`).replace(
      'describe, test, beforeAll',
      'describe, test: test.extend({ page: async ({}, use) => use(1) }), beforeAll',
    );
    expect(titles(await vitest(project(extended)), 'passed')).toEqual([titleOf('FW-TOTAL')]);
  });
});

describe('a mistake in the options', () => {
  const MISTAKES = [
    [`credentials: {},`, 'there is no option credentials: use baseUrl, accessToken, clientCredentials'],
    [`clientCredentials: undefined,`, 'there is no token: give accessToken or clientCredentials'],
    [`runs: 0,`, 'runs must be a whole number from 1 to 1000000, not "0"'],
    [`maxAmount: 'usd=1',`, 'maxAmount has usd, which is not an asset: write USD'],
    [`baseUrl: 'localhost:80',`, 'baseUrl is not an http URL'],
    [`only: ['NO-SUCH'],`, 'only NO-SUCH matches no requirement'],
    [`fixtures: { profil_id: 'x' },`, 'the fixtures in the options are not usable: profil_id is not a known member'],
  ] as const;
  const fileOf = (number: number): string => `mistake-${number}.test.js`;
  const file = (options: string): string => serving({}, `only: ['FW-TOTAL'], ${options}`);
  const tests = MISTAKES.map(([options], number) => [fileOf(number), file(options)]);
  const ended = once(() => vitest(projectOf(Object.fromEntries(tests))));

  it.each(
    MISTAKES.map(([options, sentence], number) => ({ options, sentence, number })),
  )('is reported by the name of the option, with the line of the caller: $options', { timeout: 120_000 }, async ({
    sentence,
    number,
  }) => {
    const all = await ended();
    const text = shownOf(all, fileOf(number));
    expect(all.code).toBe(1);
    expect(text).toContain(sentence);
    expect(text).toMatch(/❯ mistake-\d+\.test\.js:\d+:\d+/);
    expect(text).not.toMatch(/dist\/src|UsageError/);
  });
});

describe('the provide option of a project', () => {
  const without = (states: string): string => `fixtures: () => {
      const { settlement_transactions: { ${states}, ...kept }, ...rest } = service.fixtures;
      return { ...rest, settlement_transactions: kept };
    },
    only: ['ST-AFFIRMED'],`;

  it('is called when a transaction is needed', async () => {
    const provide = 'provide: (state) => service.fixtures.settlement_transactions[state].at(-1),';
    const ended = await vitest(project(serving({}, `${without('PENDING')}${provide}`)));
    expect(titles(ended, 'passed')).toEqual([titleOf('ST-AFFIRMED')]);
  });

  it('makes the run incomplete, which fails, when it is missing', async () => {
    const ended = await vitest(project(serving({}, without('PENDING'))));
    expect(ended.code).toBe(1);
    expect(titles(ended, 'failed')).toEqual([]);
    expect(ended.text).toMatch(/ST-AFFIRMED: .*PENDING/);
    const accepted = await vitest(project(serving({}, `${without('PENDING')}allowIncomplete: true,`)));
    expect(accepted.code).toBe(0);
  });

  it('is reported in one sentence when it throws an error', async () => {
    const provide = `provide: async () => { throw new Error('the database is down'); },`;
    const ended = await vitest(project(serving({}, `${without('PENDING')}${provide}`)));
    expect(ended.code).toBe(1);
    expect(ended.failures).toContain('provide could not make a PENDING settlement transaction: the database is down');
    expect(ended.failures).not.toContain('please report it');
  });
});

describe('a service that cannot be verified', () => {
  const TARGETS = [
    ['is not there', { baseUrl: `'http://127.0.0.1:9'` }, /could not be reached|refused/],
    ['does not know the token', { clientCredentials: 'undefined', accessToken: `'wrong'` }, /rejects the token/],
    ['has no URL', { baseUrl: `'nonsense'` }, /BASE_URL|base URL|URL/],
  ] as const;
  const fileOf = (reason: string): string => `${reason.replaceAll(' ', '-')}.test.js`;
  const tests = TARGETS.map(([reason, options]) => {
    const lines = Object.entries({ only: `['FW-TOTAL']`, ...options }).map(([name, value]) => `${name}: ${value},`);
    return [fileOf(reason), serving({}, lines.join('\n'))];
  });
  const ended = once(() => vitest(projectOf(Object.fromEntries(tests))));

  it.each(TARGETS)('fails every test with the reason when it %s', { timeout: 120_000 }, async (reason, _, said) => {
    const all = await ended();
    expect(all.code).toBe(1);
    expect(shownOf(all, fileOf(reason))).toMatch(said);
    expect(titles(all, 'passed')).toEqual([]);
  });
});

describe('watch mode', () => {
  it('runs the tests twice and closes without open handles', async () => {
    const folder = project(serving({}, `only: ['FW-TOTAL'],`));
    writeFileSync(
      join(folder, 'watch.mjs'),
      `import { startVitest } from 'vitest/node';
       const vitest = await startVitest('test', [], { root: ${JSON.stringify(folder)}, watch: true, reporters: ['default'] });
       for (const _ of [1, 2]) {
         const { testModules } = await vitest.rerunTestSpecifications(await vitest.globTestSpecifications());
         console.log('ran', testModules.map((each) => each.state()).join());
       }
       await vitest.close();
       console.log('closed');`,
    );
    const { code, text } = await node(folder, 'watch.mjs');
    expect(text.match(/^ran passed$/gm)).toHaveLength(2);
    expect(text).toMatch(/closed\s*$/);
    expect(code).toBe(0);
  });
});

describe('defineConformance in another test runner', () => {
  const other = (fault: string): string =>
    serving({ faults: fault === '' ? [] : [fault] }, `only: ['fiatWithdrawal'],`)
      .replace(
        `import { afterAll, beforeAll, describe, test } from 'vitest'`,
        `import { after, before, describe, test } from 'node:test'`,
      )
      .replace('describe, test, beforeAll, afterAll }', 'describe, test, beforeAll: before, afterAll: after }')
      .replace('beforeAll(async', 'before(async')
      .replace('afterAll(() =>', 'after(() =>');

  it('makes tests for the runner of Node', async () => {
    const folder = project(other(''));
    const { code, text } = await node(folder, '--test', 'conformance.test.js');
    expect(text).toContain('FW-ONE-OF');
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'conformance-report'))).toBe(false);
    const faulty = await node(project(other('FW-ONE-OF/accepts-both')), '--test', 'conformance.test.js');
    expect(faulty.code).toBe(1);
    expect(faulty.text).toMatch(/(not ok|✖).*FW-ONE-OF/);
  });
});
