import fc from 'fast-check';
import { failure } from '../../src/engine/failure.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { type Act, histories, played } from '../vocabulary/history.ts';
import { type QuotePath, quoteOf } from '../vocabulary/requests.ts';
import { AROUND_SETTLEMENT_MS } from '../vocabulary/tolerances.ts';
import { lastStatus, quotePaths, type Watched, watched } from './quote-watching.ts';

interface KnownQuote {
  /** Ids of quote executions that were seen SETTLED, with the steps that were in flight at that time. */
  readonly settled: Map<string, readonly Step[]>;
}

/** Number of quote executions that are read repeatedly in every run, and number of reads for each. */
const MOST_EXAMPLES = 1;
const READS_EACH = 3;

interface Step {
  readonly which: number;
  readonly pause: number;
}

const begin = async (): Promise<KnownQuote> => ({ settled: new Map() });

/**
 * Reads one of several quote executions after a pause. One that an earlier step saw SETTLED must not be CREATED again.
 */
const reads =
  (p: Probing, paths: readonly QuotePath[]): Act<Step, KnownQuote> =>
  async ({ which, pause }, { settled }, together) => {
    const path = paths[which];
    if (!path) return [];
    await p.pause(pause);
    const answer = await p.sendValid(quoteOf(path));
    const status = string(acceptedBody(answer), '/status');
    const among = settled.get(path.id);
    if (status === 'SETTLED') settled.set(path.id, among ?? together);
    if (status !== 'CREATED' || among === undefined || among === together) return [];
    return [failure(answer, { where: '/status', expected: 'SETTLED, as before', actual: shown(status) })];
  };

const isSettled = ({ answers }: Watched): boolean => lastStatus(answers) === 'SETTLED';

/** Reads a few quote executions repeatedly, those first that were seen SETTLED. */
export async function quoteReadAgain(p: Probing): Promise<readonly Failure[]> {
  const all = await watched(p);
  const sorted = [...all].sort((a, b) => Number(isSettled(b)) - Number(isSettled(a)));
  const paths = sorted.slice(0, MOST_EXAMPLES).map(({ path }) => path);
  return firstFailures(
    ...paths.map((_, which) => async () => {
      const steps = Array.from({ length: READS_EACH }, () => ({ which, pause: AROUND_SETTLEMENT_MS }));
      return played(p, { steps, together: 1 }, await begin(), reads(p, paths));
    }),
  );
}

/**
 * Reads several quote executions in generated order, some in flight together, and demands that none that was SETTLED is
 * CREATED again.
 */
export async function quoteHistories(p: Probing): Promise<readonly Failure[]> {
  const paths = quotePaths(p);
  const steps = fc.record({ which: fc.nat({ max: paths.length - 1 }), pause: fc.nat({ max: AROUND_SETTLEMENT_MS }) });
  return histories(p, steps, [begin, reads(p, paths)]);
}
