import type { InconclusiveCause, Missing } from '../model/outcome.ts';

/** What an inconclusive check names beside its cause and its reason. */
export interface InconclusiveDetails {
  /** The member of the fixtures file or the flag that would make the check possible. */
  readonly provide?: string;
  /** Ids of the requirements that the target breaks and without which this one cannot be judged. */
  readonly blockedBy?: readonly string[];
}

/**
 * Thrown inside a probe when neither "holds" nor "fails" follows: a fixture is missing, the twin was refused, nothing
 * answered, a budget is used up. It is never a verdict about the target.
 */
export class Inconclusive extends Error implements Missing {
  override readonly cause: InconclusiveCause;
  readonly reason: string;
  readonly provide?: string;
  readonly blockedBy?: readonly string[];

  constructor(cause: InconclusiveCause, reason: string, { provide, blockedBy }: InconclusiveDetails = {}) {
    super(reason);
    this.name = 'Inconclusive';
    this.cause = cause;
    this.reason = reason;
    if (provide !== undefined) this.provide = provide;
    if (blockedBy !== undefined) this.blockedBy = blockedBy;
  }
}

/** What to throw when a requirement cannot be judged because the target breaks another: the ids of those that it breaks. */
export const blockedBy = (ids: string | readonly string[], reason: string): Inconclusive =>
  new Inconclusive('blocked', reason, { blockedBy: typeof ids === 'string' ? [ids] : ids });

/** What `make` gives; `otherwise` where that is inconclusive, and for one of these causes where any are given. */
export async function unlessInconclusive<T, U>(
  otherwise: U,
  make: () => T | Promise<T>,
  causes?: readonly InconclusiveCause[],
): Promise<T | U> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Inconclusive && (causes === undefined || causes.includes(error.cause))) return otherwise;
    throw error;
  }
}
