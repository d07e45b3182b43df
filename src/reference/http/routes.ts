import type { Operation } from '../operations.ts';
import type { Incoming } from './server.ts';

/** An operation with its path parameters. */
export interface Route {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Decodes a path parameter; returns it unchanged when it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a function that finds the operation of a request by method and path, or undefined. */
export function routes(operations: readonly Operation[]): (request: Incoming) => Route | undefined {
  const known = operations.map((operation) => ({
    operation,
    method: operation.method.toUpperCase(),
    form: new RegExp(`^/v2${operation.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  }));
  return ({ method, path }) => {
    const route = known.find((each) => each.method === method && each.form.test(path));
    if (!route) return undefined;
    const named = Object.entries(route.form.exec(path)?.groups ?? {});
    return {
      operation: route.operation,
      parameters: Object.fromEntries(named.map(([name, text]) => [name, decoded(text)])),
    };
  };
}
