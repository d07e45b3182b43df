import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SentRequest } from '../../../../src/model/exchange.ts';
import type { Report } from '../../../../src/model/report.ts';
import type { ReportedFailure } from '../../../../src/model/reported.ts';
import { embeddedSettings, startEmbedded } from '../../../../src/run/embedded/embedded.ts';
import { curl, curls } from '../../../../src/run/report/curl.ts';
import { Run } from '../../../../src/run/run.ts';
import { type RunSettings, readSettings } from '../../../../src/settings/run-settings.ts';
import { environmentSource, flagSource, Settings } from '../../../../src/settings/settings.ts';
import { at, type Json } from '../../../../src/values/json.ts';
import { towards } from '../../../support/command.ts';
import { closing } from '../../../support/keep.ts';

const request = (body: Json, url = 'http://localhost/v2/transfer/fiat-withdrawals'): SentRequest => ({
  method: 'POST',
  url,
  headers: { authorization: 'Bearer $ACCESS_TOKEN' },
  path: {},
  query: {},
  body,
  credentials: 'token',
});

/** What a shell hands to curl, word by word. */
async function words(command: string, shell = 'sh'): Promise<readonly string[]> {
  const script = command.replace(/(^|; )curl /g, `$1printf '%s\\n' `);
  const { stdout } = await promisify(execFile)(shell, ['-c', script], { env: { ACCESS_TOKEN: 'secret' } });
  return stdout.trimEnd().split('\n');
}

const bodyOf = async (command: string, shell?: string): Promise<Json> =>
  JSON.parse((await words(command, shell)).at(-1) ?? '') as Json;

describe('a curl command in a report', () => {
  it('has variables for the client certificate and its key when the request used one', async () => {
    const plain = curl(request({}));
    const [name, place] = ['--cert', '$CONFORMANCE_CERT'];
    expect(plain).not.toContain(name);
    expect(curl({ ...request({}), certificate: true })).toContain(
      `curl -sS -i ${name} "${place}" --key "$CONFORMANCE_KEY" -X POST `,
    );
  });

  it('sends an empty header, which curl would omit if it ended with a colon', () => {
    expect(curl({ ...request({}), headers: { authorization: '' } })).toContain(` -H 'Authorization;'`);
  });

  it.each(['sh', 'bash'])('sends in %s the token as truncated as the run sent it', async (shell) => {
    const headers = { authorization: `Bearer \${ACCESS_TOKEN%????}` };
    expect(await words(curl({ ...request({}), headers }), shell)).toContain('Authorization: Bearer se');
  });

  it.each([
    'sh',
    'bash',
  ])('sends a new ref_id each time it runs in %s, and the rest of the body unchanged', async (shell) => {
    const body = {
      ref_id: '0a1b2c3d-4e5f-4a6b-8c7d-9e8f0a1b2c3d-N0',
      memo: `it's "so"`,
      metadata: { 'a b': '$(x) \\ \u0007\u009f' },
    };
    const [first, second] = [await bodyOf(curl(request(body)), shell), await bodyOf(curl(request(body)), shell)];
    expect(first).toEqual({ ...body, ref_id: expect.stringMatching(/^0a1b2c3d-4e5f-4a6b-8c7d-[0-9a-f]{12}-N0$/) });
    expect(second).not.toEqual(first);
  });

  it.each(['order 17', "it's", 'ü "x"'])('appends random digits to a ref_id of a client: %s', async (ref_id) => {
    expect(await bodyOf(curl(request({ ref_id })))).toEqual({
      ref_id: expect.stringMatching(new RegExp(`^${ref_id}-[0-9a-f]+$`)),
    });
  });

  it.each([
    [{ ref_id: 17 }],
    [{ ref_id: '' }],
    [{ ref_id: null }],
    [['ref_id']],
  ])('sends the body %j unchanged, since it has no ref_id', async (body) => {
    expect(await bodyOf(curl(request(body)))).toEqual(body);
  });

  it('repeats a ref_id in bodies and URLs when the requests of the failure repeat it', async () => {
    const ref_id = '0a1b2c3d-4e5f-4a6b-8c7d-9e8f0a1b2c3d-N0';
    const all = curls([
      request({ ref_id }),
      request({ ref_id, amount: '2' }, `http://localhost/v2/x?ref_ids=${ref_id}`),
    ]);
    const sent = await words(all.join('; '));
    const [first, second] = sent
      .filter((each) => each.startsWith('{'))
      .map((each) => JSON.parse(each) as { ref_id: string });
    expect(first?.ref_id).toMatch(/^0a1b2c3d-4e5f-4a6b-8c7d-[0-9a-f]{12}-N0$/);
    expect(second?.ref_id).toBe(first?.ref_id);
    expect(sent).toContain(`http://localhost/v2/x?ref_ids=${first?.ref_id}`);
  });

  it('sends ref_ids that differ only in their last character when the run sent such', async () => {
    const refs = ['0a1b2c3d-4e5f-4a6b-8c7d-9e8f0a1b2c3d', '0a1b2c3d-4e5f-4a6b-8c7d-9e8f0a1b2c3e'];
    const sent = await words(curls(refs.map((ref_id) => request({ ref_id }))).join('; '));
    const [first = '', second = ''] = sent
      .filter((each) => each.startsWith('{'))
      .map((each) => (JSON.parse(each) as { ref_id: string }).ref_id);
    expect(first).toMatch(/^0a1b2c3d-4e5f-4a6b-8c7d-[0-9a-f]{11}d$/);
    expect(second).toBe(`${first.slice(0, -1)}e`);
  });
});

