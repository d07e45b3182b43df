import type { Operation } from '../contract/operations.ts';
import { isServerError, isSuccess } from '../values/http-status.ts';

/** What a run knows of each operation: whether it was answered, and whether the target still allows it. */
export class OperationHistory {
  readonly #working = new Set<Operation>();
  readonly #succeeding = new Set<Operation>();
  readonly #exhausted = new Map<Operation, string>();

  /** Records an answer that is no limit. */
  record(operation: Operation, status: number): void {
    if (!isServerError(status)) this.#working.add(operation);
    if (isSuccess(status)) this.#succeeding.add(operation);
  }

  /** Records that the target allows the operation no more in this run, with the reason. */
  exhaust(operation: Operation, reason: string): void {
    this.#exhausted.set(operation, reason);
  }

  /** Returns why the target allows the operation no more, if so. */
  whyExhausted(operation: Operation): string | undefined {
    return this.#exhausted.get(operation);
  }

  /** Whether the operation was answered without a server error. */
  isWorking(operation: Operation): boolean {
    return this.#working.has(operation);
  }

  /** Whether the operation was answered with success. */
  isSucceeding(operation: Operation): boolean {
    return this.#succeeding.has(operation);
  }

  /** Whether any operation was answered without a server error. */
  get hasAnswers(): boolean {
    return this.#working.size > 0;
  }

  /** Whether the target allows none of the working operations any more. */
  get isExhausted(): boolean {
    return [...this.#working].every((each) => this.#exhausted.has(each));
  }
}
