import type { Probing } from '../../src/engine/probing.ts';
import { answered } from '../../src/model/exchange.ts';
import { string } from './answers.ts';

/** Where a quote execution is read. */
export interface QuotePath {
  readonly profile_id: string;
  readonly id: string;
}

/** A quote execution that was read until it was settled, or for some seconds. */
export interface Watched {
  readonly path: QuotePath;
  readonly status: string;
  /** How often it was read. */
  readonly looks: number;
}

const MOST_QUOTES = 12;

/** Quote executions of the fixtures. */
export const quotePaths = (p: Probing): readonly QuotePath[] =>
  p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.slice(0, MOST_QUOTES));

/** Reads every quote execution of the fixtures, and those that are CREATED again for some seconds: once for all rows. */
export async function watched(p: Probing): Promise<readonly Watched[]> {
  const paths = quotePaths(p);
  return p.once(`quote executions ${p.attempt}`, () => p.together(paths, (path) => watch(p, path)));
}

async function watch(p: Probing, path: QuotePath): Promise<Watched> {
  let status = '';
  let looks = 0;
  await p.eventually(async () => {
    looks += 1;
    status =
      string(answered(await p.accepted({ operation: 'getQuote', input: () => ({ path: { ...path } }) })), '/status') ??
      'no status';
    return status === 'CREATED'
      ? [{ operation: 'getQuote', where: null, expected: 'SETTLED', actual: status, exchanges: [] }]
      : [];
  });
  return { path, status, looks };
}

/** What came of those that were watched, each answer with how many it was. */
export function outcomesOf(all: readonly Watched[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const each of all.map(said)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => (count === 1 ? each : `${each} (${count})`)).sort();
}

const said = ({ status, looks }: Watched): string =>
  status === 'CREATED'
    ? 'still CREATED after 5 s'
    : `${status} ${looks === 1 ? 'at the first read' : 'while it was watched'}`;
