import type { Ask } from '../../src/engine/ask.ts';
import { LOOK_WITHIN_MS, type Probing } from '../../src/engine/probing.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { string } from '../vocabulary/answers.ts';
import { type QuotePath, quoteOf } from '../vocabulary/requests.ts';

/** A quote execution that was read until it was not CREATED any more, or for some seconds. */
export interface Watched {
  readonly path: QuotePath;
  /** In the order of arrival. */
  readonly answers: readonly Exchange[];
}

const MOST_QUOTES = 12;

/** Asks for a quote execution once for all checks. */
export const sharedQuote = (path: QuotePath): Ask => ({ ...quoteOf(path), isShared: true });

/** Returns the quote executions of the fixtures, up to a maximum. */
export const quotePaths = (p: Probing): readonly QuotePath[] =>
  p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.slice(0, MOST_QUOTES));

/**
 * Reads every quote execution of the fixtures, and repeats the reads of those that are CREATED for some seconds. Runs
 * once per attempt for all rows.
 */
export async function watched(p: Probing): Promise<readonly Watched[]> {
  const paths = quotePaths(p);
  return p.oncePerAttempt('quote executions', () => p.together(paths, (path) => watch(p, path)));
}

async function watch(p: Probing, path: QuotePath): Promise<Watched> {
  const answers: Exchange[] = [];
  const next = async (): Promise<Exchange> => {
    const isFirst = answers.length === 0;
    const answer = await p.sendValid(isFirst ? sharedQuote(path) : quoteOf(path));
    answers.push(answer);
    return answer;
  };
  await p.until(next, (answer) => statusIn(answer) !== 'CREATED');
  return { path, answers };
}

const statusIn = (answer: Exchange | undefined): string =>
  (answer && string(answered(answer), '/status')) ?? 'no status';

/** Describes the outcomes of the watched quote executions, each with the number of times that it occurred. */
export function outcomesOf(all: readonly Watched[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const each of all.map(said)) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => (count === 1 ? each : `${each} (${count})`)).sort();
}

function said({ answers }: Watched): string {
  const status = lastStatus(answers);
  if (status === 'CREATED') return `still CREATED after ${LOOK_WITHIN_MS / 1_000} s`;
  return `${status} ${answers.length === 1 ? 'at the first read' : 'while it was watched'}`;
}

/** Returns the last status that was seen. */
export const lastStatus = (answers: readonly Exchange[]): string => statusIn(answers.at(-1));
