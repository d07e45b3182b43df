import type { Probing } from '../../src/engine/probing.ts';
import { answered } from '../../src/model/exchange.ts';
import { string } from './answers.ts';

/** Reads every quote execution of the fixtures, watches those that are CREATED for some seconds, and counts what came of it. */
export async function watched(p: Probing): Promise<readonly string[]> {
  const paths = p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.slice(0, 12));
  const said = await p.together(paths, (path) => watch(p, path));
  const counts = new Map<string, number>();
  for (const each of said) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, count]) => (count === 1 ? each : `${each} (${count})`)).sort();
}

async function watch(p: Probing, path: { readonly profile_id: string; readonly id: string }): Promise<string> {
  let status = '';
  let looks = 0;
  await p.eventually(async () => {
    looks += 1;
    status =
      string(answered(await p.accepted({ operation: 'getQuote', input: () => ({ path }) })), '/status') ?? 'no status';
    return status === 'CREATED'
      ? [{ operation: 'getQuote', where: null, expected: 'SETTLED', actual: status, exchanges: [] }]
      : [];
  });
  return status === 'CREATED'
    ? 'still CREATED after 5 s'
    : `${status} ${looks === 1 ? 'at the first read' : 'while it was watched'}`;
}
