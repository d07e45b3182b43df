import fc from 'fast-check';
import { failure } from '../../../src/engine/evidence.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { accepted, string } from '../answers.ts';
import { type Act, histories } from './history.ts';

interface Known {
  /** Ids of quote executions that were seen SETTLED, before the step that looks began. */
  readonly settled: Set<string>;
}

const MOST_QUOTES = 12;
const MOST_PAUSE_MS = 60;
/** Quote executions that are read again and again before any are drawn, and how often each. */
const MOST_EXAMPLES = 4;
const READS_EACH = 5;

interface Step {
  readonly which: number;
  readonly pause: number;
}

/** Reads of several quote executions in any order, some in flight together: none that was SETTLED is CREATED again. */
export async function quoteHistories(p: Probing): Promise<readonly Failure[]> {
  const paths = p.fixture('quote_executions', ({ quote_executions }) => quote_executions?.slice(0, MOST_QUOTES));
  const steps = fc.record({ which: fc.nat({ max: paths.length - 1 }), pause: fc.nat({ max: MOST_PAUSE_MS }) });
  const again = paths
    .slice(0, MOST_EXAMPLES)
    .map((_, which) => Array(READS_EACH).fill({ which, pause: MOST_PAUSE_MS }));
  const acts: [() => Promise<Known>, Act<Step, Known>] = [
    async () => ({ settled: new Set() }),
    async ({ which, pause }, { settled }) => {
      const path = paths[which];
      if (!path) return [];
      await p.pause(pause);
      const before = settled.has(path.id);
      const answer = await p.accepted({ operation: 'getQuote', input: () => ({ path }) });
      const status = string(accepted(answer), '/status');
      if (status === 'SETTLED') settled.add(path.id);
      if (!before || status !== 'CREATED') return [];
      return [failure(answer, { where: '/status', expected: 'SETTLED, as it was before', actual: shown(status) })];
    },
  ];
  return histories(p, steps, acts, again);
}
