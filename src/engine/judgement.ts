import type { Failure } from '../model/outcome.ts';

/** A difference between a response and the document, before it is tied to an exchange. */
export type Flaw = Pick<Failure, 'where' | 'expected' | 'actual'>;

/** The rule does not apply to the exchange, or cannot read the part it is about, which another row judges. */
export const NOT_CONCERNED = 'not concerned';

/** The rule applies to the exchange, but the part it is about is missing and may be. */
export const NOTHING_TO_JUDGE = 'nothing to judge';

/**
 * What a rule says about one exchange: one of the two above, or the flaws it found. No flaws means that the rule holds.
 */
export type Judgement = typeof NOT_CONCERNED | typeof NOTHING_TO_JUDGE | readonly Flaw[];

/** Whether a rule found what it is about; it holds if there are no flaws. */
export const isFlaws = (judgement: Judgement): judgement is readonly Flaw[] => typeof judgement !== 'string';

/** The judgement that a rule holds. */
export const HOLDS: readonly Flaw[] = [];

/** Returns HOLDS, or else the flaw. The flaw is made only on demand, since most responses have none. */
export const flawUnless = (holds: boolean, flaw: () => Flaw): readonly Flaw[] => (holds ? HOLDS : [flaw()]);
