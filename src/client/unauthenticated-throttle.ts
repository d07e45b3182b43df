/** How many limited answers that stand, one after another, let all further ones stand at once. */
const CERTAIN = 2;

/** The longest pause after which a limited request without the token is repeated. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Recognises that a target limits requests without a valid token, as services do for some time after many failed
 * authentications. Such an answer does not mean that requests come too fast: it counts as a refusal.
 */
export class UnauthenticatedThrottle {
  #limited = 0;

  /** Returns whether an answer that limits such a request stands: it came again, or asks for a long pause. */
  stands(attempt: number, askedMs: number | undefined): boolean {
    if (this.#limited >= CERTAIN) return true;
    if (attempt === 1 && (askedMs ?? 0) <= LONGEST_PAUSE_MS) return false;
    this.#limited += 1;
    return true;
  }

  /** Records an answer to such a request that is not limited. */
  recordAnswer(): void {
    this.#limited = 0;
  }
}
