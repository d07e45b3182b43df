import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { service } from '../cli/command.ts';

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
const [step] = action.runs.steps;

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

async function inputsFor(faults: readonly string[]) {
  const { url, authUrl, clientId, clientSecret } = await service({ faults });
  return {
    'base-url': url,
    'auth-url': authUrl,
    'client-id': clientId,
    'client-secret': clientSecret,
    arguments: '--only\nFW-TOTAL,FW-ONE-OF\n',
  };
}

describe('the step of action.yml', () => {
  it('fails with the command, and leaves annotations, a summary, outputs and reports', async () => {
    const ended = await perform(await inputsFor(['FW-TOTAL/subtracts-fee']));
    expect(ended.code).toBe(1);
    expect(ended.text).toContain('\n::error title=FW-TOTAL ');
    expect(ended.summary).toContain('# ✗ Nonconformant');
    expect(ended.output).toBe('verdict=nonconformant\ngate=fails\nreport=conformance-report/report.json\n');
    expect(existsSync(join(ended.folder, 'conformance-report/junit.xml'))).toBe(true);
  });

  it('passes with the command', async () => {
    const ended = await perform({ ...(await inputsFor([])), out: 'elsewhere' });
    expect(ended.code).toBe(0);
    expect(ended.output).toContain('gate=passes\nreport=elsewhere/report.json\n');
    expect(ended.text).not.toContain('::error');
  });

  it('is never green without a target', async () => {
    const ended = await perform({});
    expect(ended.code).toBe(2);
    expect(ended.text).toMatch(/^::error title=.*base-url is empty/);
  });

  it('hands mistakes on', async () => {
    const ended = await perform({ ...(await inputsFor([])), waivers: 'none.json' });
    expect(ended.code).toBe(2);
    expect(ended.text).toContain('none.json');
    expect(ended.output).toBe('');
  });
});

interface Sharded {
  readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
}

describe('docs/ci.md', () => {
  const snippets = [...readFileSync('docs/ci.md', 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  );

  it('shows YAML that can be read', () => {
    expect(snippets).toHaveLength(5);
    for (const text of snippets) expect(() => parse(text)).not.toThrow();
  });

  it('merges each shard that it runs', () => {
    const [, , , github = '', gitlab = ''] = snippets;
    const { shard } = (parse(github) as { readonly jobs: { readonly shard: Sharded } }).jobs;
    const names = shard.strategy.matrix.shard.map((each) => `shard-${each}`).join(' ');
    expect(github).toContain(`merge ${names}`);
    expect(github).toContain(`/${shard.strategy.matrix.shard.length} --out`);
    expect(gitlab).toContain('--shard $CI_NODE_INDEX/$CI_NODE_TOTAL');
  });

  it('names only inputs that the action has', () => {
    const workflow = parse(snippets[0] ?? '') as {
      readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
    };
    const used = Object.values(workflow.jobs)
      .flatMap(({ steps }) => steps)
      .find(({ uses }) => uses?.includes('transfer-conformance'));
    expect(Object.keys(used?.with ?? {}).filter((name) => !(name in action.inputs))).toEqual([]);
  });
});
