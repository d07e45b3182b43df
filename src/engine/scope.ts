import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../contract/operations.ts';
import type { Place } from '../model/exchange.ts';

/**
 * What requests are made for: an attempt at a check, one case of its property, or what rows share under a key. It numbers its own
 * requests and ids, so that they are the same in each run, whatever else is under way and however fast answers come.
 */
export class Scope {
  readonly name: string;
  readonly #refPrefix: string;
  readonly #numbers = new Map<Operation, number>();
  #refs = 0;
  #parts = 0;

  /** `refPrefix` begins the ids that are made in it, and is its own. */
  constructor(name: string, refPrefix: string) {
    this.name = name;
    this.#refPrefix = refPrefix;
  }

  /** The next of its parts, which are numbered in the order in which they begin. */
  part(): Scope {
    this.#parts += 1;
    return new Scope(`${this.name}.${this.#parts}`, `${this.#refPrefix}_${this.#parts}`);
  }

  /** Runs what belongs to it. */
  run<T>(act: () => T): T {
    return CURRENT.run(this, act);
  }

  /** The place of its next request to an operation. */
  place(operation: Operation): Place {
    const number = (this.#numbers.get(operation) ?? 0) + 1;
    this.#numbers.set(operation, number);
    return { madeFor: this.name, number };
  }

  freshRef(): string {
    this.#refs += 1;
    // In both cases, so that a target which folds them shows.
    return `${this.#refPrefix}-N${this.#refs.toString(36)}`;
  }
}

const CURRENT = new AsyncLocalStorage<Scope>();

/** The scope that the caller runs in; undefined outside of any. */
export const currentScope = (): Scope | undefined => CURRENT.getStore();
