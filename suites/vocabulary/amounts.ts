import { nearDecimals } from '../../generators/index.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { probe } from '../../src/engine/row.ts';
import { string } from './answers.ts';
import { bodyOperation, firstFailures, refused } from './demands.ts';
import { bodies } from './requests.ts';

const amountOf = (p: Probing): string => string(bodies[bodyOperation(p)](p), '/amount') ?? '';

/** A check that amounts which are no decimal numbers are refused. */
export const refusesNearDecimals = probe((p) =>
  firstFailures(...nearDecimals(amountOf(p)).map((amount) => () => refused(p, `amount "${amount}"`, { amount }))),
);

/** A check that a negative amount is refused. */
export const refusesNegative = probe((p) => {
  const amount = `-${amountOf(p)}`;
  return refused(p, `amount "${amount}"`, { amount });
});
