import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../../src/model/report.ts';
import { inNewProcess, command as warm } from '../../support/command.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly text: string;
  readonly report: Report | undefined;
}

/** A new empty folder. */
export const folder = (): string => mkdtempSync(join(tmpdir(), 'traffic-'));

/** Runs the built command in a folder, with something on its standard input. */
export async function command(args: readonly string[], cwd = folder(), input?: string): Promise<Ended> {
  const { code, text } = await (input === undefined ? warm(args, {}, cwd) : inNewProcess(args, input, cwd));
  return { code, text, report: reportIn(cwd) };
}

/** The report in a folder, if there is one. */
export function reportIn(cwd: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(join(cwd, 'conformance-report/report.json'), 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** The ids of the requirements that do not hold. */
export const failed = ({ report }: Ended): readonly string[] =>
  report?.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id) ?? ['no report'];

/** A HAR file in a folder of its own. */
export function harFile(entries: readonly unknown[], name = 'calls.har'): string {
  const path = join(folder(), name);
  writeFileSync(
    path,
    JSON.stringify({ log: { version: '1.2', creator: { name: 'a browser', version: '1' }, entries } }),
  );
  return path;
}

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** What an entry is made of where a test does not say otherwise. */
export interface EntryParts {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly content?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** A HAR entry as browsers write it. */
export function entry({
  method = 'GET',
  url = 'https://api.example.com/v2/executions',
  headers = {},
  body,
  status = 200,
  answerHeaders = { 'content-type': 'application/json' },
  answer = { items: [] },
  content = { size: 1, mimeType: 'application/json', text: JSON.stringify(answer) },
}: EntryParts): unknown {
  const sent = body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    startedDateTime: '2026-01-02T03:04:05.678Z',
    time: 12.5,
    request: {
      method,
      url,
      httpVersion: 'h2',
      headers: pairs({ ...type, ...headers }),
      bodySize: body === undefined ? 0 : 1,
      ...sent,
    },
    response: { status, statusText: '', httpVersion: 'h2', headers: pairs(answerHeaders), content, bodySize: -1 },
  };
}

/** A fiat withdrawal that keeps every rule. */
export const withdrawal = { asset: 'USD', fiat_account_id: 'f-1', profile_id: 'p-1', amount: '5.00' };

/** Its lawful answer. */
export const transfer = {
  id: 't-1',
  customer_id: 'c-1',
  profile_id: 'p-1',
  amount: '5.00',
  total: '5.25',
  fee: '0.25',
  asset: 'USD',
  direction: 'DEBIT',
  type: 'CUBIX_WITHDRAWAL',
  status: 'PENDING',
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};

/** An entry of a fiat withdrawal. */
export const withdrawing = (body: unknown, parts: EntryParts = {}): unknown =>
  entry({
    method: 'POST',
    url: 'https://api.example.com/sandbox/v2/transfer/fiat-withdrawals',
    body,
    answer: transfer,
    ...parts,
  });
