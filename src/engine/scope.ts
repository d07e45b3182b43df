import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../contract/operations.ts';
import type { RequestPlace } from '../model/exchange.ts';
import { seedOf } from './seeds.ts';

const hex = (...parts: readonly (string | number)[]): string =>
  seedOf(...parts)
    .toString(16)
    .padStart(8, '0');

/**
 * Makes a `ref_id` in the form of a UUID, so that services which demand a UUID accept it. It begins with the run's id,
 * eight hexadecimal digits. Only the last twelve digits differ within a run, so that a service which compares only the
 * beginning takes two of them for one.
 */
export function newRefId(run: string, own: string, number: number): string {
  const [shared, a, b] = [hex(run, 'ref_id'), hex(own, number, 'a'), hex(own, number, 'b')];
  return `${run}-${shared.slice(0, 4)}-4${shared.slice(5)}-8${shared.slice(1, 4)}-${a.slice(0, 4)}${b}`;
}

/**
 * Number of parts of a scope that share their generated requests. Two of them are hardly ever equal, so a long run would
 * keep all of them for nothing.
 */
const MOST_SHARING = 100;

/**
 * What requests are made for: an attempt at a check, one case of its property, or a value that rows share under a key.
 * A scope numbers its own requests and ids, so that they are the same in each run, whatever else is under way and
 * however fast responses come.
 */
export class Scope {
  readonly name: string;
  /** Whether others may use the generated requests that are accepted in the scope. */
  readonly sharesGenerated: boolean;
  readonly #run: string;
  readonly #own: string;
  readonly #numbers = new Map<Operation, number>();
  #refs = 0;
  #parts = 0;

  /** Ids made in the scope are derived from the run's id and from `own`, which is unique to the scope. */
  constructor(name: string, run: string, own: string, sharesGenerated = true) {
    this.name = name;
    this.sharesGenerated = sharesGenerated;
    this.#run = run;
    this.#own = own;
  }

  /** Returns the next part of the scope. Parts are numbered in the order in which they start. */
  part(): Scope {
    this.#parts += 1;
    const sharesGenerated = this.sharesGenerated && this.#parts <= MOST_SHARING;
    return new Scope(`${this.name}.${this.#parts}`, this.#run, `${this.#own}_${this.#parts}`, sharesGenerated);
  }

  /** Runs `act` with this scope as the current one. */
  run<T>(act: () => T): T {
    return CURRENT.run(this, act);
  }

  /** Returns the place of the next request to an operation. */
  place(operation: Operation): RequestPlace {
    const number = (this.#numbers.get(operation) ?? 0) + 1;
    this.#numbers.set(operation, number);
    return { madeFor: this.name, number };
  }

  freshRef(): string {
    this.#refs += 1;
    return newRefId(this.#run, this.#own, this.#refs);
  }
}

const CURRENT = new AsyncLocalStorage<Scope>();

/** Returns the scope that the caller runs in, or undefined outside any scope. */
export const currentScope = (): Scope | undefined => CURRENT.getStore();
