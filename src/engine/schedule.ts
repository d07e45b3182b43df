/**
 * Decides when the checks of a run may go on: several run at once, some take turns under a name, and some run while
 * nothing else does.
 */
export class Schedule {
  readonly #queues = new Map<string, Promise<void>>();
  /** Checks that wait to run undisturbed, checks that wait to start, and the check that runs undisturbed now. */
  readonly #waiting: ((end: () => void) => void)[] = [];
  readonly #starting: (() => void)[] = [];
  #alone: Promise<void> | undefined;
  #underWay = 0;
  #idle = 0;
  #isPrompt = false;

  /** From now on, no check starts while one waits to run undisturbed: failures are confirmed before more is sent. */
  confirmPromptly(): void {
    this.#isPrompt = true;
  }

  /** Runs a check and counts it as under way. The check starts when no other check runs undisturbed. */
  async underWay<T>(act: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#underWay += 1;
    try {
      return await act();
    } finally {
      this.#end();
    }
  }

  /**
   * Waits until fewer than `most` checks are at work. A check that waits for time, for its turn or to be undisturbed is
   * not at work.
   */
  async room(most: number): Promise<void> {
    while (this.#underWay - this.#idle >= most || (this.#isPrompt && this.#isClaimed))
      await new Promise<void>((resolve) => this.#starting.push(resolve));
  }

  /** Whether a check waits to run undisturbed, or runs so now. */
  get #isClaimed(): boolean {
    return this.#waiting.length > 0 || this.#alone !== undefined;
  }

  /** Lets a check wait for something other than a response. Meanwhile another check may start in its place. */
  async whileIdle<T>(wait: () => Promise<T>): Promise<T> {
    this.#idle += 1;
    this.#start();
    try {
      return await wait();
    } finally {
      this.#idle -= 1;
    }
  }

  #start(): void {
    for (const start of this.#starting.splice(0)) start();
  }

  /**
   * Runs a part of a check that is under way once every other check has ended or waits here too. So no other request of
   * the run is in flight.
   */
  async undisturbed<T>(act: () => Promise<T>): Promise<T> {
    const end = await new Promise<() => void>((wake) => {
      this.#waiting.push(wake);
      this.#end();
    });
    try {
      return await act();
    } finally {
      end();
    }
  }

  #end(): void {
    this.#underWay -= 1;
    const wake = this.#underWay === 0 ? this.#waiting.shift() : undefined;
    if (wake) this.#leaveAlone(wake);
    this.#start();
  }

  /** Wakes a check that waits to run undisturbed. From now on until it ends, no other check starts. */
  #leaveAlone(wake: (end: () => void) => void): void {
    this.#underWay += 1;
    this.#alone = new Promise((resolve) =>
      wake(() => {
        this.#alone = undefined;
        resolve();
      }),
    );
  }

  /** Runs after all that was begun under the same name has ended. */
  exclusively<T>(name: string, act: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(name);
    const turn = before ? this.whileIdle(() => before).then(act) : act();
    const end = (): void => {
      if (this.#queues.get(name) === ended) this.#queues.delete(name);
    };
    const ended: Promise<void> = turn.then(end, end);
    this.#queues.set(name, ended);
    return turn;
  }
}
