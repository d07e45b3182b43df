import fc, { type Arbitrary } from 'fast-check';
import type { Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';

/**
 * Carries out a step, records it in the model, and returns what is wrong. Steps that are in flight together may end in
 * any order: the result must not depend on it, so that an audit gets the same result.
 */
export type Act<S, M> = (step: S, model: M, together: readonly S[]) => Promise<readonly Failure[]>;

/** A fifth of the run's cases, of several steps each. */
export const HISTORIES = { share: 1 / 5, requests: 4 };

const LONGEST = 6;
const MOST_TOGETHER = 3;

/**
 * Runs generated sequences of steps against a model that knows only what the document states, one step at a time or up
 * to three in flight together. Steps are plain data, so that a sequence can be reproduced by its seed and path, and
 * shrunk.
 */
export function histories<S, M>(
  p: Probing,
  steps: Arbitrary<S>,
  [begin, act]: readonly [begin: () => Promise<M>, act: Act<S, M>],
): Promise<readonly Failure[]> {
  const values = fc.record({
    steps: fc.array(steps, { minLength: 1, maxLength: LONGEST, size: 'max' }),
    together: fc.integer({ min: 1, max: MOST_TOGETHER }),
  });
  return p.each(values, async (history) => played(p, history, await begin(), act));
}

/** Runs one sequence, `together` steps at a time, until a step has failures. */
export async function played<S, M>(
  p: Probing,
  { steps, together }: { readonly steps: readonly S[]; readonly together: number },
  model: M,
  act: Act<S, M>,
): Promise<readonly Failure[]> {
  for (let next = 0; next < steps.length; next += together) {
    const batch = steps.slice(next, next + together);
    const found = (await p.together(batch, (step) => act(step, model, batch))).flat();
    if (found.length > 0) return found;
  }
  return [];
}
