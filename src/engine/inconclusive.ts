import type { Missing } from '../model/outcome.ts';

/**
 * Thrown inside a probe when neither "holds" nor "fails" can be said: a fixture is missing, the twin was refused, nothing
 * answered, a budget is used up. It is never a verdict about the target.
 */
export class CannotTell extends Error implements Missing {
  readonly reason: string;
  readonly provide?: string;
  /** True when the cause may be gone by now, such as a lost connection: whoever asks next asks anew. */
  readonly isPassing: boolean;

  constructor(reason: string, provide?: string, isPassing = false) {
    super(reason);
    this.name = 'CannotTell';
    this.reason = reason;
    this.isPassing = isPassing;
    if (provide !== undefined) this.provide = provide;
  }
}
