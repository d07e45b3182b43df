type Handler = (error: Error) => void;

/** Those in charge, the last one first. */
const handlers: Handler[] = [];
const handle = (error: Error): void => handlers.at(-1)?.(error);

/**
 * Handles errors that no code catches, which are errors of the suite itself. Node would print a stack and exit with the
 * code of a verdict. Returns a function that puts the former handler in charge again.
 */
export function handleUncaught(handler: Handler): () => void {
  if (handlers.length === 0) process.on('uncaughtException', handle);
  handlers.push(handler);
  return () => {
    handlers.splice(handlers.indexOf(handler), 1);
    if (handlers.length === 0) process.off('uncaughtException', handle);
  };
}

/** Says what is known of an internal error, in one sentence. */
export const internalError = (message: string): string => `internal error (${message}): please report it`;
