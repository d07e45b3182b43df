import type { Need } from '../model/need.ts';
import type { InconclusiveCause, Missing, Refusal } from '../model/outcome.ts';

/** What an inconclusive check may name besides its cause and its reason. */
export interface InconclusiveDetails {
  /** What would make the check possible. */
  readonly need?: Need;
  /** Ids of requirements that the target breaks. This one cannot be judged until they hold. */
  readonly blockedBy?: readonly string[];
  /** How the target refused a valid request, if it did. */
  readonly refusal?: Refusal;
}

/**
 * Thrown inside a probe when it can conclude neither "holds" nor "fails": a fixture is missing, the twin was refused,
 * no response came, or a budget is used up. It is never a verdict about the target.
 */
export class Inconclusive extends Error implements Missing {
  override readonly cause: InconclusiveCause;
  readonly reason: string;
  readonly need?: Need;
  readonly blockedBy?: readonly string[];
  readonly refusal?: Refusal;

  constructor(cause: InconclusiveCause, reason: string, { need, blockedBy, refusal }: InconclusiveDetails = {}) {
    super(reason);
    this.name = 'Inconclusive';
    this.cause = cause;
    this.reason = reason;
    if (need !== undefined) this.need = need;
    if (blockedBy !== undefined) this.blockedBy = blockedBy;
    if (refusal !== undefined) this.refusal = refusal;
  }
}

/** Thrown when a valid write met a conflict or a lock each time that it was sent, perhaps for another check. */
export class Conflicted extends Inconclusive {
  constructor(reason: string, refusal: Refusal) {
    super('refused', reason, { refusal });
  }
}

/** Makes the error to throw when a requirement cannot be judged because the target breaks the requirements `ids`. */
export const blockedBy = (ids: string | readonly string[], reason: string): Inconclusive =>
  new Inconclusive('blocked', reason, { blockedBy: typeof ids === 'string' ? [ids] : ids });

/** Makes the error to throw when a check has no request that it could send. */
export const nothingToSend = (): Inconclusive => new Inconclusive('fixture', 'there was nothing to send');

/**
 * Returns what `make` returns, or `otherwise` if that is inconclusive. If `causes` are given, only these count; others
 * are thrown.
 */
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
