/** Lets at most `width` requests through at once, at most `rate` a second, and none while it is held back. */
export class Gate {
  readonly #width: number;
  readonly #gap: number;
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #next = 0;

  constructor(width: number, rate?: number) {
    this.#width = width;
    this.#gap = rate === undefined ? 0 : 1000 / rate;
  }

  /** Holds every further request back: the target asked for it. */
  holdBack(milliseconds: number): void {
    this.#next = Math.max(this.#next, Date.now() + milliseconds);
  }

  /** Runs `act` when its turn comes. */
  async pass<T>(act: () => Promise<T>): Promise<T> {
    if (this.#open >= this.#width) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#open += 1;
    try {
      await this.#paced();
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#open -= 1;
    }
  }

  async #paced(): Promise<void> {
    const now = Date.now();
    const turn = Math.max(now, this.#next);
    if (this.#gap > 0) this.#next = turn + this.#gap;
    if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now));
  }
}
