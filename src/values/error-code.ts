/**
 * Returns the code of an error, of the first error that it aggregates, or of its cause, such as `ENOENT`; its name if
 * there is no code.
 */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return error.cause === undefined ? error.name : errorCode(error.cause);
}

/** Whether an error comes from the operating system, such as a full disk. */
export const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** Returns what an error says. */
export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
