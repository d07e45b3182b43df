import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { service } from '../../support/command.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync('action.yml', 'utf8')) as Action;
const step = action.runs.steps.find(({ run }) => run !== undefined);

/** What a runner makes of the step: each `${{ inputs.name }}` of its environment filled in. */
const environment = (inputs: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, value]) => [
      name,
      value.replace(
        /\$\{\{ inputs\.([\w-]+) \}\}/g,
        (_, input: string) => inputs[input] ?? action.inputs[input]?.default ?? '',
      ),
    ]),
  );

async function perform(inputs: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const [output, summary] = [join(folder, 'output'), join(folder, 'summary')];
  const { PATH = '', HOME = '' } = process.env;
  const runner = {
    PATH,
    HOME,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: resolve('.'),
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: summary,
  };
  const child = spawn('bash', ['-c', step?.run ?? ''], { cwd: folder, env: { ...runner, ...environment(inputs) } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise<number | null>((ended) => child.on('close', ended));
  const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { code, text, folder, output: read(output), summary: read(summary) };
}

const outputs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split('\n').flatMap((line) => (line === '' ? [] : [line.split('=', 2)])));

async function inputsFor(faults: readonly string[]) {
  const { url, authUrl, clientId, clientSecret } = await service({ faults });
  return {
    'base-url': url,
    'auth-url': authUrl,
    'client-id': clientId,
    'client-secret': clientSecret,
    only: 'FW-TOTAL,FW-ONE-OF',
  };
}

describe('the step of action.yml', () => {
  it('fails when the command fails, and provides annotations, a summary and outputs', async () => {
    const ended = await perform(await inputsFor(['FW-TOTAL/subtracts-fee']));
    expect(ended.code).toBe(1);
    expect(ended.text).toContain('\n::error title=FW-TOTAL ');
    expect(ended.summary).toContain('# ✗ Nonconformant');
    expect(outputs(ended.output)).toMatchObject({
      verdict: 'nonconformant',
      gate: 'fails',
      failed: '1',
      'exit-code': '1',
    });
  });

  it('sets every output that action.yml names, with paths of existing files', async () => {
    const ended = await perform({ ...(await inputsFor([])), seed: '5', runs: '3', level: 'must', shard: '1/1' });
    const given = outputs(ended.output);
    const named = Object.values(action.outputs).map(({ value }) => /outputs\.([\w-]+)/.exec(value)?.[1] ?? '');
    expect(Object.keys(given).toSorted()).toEqual(named.toSorted());
    expect(given).toMatchObject({ seed: '5', requirements: '2', passed: '2' });
    for (const path of ['report', 'report-html', 'junit', 'exchanges'])
      expect(existsSync(join(ended.folder, given[path] ?? ''))).toBe(true);
  });

  it('merges the reports of shards', async () => {
    const inputs = await inputsFor([]);
    const [one, two] = [await perform({ ...inputs, shard: '1/2' }), await perform({ ...inputs, shard: '2/2' })];
    const folders = [one, two].map(({ folder }) => join(folder, 'conformance-report'));
    const ended = await perform({ merge: `${folders.join('\n')}\n` });
    expect(ended.code).toBe(0);
    expect(outputs(ended.output)).toMatchObject({ verdict: 'conformant', passed: '2' });
  });

  it('passes when the command passes', async () => {
    const ended = await perform({ ...(await inputsFor([])), out: 'elsewhere' });
    expect(ended.code).toBe(0);
    expect(outputs(ended.output)).toMatchObject({ gate: 'passes', report: 'elsewhere/report.json' });
    expect(ended.text).not.toContain('::error');
  });

  it('fails without a target', async () => {
    const ended = await perform({});
    expect(ended.code).toBe(2);
    expect(ended.text).toMatch(/^::error title=.*base-url is empty/);
  });

  it('fails with the message and exit code of the command when an input is wrong', async () => {
    const ended = await perform({ ...(await inputsFor([])), waivers: 'none.json' });
    expect(ended.code).toBe(2);
    expect(ended.text).toContain('none.json');
    expect(outputs(ended.output)).toEqual({ 'exit-code': '2' });
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Sharded {
  readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
}

interface Shards {
  readonly shard: Sharded;
  readonly conformance: { readonly steps: readonly Step[] };
}

/** What a workflow uses, wherever it is named. */
const used = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:- )?uses: (\S+)/gm)].map(([, name = '']) => name);

describe('third-party actions', () => {
  it.each(['action.yml', 'docs/ci.md'])('are pinned to commits in %s', (file) => {
    const others = used(readFileSync(file, 'utf8')).filter((name) => !name.startsWith('OWNER/'));
    expect(others.length).toBeGreaterThan(1);
    expect(others.filter((name) => !/@[\da-f]{40}$/.test(name))).toEqual([]);
  });
});

describe('docs/ci.md', () => {
  const snippets = [...readFileSync('docs/ci.md', 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  );

  it('contains valid YAML', () => {
    expect(snippets).toHaveLength(5);
    for (const text of snippets) expect(() => parse(text)).not.toThrow();
  });

  it('merges every shard that it runs', () => {
    const [, , , github = '', gitlab = ''] = snippets;
    const { shard, conformance } = (parse(github) as { readonly jobs: Shards }).jobs;
    const names = shard.strategy.matrix.shard.map((each) => `shard-${each}`).join(' ');
    const [merge] = conformance.steps.flatMap((each) => each.with?.['merge'] ?? []);
    expect(merge?.trim().split('\n').join(' ')).toBe(names);
    expect(github).toContain(`/${shard.strategy.matrix.shard.length}\n`);
    expect(gitlab).toContain('--shard $CI_NODE_INDEX/$CI_NODE_TOTAL');
  });

  it('uses only existing inputs of the action', () => {
    const workflows = snippets
      .filter((text) => text.includes('OWNER/transfer-conformance'))
      .map((text) => parse(text) as Workflow);
    const given = workflows
      .flatMap(({ jobs }) => Object.values(jobs))
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith('OWNER/transfer-conformance'))
      .flatMap((each) => Object.keys(each.with ?? {}));
    expect(given).toContain('shard');
    expect(given.filter((name) => !(name in action.inputs))).toEqual([]);
  });
});
