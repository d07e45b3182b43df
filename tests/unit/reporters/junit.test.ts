import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { junit } from '../../../reporters/junit.ts';
import type { ReportedRequirement } from '../../../src/model/reported.ts';
import { hostileReport, sample, withMembers } from '../../support/sample.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads the XML that the reporter writes; throws where it is not well formed. */
function parse(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  for (const [token, close, name = '', attributes = '', empty] of body.matchAll(
    /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|[^<]+/g,
  )) {
    const top = open.at(-1) ?? root;
    if (!token.startsWith('<')) top.text += token;
    else if (close) expect(open.pop()?.name).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
        ([, key = '', value = '']) => [key, value] as const,
      );
      const element: Element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      top.children.push(element);
      if (!empty) open.push(element);
    }
  }
  expect(open).toEqual([root]);
  expect(body.replace(/<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|[^<]+/g, '')).toBe('');
  return root.children[0] ?? root;
}

const schema = readFileSync(new URL('junit-10.xsd', import.meta.url), 'utf8');

/** What libxml2 has against a document under the schema of Jenkins' xunit plugin. */
async function flaws(xml: string): Promise<readonly string[]> {
  const { errors } = await validateXML({ xml: { fileName: 'junit.xml', contents: xml }, schema, maxMemoryPages: 4096 });
  return errors.map(({ message }) => message);
}

const cases = (suite: Element): readonly Element[] => suite.children.filter(({ name }) => name === 'testcase');

const having = (suite: Element, name: string): number =>
  cases(suite).filter(({ children }) => children.some((child) => child.name === name)).length;

describe('junit.xml', () => {
  it.each([
    ['the sample', sample],
    ['a hostile target', hostileReport],
    ['an aborted run', withMembers({ verdict: 'aborted', verdict_reason: 'nothing listens', requirements: [] })],
  ])('is valid under the schema of Jenkins for %s', async (_, report) => {
    expect(await flaws(junit(report))).toEqual([]);
  });

  it('is invalid under the schema when a test case has properties', async () => {
    const wrong = junit(sample).replace('<system-out>', '<properties/><system-out>');
    expect(await flaws(wrong)).not.toEqual([]);
  });

  it.each([
    ['failed', 'failure'],
    ['warned', 'skipped'],
  ] as const)('shows a %s requirement with its failure on another operation', (status, name) => {
    const found = sample.requirements.find(({ failures }) => failures.length > 0);
    const [failure] = found?.failures ?? [];
    if (!found || !failure) throw new Error('the sample has no failure');
    const requirement: ReportedRequirement = {
      ...found,
      status,
      operations: ['createAddress'],
      by_operation: { createAddress: status },
      failures: [{ ...failure, operation: 'listAddresses' }],
    };
    const [shown] = parse(junit(withMembers({ requirements: [requirement] })))
      .children.flatMap(cases)
      .flatMap(({ children }) => children);
    expect(shown).toMatchObject({ name, attributes: { message: expect.stringContaining('expected') } });
    expect(shown?.text).toContain('curl -sS');
  });

  it('shows a flaky requirement as passed with a flakyFailure', () => {
    const all = parse(junit(sample)).children.flatMap(cases);
    const flaky = all.filter(({ children }) => children.some(({ name }) => name === 'flakyFailure'));
    expect(flaky.map(({ attributes }) => [attributes.name?.split(' ')[0], attributes.classname])).toEqual([
      ['LIST-ORDER-DESC', 'listAccounts.filters'],
    ]);
    expect(flaky[0]?.children.map(({ name }) => name)).toEqual(['flakyFailure', 'system-out']);
    expect(flaky[0]?.children[1]?.text).toContain('flaky: listAccounts: failed once and passed three times');
  });

  it('has counts and times that agree with its test cases', () => {
    const root = parse(junit(sample));
    for (const suite of root.children) {
      expect(suite.attributes).toMatchObject({
        tests: String(cases(suite).length),
        failures: String(having(suite, 'failure')),
        errors: '0',
        skipped: String(having(suite, 'skipped')),
      });
      const times = cases(suite).reduce((sum, { attributes }) => sum + Number(attributes.time), 0);
      expect(times).toBeCloseTo(Number(suite.attributes.time), 2);
    }
    const total = root.children.reduce((sum, { attributes }) => sum + Number(attributes.tests), 0);
    expect(root.attributes).toMatchObject({ tests: String(total), time: '41.241' });
  });

  it('has a test case for each operation of a requirement, with the status on that operation', () => {
    const root = parse(junit(sample));
    const found = root.children.flatMap((suite) =>
      cases(suite)
        .filter(({ attributes }) => attributes.name?.startsWith('AUTH-TOKEN-KNOWN '))
        .map(({ children }) => [suite.attributes.name, children.some(({ name }) => name === 'failure')] as const),
    );
    expect(found).toHaveLength(14);
    expect(found.filter(([, failed]) => failed).map(([name]) => name)).toEqual([
      'listFiat',
      'listInstructions',
      'listAccounts',
    ]);
  });

  it('says what to provide for a requirement that was not exercised', () => {
    expect(junit(sample)).toContain(
      'not exercised: no settlement transaction is PENDING; to exercise it, provide settlement_transactions.PENDING',
    );
  });

  it('has an error when the gate is closed because the run is incomplete', () => {
    const gate = {
      outcome: 'incomplete',
      fail_on: 'must',
      allow_incomplete: false,
      reasons: ['1 is open'],
      waivers: [],
    } as const;
    const root = parse(junit(withMembers({ verdict: 'incomplete', gate, requirements: [] })));
    expect(root.attributes).toMatchObject({ tests: '1', errors: '1' });
  });

  it.each([
    ['fails', 1],
    ['passes', 0],
  ] as const)('begins with the suspected cause when the gate %s', (outcome, errors) => {
    const gate = { outcome, fail_on: 'must', allow_incomplete: true, reasons: [], waivers: [] } as const;
    const cause = 'every list answers 404: check the base URL';
    const root = parse(junit(withMembers({ suspected_cause: cause, gate, requirements: [] })));
    expect(root.attributes).toMatchObject({ tests: `${errors}`, errors: `${errors}` });
    expect(junit(withMembers({ suspected_cause: cause, gate })).includes(cause)).toBe(errors > 0);
  });

  it('has one error when the run was aborted', () => {
    const root = parse(junit(withMembers({ verdict: 'aborted', verdict_reason: 'nothing listens', requirements: [] })));
    expect(root.attributes).toMatchObject({ tests: '1', errors: '1' });
  });

  it('names the operation of a waiver, so that no two cases have the same name', () => {
    const waiver = { requirement: 'FW-TOTAL', reason: 'known', expires: '2020-01-01', state: 'expired' } as const;
    const waivers = [waiver, { ...waiver, operation: 'fiatWithdrawal' as const }];
    const gate = { outcome: 'fails', fail_on: 'must', allow_incomplete: false, reasons: [], waivers } as const;
    const [run] = parse(junit(withMembers({ gate }))).children;
    expect(run && cases(run).map(({ attributes }) => attributes['name'])).toEqual([
      'the waiver of FW-TOTAL is valid',
      'the waiver of FW-TOTAL on fiatWithdrawal is valid',
    ]);
  });
});