type Env = Readonly<Record<string, string>>;

/** Status and body as curl -i prints them. */
async function pasted(command: string, token: string): Promise<{ readonly status: number; readonly body: string }> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ACCESS_TOKEN: token } });
  const [head = '', ...rest] = stdout.split('\r\n\r\n');
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]), body: rest.join('\r\n\r\n') };
}

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** A token of the run's own credentials. */
async function tokenOf({ AUTH_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' }: Env): Promise<string> {
  const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client });
  const answer = await fetch(AUTH_URL, { method: 'POST', body });
  return String(at(await answer.json(), '/access_token'));
}

/** What a failure is about in an answer: the value at its place; of a whole list, which may have grown, that it is one. */
function flawed(body: Json | undefined, { where }: ReportedFailure): Json | undefined {
  const value = where === null ? undefined : at(body, where);
  return typeof value === 'object' && value !== null ? typeof value : value;
}

async function reported(settings: RunSettings): Promise<Report> {
  const run = new Run(settings);
  await run.complete();
  return run.report();
}

async function compared(report: Report, token: string): Promise<readonly (readonly [string, unknown, unknown])[]> {
  const found: (readonly [string, unknown, unknown])[] = [];
  for (const { id, failures } of report.requirements)
    for (const failure of failures.slice(0, 1)) {
      const { status, body } = await pasted(failure.curl, token);
      const { response } = failure;
      found.push([id, [status, flawed(parsed(body), failure)], [response.status, flawed(response.body, failure)]]);
    }
  return found;
}

const FAULTS = [
  'AUTH-HEADER-MISSING/open-withdrawals',
  'CW-TYPE/is-internal',
  'DA-CRYPTO-NETWORK-ECHO/ETHEREUM-for-all',
  'DA-CONVERSION-TARGET-ASSET-LISTED/without-USD',
  'DA-REF-ID-ECHO/in-lower-case',
  'FW-MEMO-SCB-OVER-LIMIT/accepts-141',
  'FW-ONE-OF/accepts-both',
  'FW-TOTAL/leaves-out-the-fee-above-one-dollar',
  'METADATA-ECHO/lowercases-keys',
  'QE-BASE-ASSET/of-another-pair',
  'ST-UNKNOWN/makes-one-up',
  'TRANSFER-FEE-PRESENT/left-out',
  'CREATED-AT-LTE/excludes-equal',
  'DA-LOOK-UP-BY-REF-ID/ref_id-is-not-kept',
];

describe('the curl commands of a report, executed against the embedded service', () => {
  let report: Report;
  let token: string;

  beforeAll(async () => {
    const service = closing(await startEmbedded({ faults: FAULTS }));
    const only = FAULTS.map((each) => each.split('/')[0]).join(',');
    report = await reported(embeddedSettings({ seed: '1', runs: '5', only }, service));
    token = await tokenOf(towards(service));
  });

  it('get the status and the flawed value that the run got', async () => {
    const all = await compared(report, token);
    expect(all.length).toBeGreaterThanOrEqual(10);
    for (const [id, now, then] of all) expect([id, now]).toEqual([id, then]);
  });
});

describe('the curl commands of a report, executed against an independent implementation', () => {
  it('get the status and the flawed value that the run got', async () => {
    const env = { ...process.env, DEFECT: 'total-in-cents' };
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../independent/wary.js')], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    closing({ close: () => child.stdin.end() });
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as { env: Env; fixtures: object };
      const settings = readSettings(
        new Settings([flagSource({ seed: '1', runs: '5', only: 'FW-TOTAL' }), environmentSource(said.env)]),
        said.env,
      );
      const report = await reported({ ...settings, fixtures: said.fixtures });
      const all = await compared(report, await tokenOf(said.env));
      expect(all.map(([id]) => id)).toEqual(['FW-TOTAL']);
      for (const [id, now, then] of all) expect([id, now]).toEqual([id, then]);
      return;
    }
  });
});
